import ArgumentParser
import Foundation
import TumbleGraph
import TumbleLooks
import TumbleRendering
import TumbleSimulation

/// The graphs of a running scene, and the samples they get: one of the state before any step, then one per
/// step.
///
/// The scene's own graphs come first, then those that every scene has: its energy, the heights of its first
/// moving bodies, and what the machine does. The newest sample is that of the latest step; what was not
/// sampled as it was simulated (a recording that was run in the background, a graph that was chosen late) is
/// read by running it once more.
package final class GraphFeed {
  package private(set) var graphs: [ScrollingGraph] = []
  /// The step of the newest samples.
  package private(set) var step: Int
  /// Steps that are run once more, and the places of the graphs that wait for them.
  private var past: BackgroundJob<PastSamples>?
  private var waiting: Set<Int> = []
  /// Is true if pictures must repeat: then nothing is left to the background.
  private let isRepeatable: Bool
  /// Is true if graphs have been replaced since they were taken.
  private var isReplaced = false
  private var reader = ChannelReader([])
  /// The values by channel of the reader.
  private var values: [Double] = []
  /// The indices of each graph's channels in `values`, and room for a sample.
  private var samples: [(places: [Int], values: [Double])] = []
  /// The graph of what a person chose, the last of all.
  private var plotted: (reader: ChannelReader, values: [Double])?
  /// The readers of the touches that each graph marks.
  private var hits: [HitReader] = []

  /// The time that drawing tiles in the background had taken up to the last frame, in seconds.
  private var knownDrawingTime = 0.0
  /// Is true if time was dropped in the last frame.
  private var hasJustDropped = false

  /// The memory for the samples of all graphs, in bytes.
  private static let memory = 64 << 20

  package init(_ world: World, isRepeatable: Bool = true) {
    self.isRepeatable = isRepeatable
    step = world.steps
    begin(world, keeping: [])
    sample(world)
  }

  /// The graphs of a world: its own, then those that every scene has.
  private static func plans(of world: World) -> [Plan] {
    let scene = world.scene
    var plans = scene.graphs.map {
      Plan(
        title: $0.title, on: $0.channels, limits: $0.range,
        thresholds: $0.thresholds.map { GraphThreshold(value: $0) }, hits: $0.hits)
    }
    plans.append(
      Plan(
        title: "World", on: ["energy.kinetic", "energy.potential", "energy.total"],
        off: ["momentum", "contacts", "bodies.awake"]))
    let moving = world.description.bodies.filter { $0.kind != .static }.prefix(6).map(\.name)
    if !moving.isEmpty {
      plans.append(Plan(title: "Heights", on: moving.map { $0 + ".y" }))
      plans.append(Plan(title: "Speeds", on: moving.map { $0 + ".speed" }))
    }
    plans.append(
      Plan(
        title: "Machine", on: ["frame.time", "step.cost", "graph.time", "graph.worker"],
        off: [
          "time.dropped", "frame.steps", "draw.calls", "draw.switches", "draw.uploads", "draw.passes",
          "draw.blended",
        ],
        thresholds: [GraphThreshold(value: 1.0 / 60, label: "60 frames per second")], hits: .off))
    return plans
  }

  /// Makes the graphs of a world, and the places of their channels among the values.
  ///
  /// - Parameter known: Graphs that are taken over where their title and their channels are the same.
  private func begin(_ world: World, keeping known: [ScrollingGraph]) {
    let plans = Self.plans(of: world)
    var channels: [Channel] = []
    for plan in plans {
      for name in plan.on + plan.off where !channels.contains(where: { $0.name == name }) {
        // A scene's names were checked when it was read; what is not there is not drawn.
        if let channel = try? Channel(name, in: world.description) { channels.append(channel) }
      }
    }
    let found = plans.map { plan in
      (plan, (plan.on + plan.off).compactMap { name in channels.firstIndex { $0.name == name } })
    }
    let lines = found.reduce(0) { $0 + $1.1.count }
    var known = known
    (graphs, samples, hits) = ([], [], [])
    for (plan, places) in found where !places.isEmpty {
      let shown = places.map { channels[$0] }
      let same = known.firstIndex {
        $0.settings.title == plan.title && $0.channels.map(\.name) == shown.map(\.name)
      }
      // Each but once: a scene may have two that are alike.
      let kept = same.map { known.remove(at: $0) }
      graphs.append(kept ?? plan.graph(shown, of: world, memory: Self.memory / lines * places.count))
      samples.append((places, Array(repeating: .nan, count: places.count)))
      hits.append(HitReader(Scene.Graph(channels: plan.on, hits: plan.hits), in: world))
    }
    // The numbers of the machine hold until they are set again.
    let held = zip(reader.channels, values).filter { !$0.0.isSimulated }
    reader = ChannelReader(channels)
    values = channels.map { channel in held.first { $0.0.name == channel.name }?.1 ?? .nan }
  }

  private struct Plan {
    var title: String
    var on: [String]
    var off: [String] = []
    var limits: ClosedRange<Double>?
    var thresholds: [GraphThreshold] = []
    var hits = Scene.Graph.Hits.strong

    func graph(
      _ channels: [Channel], of world: World, memory: Int, history: SampleHistory? = nil
    ) -> ScrollingGraph {
      let rate = world.rate
      var settings = GraphSettings()
      settings.title = title
      settings.rate = rate
      settings.limits = limits
      settings.thresholds = thresholds
      settings.straightAlpha = true
      // It lies over the stage, of which something is to be seen.
      settings.style.background = settings.style.background.withAlpha(0.8)
      settings.style.header = settings.style.header.withAlpha(0.86)
      settings.memory = memory
      settings.marks = [
        GraphMarkKind("hit"), GraphMarkKind("you", color: .blue), GraphMarkKind("too slow", color: .red),
      ]
      if hits == .off { settings.marks.removeFirst() }
      if world.scene.joints.contains(where: { $0.breakAt != nil }) {
        settings.marks.append(GraphMarkKind("breaks", color: .orange))
      }
      if !world.scene.triggers.isEmpty { settings.marks.append(GraphMarkKind("trigger", color: .green)) }
      // About 120 points per second, whatever the rate.
      while Double(rate) * settings.pointsPerSample > 180, settings.pointsPerSample > 1.0 / 64 {
        settings.pointsPerSample /= 2
      }
      let graph = ScrollingGraph(
        channels: channels.enumerated().map { place, channel in
          GraphChannel(name: channel.name, unit: channel.unit, isOn: place < on.count)
        }, settings: settings, surface: .bitmap, history: history)
      graph.timeDrawing(by: threadTime)
      return graph
    }
  }
}

extension GraphFeed {
  /// Begins a new run with the first sample of the world: the lines are interrupted, and their time counts
  /// from 0.
  package func restart(_ world: World) {
    stopReading()
    for graph in graphs { graph.beginRun() }
    sample(world)
  }

  /// Takes the sample of the start again, as it was edited since; graphs of other channels are made anew.
  package func renewStart(_ world: World) {
    stopReading()
    let chosen = graphs.suffix(plotted == nil ? 0 : 1)
    begin(world, keeping: graphs.dropLast(chosen.count))
    reader.read(world, into: &values)
    for graph in samples.indices {
      fillSample(graph)
      if isSimulated(graph) || graphs[graph].history.isEmpty {
        graphs[graph].replaceNewest(samples[graph].values)
      }
    }
    graphs += chosen
    knownDrawingTime = drawingTime
  }

  /// Takes the samples after a step.
  package func sample(_ world: World) {
    step = world.steps
    reader.read(world, into: &values)
    if var own = plotted, let graph = graphs.last {
      plotted = nil
      own.reader.read(world, into: &own.values)
      graph.append(own.values)
      plotted = own
    }
    for graph in samples.indices {
      fillSample(graph)
      graphs[graph].append(samples[graph].values)
      if let hit = hits[graph].read(world) { graphs[graph].mark(hit.text(world.description)) }
    }
    for mark in world.marks { self.mark(mark, .green) }
    world.eachUnmarkedFiring { mark($0, .green) }
    for joint in world.brokenNames { mark("\(joint) breaks", .orange) }
  }

  /// Takes the values of a graph's channels into its sample.
  private func fillSample(_ graph: Int) {
    for i in samples[graph].places.indices {
      samples[graph].values[i] = values[samples[graph].places[i]]
    }
  }

  /// Plots channels in a graph of their own, the last, with what they were; those that the world does not
  /// have are left out.
  package func plot(_ names: [String], _ session: Session) {
    if plotted != nil {
      graphs.removeLast()
      waiting.remove(graphs.endIndex)
    }
    plotted = nil
    let world = session.world
    let channels = names.compactMap { try? Channel($0, in: world.description) }
    guard !channels.isEmpty else { return }
    let plan = Plan(title: "Chosen", on: channels.map(\.name))
    let memory = Self.memory / 8
    // Until its past is read there is none; its times are the scene's all the same.
    var history = SampleHistory(channelCount: channels.count, memory: memory)
    for _ in 0...world.steps { history.append([]) }
    graphs.append(plan.graph(channels, of: world, memory: memory, history: history))
    plotted = (ChannelReader(channels), Array(repeating: .nan, count: channels.count))
    waiting.insert(graphs.endIndex - 1)
    read(session)
  }

  // MARK: What was simulated before

  /// Reads the past after the session's world was run in the background: all of it if that led to another
  /// step than the latest sampled one, otherwise what is still waiting.
  package func runAgain(_ session: Session) {
    if session.world.steps != step { return readAll(session) }
    // What is read already is of another run.
    if !waiting.isEmpty { read(session) }
  }

  /// Reads the past of every graph.
  package func readAll(_ session: Session) {
    step = session.world.steps
    waiting.formUnion(graphs.indices.filter { isSimulated($0) })
    read(session)
  }

  /// Returns true if a graph shows anything of the world, and not of the machine alone.
  private func isSimulated(_ place: Int) -> Bool {
    guard samples.indices.contains(place) else { return true }
    return samples[place].places.contains { reader.channels[$0].isSimulated }
  }

  private func read(_ session: Session) {
    past?.cancel()
    let requests = waiting.sorted().compactMap { index -> PastSamples.Request? in
      let memory = graphs[index].settings.memory
      if samples.indices.contains(index) {
        let channels = samples[index].places.map { reader.channels[$0] }
        return PastSamples.Request(
          graph: index, reader: ChannelReader(channels), hits: hits[index], memory: memory)
      }
      return plotted.map { PastSamples.Request(graph: index, reader: $0.reader, memory: memory) }
    }
    past = PastSamples.job(session.copy, requests)
    if isRepeatable { past?.wait() }
    collectPast()
  }

  private func stopReading() {
    past?.cancel()
    (past, waiting) = (nil, [])
  }

  /// Shows what was read meanwhile; once a frame.
  package func collectPast() {
    guard let past = past?.take() else { return }
    for reading in past.readings where graphs.indices.contains(reading.request.graph) {
      let index = reading.request.graph
      graphs[index] = graph(graphs[index], with: reading, since: past.steps)
    }
    stopReading()
    knownDrawingTime = drawingTime
    isReplaced = true
  }

  /// Returns the graphs, once, after some were replaced by others with the past that was read; else nil.
  package func takeReplaced() -> [ScrollingGraph]? {
    defer { isReplaced = false }
    return isReplaced ? graphs : nil
  }

  /// A graph with the samples that were read, and those of its own that came later.
  private func graph(_ graph: ScrollingGraph, with read: PastSamples.Reading, since step: Int)
    -> ScrollingGraph
  {
    var (history, markers) = (read.history, read.markers)
    let newest = graph.history.newestIndex
    let first = newest - max(self.step - step, 0) + 1
    let offset = history.endIndex - first
    for index in first..<max(newest + 1, first) {
      history.append(graph.channels.indices.map { graph.history[$0, index] })
    }
    for var marker in graph.markers where marker.index >= first {
      marker.index += offset
      markers.append(marker)
    }
    let new = ScrollingGraph(
      channels: graph.channels, settings: graph.settings, surface: .bitmap, history: history,
      markers: markers)
    new.timeDrawing(by: threadTime)
    return new
  }

  /// Notes the time that drawing tiles in the background took since the last frame.
  package func setDrawingTime() {
    let now = drawingTime
    set(.graphWorker, now - knownDrawingTime)
    knownDrawingTime = now
  }

  /// The time that drawing tiles in the background has taken, of all graphs, in seconds.
  private var drawingTime: Double { graphs.reduce(0) { $0 + $1.statistics.drawingTime } }

  /// Sets the numbers of the steps that were taken for a frame.
  package func set(_ report: FixedStepLoop.Report, of session: Session) {
    set(.frameSteps, Double(report.steps))
    set(.stepCost, session.loop.cost.average / .seconds(1))
    set(.timeDropped, session.dropped / .seconds(1))
    // Where the machine does not keep up at all, a line a frame would hide the rest.
    if report.droppedSteps > 0, !hasJustDropped { mark("time dropped", .red) }
    hasJustDropped = report.droppedSteps > 0
  }

  /// Sets a number of the loop or of the window, in seconds or plain; it holds until it is set again.
  package func set(_ quantity: Channel.OfLoop, _ value: Double) {
    for i in reader.channels.indices where reader.channels[i].quantity == .loop(quantity) {
      values[i] = value
    }
  }

  /// Notes the costs of pictures so far.
  package func set(_ pictures: PictureStatistics) {
    set(.pictureHits, Double(pictures.hits))
    set(.pictureMisses, Double(pictures.misses))
    set(.pictureDecodes, Double(pictures.decodes))
    set(.pictureUploads, Double(pictures.uploads))
    set(.picturesMissing, Double(pictures.missing))
    set(.pictureBytes, Double(pictures.bytes))
  }

  /// Notes what was drawn in a frame.
  package func set(_ drawn: DrawCounts) {
    set(.drawCalls, Double(drawn.draws))
    set(.textureSwitches, Double(drawn.textureSwitches))
    set(.uploads, Double(drawn.uploads))
    set(.offscreenPasses, Double(drawn.offscreenPasses))
    set(.blendedPixels, drawn.blendedPixels)
  }

  /// Marks the newest sample in every graph.
  package func mark(_ label: String, _ color: Color) {
    for graph in graphs { graph.mark(label, color: color) }
  }
}

extension Color {
  /// Marks errors in a graph.
  package static let red = Color(red: 1, green: 0.42, blue: 0.38)
  /// Marks joints that break in a graph.
  static let orange = Color(red: 1, green: 0.66, blue: 0.3)
  /// Marks what a scene's triggers report in a graph.
  static let green = Color(red: 0.5, green: 0.85, blue: 0.55)
  /// Marks a person's actions in a graph.
  package static let blue = Color(red: 0.55, green: 0.75, blue: 1)
}

/// The channels that `--channels` names.
enum ChannelNames {
  /// Each once, in their order.
  ///
  /// - Parameter text: With commas between them.
  /// - Throws: `ValidationError` for an empty one.
  static func all(in text: String) throws -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if names.contains("") { throw ValidationError("--channels has an empty name: '\(text)'.") }
    return names.uniqued()
  }
}

/// Seconds of processor time that the calling thread has had: the cost of work, independent of other threads.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
