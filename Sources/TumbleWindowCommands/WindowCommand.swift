import ArgumentParser
import TumbleDrawing
import TumbleHeadlessCommands
import TumblePictureCommands
import TumbleRendering
import TumbleSimulation

/// All that draws: in a window, or into files.
package struct WindowCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tumble",
    abstract: "A physics-driven animation sandbox.",
    discussion: "`tumble` alone runs the scene `crates` in a window; `tumble run pyramid` runs another.",
    version: World.versionLine,
    groupedSubcommands: [
      CommandGroup(
        name: "Run",
        subcommands: [
          RunCommand.self, PlayCommand.self, SimulateCommand.self, SweepCommand.self, BenchCommand.self,
          DiffCommand.self,
        ]),
      CommandGroup(
        name: "Draw",
        subcommands: [
          SnapshotCommand.self, FilmCommand.self, ExportCommand.self, MotionCommand.self, PlotCommand.self,
          CurveCommand.self,
        ]),
      CommandGroup(
        name: "Scene files",
        subcommands: [
          ScenesCommand.self, NewCommand.self, ValidateCommand.self, TestCommand.self, FormatCommand.self,
          OutlineCommand.self,
        ]),
    ],
    defaultSubcommand: RunCommand.self)

  package init() {}

  /// An error as a person reads it; nil for usage, help, and unexpected errors.
  package static func explain(_ error: any Error) -> String? {
    switch error {
    case StageError.noDisplay: "Error: \(error).\n\(withoutDisplay)"
    case is StageError, is DrawingError, is ChannelError, is FilmError: "Error: \(error)"
    case SceneError.unknownScene(let name, _, _, let nearest)
    where CommandLine.arguments.dropFirst().first == name:
      unknownWord(name, nearest: nearest) ?? Program.explain(error)
    default: Program.explain(error)
    }
  }

  /// The first argument is a command, or a scene to run: nil where no command is meant.
  private static func unknownWord(_ word: String, nearest scene: String?) -> String? {
    guard let command = Program.nearestCommand(to: word, of: Self.self) else { return nil }
    return "Error: there is neither a command nor a scene named '\(word)'; did you mean "
      + (scene.map { "the scene '\($0)' or " } ?? "") + "the command '\(command)'?\nCommands: "
      + Program.commands(of: Self.self).joined(separator: ", ")
  }

  private static let withoutDisplay = """
    A window needs a desktop session, where DISPLAY or WAYLAND_DISPLAY is set. Without one,
      tumble snapshot SCENE --at 3 -o SCENE.png        draws a picture of the scene after three seconds
      tumble run SCENE --offscreen --steps 600 --hash  runs it unseen
      tumble simulate SCENE --trace -                  prints its motion as numbers
    """
}
