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
  /// `isParentsEnd` tells that the parent stands at its end, where a child that ends with it still counts as active.
  /// A time that is no number is before the begin, and nothing shows at it.
  public func state(at time: Double, isParentsEnd: Bool = false) -> TimingState {
    let total = activeDuration
    if time.isNaN { return state(.before, played: 0, total: total, applies: false) }
    let rate = speed.magnitude
    let elapsed = time - beginTime
    // What rounding may have done to times that were meant to be equal.
    let length = rate > 0 && total.isFinite ? total / rate : 0
    let slack = 8 * max(time.magnitude, beginTime.magnitude, length).ulp
    if elapsed < -slack {
      return state(.before, played: 0, total: total, applies: fillMode == .backwards || fillMode == .both)
    }
    let played = max(elapsed, 0) * rate
    let left = total - played
    if rate > 0, left <= slack * rate {
      if isParentsEnd, left >= -slack * rate {
        return state(.active, played: total, total: total, applies: true)
      }
      return state(.after, played: total, total: total, applies: fillMode == .forwards || fillMode == .both)
    }
    return state(.active, played: played, total: total, applies: true)
  }

  /// The state at the first moment.
  var beginState: TimingState { state(.active, played: 0, total: activeDuration, applies: true) }

  /// The state just before the end, as it shows at the end; that of the first moment if it never ends.
  var endState: TimingState {
    let total = activeDuration
    let played = speed != 0 && total.isFinite ? total : 0
    return state(.active, played: played, total: total, applies: true)
  }

  private func state(_ phase: TimingState.Phase, played: Double, total: Double, applies: Bool) -> TimingState
  {
    let isAtEnd = phase == .after || played == total
    let (pass, share) = place(played: played, total: total, isAtEnd: isAtEnd)
    let cycle = cycle(of: pass)
    // Forwards the first cycle is number 0.
    let first = speed < 0 ? self.cycle(of: place(played: 0, total: total, isAtEnd: false).pass) : 0
    let isReversing = autoreverses && pass % 2 != 0
    let direction = (speed < 0) != isReversing ? -1.0 : 1.0
    return TimingState(
      phase: phase, iteration: abs(cycle - first), progress: isReversing ? 1 - share : share,
      progressRate: phase == .active ? direction * speed.magnitude / passDuration : 0,
      isReversing: isReversing, applies: applies, cycle: cycle)
  }

  /// The pass, counted from the begin of all cycles, and the share of it that lies behind.
  private func place(played: Double, total: Double, isAtEnd: Bool) -> (pass: Int, share: Double) {
    let position: Double
    // Whether a boundary is the end of the pass before it, not the begin of the one after it.
    let endsPass: Bool
    if speed == 0 {
      position = min(max(timeOffset, 0), total)
      endsPass = position == total
    } else if speed > 0 {
      position = played + wrappedOffset
      endsPass = isAtEnd
    } else {
      position = (total.isFinite ? total : 0) - played + wrappedOffset
      endsPass = !isAtEnd
    }
    // Beyond 2⁵³ passes no two can be told apart.
    let passes = min(max(position / passDuration, -0x1p53), 0x1p53)
    let nearest = passes.rounded()
    if (passes - nearest).magnitude <= 8 * max(passes.magnitude, 1).ulp {
      return endsPass ? (Int(nearest) - 1, 1) : (Int(nearest), 0)
    }
    let whole = passes.rounded(.down)
    return (Int(whole), passes - whole)
  }

  private func cycle(of pass: Int) -> Int { autoreverses ? pass >> 1 : pass }

  /// The offset within one cycle, from 0.
  private var wrappedOffset: Double {
    if timeOffset == 0 { return 0 }
    let cycle = cycleDuration
    let rest = timeOffset.truncatingRemainder(dividingBy: cycle)
    let wrapped = rest < 0 ? rest + cycle : rest
    return wrapped < cycle ? wrapped : 0
  }
}
