/// What a timing says of one moment.
public struct TimingState: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable {
    case before
    case active
    case after
  }

  public var phase: Phase
  /// Cycles begun since the start, from 0; before the start 0, after the end the last.
  public var iteration: Int
  /// Along the pass, 0 at its begin and 1 at its end; falls while the pass runs backwards.
  public var progress: Double
  /// How fast the progress changes, a parent's second; 0 outside the active time.
  public var progressRate: Double
  /// Whether this pass is an autoreversing cycle's way back.
  public var isReversing: Bool
  /// Whether a value shows: while active, and where the fill mode says so.
  public var applies: Bool
  /// The cycle in which the place lies, counted from that of the begin of all cycles; falls if the speed is negative.
  var cycle: Int
}

extension MediaTiming {
  /// The state at a time of the parent's; costs the same at every time.
  ///
  /// NaN is before the begin, and so is every time of a timing with a ``problem``: nothing shows.
  ///
  /// - Parameters:
  ///   - time: in seconds; one within four units of the last place of a boundary is the boundary.
  ///   - isParentsEnd: whether the parent stands at its end. What shows then is the limit from before: a child that ends with it
  ///     is still active, and one that repeats stands at the end of a cycle, not at the begin of the next.
  public func state(at time: Double, isParentsEnd: Bool = false) -> TimingState {
    state(at: MediaTime(time), isParentsEnd: isParentsEnd)
  }

  /// The same at a moment of a clock that counts steps.
  public func state(at time: MediaTime, isParentsEnd: Bool = false) -> TimingState {
    PreciseTiming(self).state(at: time.number, isLimit: isParentsEnd).state
  }
}
