import ArgumentParser
import Foundation
import TumbleTrace

/// The one place where an error becomes a message and an exit code: 64 for usage (swift-argument-parser's own), 1 for
/// all that fails, 0 where nobody reads any more.
enum Ending {
  /// A closed pipe is to show as an error of the write, not to end the program.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
  }

  static func end(with error: any Error) -> Never {
    switch error {
    case OutputError.closedPipe:
      exit(0)
    case is ExitCode, is CleanExit, is ValidationError:
      TumbleHeadless.exit(withError: error)
    case let error where TumbleHeadless.exitCode(for: error) == .validationFailure:
      TumbleHeadless.exit(withError: error)
    default:
      say("error: \(error)")
      exit(1)
    }
  }

  /// A line for a person, on standard error.
  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
