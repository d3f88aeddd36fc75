import ArgumentParser
import Foundation
import TumbleScenes
import TumbleSimulation
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
    case SceneError.invalid, SceneError.unreadable:
      // These begin with the file and say themselves what they are.
      say("\(error)")
    case is SceneError, is WorldError, is OutputError, is HeadlessError, is SweepError:
      say("Error: \(error)")
    default:
      // Usage, help, and what nobody expected.
      TumbleHeadless.exit(withError: error)
    }
    exit(1)
  }

  /// A line for a person, on standard error.
  static func say(_ text: String) {
    StandardError.say(text)
  }
}
