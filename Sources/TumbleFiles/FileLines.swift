import Foundation

/// The lines of a file or of standard input, one after the other, however many there are.
package final class FileLines {
  package struct Line {
    /// Without its end.
    package var bytes: [UInt8]
    /// Whether it has its end: the last line of a file may not.
    package var isWhole: Bool

    package init(bytes: [UInt8], isWhole: Bool) { (self.bytes, self.isWhole) = (bytes, isWhole) }
  }

  private let descriptor: Int32
  /// Whether the descriptor was opened here.
  private let isOwn: Bool
  /// Whether it can be read only once.
  package let isPipe: Bool
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Of the buffer.
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

  /// What is open already, such as standard input; it may be a pipe, and is waited for.
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

  /// nil after the last.
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
