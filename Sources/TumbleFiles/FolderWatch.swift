import Foundation

/// Tells which of many files have been written, by watching their folders with one descriptor. Nothing waits; it is asked once a
/// frame. See `FileWatch` for a single file whose content counts.
///
/// A new file under the name counts too, as editors write it; one that is still being written does not.
package final class FolderWatch {
  private let descriptor: Int32
  /// The folders, by the kernel's number for each.
  private var folders: [Int32: String] = [:]
  /// The paths that each file is known by, by folder and name.
  private var paths: [String: Set<String>] = [:]
  private var events = [UInt8](repeating: 0, count: 1 << 14)

  /// nil where the system watches nothing more.
  package init?() {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Watches a file from now on, and what it leads to where it is a link.
  package func add(_ path: String) {
    let real = FilePath.throughLinks(path)
    for place in real == path ? [path] : [path, real] {
      let folder = FilePath.folder(of: place)
      let number = inotify_add_watch(
        descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR))
      guard number >= 0 else { continue }
      // The kernel has one number for a folder, whatever path it is given.
      let known = folders[number] ?? folder
      folders[number] = known
      paths[known + "/" + FilePath.file(of: place), default: []].insert(path)
    }
  }

  /// Calls with each path that was added and written since the last time; several times where it was written several times.
  package func readChanges(_ change: (String) -> Void) {
    // Bounded: a folder in which very much happens is looked at again with the next frame.
    for _ in 0..<16 {
      let count = events.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      var at = 0
      let head = MemoryLayout<inotify_event>.size
      while at + head <= count {
        let event = events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: inotify_event.self) }
        let name = events[(at + head)..<(at + head + Int(event.len))].prefix { $0 != 0 }
        at += head + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          for path in paths.values.reduce(into: Set(), { $0.formUnion($1) }).sorted() { change(path) }
          continue
        }
        guard let folder = folders[event.wd], let text = String(validating: name, as: UTF8.self) else {
          continue
        }
        let file = folder + "/" + text
        guard let known = paths[file] else { continue }
        // A file that was only made is still to be written, but for a link, whose content was there before.
        if event.mask & UInt32(IN_CREATE) != 0, !Self.isLink(file) { continue }
        for path in known.sorted() { change(path) }
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
  }
}
