import Foundation

/// Lines for a person.
package enum StandardError {
  /// Writes a line to standard error. If it cannot be written (closed, full, a closed pipe) it is lost, and the program
  /// goes on: what it was asked for is worth more than what it says on the way.
  package static func say(_ text: String) {
    var line = Array(text.utf8)
    line.append(UInt8(ascii: "\n"))
    line.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(STDERR_FILENO, bytes.baseAddress! + sent, bytes.count - sent)
        if count > 0 {
          sent += count
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
  }
}
