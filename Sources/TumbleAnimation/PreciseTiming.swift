/// A timing made ready to be asked for many moments: its numbers as they were written, to twice a double's
/// digits.
///
/// One comparison decides whether a moment is a boundary, of a pass as of the end, so the two can't disagree:
/// what is still active never shows the pass after the last.
struct PreciseTiming: Hashable, Sendable {
  /// The begin in seconds of the parent's time.
  private(set) var begin: PreciseNumber
  /// The end in the parent's time; nil if it never ends.
  let end: PreciseNumber?
  /// The duration of one pass, in own seconds.
  let pass: PreciseNumber
  let autoreverses: Bool
  let isBackwards: Bool
  /// Is true if a pass takes no time.
  var isInstant: Bool { pass.high == 0 }
  private let isValid: Bool
  private let fillMode: MediaTiming.FillMode
  /// The local seconds that pass in a second of the parent, without the sign.
  private let rate: PreciseNumber
  /// Passes per parent's second while it is active.
  let passRate: Double
  /// The duration of all cycles, in own seconds; nil if they never end.
  private let total: PreciseNumber?
  /// The time that the first moment shows, from the begin of all cycles, in own seconds.
  private let start: PreciseNumber
  /// The cycle of the first moment, from which iterations are counted.
  private var firstCycle = 0

  init(_ timing: MediaTiming, begin: PreciseNumber? = nil) {
    isValid = timing.isValid
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
      // What repeats forever starts at the end of a cycle. So does what has more passes than can be told
      // apart.
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

  /// The pass and the part of it that are shown at one moment.
  struct Placement {
    var state: TimingState
    var progress: PreciseNumber
    /// Is true if the pass runs from its end to its begin.
    var isFalling: Bool
    /// Is true if it shows the last of what was before, as it does at its end.
    var isLimit: Bool
    /// The number of the pass, counted from the begin of all cycles.
    var pass: Int
  }

  /// The state at a time of the parent's; costs the same at every time.
  ///
  /// `isLimit` asks for what shows just before that time, as where the parent ends or turns back: there a
  /// cycle that is over is not yet followed by the next one, what ends then is still active, and what begins
  /// then has not begun.
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
    if let boundary = passes.whole { return endsPass ? (Int(boundary) - 1, .one) : (Int(boundary), .zero) }
    let below = passes.floor
    return (Int(below), passes - PreciseNumber(exactly: below))
  }

  func cycle(of pass: Int) -> Int { autoreverses ? pass >> 1 : pass }
}

/// A number with about 32 digits, held as the sum of two doubles, and a bound of its error.
///
/// The time of a step is a quotient of whole numbers and a duration is usually a decimal fraction. A double
/// holds neither exactly, and the difference of two late times has lost most of its digits. With twice the
/// digits, sums, products and quotients of such times are as good as exact. What is left is what the given
/// doubles leave open themselves, half a unit in their last place; `error` carries it through every operation
/// (ball arithmetic). So two results that are equal in real arithmetic are always found to be equal, however
/// late and by whatever route.
///
/// The operations are those of T. J. Dekker, "A floating-point technique for extending the available
/// precision" (1971), without fused multiply-add, so that every processor gives the same bits.
struct PreciseNumber: Hashable, Sendable {
  /// The nearest double.
  private(set) var high: Double
  /// The rest of the number, at most half a unit in the last place of `high`.
  private(set) var low: Double
  /// The number that is meant lies within this distance.
  private(set) var error: Double

  static let zero = PreciseNumber(0, 0, error: 0)
  static let one = PreciseNumber(1, 0, error: 0)
  static let infinity = PreciseNumber(.infinity, 0, error: 0)

  /// The relative rounding error of one operation.
  private static let loss = 0x1p-98

  private init(_ high: Double, _ low: Double, error: Double) {
    let isFinite = high.isFinite
    self.high = high
    self.low = isFinite ? low : 0
    self.error = isFinite && error.isFinite ? error : 0
  }

  /// Creates the sum of two numbers of which the first is not smaller than the second.
  private init(sum a: Double, _ b: Double, error: Double) {
    let sum = a + b
    self.init(sum, b - (sum - a), error: error + sum.magnitude * Self.loss)
  }

  /// A whole number of at most 53 bits, exactly.
  init(exactly whole: Double) { self.init(whole, 0, error: 0) }

  /// A double as it was written: the decimal fraction of at most 15 digits that it is the nearest double to,
  /// if there is one. `units` of its last place are its error.
  init(_ value: Double, units: Double = 0.5) {
    let error = value.isFinite ? value.ulp * units : 0
    guard value.isFinite, value != value.rounded() else {
      self.init(value, 0, error: error)
      return
    }
    var scale = 10.0
    // Powers of ten are exact as far as this.
    while scale <= 1e22 {
      let digits = (value * scale).rounded()
      guard digits.magnitude < 1e15 else { break }
      // Both are exact and division rounds correctly: the double is nearest to this fraction.
      if digits / scale == value {
        self = PreciseNumber(exactly: digits) / PreciseNumber(exactly: scale)
        self.error += error
        return
      }
      scale *= 10
    }
    self.init(value, 0, error: error)
  }
}

// MARK: - Arithmetic

extension PreciseNumber {
  static prefix func - (a: Self) -> Self { Self(-a.high, -a.low, error: a.error) }

  static func + (a: Self, b: Self) -> Self {
    let (sum, rest) = twoSum(a.high, b.high)
    guard sum.isFinite else { return Self(sum, 0, error: 0) }
    let (lows, lowRest) = twoSum(a.low, b.low)
    let first = Self(sum: sum, rest + lows, error: 0)
    return Self(sum: first.high, first.low + lowRest, error: a.error + b.error)
  }

  static func - (a: Self, b: Self) -> Self { a + -b }

  static func * (a: Self, b: Self) -> Self {
    // Mostly speeds are 1: what the product below would be then.
    if b == one { return a.isFinite ? Self(sum: a.high, a.low, error: a.error) : a }
    let (product, rest) = twoProduct(a.high, b.high)
    guard product.isFinite else { return Self(product, 0, error: 0) }
    let error = a.high.magnitude * b.error + b.high.magnitude * a.error + a.error * b.error
    return Self(sum: product, rest + (a.high * b.low + a.low * b.high), error: error)
  }

  static func / (a: Self, b: Self) -> Self {
    let first = a.high / b.high
    guard first.isFinite else { return Self(first, 0, error: 0) }
    let rest = a - b.times(first)
    let second = rest.high / b.high
    let third = (rest - b.times(second)).high / b.high
    let sum = Self(sum: first, second, error: 0)
    let error = (a.error + first.magnitude * b.error) / b.high.magnitude
    return Self(sum: sum.high, sum.low + third, error: error)
  }

  private func times(_ factor: Double) -> Self {
    let (product, rest) = Self.twoProduct(high, factor)
    return Self(sum: product, rest + low * factor, error: 0)
  }

  /// A sum and what its rounding lost.
  private static func twoSum(_ a: Double, _ b: Double) -> (Double, Double) {
    let sum = a + b
    let share = sum - a
    return (sum, (a - (sum - share)) + (b - share))
  }

  /// A product and what its rounding lost.
  private static func twoProduct(_ a: Double, _ b: Double) -> (Double, Double) {
    let product = a * b
    // Halves of numbers so large would overflow.
    guard a.magnitude < 0x1p990, b.magnitude < 0x1p990 else { return (product, 0) }
    let ((aHigh, aLow), (bHigh, bLow)) = (halves(a), halves(b))
    return (product, ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow)
  }

  /// Two numbers of 26 bits each.
  private static func halves(_ a: Double) -> (Double, Double) {
    let scaled = 0x1.0000002p27 * a
    let high = scaled - (scaled - a)
    return (high, a - high)
  }
}

// MARK: - Comparison

extension PreciseNumber {
  var isNaN: Bool { high.isNaN }
  var isFinite: Bool { high.isFinite }
  var magnitude: Self { high < 0 ? -self : self }

  /// Is true if it lies below zero by more than its error.
  var isNegative: Bool { high < -error }
  /// Is true if it lies above zero by more than its error.
  var isPositive: Bool { high > error }

  /// Is true if it lies below another by more than twice the error of their difference: a boundary between
  /// the two that is only known to within that error lies below the other as well.
  func isClearlyBelow(_ other: Self) -> Bool {
    let rest = other - self
    return rest.high > 2 * rest.error
  }

  /// The whole number that this is, within its error; nil if it is none, or beyond 2⁵³.
  var whole: Double? {
    let nearest = high.rounded()
    guard nearest.magnitude <= 0x1p53, ((high - nearest) + low).magnitude <= error else { return nil }
    return nearest
  }

  /// The largest whole number that is not above it.
  var floor: Double {
    let below = high.rounded(.down)
    return below == high && low < 0 ? below - 1 : below
  }
}
