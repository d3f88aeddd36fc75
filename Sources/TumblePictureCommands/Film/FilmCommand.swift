import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleHeadlessCommands
import TumbleLooks
import TumbleRendering
import TumbleScenes
import TumbleSimulation
import TumbleTrace

package struct FilmCommand: QuietableCommand {
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
      "The film to write: .mp4, .webm or .gif, a new folder .png-sequence, or a contact sheet .png.",
      valueName: "file"))
  var output: String

  @OptionGroup var span: SpanOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pictures per second of the film; default: 30, for a GIF 25.", valueName: "n"))
  var rate: Int?

  @Option(parsing: .unconditional, help: "Seconds of the scene in a second of the film: 0.25 is slow motion.")
  var speed = 1.0

  @Option(help: "The size of a picture, in pixels; default: up to twice the view's points.")
  var size: PictureSize?

  @Option(help: "What the stage is like: light or dark.")
  var theme = StageTheme.light

  @Flag(help: "Draw the scene's own graph under it, or that of --channels.")
  var graph = false

  @Option(help: ArgumentHelp("Channels of the graph, separated by commas.", valueName: "a,b"))
  var channels: String?

  @Option(
    help: ArgumentHelp("Pictures in a row and rows of a contact sheet; default: 4x3.", valueName: "grid"))
  var sheet: ContactSheet.Grid?

  /// An hour of film at 60 pictures per second.
  private static let maxPictures = 216_000

  package init() {}

  package func validate() throws {
    let format = try FilmFormat(of: output)
    if let rate, !(1...240).contains(rate) {
      throw ValidationError("--rate is a number of pictures per second from 1 to 240, not \(rate).")
    }
    if !(0.001...1000).contains(speed) {
      throw ValidationError("--speed is a number from 0.001 to 1000, not \(speed).")
    }
    if sheet != nil, format != .png {
      throw ValidationError("--sheet is for a contact sheet: a file that ends in .png.")
    }
    if format == .png, rate != nil || speed != 1 {
      throw ValidationError("A contact sheet has no --rate and no --speed.")
    }
    if format == .gif, let rate, rate > 50 {
      throw ValidationError("A GIF has 50 pictures per second at most; --rate is \(rate).")
    }
    if let size, format.needsEvenSides, size.pixels.width % 2 + size.pixels.height % 2 > 0 {
      throw ValidationError(
        """
        The sides of a .\(format.rawValue) film are even numbers, not \
        \(size.pixels.width)x\(size.pixels.height).
        """
      )
    }
  }

  package func run() throws {
    let format = try FilmFormat(of: output)
    let source = try source.load()
    let world = try World(source.scene)
    let times = try times(format, world.rate, source.replay)
    let last = times.place(of: times.count - 1, stepsPerSecond: world.rate).step
    guard last <= Recording.maxSteps, times.count <= Self.maxPictures else {
      throw ValidationError("A film has \(Self.maxPictures) pictures at most, and this one \(times.count).")
    }
    let names = channels?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    var camera = try FilmCamera(
      world, size: size(of: world, format),
      graph: graph || channels != nil ? FilmGraph(names, of: world) : nil, theme: theme,
      textures: TextureCache(warn: { Program.tell("warning: \($0)") }))
    let session = try Session(world, lastStep: last, replay: source.replay)
    Program.report(on: session)

    var film = try makeFilm(
      format, camera.size,
      sparing: [source.file, self.source.commands] + world.description.bodies.map(\.texture))
    Program.exitSignals.beforeBeingEnded(film.abandon)
    let beginning = ContinuousClock.now
    var progress = ProgressLine("picture") { beginning.duration(to: .now) }
    var next = 0
    session.observers.append { world in
      camera.note(world)
      while next < times.count {
        let place = times.place(of: next, stepsPerSecond: world.rate)
        guard place.step <= world.steps else { return }
        if Program.exitSignals.isRequested { throw SessionInterruption(step: world.steps) }
        try film.add(try camera.picture(of: world, part: place.part))
        next += 1
        progress.show(next, of: times.count)
      }
    }
    let failure: (any Error)?
    do {
      failure = try Program.runToWrite(session)
    } catch {
      progress.finish()
      film.cancel()
      throw error
    }
    progress.finish()
    guard next > 0 else {
      film.cancel()
      throw failure ?? ValidationError("The scene ends after \(world.time) s, before the film begins.")
    }
    if camera.omittedParticles > 0 { Program.tell(SnapshotCommand.omission(camera.omittedParticles)) }
    try film.finish()
    if let failure { throw failure }
    if session.hasLostBodies { throw ExitCode.failure }
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
      start: span.from.value, duration: seconds, rate: rate ?? format.defaultRate, speed: speed)
  }

  private func size(of world: World, _ format: FilmFormat) -> PixelSize {
    if let size { return size.pixels }
    let view = world.description.view.size
    if format == .png {
      let width = ContactSheet.Grid.defaultWidth
      let height = (Double(width) * view.height / view.width).rounded() + Double(Layout.stripHeight)
      return PixelSize(width, Int(min(max(height, 1), 4096)))
    }
    let size = Window.comfortableSize(for: view)
    return format.needsEvenSides ? PixelSize(size.width & ~1, size.height & ~1) : size
  }

  private func makeFilm(_ format: FilmFormat, _ size: PixelSize, sparing sources: [String?]) throws
    -> any FilmOutput
  {
    if format == .png {
      return ContactSheet(sheet ?? .standard, of: size, file: try OutputFile(path: output, sparing: sources))
    }
    for case let source? in sources where FilePath.isSameFile(source, output) {
      throw FilmError.unwritable(
        path: output, reason: "it would overwrite \(source), which this run uses too")
    }
    if format == .pngSequence { return try PictureFolder(path: output) }
    return try EncodedFilm(path: output, format: format, size: size, rate: rate ?? format.defaultRate)
  }
}

/// The moments of a scene that the pictures of a film show.
package struct FilmTimes: Hashable, Sendable {
  /// The time of the first picture, in seconds of the scene's time.
  package var start: Double
  /// The time from one picture to the next, in seconds of the scene's time.
  package var spacing: Double
  package var count: Int

  /// A film's pictures: the moments from `start` on, without the one at which it ends.
  ///
  /// - Parameters:
  ///   - duration: Of the scene's time, in seconds.
  ///   - rate: Pictures per second of the film.
  ///   - speed: Seconds of the scene in a second of the film.
  package init(start: Double, duration: Double, rate: Int, speed: Double) {
    self.start = start
    spacing = speed / Double(rate)
    count = max(Int((duration / spacing).rounded()), 1)
  }

  /// The pictures of a contact sheet: evenly spaced, the first at the start and the last at the end.
  package init(start: Double, duration: Double, count: Int) {
    self.start = start
    self.count = count
    spacing = count > 1 ? duration / Double(count - 1) : 0
  }

  /// Returns the position of a picture among a world's states: between the one after `step` - 1 and the one
  /// after `step` steps.
  ///
  /// - Returns: The step that ends there or after it; how far it lies beyond the state before, 0 ≤ part < 1,
  ///   or nil for the state after `step` itself.
  package func place(of picture: Int, stepsPerSecond: Int) -> (step: Int, part: Double?) {
    let steps = (start + Double(picture) * spacing) * Double(stepsPerSecond)
    // The sums of a film's times are a little beside whole steps where they should lie on them.
    let nearest = steps.rounded()
    if (steps - nearest).magnitude < 1e-6 { return (Int(nearest), nil) }
    return (Int(steps.rounded(.up)), steps - steps.rounded(.down))
  }
}

/// Draws the pictures of a film.
struct FilmCamera {
  /// The size of a picture, in pixels.
  let size: PixelSize
  private let renderer: OffscreenRenderer
  private var graph: FilmGraph?

  /// A graph takes this part of a picture's height.
  private static let graphPart = 0.28

  init(_ world: World, size: PixelSize, graph: FilmGraph?, theme: StageTheme, textures: TextureCache) throws {
    self.size = size
    self.graph = graph
    renderer = try OffscreenRenderer(
      size: PixelSize(size.width, size.height - Self.graphHeight(graph, size)), textures: textures,
      theme: Theme(of: world.scene.view, theme.appearance))
  }

  private static func graphHeight(_ graph: FilmGraph?, _ size: PixelSize) -> Int {
    graph == nil ? 0 : max(Int(Double(size.height) * graphPart), 64)
  }

  /// Takes in a world after each step.
  mutating func note(_ world: World) { graph?.add(world) }

  /// The most particles that a picture so far left out.
  private(set) var omittedParticles = 0

  /// - Parameter part: How far beyond the state before the latest one; nil: the latest one.
  mutating func picture(of world: World, part: Double?) throws -> Bitmap {
    var status = Status(world)
    if part != nil { status.step = world.steps - 1 }
    let stage = try renderer.picture(
      of: part.map(world.frame) ?? Frame(world.snapshot), description: world.description, status: status)
    omittedParticles = max(omittedParticles, renderer.omittedParticles)
    guard let graph else { return stage }
    var picture = Bitmap(width: size.width, height: size.height)
    let height = Self.graphHeight(graph, size)
    let below = graph.picture(PixelSize(size.width, height))
    let width = Double(size.width)
    let top = Double(size.height - height)
    picture.draw { canvas in
      canvas.draw(stage, in: Rect(size: Size(width, top)))
      canvas.draw(below, in: Rect(origin: Vector(0, top), size: Size(width, Double(height))))
    }
    return picture
  }
}

/// The graph under the pictures of a film: the latest seconds of some channels.
struct FilmGraph {
  private let channels: [Channel]
  private let reader: ChannelReader
  private let graph: Scene.Graph
  private let rate: Int
  private var history: SampleHistory
  private var values: [Double] = []

  /// Seconds of the scene's time that are shown.
  private static let span = 10.0

  /// - Parameter names: Channels; none: those of the scene's own graphs.
  init(_ names: [String], of world: World) throws {
    let own = world.scene.graphs.filter { !$0.channels.isEmpty }
    graph =
      names.isEmpty ? own.first ?? Scene.Graph(channels: ["energy.total"]) : Scene.Graph(channels: names)
    channels = try graph.channels.filter { Channel.OfLoop(rawValue: $0) == nil }.map {
      try Channel($0, in: world.description)
    }
    reader = ChannelReader(channels)
    rate = world.rate
    history = SampleHistory(channelCount: channels.count, fullSamples: Int(Self.span * Double(rate)) + 1)
  }

  /// Adds a world's pictures after each step.
  mutating func add(_ world: World) {
    reader.read(world, into: &values)
    history.append(values)
  }

  func picture(_ size: PixelSize) -> Bitmap {
    var style = GraphStyle.paper
    style.fontSize = 12
    style.lineWidth = 1.8
    let end = history.indices.upperBound
    let shown = max(end - Int(Self.span * Double(rate)) - 1, 0)..<end
    let seconds = Double(rate)
    // Time goes on from picture to picture; until there is enough of it, its room is there.
    var times = PlotAxis.time(limits: Double(shown.lowerBound) / seconds...Double(max(end - 1, 1)) / seconds)
    times.restarts = [0]
    var panel = PlotPanel(
      channels.enumerated().map { place, channel in
        PlotLine(
          channel.name, history.points(channel: place, in: shown) { Double($0) / seconds })
      }, x: times, y: PlotAxis(limits: graph.range))
    let units = channels.map(\.unit).uniqued()
    panel.y.title = units.count == 1 ? Channel.title(of: channels.map(\.name), unit: units[0]) : ""
    panel.y.unit = units.count == 1 ? units[0] : ""
    return Plot([panel], style: style).bitmap(size: Size(Double(size.width), Double(size.height)))
  }
}
