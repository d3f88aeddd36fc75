import ArgumentParser
import Foundation
import TumbleSimulation

/// The options of every command that simulates a scene for the length of the run.
package struct LengthOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of steps, in place of --duration.", valueName: "n"))
  package var steps: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scene's time, to the nearest step: seconds such as 2 or 0.5s, 500ms or 1.5min.", valueName: "time")
  )
  package var duration: Seconds?

  package init() {}

  package func validate() throws {
    if steps != nil, duration != nil { throw ValidationError("Give either --steps or --duration, not both.") }
    if let steps, !(0...Recording.maxSteps).contains(steps) {
      throw ValidationError("--steps is a number of steps from 0 to \(Recording.maxSteps), not \(steps).")
    }
    if let duration, !(0...Double(Recording.maxSteps)).contains(duration.value) {
      throw ValidationError(
        "--duration is a number of seconds from 0 to \(Recording.maxSteps), not \(duration).")
    }
  }

  /// The length of the run; nil if neither option is given.
  package var length: RunLength? { steps.map { .steps($0) } ?? duration.map { .duration($0) } }
}

package enum RunLength: Sendable {
  case steps(Int)
  case duration(Seconds)

  /// The length where none is given.
  package static let usual = RunLength.duration(Seconds(usualSeconds))
  package static let usualSeconds = 10.0

  /// Computes the number of steps at a rate.
  ///
  /// - Parameter limit: The most that the command can take.
  /// - Throws: `HeadlessError.tooLong`.
  package func steps(at rate: Int, atMost limit: Int = Recording.maxSteps) throws -> Int {
    let count =
      switch self {
      case .steps(let steps): Double(steps)
      case .duration(let duration): duration.steps(at: rate)
      }
    guard count <= Double(limit) else { throw HeadlessError.tooLong(self, rate: rate, limit: limit) }
    return Int(count)
  }

  /// The scene's time.
  package func seconds(at rate: Int) -> Double {
    switch self {
    case .steps(let steps): Double(steps) / Double(rate)
    case .duration(let duration): duration.value
    }
  }

  /// The arguments of a command line that give it.
  var arguments: [String] {
    switch self {
    case .steps(let steps): ["--steps", "\(steps)"]
    case .duration(let duration): ["--duration", "\(duration)"]
    }
  }
}

extension RunLength: CustomStringConvertible {
  /// Seconds as a number alone.
  package var description: String {
    switch self {
    case .steps(let steps): steps == 1 ? "1 step" : "\(steps) steps"
    case .duration(let duration): "\(duration)"
    }
  }
}

/// The option of every command that has more to say than errors to print these only.
package struct QuietOptions: ParsableArguments {
  @Flag(
    name: [.customShort("q"), .customLong("quiet")],
    help: "Print errors only: no warnings, notes or progress.")
  package var isQuiet = false

  package init() {}
}

/// A command that can be told to print errors only.
package protocol QuietableCommand: ParsableCommand {
  var isQuiet: Bool { get }
}

/// The option of every command whose report has parts to print it for programs.
package struct JSONOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON, for programs.")
  package var isJSON = false

  package init() {}

  /// Writes a report to standard output.
  package static func print(_ report: some Encodable) throws { try OutputFile.print(text(report)) }

  static func text(_ report: some Encodable, isOneLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no such numbers.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }
}

/// Values that are given to what a scene names.
package struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Give a variable, a control or a property of the scene another value: arm=120, speed='3 m/s', "
        + "crate1.friction=0.2, '*.elasticity=0'. As often as needed.",
      valueName: "name=value"))
  private var texts: [String] = []

  package init() {}

  package func validate() throws {
    do {
      _ = try settings
    } catch let error as SceneSettingError {
      throw ValidationError("--set: \(error).")
    }
  }

  package var settings: [SceneSetting] {
    get throws { try texts.map { (text) throws(SceneSettingError) in try SceneSetting(parsing: text) } }
  }
}

extension [String] {
  /// The words of an option that was given once or several times, with commas between words: never with
  /// spaces, so that no scene's name behind it is taken for a word of its own.
  package var commaSeparated: [String] {
    flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
  }
}

/// The options for the messages on standard error.
package struct MessageOptions: ParsableArguments {
  @OptionGroup package var quiet: QuietOptions

  @Flag(name: .shortAndLong, help: "Also print which file was read and what is in the scene.")
  package var verbose = false

  package init() {}

  package func validate() throws {
    if quiet.isQuiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Prints what the file warns of, as far as it is wanted.
  package func report(_ outcome: SceneReader.Outcome, _ scene: Scene) {
    if verbose {
      let joints = scene.joints.count { !$0.isInner }, animations = scene.animations.count
      Program.say(
        "\(outcome.file): \(scene.bodies.count) bodies, \(joints) joints, \(animations) animations, "
          + "\(scene.world.rate) steps per second; \(World.versionLine)")
    }
    for diagnostic in outcome.diagnostics { Program.tell(diagnostic.description) }
  }
}

/// A length of time as it is written on the command line: `2`, `2s`, `2 s`, `500ms` or `1.5min`.
package struct Seconds: ExpressibleByArgument, CustomStringConvertible {
  package let value: Double

  package init(_ value: Double) { self.value = value }

  package init?(argument: String) {
    let units: [(name: String, seconds: Double)] = [("ms", 1e-3), ("min", 60), ("s", 1), ("", 1)]
    guard let unit = units.first(where: { argument.hasSuffix($0.name) }) else { return nil }
    let number = argument.dropLast(unit.name.count)
    guard let value = Double(number.last == " " ? number.dropLast() : number) else { return nil }
    self.value = value * unit.seconds
  }

  package var description: String {
    value.rounded() == value && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
  package var defaultValueDescription: String { description + " s" }
}

extension Seconds {
  /// Returns the duration in steps, rounded to the nearest.
  package func steps(at rate: Int) -> Double { (value * Double(rate)).rounded() }
}
