import ArgumentParser
import Foundation
import TumbleHeadlessCommands
import TumbleLooks
import TumblePage
import TumbleSimulation

package struct ExportCommand: ExportingCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      """
      Write the run of a scene or a recording into one web page that plays it in any browser; needs no \
      display.
      """,
    discussion: """
      Everything is in the page, and it uses no network: it can be sent, put on a web server, or opened from \
      a disk. The same scene and options give the same bytes every time. Ten seconds, or a recording to its \
      end, unless --steps or --duration says otherwise. A run ends where the scene ends itself.
      """)

  @OptionGroup var source: RecordedOptions

  package var isQuiet: Bool { source.scene.messages.quiet.isQuiet }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page to write, a file .html; - is standard output.", valueName: "file"))
  var output: String

  @OptionGroup var span: SpanOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Poses per second that the page has, to whole steps; default: every step, up to 120. Between them it \
      interpolates.
      """,
      valueName: "n"))
  var rate = 120

  @Option(
    help: ArgumentHelp(
      "Channels of the graph, separated by commas, or none; default: the scene's own graphs.",
      valueName: "a,b"))
  var channels: String?

  @Option(help: "What the page is like: light, dark, or as the reader's browser is set (auto).")
  var theme = PageTheme.auto

  @Flag(
    help: """
      Write a card for other pages: an element <iframe> with all in it, to be pasted into their HTML. It \
      shows the poster until it is played.
      """)
  var embed = false

  @Option(
    help: ArgumentHelp(
      "The address of the picture that social media show for the page, such as one of tumble snapshot.",
      valueName: "url"))
  var image: String?

  /// No browser holds more.
  private static let maxBytes = 256 << 20

  package static let forms = [ExportForm(PictureFormat.html.rawValue)]

  package init() {}

  package func validate() throws {
    if !(1...10_000).contains(rate) {
      throw ValidationError("--rate is a number of poses per second from 1 to 10000, not \(rate).")
    }
    if let image, embed || !["https://", "http://"].contains(where: image.hasPrefix) {
      throw ValidationError("--image is an address, https://…, and for pages without --embed, not \(image).")
    }
    _ = try PictureFormat(of: output, known: [.html])
  }

  package func run() throws { try write(source.load(), .terminal) }

  package func write(_ source: RunSource, _ work: ExportWork) throws {
    let (world, replay) = try source.beginning()
    let (first, last) = try steps(world.rate, source.replay)
    let graphs = try PageGraphs(channels, of: world)
    // Before the work, so that a file that cannot be written is reported at once.
    let file = try OutputFile(
      path: output, sparing: [source.file, self.source.commands] + source.scene.picturePaths)
    let session = try Session(world, lastStep: last, replay: replay)
    work.report(on: session)

    let stride = max(Int((Double(world.rate) / Double(rate)).rounded()), 1)
    var run = PageRun(stride: stride, channels: graphs.channels.count)
    let reader = ChannelReader(graphs.channels)
    var values: [Double] = []
    var progress = work.progress("step")
    session.observers.append { world in
      progress.show(world.steps, of: last)
      guard world.steps >= first, (world.steps - first).isMultiple(of: stride) else { return }
      reader.read(world, into: &values)
      run.add(world.snapshot, world.description, revision: world.descriptionRevision, values)
      if run.frameCount.isMultiple(of: 256), run.byteCount > Self.maxBytes {
        throw ValidationError(
          """
          The poses up to \(world.time) s take \(Self.size(run.byteCount)) already; choose a lower --rate \
          or --duration.
          """
        )
      }
    }
    let ended = Result { try work.run(session) }
    progress.finish()
    let failure = try ended.get()
    guard run.frameCount > 0 else {
      throw failure ?? ValidationError("The scene ends after \(world.time) s, before the page begins.")
    }
    let html = try page(of: source.scene, graphs).html(
      run, session.world.description, textures: TextureCache(warn: { work.tell("warning: \($0)") }))
    try work.check(world)
    try file.write(html)
    try file.finish()
    work.tell("\(file.name): \(Self.text(html.count, run))")
    if let failure { throw failure }
    if session.hasLostBodies { throw ExitCode.failure }
  }

  private func steps(_ stepsPerSecond: Int, _ replay: Replay?) throws -> (first: Int, last: Int) {
    let first = span.from.steps(at: stepsPerSecond)
    let seconds = (span.length.length ?? .usual).seconds(at: stepsPerSecond)
    var count = Seconds(seconds).steps(at: stepsPerSecond)
    if span.length.length == nil, let replay {
      count = try Double(replay.steps()) - first
      guard count >= 0 else {
        throw ValidationError("The recording ends before \(span.from) s, where the page is to begin.")
      }
    }
    guard first + count <= Double(Recording.maxSteps) else {
      throw ValidationError("A page ends after \(Recording.maxSteps / stepsPerSecond) seconds here at most.")
    }
    return (Int(first), Int(first + count))
  }

  private func page(of scene: Scene, _ graphs: PageGraphs) -> RunPage {
    var page = RunPage(
      name: scene.name, title: scene.title, note: scene.note, program: World.programVersion,
      view: scene.view.rect)
    page.background = scene.view.background
    page.hasShadows = scene.view.hasShadows
    page.hasCamera = scene.camera != nil
    page.poster = scene.view.poster
    (page.theme, page.isCard, page.image) = (theme, embed, image)
    page.graphs = graphs.graphs
    return page
  }

  /// Returns a text such as `213 KB, 7,201 poses of 6 bodies, one every 1/120 s`.
  private static func text(_ bytes: Int, _ run: PageRun) -> String {
    let poses = run.frameCount == 1 ? "1 pose" : "\(run.frameCount) poses"
    let bodies = run.bodyCount == 1 ? "1 body" : "\(run.bodyCount) bodies"
    let perSecond = (Double(run.rate) / Double(run.stride) * 100).rounded() / 100
    return "\(size(bytes)), \(poses) of \(bodies), \(Seconds(perSecond)) per second"
  }

  static func size(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\((bytes + 500) / 1000) KB" : "\(Double((bytes + 50_000) / 100_000) / 10) MB"
  }
}

extension PageTheme: ExpressibleByArgument {}

/// The graphs of a page, and the channels that they show.
struct PageGraphs {
  private(set) var graphs: [RunPage.Graph] = []
  /// Each once.
  private(set) var channels: [Channel] = []

  /// - Parameter names: Those of one graph, separated by commas, or `none`; nil: the scene's own graphs.
  init(_ names: String?, of world: World) throws {
    guard names?.trimmingCharacters(in: .whitespaces) != "none" else { return }
    let named = try names.map { [Scene.Graph(channels: try ChannelNames.all(in: $0))] }
    for graph in named ?? world.scene.graphs {
      // Measurements of the program differ from run to run, and a page is the same bytes each time.
      let shown = graph.channels.filter { names != nil || Channel.OfLoop(rawValue: $0) == nil }
      guard !shown.isEmpty else { continue }
      let lines = try shown.map { name in
        let channel = try Channel(name, in: world.description)
        guard channel.isSimulated else {
          throw ValidationError("\(name) is measured in a running window; a page cannot show it.")
        }
        return RunPage.Graph.Channel(name: name, unit: channel.unit, place: place(of: channel))
      }
      graphs.append(
        RunPage.Graph(title: graph.title, channels: lines, range: graph.range, thresholds: graph.thresholds))
    }
  }

  private mutating func place(of channel: Channel) -> Int {
    if let place = channels.firstIndex(of: channel) { return place }
    channels.append(channel)
    return channels.count - 1
  }
}
