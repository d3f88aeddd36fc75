import Foundation

/// A file that one program at a time holds: for as long as it is open it is locked, and however the program
/// ends it is free again.
package final class LockedFile: Sendable {
  package let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit {
    // A program that is just being started has a copy of the descriptor until it runs: the lock would stay
    // for as long.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// A new file, locked; nil where there is one of that name, or another program took the new one before it
  /// was locked.
  ///
  /// - Parameter mode: Its permissions, of which the process's mask is taken away; without it only this user
  ///   has any.
  package static func make(_ path: String, mode: mode_t = 0o600) throws(OutputError) -> LockedFile? {
    try make(path, as: path, mode: mode)
  }

  /// - Parameter name: The path that it is going to have.
  private static func make(_ path: String, as name: String, mode: mode_t) throws(OutputError) -> LockedFile? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      if errno == EEXIST { return nil }
      throw .failed(path: path, reason: SystemError.phrase())
    }
    let file = LockedFile(path: name, descriptor: descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      let reason = SystemError.phrase()
      unlink(path)
      throw .failed(path: path, reason: "it cannot be locked: \(reason)")
    }
    return file.isNamed(path) ? file : nil
  }

  /// Locks an ordinary file of this user that no program has locked; nil for any other.
  package static func take(_ path: String) -> LockedFile? {
    let descriptor = open(path, O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = LockedFile(path: path, descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0, file.isNamed(file.path)
    else { return nil }
    return file
  }

  /// Locks an ordinary file that is there, whoever's it is, through links.
  package static func reopen(_ path: String) throws(OutputError) -> LockedFile {
    let target = FilePath.throughLinks(path)
    let descriptor = open(target, O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(path: path, reason: SystemError.phrase()) }
    let file = LockedFile(path: target, descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .failed(path: path, reason: "it is not an ordinary file")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      throw .failed(
        path: path,
        reason: isHeld ? "another program is writing it" : "it cannot be locked: \(SystemError.phrase())")
    }
    guard file.isNamed(target) else { throw .failed(path: path, reason: "another program has replaced it") }
    return file
  }

  /// The program that held the lock may have replaced or removed the file before it was locked here.
  private func isNamed(_ path: String) -> Bool {
    var (status, named) = (stat(), stat())
    return fstat(descriptor, &status) == 0 && lstat(path, &named) == 0 && named.st_ino == status.st_ino
      && named.st_dev == status.st_dev
  }
}

extension LockedFile {
  /// Adds bytes at its end.
  package func append(_ bytes: [UInt8]) throws(OutputError) {
    let failure = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    if let failure { throw .failed(path: path, reason: SystemError.phrase(failure)) }
  }

  /// Cuts off what is beyond a number of bytes.
  package func cut(to size: Int) throws(OutputError) {
    while ftruncate(descriptor, off_t(size)) != 0 {
      guard errno == EINTR else { throw .failed(path: path, reason: SystemError.phrase()) }
    }
  }

  /// Waits until what was written is on the disk.
  package func sync() throws(OutputError) {
    // What has no disk behind it has nothing to wait for.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw .failed(path: path, reason: SystemError.phrase())
    }
  }

  /// Replaces it by another locked file: other programs see the old or the new one, and neither unlocked.
  package func replaced(with bytes: [UInt8]) throws(OutputError) -> LockedFile {
    let partial = path + ".partial"
    unlink(partial)
    guard let new = try Self.make(partial, as: path, mode: 0o600) else {
      throw .failed(path: partial, reason: "there is such a file")
    }
    do throws(OutputError) {
      try new.append(bytes)
      guard rename(partial, path) == 0 else { throw .failed(path: path, reason: SystemError.phrase()) }
      return new
    } catch {
      unlink(partial)
      throw error
    }
  }

  /// The file's bytes; nil where it has more than the limit.
  package func bytes(limit: Int) -> [UInt8]? {
    guard let data = try? UntrustedFile.read(path, limit: limit) else { return nil }
    return [UInt8](data)
  }

  package func remove() { unlink(path) }
}

/// A file that is written over, its old content kept beside it as `NAME~`.
package enum ReplacedFile {
  /// Writes the new content whole or not at all; a link to a file stays one, and the file keeps its
  /// permissions.
  ///
  /// - Parameter isOldKept: Where there is an old file.
  /// - Returns: The path of the file with the old content; nil if there is none.
  @discardableResult
  package static func write(_ bytes: some Collection<UInt8>, to path: String, isOldKept: Bool = true)
    throws(OutputError) -> String?
  {
    let target = FilePath.throughLinks(path)
    // All of it is on the disk before anything that is there is touched.
    let new = try written(bytes, path, mode: nil, followsLinks: true)
    var kept: String?
    var status = stat()
    if isOldKept, stat(target, &status) == 0 {
      let old: Data
      do {
        old = try UntrustedFile.read(target, limit: 1 << 30)
      } catch UntrustedFile.Failure.reason(let reason) {
        throw .failed(path: path, reason: "the old file cannot be kept: \(reason)")
      } catch {
        throw .failed(path: path, reason: "the old file cannot be kept")
      }
      let name = target + "~"
      // A link of that name may belong to another user: it is replaced, not followed.
      try written(old, name, mode: status.st_mode & 0o777, followsLinks: false).finish()
      kept = name
    }
    try new.finish()
    return kept
  }

  /// Writes a new file under the first of `STEM.EXTENSION`, `STEM-2.EXTENSION`, … that nothing has, and over
  /// nothing.
  ///
  /// - Returns: Its path.
  package static func writeNew(_ bytes: some Collection<UInt8>, stem: String, ending: String)
    throws(OutputError) -> String
  {
    for number in 1...9_999 {
      let path = number == 1 ? stem + ending : "\(stem)-\(number)\(ending)"
      let reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if reserved < 0, errno == EEXIST { continue }
      guard reserved >= 0 else { throw .failed(path: path, reason: SystemError.phrase()) }
      close(reserved)
      do {
        try written(bytes, path, mode: nil, followsLinks: false).finish()
        return path
      } catch {
        unlink(path)
        throw error
      }
    }
    throw .failed(
      path: stem + ending, reason: "there are thousands of files with its name and a number already")
  }

  /// A file of these bytes that has yet to get its name.
  private static func written(
    _ bytes: some Collection<UInt8>, _ path: String, mode: mode_t?, followsLinks: Bool
  ) throws(OutputError) -> OutputFile {
    let output = try OutputFile(path: path, mode: mode, followsLinks: followsLinks)
    try output.write(bytes)
    try output.sync()
    return output
  }
}
