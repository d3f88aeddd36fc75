import ArgumentParser
import TumbleTrace

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

  /// nil where neither is given.
  package var length: RunLength? { steps.map { .steps($0) } ?? duration.map { .duration($0) } }
}

/// The length of a run, as it was given.
package enum RunLength: Sendable {
  case steps(Int)
  case duration(Seconds)

  /// The length where none is given.
  package static let usual = RunLength.duration(Seconds(10))

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
