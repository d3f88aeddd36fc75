import Foundation

/// Reads files that may be anything: never waits for a pipe or a device, never takes more than a limit.
package enum UntrustedFile {
  package enum Failure: Error, Hashable {
    case reason(String)
  }

  /// Returns what is read; where that fails, throws the error that a caller makes of the reason.
  package static func throwing<Result>(
    _ error: (String) -> any Error, _ read: () throws -> Result
  ) throws -> Result {
    do { return try read() } catch Failure.reason(let reason) { throw error(reason) }
  }

  /// The bytes of an ordinary file; throws a `Failure` for everything else.
  ///
  /// With `folder`, the file may not be a link that leads out of it.
  package static func read(_ path: String, limit: Int, within folder: String? = nil) throws -> Data {
    try opened(path, within: folder) { descriptor, size in
      guard size <= limit else {
        throw Failure.reason("it has \(size) bytes, more than the \(limit) that are read")
      }
      return try contents(descriptor, limit: limit)
    }
  }

  /// All of standard input, whatever it is; throws a `Failure` where it cannot be read or is longer than a
  /// limit.
  package static func standardInput(limit: Int) throws -> Data { try contents(STDIN_FILENO, limit: limit) }

  /// The first bytes of an ordinary file, as many as there are.
  package static func head(_ path: String, count: Int, within folder: String? = nil) throws -> [UInt8] {
    try opened(path, within: folder) { descriptor, _ in
      var buffer = [UInt8](repeating: 0, count: count)
      let got = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      guard got >= 0 else { throw Failure.reason(reason(errno)) }
      return Array(buffer[..<got])
    }
  }

  /// Returns true if there is anything of that name, a broken link included.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func opened<T>(_ path: String, within folder: String?, _ body: (Int32, Int) throws -> T)
    throws -> T
  {
    if let folder, let real = realPath(path), let root = realPath(folder),
      !real.hasPrefix(root == "/" ? "/" : root + "/")
    {
      throw Failure.reason("it is a link that leads out of \(folder)")
    }
    // Without O_NONBLOCK the opening of a pipe waits for someone to write into it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      // What is no text in an argument arrives as this character.
      let isText = !path.unicodeScalars.contains("\u{FFFD}")
      throw Failure.reason(reason(errno) + (isText ? "" : " (only names in UTF-8 can be read)"))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure.reason(reason(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Failure.reason("it is a folder")
    case S_IFIFO: throw Failure.reason("it is a pipe, not a file")
    case S_IFCHR, S_IFBLK: throw Failure.reason("it is a device, not a file")
    default: throw Failure.reason("it is not a file")
    }
    return try body(descriptor, Int(status.st_size))
  }

  /// A file of /proc says it has no bytes and has some: only reading tells.
  private static func contents(_ descriptor: Int32, limit: Int) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure.reason(reason(errno)) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
      guard data.count <= limit else {
        throw Failure.reason("it has more than the \(limit) bytes that are read")
      }
    }
  }

  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "there is no such file"
    case EACCES, EPERM: "it may not be read"
    case ELOOP: "it is a link that leads to itself"
    case ENAMETOOLONG: "its name is too long"
    case ENXIO, ENODEV: "it is not a file"
    default: SystemError.phrase(code)
    }
  }
}

/// The lines of a file or of standard input, one after the other, however many there are.
package final class FileLines {
  package struct Line {
    /// The bytes of the line without its end.
    package var bytes: [UInt8]
    /// Is true if the line has its end: the last line of a file may not.
    package var isWhole: Bool

    package init(bytes: [UInt8], isWhole: Bool) { (self.bytes, self.isWhole) = (bytes, isWhole) }
  }

  private let descriptor: Int32
  /// Is true if the descriptor was opened here.
  private let isOwn: Bool
  /// Is true if it can be read only once.
  package let isPipe: Bool
  private let limit: Int
  private var buffer: [UInt8] = []
  /// The index in the buffer where the next line starts.
  private var start = 0
  private var isAtEnd = false
  /// The bytes of the lines that were read and are whole.
  package private(set) var wholeBytes = 0

  private static let blockSize = 1 << 18

  /// - Parameters:
  ///   - limit: The most bytes of a line.
  ///   - waitsForPipes: Whether it may be a pipe, such as a shell's `<(…)`: what comes through is waited for.
  /// - Throws: `UntrustedFile.Failure`.
  package init(_ path: String, limit: Int, waitsForPipes: Bool = false) throws {
    self.limit = limit
    isOwn = true
    var status = stat()
    let waits = waitsForPipes && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw UntrustedFile.Failure.reason(SystemError.phrase())
    }
    isPipe = status.st_mode & S_IFMT == S_IFIFO
    guard status.st_mode & S_IFMT == S_IFREG || waits && isPipe else {
      throw UntrustedFile.Failure.reason("it is not an ordinary file")
    }
  }

  /// Creates a reader of an open descriptor, such as standard input; it may be a pipe, and is waited for.
  ///
  /// - Parameter limit: The most bytes of a line.
  package init(descriptor: Int32, limit: Int) {
    self.limit = limit
    isOwn = false
    isPipe = true
    self.descriptor = descriptor
  }

  deinit { if isOwn, descriptor >= 0 { close(descriptor) } }

  /// The bytes that come next, without going past them: as many as asked for, or all there are.
  package func head(count: Int) throws -> ArraySlice<UInt8> {
    while buffer.count - start < count, !isAtEnd { try fill() }
    return buffer[start...].prefix(count)
  }

  /// All bytes that come next.
  ///
  /// - Throws: `UntrustedFile.Failure` where there are more than a limit.
  package func rest(limit: Int) throws -> [UInt8] {
    while !isAtEnd {
      guard buffer.count - start <= limit else { break }
      try fill()
    }
    guard buffer.count - start <= limit else {
      throw UntrustedFile.Failure.reason("it has more than the \(limit) bytes that are read")
    }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  /// Returns the next line; nil after the last.
  package func next() throws -> Line? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        wholeBytes += end + 1 - start
        return Line(bytes: Array(buffer[start..<end]), isWhole: true)
      }
      searched = buffer.count
      guard !isAtEnd else {
        defer { start = buffer.count }
        return start == buffer.count ? nil : Line(bytes: Array(buffer[start...]), isWhole: false)
      }
      guard buffer.count - start <= limit else {
        throw UntrustedFile.Failure.reason("it has a line of more than \(limit) bytes")
      }
      searched -= start
      buffer.removeFirst(start)
      start = 0
      try fill()
    }
  }

  private func fill() throws {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    let count = read(descriptor, &block, block.count)
    guard count >= 0 else {
      guard errno == EINTR else { throw UntrustedFile.Failure.reason(SystemError.phrase()) }
      return
    }
    isAtEnd = count == 0
    buffer += block[..<count]
  }
}

/// The system's own words for why a call failed.
package enum SystemError {
  /// Returns the explanation of an error code as a phrase within a sentence.
  static func phrase(_ code: Int32 = errno) -> String {
    var text = String(cString: strerror(code))
    if let first = text.first { text.replaceSubrange(...text.startIndex, with: first.lowercased()) }
    return text
  }

  /// A sentence for an error that is not of this program's own: Foundation's in place of its domain and
  /// number, any other in its own words.
  package static func explanation(of error: any Error) -> String {
    switch error {
    case let error as POSIXError: return phrase(error.code.rawValue)
    case let error as CocoaError:
      let reason = cause(of: error) ?? "the system refuses it"
      guard let path = error.filePath ?? error.url?.relativePath else { return reason }
      return "\(path): \(reason)"
    case EncodingError.invalidValue(let value, _): return "\(value) cannot be written as JSON"
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "it is not the JSON that is expected: \(context.debugDescription)"
    default: return "\(error)"
    }
  }

  /// The system's words for it; nil where only a number is known.
  private static func cause(of error: CocoaError) -> String? {
    if let underlying = error.underlying as? POSIXError { return phrase(underlying.code.rawValue) }
    let codes: [CocoaError.Code: Int32] = [
      .fileNoSuchFile: ENOENT, .fileReadNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
      .fileWriteNoPermission: EACCES, .fileWriteFileExists: EEXIST, .fileWriteOutOfSpace: ENOSPC,
      .fileWriteVolumeReadOnly: EROFS, .fileReadInvalidFileName: ENAMETOOLONG,
      .fileWriteInvalidFileName: ENAMETOOLONG,
    ]
    return codes[error.code].map { phrase($0) }
  }
}
