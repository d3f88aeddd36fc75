import TumbleDrawing
import TumbleGeometry
import TumbleGraph
import TumbleLooks
import TumbleScenes
import TumbleSimulation

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
