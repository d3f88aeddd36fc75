import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleFrames
import TumbleHeadlessCommands
import TumbleSimulation
import TumbleStage

/// All that draws: in a window, or into files.
package struct WindowCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tumble",
    abstract: "A physics-driven animation sandbox.",
    discussion: "`tumble` alone runs the scene `crates` in a window; `tumble run pyramid` runs another.",
    version: World.versionLine,
    subcommands: [RunCommand.self, SnapshotCommand.self, CurveCommand.self, PlotCommand.self],
    defaultSubcommand: RunCommand.self)

  package init() {}

  /// An error as a person reads it; nil for usage, help, and unexpected errors.
  package static func explain(_ error: any Error) -> String? {
    switch error {
    case StageError.noDisplay: "Error: \(error).\n\(withoutDisplay)"
    case is StageError, is DrawingError, is ChannelError: "Error: \(error)"
    default: Program.explain(error)
    }
  }

  private static let withoutDisplay = """
    A window needs a desktop session, where DISPLAY or WAYLAND_DISPLAY is set. Without one,
      tumble snapshot SCENE --at 3 -o SCENE.png        draws a picture of the scene after three seconds
      tumble run SCENE --offscreen --steps 600 --hash  runs it unseen
      tumble-headless simulate SCENE --trace -         prints its motion as numbers
    """
}
