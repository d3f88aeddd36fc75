import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleScenes
import TumbleSimulation
import TumbleStage
import TumbleTrace

/// The one place where an error becomes a message and an exit code: 64 for usage (swift-argument-parser's own), 1 for
/// all that fails, 0 where nobody reads any more.
enum Ending {
  /// A closed pipe is to show as an error of the write, not to end the program.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // SDL makes a quit event of SIGTERM, and a recording is finished then; the end of a terminal is no other end.
    signal(SIGHUP) { _ in raise(SIGTERM) }
  }

  static func end(with error: any Error) -> Never {
    switch error {
    case OutputError.closedPipe:
      exit(0)
    case StageError.noDisplay:
      say("Error: \(error).\n\(withoutDisplay)")
    case is SceneError, is WorldError, is OutputError, is StageError, is DrawingError, is ChannelError:
      tell(error)
    default:
      // Usage, help, and what nobody expected.
      Tumble.exit(withError: error)
    }
    exit(1)
  }

  /// One of ours, on standard error.
  static func tell(_ error: any Error) {
    switch error {
    // These begin with the file and say themselves what they are.
    case SceneError.invalid, SceneError.unreadable: say("\(error)")
    default: say("Error: \(error)")
    }
  }

  private static let withoutDisplay = """
    A window needs a desktop session, where DISPLAY or WAYLAND_DISPLAY is set. Without one,
      tumble snapshot SCENE --at 3 -o SCENE.png        draws a picture of the scene after three seconds
      tumble run SCENE --offscreen --steps 600 --hash  runs it unseen
      tumble-headless simulate SCENE --trace -         prints its motion as numbers
    """

  /// A line for a person, on standard error.
  static func say(_ text: String) {
    StandardError.say(text)
  }
}
