import Foundation

/// What the kernel says of folders that are watched, by a descriptor of its own.
final class FolderEvents {
  /// For `inotify_add_watch`; readable when there is something to read.
  let descriptor: Int32
  private var bytes = [UInt8](repeating: 0, count: 1 << 14)

  /// nil where the system watches nothing more.
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

  /// Whether a file is a link of either kind, which had its content before it got this name; a new file is still to be written.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
  }
}
