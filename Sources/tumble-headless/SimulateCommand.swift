import ArgumentParser
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTrace

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate a scene and write its motion as numbers.",
    discussion: """
      Without --trace or --hash it prints a summary. Ten seconds are simulated unless --steps, --duration or a recording \
      says otherwise.
      """)

  @Argument(
    help:
      "A scene's name, or a path to its file. With --commands it may be left out: the recorded scene runs.")
  var scene: String?

  @OptionGroup var folder: SceneFolder

  @Option(parsing: .unconditional, help: "Steps to take.")
  var steps: Int?

  @Option(parsing: .unconditional, help: "Seconds to simulate, to the nearest step.")
  var duration: Double?

  @Option(parsing: .unconditional, help: "Trace, hash and record hashes every so many steps.")
  var every: Int?

  @Option(help: ArgumentHelp("Write a trace; - is standard output.", valueName: "file"))
  var trace: String?

  @Option(help: "The trace's format.")
  var format = TraceWriter.Format.csv

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Columns to append to the trace.", valueName: "column"))
  var columns: [TraceWriter.Column] = []

  @Flag(help: "Print the hash of the last state; with --every, a line `STEP HASH` for each of those steps.")
  var hash = false

  @Option(help: ArgumentHelp("Replay a recording's commands and compare with its hashes.", valueName: "file"))
  var commands: String?

  @Option(
    help: ArgumentHelp(
      "Record the run (its commands, and a hash a second or as --every says), to compare another build or machine with.",
      valueName: "file"))
  var record: String?

  func validate() throws {
    if scene == nil, commands == nil {
      throw ValidationError(
        "Missing a scene: a name that `tumble-headless scenes` lists, or a path to a file.")
    }
    if steps != nil, duration != nil { throw ValidationError("Give either --steps or --duration, not both.") }
    if let steps, !(0...Recording.maxSteps).contains(steps) {
      throw ValidationError("--steps is a number of steps from 0 to \(Recording.maxSteps), not \(steps).")
    }
    if let duration, !(0...Double(Recording.maxSteps)).contains(duration) {
      throw ValidationError(
        "--duration is a number of seconds from 0 to \(Recording.maxSteps), not \(duration).")
    }
    if let every, every < 1 {
      throw ValidationError("--every is a number of steps, 1 or more, not \(every).")
    }
    if trace == "-", hash {
      throw ValidationError(
        "--trace - and --hash would both write to standard output; give the trace a file.")
    }
    if record == "-" { throw ValidationError("--record writes to a file, not to standard output.") }
  }

  func run() throws {
    let recording = try commands.map { try RecordingFile.read($0) }
    let (scene, sceneFile, content) = try load(recording)
    let world = try World(scene)
    let replay = try recording.map { try Replay($0, of: scene, file: commands ?? "") }
    let count = try stepCount(world, recording)

    let run = SimulationRun(world: world, steps: count, replay: replay)
    if let trace {
      run.trace = TraceOutput(
        to: try TextOutput(path: trace, sparing: [sceneFile, commands]),
        TraceWriter(format: format, description: world.description, extraColumns: columns),
        every: every ?? 1)
    }
    if hash { run.hashes = HashOutput(to: try TextOutput(path: "-"), every: every) }
    if let record {
      run.recording = try RecordingOutput(
        to: try TextOutput(path: record, sparing: [sceneFile, commands, trace]),
        Recording.Head(scene: scene.name, content: content, rate: world.rate, library: World.libraryVersion),
        every: every)
    }
    try run()
    if trace == nil, !hash {
      let output = try TextOutput(path: "-")
      try output.write(run.summary + "\n")
      try output.finish()
    }
  }

  /// The scene, its file and its text: as the library has it now, or as it was recorded.
  private func load(_ recording: Recording?) throws -> (Scene, String?, String) {
    if let name = scene {
      let outcome = try folder.library().check(name)
      let scene = try outcome.get()
      for warning in outcome.diagnostics { Ending.say(warning.description) }
      return (scene, outcome.file, outcome.text)
    }
    guard let recording else { throw CleanExit.helpRequest(self) }
    return (try RecordingFile.scene(of: recording, file: commands ?? ""), nil, recording.head.content)
  }

  private func stepCount(_ world: World, _ recording: Recording?) throws -> Int {
    if let steps { return steps }
    if duration == nil, let recording {
      let last = max(recording.commands.last?.step ?? 0, recording.checks.last?.step ?? 0)
      // A recording that is kept notes a hash now and then: a far end without any is none that was reached.
      guard recording.end - last <= 3600 * world.rate else {
        throw HeadlessError.endless(file: commands ?? "", end: recording.end, last: last)
      }
      return recording.end
    }
    let count = ((duration ?? 10) * Double(world.rate)).rounded()
    guard count <= Double(Recording.maxSteps) else { throw HeadlessError.tooLong(rate: world.rate) }
    return Int(count)
  }
}

extension TraceWriter.Format: ExpressibleByArgument {}
extension TraceWriter.Column: ExpressibleByArgument {}
