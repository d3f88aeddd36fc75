import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Plot values of a scene or a recording into an SVG, PNG or CSV file; needs no display.",
    discussion: """
      The same scene, channels and duration give the same bytes every time. Channels of the world: \
      \(Channel.OfWorld.allCases.map(\.rawValue).joined(separator: ", ")). Of a body: \
      \(Channel.OfBody.allCases.prefix(5).map { "BODY." + $0.rawValue }.joined(separator: ", ")) and what an animation \
      can move. Of a joint: \(Channel.OfJoint.allCases.map { "JOINT." + $0.rawValue }.joined(separator: ", ")).
      """)

  @OptionGroup var source: RecordedOptions

  @Option(
    help: ArgumentHelp(
      "Channels to plot, separated by commas; default: the scene's own graphs.", valueName: "a,b"))
  var channels: String?

  @Option(
    help: ArgumentHelp(
      "Mark contacts whose impulse changes a speed by at least this many points per second, or none; default: the scene's setting, else hard ones.",
      valueName: "speed"))
  var hits: HitSpeed?

  @Option(parsing: .unconditional, help: "Seconds to simulate, to the nearest step.")
  var duration = Seconds(5)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; its ending (.svg, .png or .csv) sets the format. - is CSV on standard output.",
      valueName: "file"))
  var output: String

  @Option(help: "The picture's size in points, such as 960x480.")
  var size: PictureSize?

  func validate() throws {
    if !(duration.value >= 0 && duration.value.isFinite) {
      throw ValidationError("--duration is a number of seconds, 0 or more, not \(duration).")
    }
    _ = try format
    if let size, size.pixels.width > 8192 || size.pixels.height > 8192 {
      throw ValidationError("--size is at most 8192x8192.")
    }
  }

  private var format: PictureFormat {
    get throws { output == "-" ? .csv : try PictureFormat(of: output, known: [.svg, .png, .csv]) }
  }

  func run() throws {
    let source = try source.load()
    let scene = source.scene
    let world = try World(scene)
    let steps = duration.steps(at: world.rate)
    guard steps <= 10_000_000 else {
      throw ValidationError("--duration is at most \(10_000_000 / world.rate) seconds here, not \(duration).")
    }
    let names = try chosenNames(scene.graphs.flatMap(\.channels))
    let chosen = try names.map { try Channel($0, in: world.description) }
    for channel in chosen where !channel.isSimulated {
      throw ValidationError("\(channel.name) is measured in a running window; it cannot be plotted.")
    }
    // Before the work, so that a file that cannot be written is reported at once.
    let file = try OutputFile(path: output, sparing: [source.file, self.source.commands])
    // A scene's own range and so on are for its own graph.
    var graph = Scene.Graph(channels: names)
    if channels == nil, scene.graphs.count == 1 { graph = scene.graphs[0] }
    if let hits { graph.hits = hits.hits }
    let session = try Session(world, lastStep: Int(steps), replay: source.replay)
    Program.report(on: session)
    let hitReader = HitReader(graph, in: world, spacing: Int(steps) / 48)
    // A table has every sample; a picture of more than this would not differ.
    let fullSamples = try format == .csv ? Int(steps) + 1 : min(Int(steps) + 1, 1 << 20)
    var samples = PlotSamples(chosen, hitReader, fullSamples: fullSamples)
    session.observers.append { samples.add($0) }
    let failure = try Program.runToWrite(session)
    graph.title = scene.title.isEmpty ? scene.name : scene.title
    try file.write(try picture(of: samples, chosen, graph, world.rate))
    try file.finish()
    if let failure { throw failure }
    if session.hasLostBodies { throw ExitCode.failure }
  }

  private func chosenNames(_ ofScene: [String]) throws -> [String] {
    var names = ofScene
    if let channels {
      names = try ChannelNames.all(in: channels)
    } else {
      names.removeAll { Channel.OfLoop(rawValue: $0) != nil }
    }
    guard !names.isEmpty else {
      throw ValidationError(
        "the scene has no graph of its own: say what to plot, as in --channels energy.total.")
    }
    return names.uniqued()
  }

  private func picture(
    of samples: PlotSamples, _ channels: [Channel], _ graph: Scene.Graph, _ rate: Int
  ) throws -> Data {
    let history = samples.history
    let lines = channels.map { GraphChannel(name: $0.name, unit: $0.unit) }
    if try format == .csv { return Data(SampleTable(channels: lines, history: history, rate: rate).csv.utf8) }
    var settings = GraphSettings()
    settings.title = graph.title
    settings.rate = rate
    settings.style = .paper
    settings.limits = graph.range
    settings.thresholds = graph.thresholds.map { GraphThreshold(value: $0, color: .brick) }
    settings.style.fontSize = 12
    settings.style.lineWidth = 1.8
    var picture = PlotPicture(channels: lines, history: history, settings: settings)
    picture.markers = samples.markers
    let points = Size(Double(size?.pixels.width ?? 960), Double(size?.pixels.height ?? 480))
    if try format == .svg { return try picture.svg(size: points) }
    return try PNG.encode(picture.bitmap(size: points))
  }
}

/// What a plot shows: a sample for the state before any step and one a step, and the hits.
private struct PlotSamples {
  private(set) var history: SampleHistory
  private(set) var markers: [GraphMarker] = []
  private let reader: ChannelReader
  private var hits: HitReader
  private var values: [Double] = []

  init(_ channels: [Channel], _ hits: HitReader, fullSamples: Int) {
    self.hits = hits
    reader = ChannelReader(channels)
    history = SampleHistory(channelCount: channels.count, fullSamples: fullSamples)
  }

  mutating func add(_ world: World) {
    reader.read(world, into: &values)
    history.append(values)
    guard world.steps > 0, let hit = hits.read(world) else { return }
    markers.append(
      GraphMarker(index: history.newestIndex, label: hit.text(world.description), color: .amber))
  }
}

/// A number of points per second, or `none`.
struct HitSpeed: ExpressibleByArgument {
  let hits: Scene.Graph.Hits

  init?(argument: String) {
    if argument == "none" {
      hits = .off
    } else if let speed = Double(argument), speed >= 0, speed.isFinite {
      hits = .from(speed)
    } else {
      return nil
    }
  }
}

extension Color {
  // Marks and thresholds that can be read on white.
  fileprivate static let amber = Color(red: 0.75, green: 0.52, blue: 0)
  fileprivate static let brick = Color(red: 0.8, green: 0.2, blue: 0.15)
}
