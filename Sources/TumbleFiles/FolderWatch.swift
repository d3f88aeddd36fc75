import Foundation

/// Tells which of many files have been written, by watching their folders with one descriptor. Nothing waits; it is asked once a
/// frame. See `FileWatch` for a single file whose content counts.
///
/// A new file under the name counts too, as editors write it; one that is still being written does not.
package final class FolderWatch {
  private let events: FolderEvents
  /// The folders, by the kernel's number for each.
  private var folders: [Int32: String] = [:]
  /// The paths that each file is known by, by folder and name.
  private var paths: [String: Set<String>] = [:]

  /// nil where the system watches nothing more.
  package init?() {
    guard let events = FolderEvents() else { return nil }
    self.events = events
  }

  /// Watches a file from now on, and what it leads to where it is a link.
  package func add(_ path: String) {
    let real = FilePath.throughLinks(path)
    for place in real == path ? [path] : [path, real] {
      let folder = FilePath.folder(of: place)
      let number = inotify_add_watch(
        events.descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR))
      guard number >= 0 else { continue }
      // The kernel has one number for a folder, whatever path it is given.
      let known = folders[number] ?? folder
      folders[number] = known
      paths[known + "/" + FilePath.file(of: place), default: []].insert(path)
    }
  }

  /// Calls with each path that was added and written since the last time; several times where it was written several times.
  package func readChanges(_ change: (String) -> Void) {
    events.read { event, name in
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        for path in paths.values.reduce(into: Set(), { $0.formUnion($1) }).sorted() { change(path) }
        return
      }
      guard let folder = folders[event.wd], let text = String(validating: name, as: UTF8.self) else { return }
      let file = folder + "/" + text
      guard let known = paths[file] else { return }
      // A file that was only made is still to be written, but for a link, whose content was there before.
      if event.mask & UInt32(IN_CREATE) != 0, !FolderEvents.isLink(file) { return }
      for path in known.sorted() { change(path) }
    }
  }
}
