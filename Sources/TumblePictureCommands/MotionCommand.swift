import ArgumentParser
import TumbleHeadlessCommands
import TumbleLooks
import TumbleMotion
import TumbleSimulation

package struct MotionCommand: ExportingCommand {
  package static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract:
      "Write the motion of a scene or a recording as few keys, for other programs; needs no display.",
    discussion: """
      Places and angles become keys with curves between them, no sample further off than a tolerance. The \
      file's ending says the form: .json is Lottie, .svg an animated picture, .css key frames for a page of \
      one's own, .swift Core Animation, .glb glTF, .csv the keys as numbers. What a form leaves out is \
      listed. Ten seconds, or a recording to its end, unless --to, --duration or --steps says otherwise. A \
      run ends where the scene ends itself.
      """)

  @OptionGroup var source: RecordedOptions

  package var isQuiet: Bool { source.scene.messages.quiet.isQuiet }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write: .json, .svg, .css, .swift, .glb or .csv; - is standard output.", valueName: "file"))
  var output: String

  @Option(
    name: .customLong("as"),
    help: "The form, where the ending leaves it open: keys are .json too, and - has no ending.")
  var form: MotionForm?

  @OptionGroup var span: SpanOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("The moment at which it ends, in place of --duration."))
  var to: Seconds?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Only these bodies and the joints between them, without the paper and the scenery, with commas between \
      several: ids, patterns such as 'crate*', and templates for what is spawned from them.
      """,
      valueName: "body,…"))
  var bodies: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The farthest that a sampled place may be from its keys, in points."))
  var tolerance = MotionFit.places

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The farthest that a sampled angle may be from its keys, in degrees."))
  var angleTolerance = 0.1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Samples per second, to whole steps; default: every step.", valueName: "n"))
  var rate: Int?

  @Option(help: "What the paper is like: light or dark.")
  var theme = InterfaceTheme.Appearance.light

  /// The most poses: some hundreds of megabytes.
  private static let maxPoses = 4_000_000

  package static let forms = MotionForm.allCases.flatMap { form in
    form.endings.map { ExportForm($0, title: form.rawValue + " ", arguments: ["--as", form.rawValue]) }
  }

  package init() {}

  package func validate() throws {
    for (option, value) in [("--tolerance", tolerance), ("--angle-tolerance", angleTolerance)]
    where !(value >= 0.001 && value <= 1000) {
      throw ValidationError("\(option) is a number from 0.001 to 1000, not \(value).")
    }
    if let rate, !(1...10_000).contains(rate) {
      throw ValidationError("--rate is a number of samples per second from 1 to 10000, not \(rate).")
    }
    if let to {
      if span.length.length != nil {
        throw ValidationError("Give either --to or --duration or --steps, not several.")
      }
      guard to.value > span.from.value, to.value.isFinite else {
        throw ValidationError("--to is a moment after --from, \(span.from) s, not \(to).")
      }
    }
    _ = try target
  }

  /// The form, and the ending of the file.
  private var target: (form: MotionForm, ending: String) {
    get throws {
      let ending = output == "-" ? "" : FilePath.parts(of: output).ending.dropFirst().lowercased()
      guard let form = form ?? MotionForm(ending: ending) else {
        throw ValidationError(
          """
          -o takes a file that ends in .json, .svg, .css, .swift, .glb or .csv, not '\(output)'; --as names \
          the form of one without.
          """
        )
      }
      guard ending.isEmpty || form.endings.contains(ending) else {
        let endings = form.endings.map { "." + $0 }.joined(separator: " or ")
        throw ValidationError("A file of --as \(form.rawValue) ends in \(endings), not in .\(ending).")
      }
      return (form, ending)
    }
  }

  package func run() throws { try write(source.load(), .terminal) }

  package func write(_ source: RunSource, _ work: ExportWork) throws {
    let (form, ending) = try target
    let (world, replay) = try source.beginning()
    let (first, last) = try steps(world.rate, source.replay)
    let patterns = bodies.isEmpty ? nil : try BodyPatterns(option: bodies, of: world)
    // Before the work, so that a file that cannot be written is reported at once.
    let file = try OutputFile(
      path: output, sparing: [source.file, self.source.commands] + source.scene.picturePaths)
    let session = try Session(world, lastStep: last, replay: replay)
    work.report(on: session)

    let stride = rate.map { max(Int((Double(world.rate) / Double($0)).rounded()), 1) } ?? 1
    var run = MotionRun(stride: stride, bodies: patterns)
    var progress = work.progress("step")
    session.observers.append { world in
      progress.show(world.steps, of: last)
      guard world.steps >= first else { return }
      run.note(world.contacts, world.description)
      guard (world.steps - first).isMultiple(of: stride) else { return }
      run.add(world.snapshot, world.description, revision: world.descriptionRevision)
      if run.poseCount > Self.maxPoses {
        throw ValidationError(
          """
          Up to \(world.time) s there are \(run.poseCount) poses already, and no more than \(Self.maxPoses) \
          become keys; choose a lower --rate or --duration, or --bodies.
          """
        )
      }
    }
    let ended = Result { try work.run(session) }
    progress.finish()
    let failure = try ended.get()
    guard run.frameCount > 0 else {
      throw failure ?? ValidationError("The scene ends after \(world.time) s, before the motion begins.")
    }
    let document = try MotionDocument(
      run, session.world.description, options(source.scene),
      textures: TextureCache(warn: { work.tell("warning: \($0)") }))
    let bytes = try document.bytes(as: form, ending: ending)
    try work.check(world)
    try file.write(bytes)
    try file.finish()
    let missing = document.missing(in: form)
    if !missing.isEmpty { work.tell("warning: \(file.name) leaves out " + missing.joined(separator: ", ")) }
    work.tell("\(file.name): \(Self.text(bytes.count, document))")
    if let failure { throw failure }
    if session.hasLostBodies { throw ExitCode.failure }
  }

  private func options(_ scene: Scene) -> MotionDocument.Options {
    var options = MotionDocument.Options()
    options.tolerance = tolerance
    options.angleTolerance = angleTolerance * .pi / 180
    options.theme = Theme(of: scene, theme)
    options.program = World.programVersion
    return options
  }

  private func steps(_ stepsPerSecond: Int, _ replay: Replay?) throws -> (first: Int, last: Int) {
    let first = span.from.steps(at: stepsPerSecond)
    var last =
      first + Seconds((span.length.length ?? .usual).seconds(at: stepsPerSecond)).steps(at: stepsPerSecond)
    if let to {
      last = max(to.steps(at: stepsPerSecond), first + 1)
    } else if span.length.length == nil, let replay {
      last = try Double(replay.steps())
      guard last > first else {
        throw ValidationError("The recording ends before \(span.from) s, where the motion is to begin.")
      }
    }
    guard last <= Double(Recording.maxSteps) else {
      throw ValidationError("Motion ends after \(Recording.maxSteps / stepsPerSecond) seconds here at most.")
    }
    return (Int(first), Int(last))
  }

  /// Returns a text such as `22 KB, 250 keys for 18015 samples of 5 moving bodies, at most 0.09 points and
  /// 0.08 degrees off`.
  private static func text(_ bytes: Int, _ document: MotionDocument) -> String {
    let report = document.report
    let bodies = document.moving.count == 1 ? "1 moving body" : "\(document.moving.count) moving bodies"
    let errors = [report.placeError, report.angleError].map(\.thousandthsText)
    return """
      \(ExportCommand.size(bytes)), \(report.keyCount) keys for \(report.sampleCount) samples of \(bodies), \
      at most \(errors[0]) points and \(errors[1]) degrees off
      """
  }
}

extension MotionForm: ExpressibleByArgument {}
