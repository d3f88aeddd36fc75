import Foundation

/// The lines of a file, one after the other, however large it is.
package final class FileLines {
  package struct Line {
    /// Without its end.
    package var bytes: [UInt8]
    /// Whether it has its end: the last line of a file may not.
    package var isWhole: Bool
  }

  private let path: String
  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Of the buffer.
  private var start = 0
  private var isAtEnd = false
  /// The bytes of the lines that were read and are whole.
  package private(set) var wholeBytes = 0

  private static let blockSize = 1 << 18

  /// - Parameter limit: The most bytes of a line.
  /// - Throws: `UntrustedFile.Failure`.
  package init(_ path: String, limit: Int) throws {
    self.path = path
    self.limit = limit
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw UntrustedFile.Failure.reason(SystemError.phrase())
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw UntrustedFile.Failure.reason("it is not an ordinary file")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

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
