/// A timing made ready to be asked for many moments: its numbers as they were written, to twice a double's digits.
///
/// One comparison decides whether a moment is a boundary, of a pass as of the end, so the two can't disagree: what is
/// still active never shows the pass after the last.
struct PreciseTiming: Hashable, Sendable {
  /// In seconds of the parent's time.
  private(set) var begin: PreciseNumber
  /// In the parent's time; nil if it never ends.
  let end: PreciseNumber?
  /// Of one pass, in own seconds.
  let pass: PreciseNumber
  let autoreverses: Bool
  let isBackwards: Bool
  /// Whether a pass takes no time.
  var isInstant: Bool { pass.high == 0 }
  private let isValid: Bool
  private let fillMode: MediaTiming.FillMode
  /// Own seconds per parent's second, without the sign.
  private let rate: PreciseNumber
  /// Passes per parent's second while it is active.
  let passRate: Double
  /// Of all cycles, in own seconds; nil if they never end.
  private let total: PreciseNumber?
  /// What the first moment shows, from the begin of all cycles, in own seconds.
  private let start: PreciseNumber
  /// The cycle of the first moment, from which iterations are counted.
  private var firstCycle = 0

  init(_ timing: MediaTiming, begin: PreciseNumber? = nil) {
    isValid = timing.problem == nil
    isBackwards = timing.speed < 0
    autoreverses = timing.autoreverses
    fillMode = timing.fillMode
    let pass = PreciseNumber(timing.passDuration)
    let cycle = timing.autoreverses ? pass + pass : pass
    let rate = PreciseNumber(timing.speed.magnitude)
    let begin = begin ?? PreciseNumber(timing.beginTime)
    let total: PreciseNumber? =
      switch timing.repetition {
      case .count(let count):
        timing.activeDuration.isFinite ? cycle * PreciseNumber(count > 0 ? count : 1) : nil
      case .duration(let time): time > 0 ? time.isFinite ? PreciseNumber(time) : nil : cycle
      }
    self.begin = begin
    self.pass = pass
    self.rate = rate
    passRate = isValid && !timing.isInstant ? (rate / pass).high : 0
    self.total = total
    end = timing.speed == 0 ? nil : total.map { begin + $0 / rate }
    if timing.speed == 0 {
      let offset = PreciseNumber(max(timing.timeOffset, 0))
      start = total.map { (offset - $0).isPositive ? $0 : offset } ?? offset
    } else {
      let offset = Self.offset(timing, within: cycle)
      // What repeats forever starts at the end of a cycle. So does what has more passes than can be told apart.
      let isCountable = total.map { ($0 / pass).high <= 0x1p53 } ?? false
      start = isBackwards && isCountable ? offset + (total ?? .zero) : offset
      if isBackwards { firstCycle = self.cycle(of: place(played: .zero, isLimit: false).pass) }
    }
  }

  /// The offset within one cycle, from 0.
  private static func offset(_ timing: MediaTiming, within cycle: PreciseNumber) -> PreciseNumber {
    if timing.timeOffset == 0 || timing.isInstant { return .zero }
    let offset = PreciseNumber(timing.timeOffset)
    let cycles = offset / cycle
    guard cycles.high.magnitude < 0x1p53 else {
      let rest = timing.timeOffset.truncatingRemainder(dividingBy: timing.cycleDuration)
      return PreciseNumber(rest < 0 ? 0 : rest)
    }
    return cycles.whole == nil ? offset - cycle * PreciseNumber(exactly: cycles.floor) : .zero
  }

  /// What it shows at one moment.
  struct Placement {
    var state: TimingState
    /// The state's progress.
    var progress: PreciseNumber
    /// Whether the pass runs from its end to its begin.
    var isFalling: Bool
    /// Whether it shows the last of what was before, as it does at its end.
    var isLimit: Bool
    /// Counted from the begin of all cycles.
    var pass: Int
  }

  /// The state at a time of the parent's; costs the same at every time.
  ///
  /// `isLimit` asks for what shows just before that time, as where the parent ends or turns back: there a cycle that is over is
  /// not yet followed by the next one, what ends then is still active, and what begins then has not begun.
  func state(at time: PreciseNumber, isLimit: Bool = false) -> Placement {
    guard isValid, !time.isNaN else { return placement(.before, applies: false) }
    let elapsed = time - begin
    if elapsed.isNegative || isLimit && !elapsed.isPositive {
      return placement(.before, applies: fillMode == .backwards || fillMode == .both)
    }
    guard let total, end != nil else { return placement(.active, played: elapsed * rate, isLimit: isLimit) }
    let played = elapsed.isPositive ? elapsed * rate : .zero
    if !played.isClearlyBelow(total) {
      if isLimit, !(played - total).isPositive { return placement(.active, played: total, isLimit: true) }
      return placement(
        .after, played: total, isLimit: true, applies: fillMode == .forwards || fillMode == .both)
    }
    return placement(.active, played: played, isLimit: isLimit)
  }

  /// The state at the first moment.
  var beginState: Placement { placement(.active) }

  /// The state just before the end, as it shows at the end; that of the first moment if it never ends.
  var endState: Placement {
    if let total, end != nil { placement(.active, played: total, isLimit: true) } else { beginState }
  }

  private func placement(
    _ phase: TimingState.Phase, played: PreciseNumber = .zero, isLimit: Bool = false, applies: Bool = true
  ) -> Placement {
    let (pass, share) = place(played: played, isLimit: isLimit)
    let cycle = cycle(of: pass)
    let isReversing = autoreverses && pass % 2 != 0
    let isFalling = isBackwards != isReversing
    let progress = isReversing ? PreciseNumber.one - share : share
    let rate = phase == .active ? passRate : 0
    let state = TimingState(
      phase: phase, iteration: abs(cycle - firstCycle), progress: min(max(progress.high, 0), 1),
      progressRate: isFalling ? -rate : rate, isReversing: isReversing, applies: applies, cycle: cycle)
    return Placement(state: state, progress: progress, isFalling: isFalling, isLimit: isLimit, pass: pass)
  }

  /// The pass, counted from the begin of all cycles, and the share of it that lies behind.
  private func place(played: PreciseNumber, isLimit: Bool) -> (pass: Int, share: PreciseNumber) {
    if isInstant {
      // Only its begin and its end.
      let isAtEnd = end == nil || isLimit != isBackwards
      return isAtEnd ? (autoreverses ? 1 : 0, .one) : (0, .zero)
    }
    let position: PreciseNumber
    // Whether a boundary is the end of the pass before it, not the begin of the one after it.
    let endsPass: Bool
    if end == nil, rate.high == 0 {
      position = start
      endsPass = total.map { !(start.isClearlyBelow($0)) } ?? false
    } else {
      position = isBackwards ? start - played : start + played
      endsPass = isBackwards != isLimit
    }
    let passes = position / pass
    guard passes.high.magnitude < 0x1p53 else {
      // No two passes can be told apart.
      return (passes.isNaN ? 0 : Int(min(max(passes.high, -0x1p53), 0x1p53)), .zero)
    }
    if let boundary = passes.whole {
      return endsPass ? (Int(boundary) - 1, .one) : (Int(boundary), .zero)
    }
    let below = passes.floor
    return (Int(below), passes - PreciseNumber(exactly: below))
  }

  func cycle(of pass: Int) -> Int { autoreverses ? pass >> 1 : pass }
}
