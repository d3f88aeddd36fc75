import ArgumentParser
import Foundation
import TumbleGraph
import TumbleHeadlessCommands
import TumbleSimulation

/// One of the runs that are plotted over each other.
struct PlotRun {
  /// The name that tells it from the others, such as `arm=80`; empty for the only one.
  let name: String
  let scene: Scene
  let replay: Replay?
}

/// The samples of a run: one of the state before any step, and one after each step.
struct PlottedRun {
  let name: String
  let rate: Int
  let channels: [Channel]
  fileprivate(set) var history: SampleHistory
  fileprivate(set) var hits: [(index: Int, label: String)] = []
  /// The marks of triggers, in the order of the steps.
  fileprivate(set) var marks: [(index: Int, label: String)] = []
  /// The reason why it ended early.
  fileprivate(set) var failure: (any Error)?
  fileprivate(set) var hasLostBodies = false
}

extension PlotRun {
  /// Runs it.
  ///
  /// - Parameters:
  ///   - isTable: Whether each sample counts, however many there are.
  ///   - graph: Which hits are marked; nil for none.
  func run(_ names: [String], length: RunLength, isTable: Bool, hits graph: Scene.Graph?) throws -> PlottedRun
  {
    let world = try World(scene)
    let steps = try length.steps(at: world.rate, atMost: Self.maxSteps)
    let channels = try names.map { try Channel($0, in: world.description) }
    for channel in channels where !channel.isSimulated {
      throw ValidationError("\(channel.name) is measured in a running window; it cannot be plotted.")
    }
    // A picture of more samples over time would not differ: of older ones their extremes are kept.
    let kept = isTable ? steps + 1 : min(steps + 1, 1 << 20)
    let session = try Session(world, lastStep: steps, replay: replay)
    Program.report(on: session)
    let reader = ChannelReader(channels)
    var hitReader = graph.map { HitReader($0, in: world, spacing: steps / 48) }
    var values: [Double] = []
    var run = PlottedRun(
      name: name, rate: world.rate, channels: channels,
      history: SampleHistory(channelCount: channels.count, fullSamples: kept))
    session.observers.append { world in
      reader.read(world, into: &values)
      run.history.append(values)
      for mark in world.marks { run.marks.append((run.history.newestIndex, mark)) }
      guard world.steps > 0, let hit = hitReader?.read(world) else { return }
      run.hits.append((run.history.newestIndex, hit.text(world.description)))
    }
    run.failure = try Program.runToWrite(session)
    run.hasLostBodies = session.hasLostBodies
    return run
  }

  private static let maxSteps = 10_000_000
}

/// The channels by panel and name, of all runs.
struct PlotChannels: Hashable {
  struct Panel: Hashable {
    /// The channel along the bottom; nil: time.
    var x: String?
    var y: [String]
    /// The scene's own graph of it.
    var graph: Scene.Graph?
    /// Is true if a second unit gets an axis at the right instead of a panel.
    var hasSecondAxis: Bool
  }

  let panels: [Panel]

  /// - Parameters:
  ///   - lists: What `--channels` named each time.
  ///   - x: What `--x` named.
  ///   - y: What `--y` named.
  ///   - scene: Whose graphs are plotted where nothing is named.
  /// - Throws: `ValidationError`.
  init(_ lists: [String], x: String?, y: String?, secondAxis: Bool, of scene: Scene) throws {
    func names(_ text: String) throws -> [String] { try ChannelNames.all(in: text).map(Self.whole) }
    if let x, let y {
      panels = [Panel(x: Self.whole(x), y: try names(y), graph: nil, hasSecondAxis: secondAxis)]
    } else if !lists.isEmpty {
      panels = try lists.map {
        Panel(x: nil, y: try names($0), graph: nil, hasSecondAxis: secondAxis || lists.count > 1)
      }
    } else {
      panels = scene.graphs.compactMap { graph in
        let names = graph.channels.filter { Channel.OfLoop(rawValue: $0) == nil }.uniqued()
        return names.isEmpty ? nil : Panel(x: nil, y: names, graph: graph, hasSecondAxis: secondAxis)
      }
    }
    guard !panels.isEmpty else {
      throw ValidationError(
        "the scene has no graph of its own: say what to plot, as in --channels energy.total.")
    }
  }

  /// All, in the order in which they are named.
  var names: [String] { panels.flatMap { ($0.x.map { [$0] } ?? []) + $0.y }.uniqued() }

  /// Returns a name with `vx` and `vy`, as sweeps know them, written out.
  private static func whole(_ name: String) -> String {
    for (short, long) in [(".vx", ".velocity.x"), (".vy", ".velocity.y")] where name.hasSuffix(short) {
      return name.dropLast(short.count) + long
    }
    return name
  }
}

extension Channel {
  /// A word for what channels of a unit measure.
  static func noun(ofUnit unit: String) -> String {
    switch unit {
    case "pt": "distance"
    case "pt/s": "speed"
    case "pt/s²": "acceleration"
    case "rad": "angle"
    case "rad/s": "spin"
    case "kg": "mass"
    case "kg·pt/s": "momentum"
    case "kg·pt/s²": "force"
    case "kg·pt²/s²": "energy"
    default: ""
    }
  }

  /// Returns the title of an axis with some channels of a unit.
  static func title(of names: [String], unit: String) -> String {
    if names.count == 1 { return names[0] }
    let words = names.map { name in name.split(separator: ".", maxSplits: 1) }
    // Of `crate1.y` and `crate2.y` what they share.
    if let last = words.first?.last, words.allSatisfy({ $0.count == 2 && $0[1] == last }) {
      return String(last)
    }
    return noun(ofUnit: unit)
  }
}

/// Runs as comma-separated text: those of several with the run's name in front.
struct PlotTable {
  let runs: [PlottedRun]
  /// Seconds that are written; nil: all.
  let times: (lower: Double?, upper: Double?)?

  var csv: Data {
    guard runs.count > 1 else { return Data(runs.map(table).joined().utf8) }
    var text = ""
    for run in runs {
      let lines = table(run).split(separator: "\n")
      if text.isEmpty, let head = lines.first { text += "run,\(head)\n" }
      let name = run.name.csvField
      for line in lines.dropFirst() { text += "\(name),\(line)\n" }
    }
    return Data(text.utf8)
  }

  private func table(_ run: PlottedRun) -> String {
    let rate = Double(run.rate)
    let all = run.history.indices
    func index(_ time: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max((time * rate).rounded(rule), Double(all.lowerBound)), Double(all.upperBound)))
    }
    let first = times?.lower.map { index($0, .up) } ?? all.lowerBound
    let end = times?.upper.map { min(index($0, .down) + 1, all.upperBound) } ?? all.upperBound
    return SampleTable(
      channels: run.channels.map { GraphChannel(name: $0.name, unit: $0.unit) }, history: run.history,
      rate: run.rate, range: first..<max(end, first)
    ).csv
  }
}

/// The file of a plot: its format, its size, and what a point is on paper.
struct PlotOutput {
  let format: PictureFormat
  /// The size in points.
  let size: Size
  /// Is true if points are a 72nd of an inch in an SVG too, and a PNG has 300 dots per inch unless said
  /// otherwise.
  let isOnPaper: Bool
  /// The resolution of a PNG; nil: a pixel each point, or 300 on paper.
  let dotsPerInch: Double?

  private static let sides = 64.0...8192
  static let resolutions = 20.0...1440

  /// The reason why it cannot be drawn; nil if it can.
  var problem: String? {
    if let dotsPerInch, !Self.resolutions.contains(dotsPerInch) {
      return "--dpi is a number of dots per inch from 20 to 1440, not \(dotsPerInch)."
    }
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      return "--size is at least 64x64 points and at most 8192x8192; 72 of them make an inch."
    }
    let (width, height) = (size.width * scale, size.height * scale)
    guard
      format != .png || max(width, height) <= Double(Bitmap.maximumSide) && width * height <= Double(1 << 27)
    else { return "That is too large a picture: use a smaller --size or --dpi." }
    return nil
  }

  /// Pixels per point.
  private var scale: Double { (dotsPerInch ?? (isOnPaper ? 300 : 72)) / 72 }

  func data(of plot: Plot) throws -> Data {
    switch format {
    case .svg: return plot.svg(size: size, unit: isOnPaper ? .point : .pixel)
    case .pdf: return try plot.pdf(size: size)
    default:
      return try PNG.encode(
        plot.bitmap(size: size, scale: scale),
        dotsPerInch: isOnPaper || dotsPerInch != nil ? scale * 72 : nil)
    }
  }
}
