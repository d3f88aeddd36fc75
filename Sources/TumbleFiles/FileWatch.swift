import Foundation

/// Tells when a file's content has become another, by watching its folder: editors that write a new file and
/// give it the old one's name are seen too. Nothing waits; it is asked once a frame.
///
/// What counts is the content: a file that was written with what it had, or by this program, is no change.
/// While the file is missing or cannot be read, nothing is reported.
package final class FileWatch {
  /// The file, by the path that was given.
  package let path: String
  /// Readable when there is something to ask for, for those who wait on several things.
  package var descriptor: Int32 { events.descriptor }
  private let events: FolderEvents
  private let limit: Int
  private var known: ContentDigest?
  /// The folders watched, by the kernel's number for each, with the name that the file has in it.
  private var names: [Int32: String] = [:]
  /// The content that was found when the file was first looked at, if it was not the known one.
  private var first: Data?
  private var isDirty = false
  private var isLinkStale = false

  private static let what = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)

  /// - Parameters:
  ///   - path: A file that need not be there yet.
  ///   - content: What it is known to hold; nil: what it holds now, or comes to hold, is a change.
  ///   - limit: A file of more bytes is not read.
  /// - Throws: `OutputError.failed` where the system has no watch left or the folder cannot be watched.
  package init(_ path: String, content: Data?, limit: Int) throws(OutputError) {
    self.path = path
    self.limit = limit
    known = content.map { ContentDigest($0) }
    guard let events = FolderEvents() else {
      throw .failed(path: path, reason: "it cannot be watched: \(SystemError.phrase())")
    }
    self.events = events
    watch()
    guard !names.isEmpty else {
      throw .failed(path: path, reason: "its folder cannot be watched: \(SystemError.phrase())")
    }
    isDirty = true
    first = look()
  }

  /// The file's new content, if it has changed since it was last known.
  package func change() -> Data? {
    events.read { take($0, $1) }
    if names.isEmpty || isLinkStale { watch() }
    if let data = look() {
      first = nil
      return data
    }
    defer { first = nil }
    return first
  }

  private func look() -> Data? {
    guard isDirty else { return nil }
    isDirty = false
    // What cannot be read is between two contents: the next event tells.
    guard let data = try? UntrustedFile.read(path, limit: limit) else { return nil }
    let digest = ContentDigest(data)
    guard digest != known else { return nil }
    known = digest
    return data
  }

  /// Says what this program writes, before it does.
  package func expect(_ content: some Sequence<UInt8>) { known = ContentDigest(content) }

  /// Watches the folder of the path and, where that is a link, the folder of what it leads to.
  private func watch() {
    isLinkStale = false
    let real = FilePath.throughLinks(path)
    for path in real == path ? [path] : [path, real] {
      let folder = FilePath.folder(of: path)
      let number = inotify_add_watch(descriptor, folder, Self.what)
      if number >= 0 {
        if names[number] == nil { isDirty = true }
        names[number] = FilePath.file(of: path)
      }
    }
  }

  private func take(_ event: inotify_event, _ name: ArraySlice<UInt8>) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      isDirty = true
    } else if event.mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 {
      // The folder itself is gone, or has another name: another may have its own.
      if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor, event.wd) }
      names[event.wd] = nil
    } else if let watched = names[event.wd], watched.utf8.elementsEqual(name) {
      isLinkStale = true
      let isWritten = event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
      if isWritten || (event.mask & UInt32(IN_CREATE) != 0 && FolderEvents.isLink(path)) { isDirty = true }
    }
  }
}

/// Tells which of many files have been written, by watching their folders with one descriptor. Nothing waits;
/// it is asked once a frame. See `FileWatch` for a single file whose content counts.
///
/// A new file under the name counts too, as editors write it; one that is still being written does not.
package final class FolderWatch {
  private let events: FolderEvents
  /// The folders, by the kernel's number for each.
  private var folders: [Int32: String] = [:]
  /// The paths that each file is known by, by folder and name.
  private var paths: [String: Set<String>] = [:]

  /// Creates a watch; nil where the system watches nothing more.
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

  /// Calls with each path that was added and written since the last time; several times where it was written
  /// several times.
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

/// The kernel's events of watched folders, read from a descriptor of its own.
final class FolderEvents {
  /// The descriptor for `inotify_add_watch`; readable when there is something to read.
  let descriptor: Int32
  private var bytes = [UInt8](repeating: 0, count: 1 << 14)

  /// Opens a descriptor; nil where the system watches nothing more.
  init?() {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Calls with each event since the last time and the name of the file in the folder; waits for none.
  func read(_ take: (inotify_event, ArraySlice<UInt8>) -> Void) {
    // Bounded: a folder in which very much happens is looked at again with the next frame.
    for _ in 0..<16 {
      let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      var at = 0
      let head = MemoryLayout<inotify_event>.size
      while at + head <= count {
        let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: inotify_event.self) }
        let name = bytes[(at + head)..<(at + head + Int(event.len))].prefix { $0 != 0 }
        at += head + Int(event.len)
        take(event, name)
      }
    }
  }

  /// Returns true if a file is a link of either kind, which had its content before it got this name; a new
  /// file is still to be written.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
  }
}
