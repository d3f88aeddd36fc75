import TumbleDrawing
import TumbleGeometry
import TumbleGraph
import TumbleScenes
import TumbleSimulation
import TumbleStage

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

  /// To be called after each step.
  mutating func add(_ world: World) {
    reader.read(world, into: &values)
    history.append(values)
  }

  func picture(_ size: PixelSize) -> Bitmap {
    var settings = GraphSettings()
    settings.rate = rate
    settings.style = .paper
    settings.style.fontSize = 12
    settings.style.lineWidth = 1.8
    settings.limits = graph.range
    var picture = PlotPicture(
      channels: channels.map { GraphChannel(name: $0.name, unit: $0.unit) }, history: history,
      settings: settings)
    let end = history.indices.upperBound
    picture.range = max(end - Int(Self.span * Double(rate)) - 1, 0)..<end
    return picture.bitmap(size: Size(Double(size.width), Double(size.height)))
  }
}
