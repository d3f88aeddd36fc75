import ArgumentParser
import TumbleSimulation

/// All that works without a window.
package struct HeadlessCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tumble-headless",
    abstract: "Simulate scenes without a window.",
    version: World.versionLine,
    subcommands: [
      SimulateCommand.self, SweepCommand.self, TestCommand.self, BenchCommand.self, DiffCommand.self,
      ValidateCommand.self,
      ScenesCommand.self,
      CurveCommand.self,
      FormatCommand.self, NewCommand.self,
    ])

  package init() {}
}
