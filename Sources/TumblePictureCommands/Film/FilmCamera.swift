import TumbleGraph
import TumbleLooks
import TumbleRendering
import TumbleSimulation

/// All that a picture of a film is drawn from, as a value: any thread may draw it.
struct FilmMoment: Sendable {
  /// One, or for a blurred picture several after each other.
  let frames: [Frame]
  let description: WorldDescription
  let status: Status
  /// Changes of bodies up to the last frame.
  let changes: BodyChanges
  let graph: Plot?
}

/// Takes moments of a running world.
struct FilmMoments {
  private var changes = BodyChanges()
  private var graph: FilmGraph?

  init(graph: FilmGraph?) { self.graph = graph }

  /// Takes in a world after each step.
  mutating func note(_ world: World) { graph?.add(world) }

  /// - Parameter part: How far beyond the state before the latest one; nil: the latest one.
  mutating func frame(of world: World, part: Double?) -> Frame {
    let frame = part.map(world.frame) ?? Frame(world.snapshot)
    changes.note(frame, world.description)
    return frame
  }

  func moment(of world: World, _ frames: [Frame]) -> FilmMoment {
    var status = Status(world)
    status.step = frames[0].previous.step
    return FilmMoment(
      frames: frames, description: world.description, status: status, changes: changes, graph: graph?.plot)
  }
}

/// Draws the pictures of a film, on one thread.
struct FilmCamera {
  /// The size of a picture, in pixels.
  private let size: PixelSize
  private let painter: StagePainter

  /// A graph takes this part of a picture's height.
  static let graphPart = 0.28
  /// Pixels of a graph that is under a picture of more than twice as many.
  static let leastGraph = 140

  /// - Parameters:
  ///   - form: Of the stage.
  ///   - size: Of a picture: higher than the stage where a graph is under it.
  init(_ form: PictureForm, size: PixelSize, textures: TextureCache) throws {
    self.size = size
    painter = try StagePainter(form, textures: textures)
  }

  /// The height of the graph under a picture's stage, in pixels: enough for the title of its axis.
  static func graphHeight(in size: PixelSize) -> Int {
    max(Int(Double(size.height) * graphPart), min(leastGraph, size.height / 2))
  }

  /// Particles that the latest picture left out.
  var omittedParticles: Int { painter.omittedParticles }

  func picture(of moment: FilmMoment) throws -> Bitmap {
    let stages = try moment.frames.map {
      try painter.picture(
        of: $0, description: moment.description, status: moment.status, changes: moment.changes)
    }
    let stage = stages.count > 1 ? Bitmap(averageOf: stages, weights: stages.map { _ in 1 }) : stages[0]
    guard let graph = moment.graph else { return stage }
    var picture = Bitmap(width: size.width, height: size.height)
    picture.copy(stage, x: 0, y: 0)
    let below = graph.bitmap(size: Size(Double(size.width), Double(size.height - stage.height)))
    picture.copy(below, x: 0, y: stage.height)
    return picture
  }
}

extension Bitmap {
  /// The average of pictures of one size.
  ///
  /// - Parameter weights: Whole numbers, one a picture.
  init(averageOf pictures: [Bitmap], weights: [UInt32]) {
    var average = pictures[0]
    let sum = weights.reduce(0, +)
    average.withMutablePixels { pixels in
      for index in pixels.indices {
        var (alpha, red, green, blue) = (sum / 2, sum / 2, sum / 2, sum / 2)
        for (picture, weight) in zip(pictures, weights) {
          let pixel = picture.pixels[index]
          alpha += (pixel >> 24) * weight
          red += (pixel >> 16 & 255) * weight
          green += (pixel >> 8 & 255) * weight
          blue += (pixel & 255) * weight
        }
        pixels[index] = (alpha / sum) << 24 | (red / sum) << 16 | (green / sum) << 8 | blue / sum
      }
    }
    self = average
  }
}

/// The graph under the pictures of a film: some channels, over an axis of time that stays as it is.
struct FilmGraph {
  private let channels: [Channel]
  private let reader: ChannelReader
  private let graph: Scene.Graph
  private let rate: Int
  private var history: SampleHistory
  private var values: [Double] = []
  private var style = GraphStyle.paper

  /// The film's part of the scene's time, in seconds.
  private let span: ClosedRange<Double>
  /// Seconds of it that are shown.
  private let shown: Double

  /// A longer film shows the latest seconds, so many.
  private static let longest = 60.0

  /// - Parameters:
  ///   - names: Channels; none: those of the scene's own graphs.
  ///   - span: The film's part of the scene's time, in seconds.
  ///   - height: In pixels: a low one has small letters.
  init(_ names: [String], of world: World, span: ClosedRange<Double>, height: Int) throws {
    style.fontSize = height < 170 ? 9 : 12
    style.lineWidth = 1.8
    self.span = span
    shown = min(max(span.upperBound - span.lowerBound, 1 / Double(world.rate)), Self.longest)
    let own = world.scene.graphs.filter { !$0.channels.isEmpty }
    graph =
      names.isEmpty ? own.first ?? Scene.Graph(channels: ["energy.total"]) : Scene.Graph(channels: names)
    channels = try graph.channels.filter { Channel.OfLoop(rawValue: $0) == nil }.map {
      try Channel($0, in: world.description)
    }
    reader = ChannelReader(channels)
    rate = world.rate
    history = SampleHistory(channelCount: channels.count, fullSamples: Int(shown * Double(rate)) + 2)
  }

  /// Adds a world's pictures after each step.
  mutating func add(_ world: World) {
    reader.read(world, into: &values)
    history.append(values)
  }

  /// The graph at the latest state.
  var plot: Plot {
    let seconds = Double(rate)
    let end = history.indices.upperBound
    let first = max(span.lowerBound, Double(end - 1) / seconds - shown)
    let shownSamples = min(Int((first * seconds).rounded()), end)..<end
    // What is still to come has its room from the first picture on.
    var times = PlotAxis.time(limits: first...first + shown)
    times.restarts = [0]
    var panel = PlotPanel(
      channels.enumerated().map { place, channel in
        PlotLine(channel.name, history.points(channel: place, in: shownSamples) { Double($0) / seconds })
      }, x: times, y: PlotAxis(limits: graph.range))
    let units = channels.map(\.unit).uniqued()
    panel.y.title = units.count == 1 ? Channel.title(of: channels.map(\.name), unit: units[0]) : ""
    panel.y.unit = units.count == 1 ? units[0] : ""
    return Plot([panel], style: style)
  }
}
