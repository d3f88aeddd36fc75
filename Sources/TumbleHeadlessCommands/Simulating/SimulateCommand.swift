import ArgumentParser
import TumbleSimulation

package struct SimulateCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate a scene and write its motion as numbers.",
    discussion: """
      Without --trace, --events, --hash or --tell it prints a summary. Ten seconds are simulated unless \
      --steps, --duration or a recording says otherwise.
      """)

  @Argument(
    help: """
      A scene's name, a path to its file, or - for standard input. With --commands it may be left out: the \
      recorded scene runs.
      """,
    completion: .sceneNames)
  var scene: String?

  @OptionGroup var folder: SceneFolder

  @OptionGroup var messages: MessageOptions

  package var isQuiet: Bool { messages.quiet.isQuiet }

  @OptionGroup var values: SettingOptions

  @OptionGroup var length: LengthOptions

  @OptionGroup var json: JSONOptions

  @Option(parsing: .unconditional, help: "Trace, hash and record hashes at every N-th step.")
  var every: Int?

  @OptionGroup var traces: TraceOptions

  @Flag(help: "Print the hash of the last state; with --every, a line `STEP HASH` for each of those steps.")
  var hash = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Print measures of the run, as sweep has them, as one line of JSON for programs to read; with commas "
        + "between several.",
      valueName: "measure,…"))
  var tell: [String] = []

  @Option(help: ArgumentHelp("Replay a recording's commands and compare with its hashes.", valueName: "file"))
  var commands: String?

  @Option(
    help: ArgumentHelp(
      "Record the run (its commands, and a hash every second or as --every says), to compare builds or "
        + "machines.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      """
      Run the same with another build of Tumble beside this one, and print the first step, body and values \
      that differ. The exit code is 0 if there is no difference, 1 if there is one, 2 if they cannot be \
      compared.
      """,
      valueName: "program"))
  var against: String?

  package init() {}

  package func validate() throws {
    if scene == nil, commands == nil {
      throw ValidationError("Missing a scene: a name that the command `scenes` lists, or a path to a file.")
    }
    if let every, every < 1 {
      throw ValidationError("--every is a number of steps, 1 or more, not \(every).")
    }
    if scene == nil, try !values.settings.isEmpty {
      throw ValidationError("--set goes with a scene; a recording has its own values.")
    }
    try validateOutputs()
    if record == "-" { throw ValidationError("--record writes to a file, not to standard output.") }
    if json.isJSON, let other = outputs.first?.option {
      throw ValidationError("--json is of the summary, which \(other) leaves out.")
    }
    if against != nil, !outputs.isEmpty || record != nil || every != nil {
      throw ValidationError("--against compares every step, and goes with no other output.")
    }
  }

  /// The options that ask for numbers or text, and where it goes.
  private var outputs: [(option: String, path: String)] {
    [
      traces.trace.map { ("--trace", $0) }, traces.events.map { ("--events", $0) },
      hash ? ("--hash", "-") : nil, tell.isEmpty ? nil : ("--tell", "-"),
    ].compactMap { $0 }
  }

  private func validateOutputs() throws {
    let toStandardOutput = outputs.filter { $0.path == "-" }
    guard toStandardOutput.count > 1 else { return }
    let names = toStandardOutput.map {
      $0.option + (["--trace", "--events"].contains($0.option) ? " -" : "")
    }
    throw ValidationError(
      "\(names.joined(separator: " and ")) would \(names.count == 2 ? "both" : "all") write to standard "
        + "output"
        + (names[0].hasSuffix(" -") ? "; give the \(names[0].dropFirst(2).dropLast(2)) a file." : "."))
  }

  /// Runs the scene. If bodies are lost the others go on; if the run differs from its recording, the engine
  /// refuses a step, somebody asks for the end, or an output cannot be written, it stops. Either way what has
  /// been written stays, up to there, and the run fails at its end.
  package func run() throws {
    let source = try RunSource(scene, commands: commands, in: library(), report: messages.report)
    let world = try World(source.scene)
    let count = try stepCount(world, source.replay)
    let sources = [source.file, commands] + world.description.bodies.map(\.texture)

    let told = try tell.isEmpty ? nil : ToldMeasures(tell.commaSeparated, of: world)

    if let against { return try compare(source, steps: count, with: against) }
    let patterns = try traces.patterns(of: world)
    let first = try traces.firstStep(of: world, count: count)
    let columns = try traces.columns(of: world)
    let trace = try traces.trace.map { (path) throws(OutputError) in
      TraceOutput(
        to: try OutputFile(path: path, sparing: sources), traces.format, of: world, columns: columns,
        bodies: patterns, from: first, every: every ?? 1)
    }
    let events = try traces.events.map { (path) throws(OutputError) in
      EventOutput(
        to: try OutputFile(path: path, sparing: sources + [traces.trace]), traces.format, of: world,
        bodies: patterns, from: first)
    }
    let hashes = try hash ? HashOutput(to: OutputFile(path: "-"), every: every) : nil
    let recorder = record.map {
      Recorder(path: $0, sparing: sources + traces.files, stepsBetweenChecks: every)
    }
    let beginning = ContinuousClock.now
    let session = try Session(
      world, content: source.content, lastStep: count, recorder: recorder, replay: source.replay,
      clock: { beginning.duration(to: .now) })
    Program.report(on: session)
    if let trace { session.observers.append { try trace.write($0) } }
    if let events { session.observers.append { try events.write($0) } }
    if let told { session.observers.append { told.measures.observe($0) } }
    if let hashes { session.observers.append { try hashes.write($0) } }
    // A trace on the terminal shows how far it is by itself.
    if !traces.files.contains("-"), !(hash && every != nil) {
      var progress = ProgressLine("step") { beginning.duration(to: .now) }
      session.observers.append { world in
        progress.show(world.steps, of: count)
        if world.steps == count { progress.finish() }
      }
    }
    Program.exitSignals.beforeBeingEnded { [files = [trace?.file, events?.file, hashes?.file]] in
      for file in files { file?.finishIfIdle() }
      recorder?.finishIfIdle()
    }

    var failure: (any Error)?
    do { try session.run(until: { Program.exitSignals.isRequested }) } catch { failure = error }
    // What one output is in want of is no reason to lose the others.
    for finish in [
      { try trace?.file.finish() }, { try events?.file.finish() },
      { try hashes?.finish(world, isLast: !(failure is OutputError)) }, { try session.finish() },
    ] {
      do { try finish() } catch { failure = failure is OutputError ? failure : error }
    }
    if let patterns {
      for word in patterns.unmatched(in: session.world.description) {
        Program.tell("warning: --bodies: no body is named by '\(word)'")
      }
    }
    if let failure { throw failure }
    if let told { try told.write(world, lost: session.lostBodies) }
    if session.hasLostBodies { throw HeadlessError.bodiesLost }
    if outputs.isEmpty {
      let summary = Summary(session)
      if json.isJSON { return try JSONOptions.print(summary) }
      try OutputFile.print("\(summary)\n".printable)
    }
  }

  private func compare(_ source: RunSource, steps count: Int, with program: String) throws {
    let commands = source.replay?.commands ?? []
    let recording = Recording(
      head: Recording.Head(
        scene: source.scene.name, content: source.content, rate: source.scene.world.rate,
        library: World.libraryVersion, revision: World.revision),
      commands: commands, end: count)
    do {
      let builds = try BuildComparison(recording, scene: source.scene, steps: count, with: program)
      let report = try DiffReport(builds, scene: source.scene, commands: commands) { step in
        let session = try Session(
          World(source.scene), lastStep: step, replay: Replay(recording, of: source.scene, file: ""))
        try session.run()
        return session.world
      }
      try OutputFile.print(json.isJSON ? JSONOptions.text(report) : report.text)
      if !report.isEqual { throw ExitCode(1) }
    } catch let error as OtherBuildError {
      Program.say("Error: \(error)")
      throw ExitCode(2)
    }
  }

  private func library() throws -> SceneLibrary {
    var library = try folder.library()
    library.settings = try values.settings
    return library
  }

  private func stepCount(_ world: World, _ replay: Replay?) throws -> Int {
    if length.length == nil, let replay { return try replay.steps() }
    return try (length.length ?? .usual).steps(at: world.rate)
  }
}

/// Hashes on their way to standard output.
final class HashOutput {
  let file: OutputFile
  private let every: Int?

  init(to file: OutputFile, every: Int?) { (self.file, self.every) = (file, every) }

  func write(_ world: World) throws {
    guard let every, world.steps % every == 0 else { return }
    try file.write("\(world.steps) \(world.hash)\n")
  }

  /// Writes the hash of a world.
  ///
  /// - Parameter isLast: Whether the world is what the run comes to, and not a state in the middle of it.
  func finish(_ world: World, isLast: Bool) throws {
    if every == nil, isLast { try file.write("\(world.hash)\n") }
    try file.finish()
  }
}

/// The events of a run on their way to a file.
final class EventOutput {
  let file: OutputFile
  private let writer: EventWriter
  private var reader: EventReader
  private let bodies: BodyPatterns?
  /// The bodies whose events are written: true by body id, as of a revision of the description.
  private var included: [Bool] = []
  private var revision = -1
  private let first: Int
  private var events: [StepEvent] = []
  private var buffer: [UInt8] = []
  private var hasHead = false

  /// - Parameters:
  ///   - world: The world before its first step.
  ///   - bodies: Whose events it has; nil: all.
  ///   - first: The first step that it may have.
  init(
    to file: OutputFile, _ format: TraceWriter.Format, of world: World, bodies: BodyPatterns?, from first: Int
  ) {
    (self.file, self.bodies, self.first) = (file, bodies, first)
    writer = EventWriter(format: format)
    reader = EventReader(world)
  }

  /// Writes what happened in the latest step.
  func write(_ world: World) throws {
    buffer.removeAll(keepingCapacity: true)
    let isFirst = !hasHead
    if isFirst {
      hasHead = true
      buffer += writer.head
    } else {
      events.removeAll(keepingCapacity: true)
      reader.read(world, into: &events)
    }
    if let bodies, world.descriptionRevision != revision {
      revision = world.descriptionRevision
      included = bodies.included(of: world.description)
    }
    if world.steps >= first {
      for event in events where bodies == nil || event.concerns({ included[$0.number] }) {
        writer.append(event, world.snapshot, world.description, to: &buffer)
      }
    }
    try file.write(buffer)
    // From then on it grows under its own name.
    if isFirst { try file.appear() }
  }
}
