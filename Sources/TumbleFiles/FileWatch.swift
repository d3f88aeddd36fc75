import Foundation

/// Tells when a file's content has become another, by watching its folder: editors that write a new file and give it the old
/// one's name are seen too. Nothing waits; it is asked once a frame.
///
/// What counts is the content: a file that was written with what it had, or by this program, is no change. Until a file that is
/// missing, or cannot be read, is there again: nothing is reported then.
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
  /// What it was found to hold when it was first looked at, where that was not what it was known to hold.
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
