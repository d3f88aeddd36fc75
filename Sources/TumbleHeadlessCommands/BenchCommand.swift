import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes
import TumbleSimulation

package struct BenchCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure what the steps of a scene cost, and how large it is.",
    discussion: """
      Ten seconds of the scene's time unless --steps or --duration says otherwise. Debug builds are several times slower than \
      release builds.
      """)

  @Argument(
    help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
  var scene: String

  @OptionGroup var folder: SceneFolder

  @OptionGroup var values: SettingOptions

  @Option(parsing: .unconditional, help: "The number of steps.")
  var steps: Int?

  @Option(parsing: .unconditional, help: "Seconds of the scene's time, to the nearest step.")
  var duration: Seconds?

  @Flag(help: "Print JSON; times are microseconds.")
  var json = false

  /// The cost of each step is kept.
  private static let maxSteps = 100_000_000

  package init() {}

  package func validate() throws {
    if steps != nil, duration != nil { throw ValidationError("Give either --steps or --duration, not both.") }
    if let steps, !(1...Self.maxSteps).contains(steps) {
      throw ValidationError("--steps is a number of steps from 1 to \(Self.maxSteps), not \(steps).")
    }
    if let duration, !(0...1e6).contains(duration.value) {
      throw ValidationError("--duration is a number of seconds from 0 to 1000000, not \(duration).")
    }
  }

  package func run() throws {
    var library = try folder.library()
    library.settings = try values.settings
    try library.takeStandardInput(for: [scene])
    let scene = try library.check(scene).get()
    let seconds = (duration ?? Seconds(10)).steps(at: scene.world.rate)
    guard seconds <= Double(Self.maxSteps) else { throw HeadlessError.tooLong(rate: scene.world.rate) }
    let count = max(steps ?? Int(seconds), 1)

    let beginning = ContinuousClock.now
    func clock() -> Duration { beginning.duration(to: .now) }
    var progress = ProgressLine("step", clock: clock)
    let bench = try SceneBench(
      scene, steps: count, clock: clock, isInterrupted: { Program.exitSignals.isRequested },
      onStep: { progress.show($0, of: count) })
    progress.finish()

    let output = try OutputFile(path: "-")
    try output.write(json ? Self.json(bench) : Self.text(bench))
    try output.finish()
  }

  private static func json(_ bench: SceneBench) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(bench), as: UTF8.self) + "\n"
  }

  static func text(_ bench: SceneBench) -> String {
    func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
    let sizes = bench.sizes
    return """
      \(bench.scene): \(bench.steps) steps at \(bench.rate) per second, hash \(bench.hash)
        speed     \(number(bench.stepsPerSecond, 0)) steps per second, \(number(bench.realTimes, 0)) times real time
        a step    \(number(bench.median, 1)) µs median, \(number(bench.percentile99, 1)) µs 99th percentile, \
      \(number(bench.slowest, 1)) µs slowest
        building  \(number(bench.build, 1)) µs
        size      \(sizes.bodies) bodies (\(sizes.dynamicBodies) dynamic), \(sizes.shapes) shapes, \(sizes.joints) joints, \
      at most \(sizes.maxContacts) contacts, \(sizes.snapshotBytes) bytes a snapshot

      """
  }
}
