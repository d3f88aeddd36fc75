import TumbleScenes

/// The result of one expectation of a scene.
public struct ExpectationResult: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    case met
    case failed
    /// The run ended before it could be decided.
    case notReached
    /// It cannot be checked here.
    case skipped
  }

  public var outcome: Outcome
  /// The expectation in words, such as `ball.y from 20 to 40 at 2 s`.
  public var expected: String
  /// The state that was seen, such as `ball.y is 57.3`; the reason if it was skipped.
  public var seen: String
  /// The number of steps after which it was decided; nil where it was skipped.
  public var step: Int?
  /// Steps per second.
  public var rate: Int

  public init(_ outcome: Outcome, expected: String, seen: String, step: Int?, rate: Int) {
    self.outcome = outcome
    self.expected = expected
    self.seen = seen
    self.step = step
    self.rate = rate
  }

  /// World time at `step`, in seconds.
  public var time: Double? { step.map { Double($0) / Double(rate) } }
}
