import ArgumentParser
import TumbleSimulation

/// The program with pixels.
@main
struct Tumble: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tumble",
    abstract: "A physics-driven animation sandbox.",
    discussion: "`tumble` alone runs the scene `crates` in a window; `tumble run pyramid` runs another.",
    version: World.versionLine,
    subcommands: [RunCommand.self, SnapshotCommand.self, CurveCommand.self, PlotCommand.self],
    defaultSubcommand: RunCommand.self)

  static func main() {
    Ending.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      Ending.end(with: error)
    }
  }
}
