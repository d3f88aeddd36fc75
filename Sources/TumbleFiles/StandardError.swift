import Foundation

/// Lines for a person.
package enum StandardError {
  private static let isColored = TerminalColors.areWanted(
    on: STDERR_FILENO, environment: ProcessInfo.processInfo.environment)

  /// Writes a line to standard error, without what of it a terminal would obey: much of a message was written by others. If it cannot be written (closed, full, a closed pipe) it is lost, and the program
  /// goes on: what it was asked for is worth more than what it says on the way.
  package static func say(_ text: String) {
    let text = text.printable
    write((isColored ? TerminalColors.colored(text) : text) + "\n")
  }

  /// The same where it can be written at once: a program that is being ended does not wait for whoever reads a pipe.
  package static func sayAtOnce(_ text: String) {
    var place = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    // A pipe that is ready takes a short line whole.
    guard text.utf8.count < 400, poll(&place, 1, 0) == 1, place.revents & Int16(POLLOUT) != 0 else { return }
    say(text)
  }

  /// The same for a part of a line, as it is.
  package static func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Descriptor.write($0, to: STDERR_FILENO) }
  }
}
