/// Through values at shares of the time, as it is written; ``KeyframeTrack`` is what is sampled.
public struct KeyframeAnimation<Value: Interpolatable>: Sendable, Equatable {
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Between two values along their segment's timing function.
    case linear
    /// Each value holds until the next one's time.
    case discrete
    /// At an even speed over all values: key times and timing functions are left out of account.
    case paced
    /// Along a Catmull-Rom spline, its velocity without a jump at a key.
    case cubic
  }

  /// At least one; the first shows at the begin and the last at the end.
  public var values: [Value]
  /// Rising shares of the time, as many as values, from 0 to 1; in discrete mode one more, the last being the end
  /// of the last value. nil: evenly spaced.
  public var keyTimes: [Double]?
  /// One a segment, or one for each of them, or none: linear.
  public var timing: [TimingFunction]
  public var mode: Mode

  public init(
    values: [Value], keyTimes: [Double]? = nil, timing: [TimingFunction] = [], mode: Mode = .linear
  ) {
    self.values = values
    self.keyTimes = keyTimes
    self.timing = timing
    self.mode = mode
  }

  /// What is wrong, as a sentence without a full stop; nil if nothing is.
  public var problem: String? {
    if values.isEmpty { return "keyframes need at least one value" }
    if let keyTimes {
      let expected = mode == .discrete ? values.count + 1 : values.count
      if keyTimes.count != expected {
        return "\(values.count) values need \(expected) key times, not \(keyTimes.count)"
          + (mode == .discrete ? ": in discrete mode the last one ends the last value" : "")
      }
      if !keyTimes.allSatisfy({ (0...1).contains($0) }) { return "key times must lie in 0...1" }
      if zip(keyTimes, keyTimes.dropFirst()).contains(where: { $0 > $1 }) { return "key times must not fall" }
      if keyTimes.first != 0 { return "the first key time must be 0" }
      if keyTimes.count > 1, keyTimes.last != 1 { return "the last key time must be 1" }
    }
    if timing.count > 1, timing.count != values.count - 1 {
      return
        "\(values.count) values have \(values.count - 1) segments, but there are \(timing.count) timing functions"
    }
    return nil
  }
}

extension KeyframeAnimation: Hashable where Value: Hashable {}
