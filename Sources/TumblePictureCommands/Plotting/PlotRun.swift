import ArgumentParser
import TumbleFrames
import TumbleGraph
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// One of the runs that are plotted over each other.
struct PlotRun {
  /// What tells it from the others, such as `arm=80`; empty for the only one.
  let name: String
  let scene: Scene
  let replay: Replay?
}

/// The samples of a run: one of the state before any step, and one a step.
struct PlottedRun {
  let name: String
  let rate: Int
  let channels: [Channel]
  fileprivate(set) var history: SampleHistory
  fileprivate(set) var hits: [(index: Int, label: String)] = []
  /// What triggers marked, in the order of the steps.
  fileprivate(set) var marks: [(index: Int, label: String)] = []
  /// Why it ended early.
  fileprivate(set) var failure: (any Error)?
  fileprivate(set) var hasLostBodies = false
}

extension PlotRun {
  /// Runs it.
  ///
  /// - Parameters:
  ///   - names: The channels.
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
