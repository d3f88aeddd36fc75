import ArgumentParser
import TumbleTrace

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Simulate a scene and write its motion as numbers.")

  @Argument(
    help:
      "A scene's name, or a path to its file. With --commands it may be left out: the recorded scene runs.")
  var scene: String?

  @Option(parsing: .unconditional, help: "Steps to take.")
  var steps: Int?

  @Option(parsing: .unconditional, help: "Seconds to simulate, to the nearest step.")
  var duration: Double?

  @Option(parsing: .unconditional, help: "Trace every so many steps.")
  var every = 1

  @Option(help: ArgumentHelp("Write a trace; - is standard output.", valueName: "file"))
  var trace: String?

  @Option(help: "The trace's format: csv or jsonl.")
  var format = TraceWriter.Format.csv

  @Flag(help: "Print the state hash after the last step.")
  var hash = false

  @Option(
    help: ArgumentHelp("Replay a recording's commands, and compare with its hashes.", valueName: "file"))
  var commands: String?

  func validate() throws {
    if scene == nil, commands == nil {
      throw ValidationError(
        "Missing the scene: a name that `tumble-headless scenes` lists, or a path to a file.")
    }
    if steps != nil, duration != nil { throw ValidationError("--steps and --duration can't both be given.") }
    if let steps, !(0...Recording.mostSteps).contains(steps) {
      throw ValidationError("--steps is a number of steps, 0 to \(Recording.mostSteps), not \(steps).")
    }
    if let duration, !(duration >= 0 && duration.isFinite) {
      throw ValidationError("--duration is a number of seconds, 0 or more, not \(duration).")
    }
    if every < 1 { throw ValidationError("--every is a number of steps, 1 or more, not \(every).") }
  }

  func run() throws {
  }
}

extension TraceWriter.Format: ExpressibleByArgument {}
