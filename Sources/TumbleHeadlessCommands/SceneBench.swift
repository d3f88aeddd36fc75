import TumbleFrames
import TumbleScenes
import TumbleSimulation

/// What the steps of a scene cost.
///
/// Allocations are not in it: the programs have the system's allocator, which does not count them (`allocation-counts` of the package
/// does, in scenes of its own).
struct SceneBench: Encodable {
  var scene: String
  /// Steps per second of the world's time.
  var rate: Int
  var steps: Int
  /// Of the world at its end: two builds that give another measured other steps.
  var hash: String
  /// Steps per second of real time.
  var stepsPerSecond: Double
  /// How much faster than real time it is.
  var realTimes: Double
  /// Microseconds.
  var build: Double
  var median: Double
  var percentile99: Double
  var slowest: Double
  var sizes: Sizes

  struct Sizes: Encodable {
    var bodies: Int
    var dynamicBodies: Int
    var shapes: Int
    var joints: Int
    /// The most pairs of shapes that touched after a step.
    var maxContacts: Int
    /// The bytes that a snapshot takes in the window's history at most.
    var snapshotBytes: Int
  }

  /// Steps a scene and measures each step.
  ///
  /// - Parameters:
  ///   - steps: 1 or more; the times of all of them are kept.
  ///   - clock: A monotonic clock.
  ///   - isInterrupted: Called between steps.
  /// - Throws: `WorldError`, `SessionInterruption`.
  init(
    _ scene: Scene, steps: Int, clock: () -> Duration, isInterrupted: () -> Bool = { false },
    onStep: (Int) -> Void = { _ in }
  ) throws {
    precondition(steps > 0, "nothing is measured without a step")
    let start = clock()
    let world = try World(scene)
    build = Self.microseconds(clock() - start)
    var costs: [Duration] = []
    costs.reserveCapacity(steps)
    var maxContacts = 0
    while costs.count < steps, !world.hasEnded {
      guard !isInterrupted() else { throw SessionInterruption(step: world.steps) }
      let before = clock()
      try world.step()
      costs.append(clock() - before)
      maxContacts = max(maxContacts, world.touchingPairs)
      onStep(costs.count)
    }
    let seconds = max(costs.reduce(.zero, +) / .seconds(1), 1e-9)
    costs.sort()
    self.scene = scene.name
    rate = world.rate
    self.steps = costs.count
    hash = world.hash.description
    stepsPerSecond = Double(costs.count) / seconds
    realTimes = stepsPerSecond / Double(rate)
    median = Self.microseconds(Self.percentile(50, of: costs))
    percentile99 = Self.microseconds(Self.percentile(99, of: costs))
    slowest = Self.microseconds(costs.last ?? .zero)
    let bodies = world.snapshot.bodies.map { world.description[$0.id] }
    sizes = Sizes(
      bodies: bodies.count, dynamicBodies: bodies.count { $0?.kind == .dynamic },
      shapes: bodies.reduce(0) { $0 + ($1?.outlines.count ?? 0) }, joints: world.snapshot.joints.count,
      maxContacts: maxContacts, snapshotBytes: world.snapshot.historyBytes)
  }

  /// The least of sorted values that at least so many percent do not exceed (the nearest rank).
  static func percentile(_ percent: Int, of sorted: [Duration]) -> Duration {
    guard !sorted.isEmpty else { return .zero }
    return sorted[max((sorted.count * percent + 99) / 100 - 1, 0)]
  }

  private static func microseconds(_ duration: Duration) -> Double { duration / .microseconds(1) }
}
