import ArgumentParser
import TumbleSimulation

/// The program with numbers: it simulates without a window.
@main
struct TumbleHeadless: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tumble-headless",
    abstract: "Simulate scenes without a window.",
    version: World.versionLine,
    subcommands: [
      SimulateCommand.self, SweepCommand.self, ValidateCommand.self, ScenesCommand.self, CurveCommand.self,
    ])

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
