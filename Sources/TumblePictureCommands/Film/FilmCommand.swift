import ArgumentParser
import Foundation
import Synchronization
import TumbleGraph
import TumbleHeadlessCommands
import TumbleLooks
import TumbleRendering
import TumbleSimulation

package struct FilmCommand: ExportingCommand {
  package static let configuration = CommandConfiguration(
    commandName: "film",
    abstract:
      "Draw a scene or a recording into a film, a folder of pictures, or a contact sheet; needs no display.",
    discussion: """
      The same scene, moments and size give the same pictures every time. Films are encoded by ffmpeg, which \
      has to be installed. Ten seconds, or a recording to its end, unless --steps or --duration says \
      otherwise. A film ends where the scene ends itself.
      """)

  @OptionGroup var source: RecordedOptions

  package var isQuiet: Bool { source.scene.messages.quiet.isQuiet }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The film to write: .mp4, .webm or .gif, a new folder .png-sequence, a contact sheet .png, or pictures \
      that are not packed, .y4m or .raw (RGBA); - is standard output.
      """,
      valueName: "file"))
  var output: String

  @Option(name: .customLong("as"), help: "The form of what -o - writes: y4m, or raw (RGBA); default: y4m.")
  var form: StreamForm?

  @OptionGroup var span: SpanOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pictures per second of the film; default: 30, for a GIF 25.", valueName: "n"))
  var rate: Int?

  @Option(parsing: .unconditional, help: "Seconds of the scene in a second of the film: 0.25 is slow motion.")
  var speed = 1.0

  @Option(
    parsing: .unconditional,
    help: "The speed around the moment of --at, as a part of the film's; it becomes slow and fast softly.")
  var slow: Double?

  @Option(parsing: .unconditional, help: "The moment around which --slow counts, in seconds.")
  var at: Seconds?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Moments of which a picture is the average, within half the time to the next: motion is blurred.",
      valueName: "n"))
  var blur = 1

  @Flag(
    help: """
      Show only from one moment to another that looks most like it, at least half of the time apart; where \
      none is alike enough, the end fades into the beginning.
      """)
  var loop = false

  @OptionGroup var picture: PictureOptions

  @Flag(help: "Draw the scene's own graph under it, or that of --channels.")
  var graph = false

  @Option(help: ArgumentHelp("Channels of the graph, separated by commas.", valueName: "a,b"))
  var channels: String?

  @Option(
    help: ArgumentHelp("Pictures in a row and rows of a contact sheet; default: 4x3.", valueName: "grid"))
  var sheet: ContactSheet.Grid?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "How many pictures are drawn at a time; default: as many as there are processors.")
  var jobs: Int?

  /// An hour of film at 60 pictures per second.
  private static let maxPictures = 216_000
  /// A minute of it: each is compared with each.
  private static let maxLoopPictures = 3600

  package static let forms = FilmFormat.allCases.map { ExportForm($0.rawValue) }

  package init() {}

  package func validate() throws {
    let format = try FilmFormat(of: output, form)
    func check<Number: Comparable>(_ value: Number?, _ range: ClosedRange<Number>, _ name: String) throws {
      guard let value, !range.contains(value) else { return }
      throw ValidationError("\(name) from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
    try check(rate, 1...240, "--rate is a number of pictures per second")
    try check(speed, 0.001...1000, "--speed is a number")
    try check(slow, 0.01...1, "--slow is a number")
    try check(at?.value, 0...1e6, "--at is a number of seconds")
    try check(blur, 1...64, "--blur is a number of moments")
    try check(jobs, 1...256, "--jobs is a number of pictures")
    if sheet != nil, format != .png {
      throw ValidationError("--sheet is for a contact sheet: a file that ends in .png.")
    }
    if format == .png, rate != nil || speed != 1 || slow != nil || blur > 1 || loop {
      throw ValidationError("A contact sheet has no --rate, --speed, --slow, --blur and --loop.")
    }
    if format == .gif, let rate, rate > 50 {
      throw ValidationError("A GIF has 50 pictures per second at most; --rate is \(rate).")
    }
    if (slow == nil) != (at == nil) { throw ValidationError("--slow and --at go together.") }
    if picture.background == .none, !format.hasAlpha {
      throw ValidationError("--background none is for .png-sequence, .png and raw pictures.")
    }
    if let size = picture.size, format.needsEvenSides, size.pixels.width % 2 + size.pixels.height % 2 > 0 {
      throw ValidationError(
        """
        The sides of a .\(format.rawValue) film are even numbers, not \
        \(size.pixels.width)x\(size.pixels.height).
        """
      )
    }
  }

  package func run() throws { try write(source.load(), .terminal) }

  package func write(_ source: RunSource, _ work: ExportWork) throws {
    let format = try FilmFormat(of: output, form)
    let (world, replay) = try source.beginning()
    var times = try times(format, world.rate, source.replay)
    try check(times, world.rate)
    let size = size(of: world, format, hasGraph: hasGraph)
    let stage = PixelSize(size.width, size.height - (hasGraph ? FilmCamera.graphHeight(in: size) : 0))
    let form = PictureForm(
      picture, bar: picture.bar ?? StatusBar.none, size: stage, isFilled: picture.size == nil, of: world)
    let warnings = Mutex(Set<String>())
    func crew(_ form: PictureForm, _ size: PixelSize, for format: FilmFormat) throws -> FilmCrew {
      let jobs = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, times.count)
      return try FilmCrew(jobs: jobs, format: format) {
        let textures = TextureCache(warn: { text in
          if warnings.withLock({ $0.insert(text).inserted }) { work.tell("warning: \(text)") }
        })
        return try FilmCamera(form, size: size, textures: textures)
      }
    }
    var mixer: LoopMixer?
    if loop {
      let small = try crew(form.small, form.small.size, for: .png)
      defer { small.close() }
      var looks: [[UInt8]] = []
      let (world, replay) = try source.beginning()
      let session = try Session(world, lastStep: last(times, world.rate), replay: replay)
      _ = try shoot(times, in: session, FilmMoments(graph: nil), small, work) { looks.append($0.bitmap.look) }
      let loop = FilmLoop(looks, fade: times.rate / 3)
      (times.first, times.count) = (loop.pictures.lowerBound, loop.pictures.count)
      mixer = LoopMixer(loop)
    }
    let names = channels?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    let span = times.time(of: 0)...max(times.time(of: times.count - 1), times.time(of: 0))
    let moments = FilmMoments(
      graph: hasGraph ? try FilmGraph(names, of: world, span: span, height: size.height - stage.height) : nil)
    let session = try Session(world, lastStep: last(times, world.rate), replay: replay)
    work.report(on: session)
    let drawing = try crew(form, size, for: format)
    defer { drawing.close() }

    var film = try makeFilm(
      format, size, sparing: [source.file, self.source.commands] + world.description.bodies.map(\.texture))
    let isOver = Atomic(false)
    defer { isOver.store(true, ordering: .relaxed) }
    Program.exitSignals.beforeBeingEnded { [abandon = film.abandon] in
      if !isOver.load(ordering: .relaxed) { abandon() }
    }
    var omitted = 0
    let outcome: (failure: (any Error)?, count: Int)
    do {
      outcome = try shoot(times, in: session, moments, drawing, work) { picture in
        omitted = max(omitted, picture.omittedParticles)
        guard mixer?.loop.fade ?? 0 > 0 else { return try film.add(picture) }
        guard let mixed = mixer?.mix(picture.bitmap) else { return }
        try film.add(FilmPicture(bitmap: mixed, bytes: format.bytes(of: mixed), omittedParticles: 0))
      }
      guard outcome.count > 0 else {
        throw outcome.failure
          ?? ValidationError("The scene ends after \(world.time) s, before the film begins.")
      }
      try work.check(world)
    } catch {
      film.cancel()
      throw error
    }
    if omitted > 0 { work.tell("warning: " + SnapshotCommand.omission(omitted)) }
    try film.finish()
    if let failure = outcome.failure { throw failure }
    if session.hasLostBodies { throw ExitCode.failure }
  }

  private var hasGraph: Bool { graph || channels != nil }

  /// The moments of a picture, as parts of the way to the next one.
  private var shutter: [Double] { (0..<blur).map { Double($0) / Double(2 * blur) } }

  /// Returns the step of the last moment.
  private func last(_ times: FilmTimes, _ stepsPerSecond: Int) -> Int {
    times.place(of: times.count - 1, part: shutter[blur - 1], stepsPerSecond: stepsPerSecond).step
  }

  private func check(_ times: FilmTimes, _ stepsPerSecond: Int) throws {
    let limit = loop ? Self.maxLoopPictures : Self.maxPictures
    guard last(times, stepsPerSecond) <= Recording.maxSteps, times.count <= limit else {
      throw ValidationError("A film has \(limit) pictures at most here, and this one \(times.count).")
    }
  }

  /// Runs a session and draws what it shows at the times.
  ///
  /// - Returns: What the session ended with, and how many pictures there were till then.
  private func shoot(
    _ times: FilmTimes, in session: Session, _ moments: FilmMoments, _ crew: FilmCrew, _ work: ExportWork,
    write: @escaping (FilmPicture) throws -> Void
  ) throws -> (failure: (any Error)?, count: Int) {
    var (moments, next, frames) = (moments, 0, [Frame]())
    let shutter = shutter
    var progress = work.progress("picture")
    defer { progress.finish() }
    session.observers.append { world in
      moments.note(world)
      while next < times.count {
        let place = times.place(of: next, part: shutter[frames.count], stepsPerSecond: world.rate)
        guard place.step <= world.steps else { return }
        try work.check(world)
        frames.append(moments.frame(of: world, part: place.part))
        guard frames.count == shutter.count else { continue }
        crew.add(moments.moment(of: world, frames))
        frames.removeAll()
        while let picture = try crew.next() { try write(picture) }
        next += 1
        progress.show(next, of: times.count)
      }
    }
    let failure = try work.run(session)
    while let picture = try crew.next(waits: true) { try write(picture) }
    return (failure, next)
  }

  private func times(_ format: FilmFormat, _ stepsPerSecond: Int, _ replay: Replay?) throws -> FilmTimes {
    var seconds = (span.length.length ?? .usual).seconds(at: stepsPerSecond)
    if span.length.length == nil, let replay {
      seconds = try Double(replay.steps()) / Double(stepsPerSecond) - span.from.value
      guard seconds > 0 else {
        throw ValidationError("The recording ends before \(span.from) s, where the film is to begin.")
      }
    }
    if format == .png {
      return FilmTimes(start: span.from.value, duration: seconds, count: (sheet ?? .standard).count)
    }
    return FilmTimes(
      start: span.from.value, duration: seconds, rate: rate ?? format.defaultRate, speed: speed,
      slowMotion: at.flatMap { at in
        slow.map { SlowMotion(at: at.value, speed: $0, filmSpeed: speed) }
      })
  }

  private func size(of world: World, _ format: FilmFormat, hasGraph: Bool) -> PixelSize {
    if let size = picture.pixels { return size }
    let view = picture.viewSize(of: world)
    let bar = picture.bar.map { $0 == .none ? 0 : Layout.stripHeight } ?? 0
    var size = Window.comfortableSize(for: view, extra: PixelSize(0, bar))
    if format == .png {
      let width = ContactSheet.Grid.defaultWidth
      let height = (Double(width) * view.height / view.width).rounded() + Double(bar)
      size = PixelSize(width, Int(min(max(height, 1), 4096)))
    }
    if hasGraph {
      let higher = Int((Double(size.height) / (1 - FilmCamera.graphPart)).rounded())
      size.height = max(higher, size.height + FilmCamera.leastGraph)
    }
    return format.needsEvenSides ? PixelSize(size.width & ~1, size.height & ~1) : size
  }

  private func makeFilm(_ format: FilmFormat, _ size: PixelSize, sparing sources: [String?]) throws
    -> any FilmOutput
  {
    if format == .png {
      return ContactSheet(
        sheet ?? .standard, of: size, file: try OutputFile(path: output, sparing: sources),
        background: picture.background)
    }
    for case let source? in sources where FilePath.isSameFile(source, output) {
      throw FilmError.unwritable(
        path: output, reason: "it would overwrite \(source), which this run uses too")
    }
    if format == .y4m || format == .raw {
      let file = try OutputFile(path: output, sparing: sources)
      return try StreamedFilm(file, format, size, rate: rate ?? format.defaultRate)
    }
    if format == .pngSequence { return try PictureFolder(path: output) }
    return try EncodedFilm(path: output, format: format, size: size, rate: rate ?? format.defaultRate)
  }
}
