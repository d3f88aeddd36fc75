import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes
import TumbleSimulation

package struct BenchCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure what the steps of a scene cost, and how large it is.",
    discussion: """
      Ten seconds of the scene's time unless --steps or --duration says otherwise. Debug builds are several times slower than \
      release builds. With --json times are microseconds.
      """)

  @Argument(
    help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
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

    let output = try OutputFile(path: "-")
    try output.write(json.isJSON ? JSONOptions.text(bench, isOneLine: true) : Self.text(bench))
    try output.finish()
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
