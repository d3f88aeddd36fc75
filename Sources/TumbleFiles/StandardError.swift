import Foundation

/// Lines for a person.
package enum StandardError {
  private static let isColored = TerminalColors.areWanted(
    on: STDERR_FILENO, environment: ProcessInfo.processInfo.environment)

  /// Writes a line to standard error. If it cannot be written (closed, full, a closed pipe) it is lost, and the program
  /// goes on: what it was asked for is worth more than what it says on the way.
  package static func say(_ text: String) {
    var line = Array((isColored ? TerminalColors.colored(text) : text).utf8)
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
