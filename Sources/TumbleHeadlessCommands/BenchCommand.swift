import ArgumentParser
import Foundation
import TumbleSimulation

package struct BenchCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure what the steps of a scene cost, and how large it is.",
    discussion: """
      Ten seconds of the scene's time unless --steps or --duration says otherwise. Debug builds are several \
      times slower than release builds. With --json times are microseconds.
      """)

  @Argument(help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
  var scene: String

  @OptionGroup var folder: SceneFolder

  @OptionGroup var values: SettingOptions

  @OptionGroup var length: LengthOptions

  @OptionGroup var json: JSONOptions

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  /// The cost of each step is kept.
  private static let maxSteps = 100_000_000

  package init() {}

  package func validate() throws {
    if length.steps == 0 { throw ValidationError("--steps is 1 or more here: no step is no measure.") }
  }

  package func run() throws {
    var library = try folder.library()
    library.settings = try values.settings
    try library.takeStandardInput(for: [scene])
    let scene = try library.check(scene).get()
    let length = length.length ?? .usual
    // Nothing is measured without a step.
    let count = max(try length.steps(at: scene.world.rate, atMost: Self.maxSteps), 1)

    let beginning = ContinuousClock.now
    func clock() -> Duration { beginning.duration(to: .now) }
    var progress = ProgressLine("step", clock: clock)
    let bench = try SceneBench(
      scene, steps: count, clock: clock, isInterrupted: { Program.exitSignals.isRequested },
      onStep: { progress.show($0, of: count) })
    progress.finish()

    try OutputFile.print(json.isJSON ? JSONOptions.text(bench, isOneLine: true) : Self.text(bench))
  }

  static func text(_ bench: SceneBench) -> String {
    func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
    let sizes = bench.sizes
    return """
      \(bench.scene): \(bench.steps) steps at \(bench.rate) per second, hash \(bench.hash)
        speed     \(number(bench.stepsPerSecond, 0)) steps per second, \(number(bench.realTimes, 0)) times \
      real time
        a step    \(number(bench.median, 1)) µs median, \(number(bench.percentile99, 1)) µs 99th percentile, \
      \(number(bench.slowest, 1)) µs slowest
        building  \(number(bench.build, 1)) µs
        size      \(sizes.bodies) bodies (\(sizes.dynamicBodies) dynamic), \(sizes.shapes) shapes, \
      \(sizes.joints) joints, at most \(sizes.maxContacts) contacts, \(sizes.snapshotBytes) bytes a snapshot

      """
  }
}

/// The costs of a scene's steps.
///
/// Allocations are not in it: the programs have the system's allocator, which does not count them
/// (`allocation-counts` of the package does, in scenes of its own).
struct SceneBench: Encodable {
  var scene: String
  /// Steps per second of the world's time.
  var rate: Int
  var steps: Int
  /// The hash of the world at its end: two builds that give another measured other steps.
  var hash: String
  /// Steps per second of real time.
  var stepsPerSecond: Double
  /// The factor by which it is faster than real time.
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
