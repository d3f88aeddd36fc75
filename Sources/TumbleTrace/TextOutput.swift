import Foundation

/// Why text could not be written.
public enum OutputError: Error, Hashable, Sendable {
  /// Whoever read it has stopped reading: no fault, and no reason to go on.
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

/// A file, or standard output, that text is written to.
///
/// A file appears under its name when it is finished and not before: until then it is `NAME.partial-PID` beside it.
/// It is removed if it is let go of unfinished; a program that is killed leaves it. A device or a pipe is written to as it is.
public final class TextOutput {
  /// For messages: the path, or `standard output`.
  public let name: String
  private let descriptor: Int32
  private let rename: (from: String, to: String)?
  private var buffer: [UInt8] = []
  private var isFinished = false

  private static let bufferSize = 65_536

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - sparing: Files that are read, or written too, and must not be overwritten, by whatever path; nil is none.
  public init(path: String, sparing: [String?] = []) throws(OutputError) {
    buffer.reserveCapacity(2 * Self.bufferSize)
    if path == "-" {
      (name, descriptor, rename) = ("standard output", STDOUT_FILENO, nil)
      return
    }
    name = path
    guard !path.isEmpty else { throw .failed(path: "a file", reason: "its name is empty") }
    // Through a link to the file itself: the link stays one.
    let target = Self.resolved(path)
    for case let spared? in sparing where spared != "-" && Self.resolved(spared) == target {
      throw .failed(path: path, reason: "it would overwrite \(spared), which this run uses too")
    }
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .failed(path: path, reason: "it is a folder")
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      rename = nil
      // Not through the resolved name: that of /dev/stdout may be a pipe's, which cannot be opened.
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      if exists, access(target, W_OK) != 0 { throw .failed(path: path, reason: Self.reason()) }
      let partial = "\(target).partial-\(getpid())"
      rename = (partial, target)
      // One that is there was left by a program of the same number that was killed.
      unlink(partial)
      descriptor = open(
        partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        exists ? status.st_mode & 0o777 : 0o666)
    }
    guard descriptor >= 0 else { throw .failed(path: path, reason: Self.reason()) }
  }

  deinit {
    guard descriptor >= 0, descriptor != STDOUT_FILENO, !isFinished else { return }
    close(descriptor)
    if let rename { unlink(rename.from) }
  }

  /// Adds text; it may reach the file only when more has come, or at the end.
  public func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  public func write(_ text: String) throws(OutputError) {
    try write(text.utf8)
  }

  /// Sends on what has been written.
  public func flush() throws(OutputError) {
    let failure = buffer.withUnsafeBytes { bytes -> Int32? in
      var sent = 0
      while sent < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count >= 0 {
          sent += count
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure {
      throw failure == EPIPE ? .closedPipe : .failed(path: name, reason: Self.reason(failure))
    }
  }

  /// Sends on what is left and gives the file its name. Nothing may be written after.
  public func finish() throws(OutputError) {
    guard !isFinished else { return }
    try flush()
    guard descriptor != STDOUT_FILENO else { return }
    isFinished = true
    if close(descriptor) != 0 { throw failed() }
    if let rename, Foundation.rename(rename.from, rename.to) != 0 { throw failed() }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  private func failed() -> OutputError {
    let reason = Self.reason()
    if let rename { unlink(rename.from) }
    return .failed(path: name, reason: reason)
  }

  private static func reason(_ code: Int32 = errno) -> String {
    var text = String(cString: strerror(code))
    if let first = text.first { text.replaceSubrange(...text.startIndex, with: first.lowercased()) }
    return text
  }
}
