import ArgumentParser
import TumbleDrawing
import TumbleHeadlessCommands
import TumbleLooks
import TumbleRendering
import TumbleSimulation

package struct SnapshotCommand: ExportingCommand {
  package static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Draw one moment of a scene or a recording into a PNG file; needs no display.",
    discussion: """
      The same scene, moment and size give the same bytes every time. If bodies diverge before it, the \
      picture is drawn without them, and the exit code is 1.
      """)

  @OptionGroup var source: RecordedOptions

  package var isQuiet: Bool { source.scene.messages.quiet.isQuiet }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The moment, the same as --duration; default: the poster that the scene names, or 0.",
      valueName: "time"))
  var at: Seconds?

  @OptionGroup var length: LengthOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output: String

  @OptionGroup var picture: PictureOptions

  package static let forms = [ExportForm(PictureFormat.png.rawValue)]

  package init() {}

  package func validate() throws {
    if let at {
      guard at.value >= 0, at.value.isFinite else {
        throw ValidationError("--at is a number of seconds, 0 or more, not \(at).")
      }
      if length.length != nil {
        let option = length.steps == nil ? "--duration" : "--steps"
        throw ValidationError("--at and \(option) exclude each other.")
      }
    }
    _ = try PictureFormat(of: output, known: [.png])
  }

  /// A warning that a picture, or a film's pictures, leave particles out.
  package static func omission(_ count: Int) -> String {
    """
    \(count) large particle\(count == 1 ? " is" : "s are") left out: more would cover the stage \
    than can be drawn
    """
  }

  private func steps(of source: RunSource) throws -> Int {
    let rate = source.scene.world.rate
    let poster = source.replay == nil ? source.scene.view.poster : nil
    guard length.length == nil, let at = at ?? poster.map(Seconds.init) else {
      return try length.length?.steps(at: rate) ?? 0
    }
    let steps = at.steps(at: rate)
    guard steps <= Double(Recording.maxSteps) else {
      throw ValidationError("--at is at most \(Recording.maxSteps / rate) seconds here, not \(at).")
    }
    return Int(steps)
  }

  package func run() throws { try write(source.load(), .terminal) }

  package func write(_ source: RunSource, _ work: ExportWork) throws {
    let (world, replay) = try source.beginning()
    let steps = try steps(of: source)
    let description = world.description
    let painter = try StagePainter(
      picture.form(of: world), textures: TextureCache(warn: { work.tell("warning: \($0)") }))
    // Before the work, so that a file that cannot be written is reported at once.
    let file = try OutputFile(
      path: output, sparing: [source.file, self.source.commands] + description.bodies.map(\.texture))
    let session = try Session(world, lastStep: steps, replay: replay)
    work.report(on: session)
    var progress = work.progress("step")
    session.observers.append { progress.show($0.steps, of: steps) }
    let ended = Result { try work.run(session) }
    progress.finish()
    if let failure = try ended.get() { throw failure }
    // What was edited at the moment itself is seen in it.
    for stamped in replay?.commands ?? [] where stamped.step == world.steps && stamped.command.isEdit {
      try world.apply(stamped.command)
    }
    let picture = try painter.picture(
      // Bodies may have been spawned.
      of: Frame(world.snapshot), description: world.description,
      status: Status(world))
    if painter.omittedParticles > 0 { work.tell("warning: " + Self.omission(painter.omittedParticles)) }
    try work.check(world)
    try file.write(try PNG.encode(picture))
    try file.finish()
    if session.hasLostBodies { throw ExitCode.failure }
  }
}
