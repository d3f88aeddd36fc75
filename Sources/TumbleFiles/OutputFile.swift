import Foundation
import Synchronization

/// A file, or standard output, that bytes are written to.
///
/// A file appears under its name when it is finished, or when it is told to (see `appear()`), and not before:
/// until then it is `NAME.partial-PID` beside it, which is removed if it is released unfinished; a program
/// that is killed leaves it. A device or a pipe is written to as it is.
///
/// It is locked from its opening on: what has appeared is taken from its writer by no other program of this
/// kind, which gets an error instead.
///
/// The first failure is final: nothing more is written, and whatever is called later throws it again. A file
/// that has appeared then ends with what was sent on before; any other is removed.
package final class OutputFile: Sendable {
  /// The name for messages: the path, or `standard output`.
  package let name: String
  private let descriptor: Int32
  private let rename: (from: String, to: String)?
  private let state = Mutex(State())
  private let isSyncing = Atomic(false)
  private let syncs = DispatchGroup()

  private struct State {
    var buffer: [UInt8] = []
    var isFinished = false
    /// Is true if the file stands under its name while it is written.
    var hasAppeared = false
    /// The bytes that were sent on.
    var size = 0
    var failure: OutputError?
    /// Is true if its name is to outlast the machine's end too.
    var isSynced = false
  }

  private static let bufferSize = 65_536

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - sparing: Files that are read, or written too, and must not be overwritten, by whatever path; nil is
  ///     none.
  ///   - mode: The file's permissions; nil: those that it has, or the usual ones for a new one.
  ///   - followsLinks: Whether a link of that name is written through; else the file takes its place, and a
  ///     device or a pipe is refused.
  package init(
    path: String, sparing: [String?] = [], mode: mode_t? = nil, followsLinks: Bool = true
  ) throws(OutputError) {
    state.withLock { $0.buffer.reserveCapacity(2 * Self.bufferSize) }
    if path == "-" {
      name = "standard output"
      descriptor = STDOUT_FILENO
      rename = nil
      return
    }
    name = path
    guard !path.isEmpty else { throw .failed(path: "a file", reason: "its name is empty") }
    for case let spared? in sparing where spared != "-" && FilePath.isSameFile(spared, path) {
      throw .failed(path: path, reason: "it would overwrite \(spared), which this run uses too")
    }
    var status = stat()
    let exists = (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0
    let isReplaced = exists && !followsLinks && status.st_mode & S_IFMT == S_IFLNK
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw .failed(path: path, reason: "it is a folder") }
    // Opening a pipe of that name would wait for a reader.
    if exists, !followsLinks, !isReplaced, status.st_mode & S_IFMT != S_IFREG {
      throw .failed(path: path, reason: "it is not an ordinary file")
    }
    if exists, !isReplaced, status.st_mode & S_IFMT != S_IFREG {
      rename = nil
      // Not through the resolved name: that of /dev/stdout may be a pipe's, which cannot be opened.
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      if exists, !isReplaced, access(path, W_OK) != 0 {
        throw .failed(path: path, reason: SystemError.phrase())
      }
      // Through a link to the file itself: the link stays one.
      let target = followsLinks ? FilePath.throughLinks(path) : path
      if Self.isBeingWritten(target) { throw .failed(path: path, reason: Self.otherWriter) }
      let partial = "\(target).partial-\(getpid())"
      rename = (partial, target)
      // One that is there was left by a program of the same number that was killed.
      unlink(partial)
      descriptor = open(
        partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        mode ?? (exists && !isReplaced ? status.st_mode & 0o777 : 0o666))
    }
    guard descriptor >= 0 else { throw .failed(path: path, reason: Self.reason(for: path, rename?.to)) }
    // Not every file system can.
    if rename != nil { flock(descriptor, LOCK_EX | LOCK_NB) }
    // What the process masks out of new files is not to be taken from one that is there.
    if rename != nil, let kept = mode ?? (exists && !isReplaced ? status.st_mode & 0o777 : nil) {
      fchmod(descriptor, kept)
    }
  }

  private static let otherWriter = "another program is writing it"

  /// Returns true if another program has locked an ordinary file.
  private static func isBeingWritten(_ path: String) -> Bool {
    let other = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard other >= 0 else { return false }
    defer { close(other) }
    return flock(other, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private static func reason(for path: String, _ target: String?) -> String {
    let code = errno
    let folder = FilePath.folder(of: target ?? path)
    guard target != nil, code == EACCES || code == EPERM || code == EROFS, access(folder, W_OK) != 0 else {
      return SystemError.phrase(code)
    }
    return "its folder \(folder) cannot be written into: \(SystemError.phrase(code))"
  }

  deinit {
    guard descriptor >= 0, descriptor != STDOUT_FILENO, !state.withLock({ $0.isFinished }) else { return }
    close(descriptor)
    if let rename, !state.withLock({ $0.hasAppeared }) { unlink(rename.from) }
  }
}

extension OutputFile {
  /// Adds bytes; they may reach the file only when more have come, or at the end.
  package func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      if let failure = state.failure { throw failure }
      state.buffer.append(contentsOf: bytes)
      if state.buffer.count >= Self.bufferSize { try send(&state) }
    }
  }

  package func write(_ text: String) throws(OutputError) { try write(text.utf8) }

  /// Writes a file as a whole.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, followsLinks: Bool = true
  ) throws(OutputError) {
    let output = try OutputFile(path: path, followsLinks: followsLinks)
    try output.write(bytes)
    try output.finish()
  }

  package static func print(_ text: String) throws(OutputError) { try write(text.utf8, to: "-") }

  /// Sends on what has been written.
  package func flush() throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in try send(&state) }
  }

  /// Sends on what has been written, as far as the disk, so that it outlasts the machine's end too.
  package func sync() throws(OutputError) {
    // Its error is that of one call alone.
    syncs.wait()
    try state.withLock { (state) throws(OutputError) in
      try send(&state)
      state.isSynced = true
      if fsync(descriptor) != 0, Self.isFailure(errno) { throw failed(&state) }
      if state.hasAppeared, let rename { Self.syncFolder(of: rename.to) }
    }
  }

  /// Gives the file its name now, in place of one that had it, with what has been written so far. What
  /// follows is added to it, and stays whatever happens to the program.
  package func appear() throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      guard let rename, !state.hasAppeared, !state.isFinished else { return }
      try send(&state)
      if Self.isBeingWritten(rename.to) {
        unlink(rename.from)
        state.failure = .failed(path: name, reason: Self.otherWriter)
        throw .failed(path: name, reason: Self.otherWriter)
      }
      if Foundation.rename(rename.from, rename.to) != 0 { throw failed(&state) }
      state.hasAppeared = true
    }
  }

  /// Lets what was sent on reach the disk, without waiting for it: at most one such wait goes on at a time.
  /// Where that fails, the next call of another method throws it, `sync()` at the latest.
  package func syncInBackground() {
    guard let rename, isSyncing.exchange(true, ordering: .acquiring) == false else { return }
    // Of its own: the file may be finished meanwhile.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return isSyncing.store(false, ordering: .releasing) }
    let isFirst = state.withLock { state in
      defer { state.isSynced = true }
      return !state.isSynced
    }
    DispatchQueue.global(qos: .utility).async(group: syncs) { [self] in
      let reason = fdatasync(copy) != 0 && Self.isFailure(errno) ? SystemError.phrase() : Self.loss(copy)
      if let reason { state.withLock { $0.failure = $0.failure ?? .failed(path: name, reason: reason) } }
      close(copy)
      if isFirst { Self.syncFolder(of: rename.to) }
      isSyncing.store(false, ordering: .releasing)
    }
  }

  /// Returns true if an error of `fsync` is a failure: a file without a disk behind it has nothing to wait
  /// for.
  private static func isFailure(_ code: Int32) -> Bool { code != EINVAL && code != EROFS }

  /// Returns what has become of a file that had its name; nil if it has one still.
  private static func loss(_ descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink == 0 else { return nil }
    return "it has been removed or replaced while it was written"
  }

  /// Lets a file's name reach the disk; not every file system can.
  private static func syncFolder(of path: String) {
    let folder = open(FilePath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Sends on what is left and gives the file its name. Nothing may be written after.
  package func finish() throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in try finish(&state, as: nil) }
  }

  /// Finishes it under the first of `NAME-1.EXTENSION`, `NAME-2.EXTENSION`, … that no file has, and leaves
  /// the file that has its own name alone.
  ///
  /// - Returns: The name it got.
  package func finishUnderSecondName() throws(OutputError) -> String {
    try state.withLock { (state) throws(OutputError) -> String in
      guard let rename else {
        try finish(&state, as: nil)
        return name
      }
      let url = FilePath.parts(of: rename.to)
      for number in 1...9_999 {
        let candidate = "\(url.stem)-\(number)\(url.ending)"
        // Made again, so that no other program can take the name meanwhile.
        let reserved = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        if reserved < 0, errno == EEXIST { continue }
        guard reserved >= 0 else { throw failed(&state) }
        close(reserved)
        do throws(OutputError) { try finish(&state, as: candidate) } catch {
          unlink(candidate)
          throw error
        }
        return candidate
      }
      throw .failed(path: name, reason: "there are thousands of files with its name and a number already")
    }
  }

  /// Finishes the file with a few bytes more as the program has to end while another thread may be writing,
  /// or does nothing where that thread is in the middle of it.
  package func finishIfIdle(adding bytes: [UInt8] = []) {
    state.withLockIfAvailable { state in
      state.buffer += bytes
      try? finish(&state, as: nil)
    }
  }

  private func finish(_ state: inout State, as otherName: String?) throws(OutputError) {
    guard !state.isFinished else { return }
    try send(&state)
    guard descriptor != STDOUT_FILENO else { return }
    state.isFinished = true
    if state.hasAppeared, let reason = Self.loss(descriptor) {
      close(descriptor)
      state.failure = .failed(path: name, reason: reason)
      throw .failed(path: name, reason: reason)
    }
    // A program that is just being started has a copy of it until it runs.
    if rename != nil { flock(descriptor, LOCK_UN) }
    // The descriptor is gone even where a signal interrupts this.
    if close(descriptor) != 0, errno != EINTR { throw failed(&state) }
    guard let rename, !state.hasAppeared || otherName != nil else { return }
    let name = state.hasAppeared ? rename.to : rename.from
    if Foundation.rename(name, otherName ?? rename.to) != 0 { throw failed(&state) }
    if state.isSynced { Self.syncFolder(of: rename.to) }
  }

  private func send(_ state: inout State) throws(OutputError) {
    if let failure = state.failure { throw failure }
    let failure = state.buffer.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    guard let failure else {
      state.size += state.buffer.count
      state.buffer.removeAll(keepingCapacity: true)
      return
    }
    let unsent = state.buffer
    state.buffer.removeAll()
    guard rename != nil, state.hasAppeared else { throw failed(&state, failure) }
    // A part of it may have got there: the whole lines of that stay, but none that has only a part of its
    // numbers.
    let written = unsent.prefix(max(Int(lseek(descriptor, 0, SEEK_CUR)) - state.size, 0))
    state.size += written.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    _ = ftruncate(descriptor, off_t(state.size))
    throw failed(&state, failure, kept: "; what it has up to there is kept")
  }

  private func failed(_ state: inout State, _ code: Int32 = errno, kept: String = "") -> OutputError {
    let reason = SystemError.phrase(code) + kept
    if let rename, !state.hasAppeared { unlink(rename.from) }
    let failure =
      code == EPIPE && rename == nil ? OutputError.closedPipe : .failed(path: name, reason: reason)
    state.failure = failure
    return failure
  }
}

/// The reason why a file could not be written.
public enum OutputError: Error, Hashable, Sendable {
  /// The reader has closed the pipe: not an error, but a reason to stop.
  case closedPipe
  /// The system's reason, as a phrase.
  case failed(path: String, reason: String)
}

extension OutputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .closedPipe: "nobody reads any more"
    case .failed(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

/// Operations on an open file by its number.
package enum Descriptor {
  /// Writes all bytes, however many calls that takes.
  ///
  /// - Returns: The error's number; nil if there was none.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Whoever shares a terminal or a pipe with this program may have told it not to wait.
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&place, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return nil
  }
}
