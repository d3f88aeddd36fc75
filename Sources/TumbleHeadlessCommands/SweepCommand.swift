import ArgumentParser
import Dispatch
import Synchronization
import TumbleFiles
import TumbleScenes
import TumbleSimulation

package struct SweepCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Run a scene once for each value of its properties, and report the results.",
    discussion: """
      Prints one line of CSV per run: the values set, then the results. Several settings give every combination; the \
      last one changes fastest.

        tumble sweep crates --set '*.elasticity=0..0.9/10' --tell settled crate1.y
      """)

  @Argument(
    help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
  var scene: String

  @OptionGroup var folder: SceneFolder

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A property or a variable and its values: BODY.friction=0.1..0.9/9, world.gravity.y=-1000,-500, JOINT.stiffness=…, FIELD.strength=…, arm=60,80; * is every body.",
      valueName: "setting"))
  var set: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "What to report at the end of each run: channels, such as crate1.y or energy.kinetic; settled, collisions, lost, hash.",
      valueName: "measure"))
  var tell: [String] = ["settled", "hash"]

  @Option(parsing: .unconditional, help: "Seconds to simulate in each run, to the nearest step.")
  var duration = Seconds(10)

  package init() {}

  package func validate() throws {
    if set.isEmpty {
      throw ValidationError("Give at least one --set, such as --set 'crate1.friction=0.1..0.9/9'.")
    }
    if !(0...1e6).contains(duration.value) {
      throw ValidationError("--duration is a number of seconds from 0 to 1000000, not \(duration).")
    }
  }

  package func run() throws {
    var library = try folder.library()
    try library.takeStandardInput(for: [scene])
    let source = SweepScene(library: library, name: scene)
    let scene = try source.scene([])
    let settings = try set.map { try SweepSetting($0) }
    let combinations = settings.reduce(1.0) { $0 * Double($1.values.count) }
    guard combinations <= Double(SweepSetting.maxRuns) else { throw SweepError.tooMany }
    let count = Int(combinations)
    let measures = try tell.map { try SweepMeasure($0, description: World(scene).description) }

    let output = try OutputFile(path: "-")
    try output.write((settings.map(\.name) + measures.map(\.name)).joined(separator: ",") + "\n")
    Program.exitSignals.beforeBeingEnded { output.finishIfIdle() }
    // Worlds share nothing: they run side by side, and their lines are put in order.
    let lines = Mutex(OrderedLines(count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      guard !lines.withLock({ $0.hasFailed(before: index) }) else { return }
      let line = Result { try self.line(index, source, scene, settings, measures) }
      lines.withLock { $0.add(line, at: index, to: output) }
    }
    if let failure = lines.withLock({ $0.failure }) {
      // What is interrupted keeps the lines it has.
      if failure is SessionInterruption { try output.finish() }
      throw failure
    }
    try output.finish()
  }

  /// What comes of one run.
  private func line(
    _ index: Int, _ source: SweepScene, _ scene: Scene, _ settings: [SweepSetting], _ measures: [SweepMeasure]
  ) throws -> String {
    var scene = scene
    var values: [Double] = []
    var rest = index
    for setting in settings.reversed() {
      values.insert(setting.values[rest % setting.values.count], at: 0)
      rest /= setting.values.count
    }
    let variables = zip(settings, values).compactMap { $0.setting($1) }
    if !variables.isEmpty { scene = try source.scene(variables) }
    for (setting, value) in zip(settings, values) { try setting.apply(value, to: &scene) }
    do {
      let world = try World(scene)
      let run = try SweepRun(world, steps: Int(duration.steps(at: world.rate)), measures)
      return (values.map(SweepMeasure.text) + run.values).joined(separator: ",")
    } catch let error as WorldError {
      let what = zip(settings, values).map { "\($0.name)=\(SweepMeasure.text($1))" }.joined(separator: " ")
      throw SweepError.run(what, reason: "\(error)")
    }
  }
}

/// The scene of a sweep, which is read again for other values of its variables.
private struct SweepScene: Sendable {
  var library: SceneLibrary
  var name: String

  func scene(_ settings: [SceneSetting]) throws -> Scene {
    var library = library
    library.settings = settings
    return try library.scene(name)
  }
}

/// Lines that are done in any order and written in theirs.
private struct OrderedLines {
  private var waiting: [Int: String] = [:]
  private var next = 0
  /// By index: the first line that failed is what would have failed had they been run one after the other.
  private var failures: [Int: any Error] = [:]

  init(count: Int) { waiting.reserveCapacity(min(count, 1_000)) }

  func hasFailed(before index: Int) -> Bool { failures.contains { $0.key < index } }
  var failure: (any Error)? { failures.min { $0.key < $1.key }?.value }

  mutating func add(_ line: Result<String, any Error>, at index: Int, to output: OutputFile) {
    do {
      waiting[index] = try line.get()
      while let line = waiting.removeValue(forKey: next) {
        next += 1
        try output.write(line + "\n")
      }
    } catch {
      failures[index] = error
    }
  }
}
