import Foundation

/// The values between a graph's bottom and top: round limits that change seldom.
public struct GraphScale: Hashable, Sendable {
  /// The value at the bottom.
  public private(set) var lower: Double
  /// The value at the top.
  public private(set) var upper: Double
  /// The difference from one grid line to the next: 1, 2 or 5 times a power of ten. On a logarithmic scale
  /// the factor from one labeled line to the next: a power of ten, or 1 where lines stand within the powers
  /// too.
  public private(set) var step: Double
  /// Is true if equal factors, not equal differences, are equally far apart; both limits are above 0 then.
  public private(set) var isLogarithmic = false

  /// Values beyond this are taken as this: sums and differences of two stay finite.
  private static let largest = 1e307
  private static let smallest = 1e-300

  /// Creates the scale from 0 to 1, for a graph without values.
  public init() {
    lower = 0
    upper = 1
    step = 0.2
  }

  /// Creates a scale of just these limits, with round grid lines between them.
  /// - Parameters:
  ///   - limits: The limits, taken into what a graph can show.
  ///   - lines: The wanted number of grid lines, roughly.
  public init(fixed limits: ClosedRange<Double>, lines: Int = 4) {
    let lower = Self.bounded(limits.lowerBound)
    let upper = Self.bounded(limits.upperBound)
    let span = max(upper - lower, max(abs(lower), abs(upper)) * 1e-12, Self.smallest)
    self.lower = lower
    self.upper = lower + span
    step = Self.roundStep(span / Double(max(lines, 1)))
  }

  /// The narrowest round limits around the values.
  public init(fitting values: ClosedRange<Double>, lines: Int = 4) {
    var low = Self.bounded(values.lowerBound)
    var high = Self.bounded(values.upperBound)
    let magnitude = max(abs(low), abs(high))
    if high - low <= max(magnitude * 1e-9, Self.smallest) {
      // A constant: room on both sides, so that its line is in the middle.
      let room = magnitude > Self.smallest ? magnitude * 0.1 : 1
      low = low - room
      high = high + room
    } else if low > 0, low <= high / 2 {
      low = 0
    } else if high < 0, high >= low / 2 {
      high = 0
    }
    step = Self.roundStep((high - low) / Double(max(lines, 1)))
    lower = (low / step).rounded(.down) * step
    upper = (high / step).rounded(.up) * step
  }

  /// The difference of the top and the bottom.
  public var span: Double { upper - lower }

  /// The values with a grid line, from the lowest; whole multiples of the step, or of a logarithmic scale
  /// powers of ten with 2 and 5 times these where there are few.
  public var lines: [Double] {
    if isLogarithmic { return logarithmicLines }
    let first = (lower / step - 1e-9).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 100 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// The text of a grid line, with as many figures as tell it from its neighbors.
  package func label(of line: Double) -> String { NumberText.text(line: line, step: step) }

  /// The scale for values now seen: this one while they fit and fill it, else a new fit.
  ///
  /// What leaves the limits widens them at once. They narrow only when the new ones would be less than half
  /// as wide, so that a line at the edge does not make the graph jump to and fro.
  public func adapted(to values: ClosedRange<Double>, lines: Int = 4) -> GraphScale {
    if isLogarithmic {
      let fit = GraphScale(logarithmicFitting: values, lines: lines)
      return values.lowerBound >= lower && values.upperBound <= upper && fit.decades >= 0.45 * decades
        ? self : fit
    }
    let fit = GraphScale(fitting: values, lines: lines)
    let holds = Self.bounded(values.lowerBound) >= lower && Self.bounded(values.upperBound) <= upper
    return holds && fit.span >= 0.45 * span ? self : fit
  }

  /// Returns the position of a value between the limits: 0 at the lower, 1 at the upper, beyond them outside
  /// 0...1.
  ///
  /// On a logarithmic scale, what is not above 0 stands infinitely far down: at -∞, or at NaN if it is none.
  public func position(of value: Double) -> Double {
    isLogarithmic
      ? (log10(value < 0 ? 0 : value) - log10(lower)) / decades : (Self.bounded(value) - lower) / span
  }

  private static func bounded(_ value: Double) -> Double { min(max(value, -largest), largest) }

  /// The smallest of 1, 2 and 5 times a power of ten that is not below the value.
  private static func roundStep(_ value: Double) -> Double {
    let value = max(value, smallest / 100)
    let power = pow(10, log10(value).rounded(.down))
    for factor in [1.0, 2, 5] where factor * power >= value * (1 - 1e-9) { return factor * power }
    return 10 * power
  }
}

// MARK: Logarithmic scales

extension GraphScale {
  /// The largest factor between two limits, and the lowest and highest of them.
  private static let logarithmicReach = 1e-300...1e300

  /// A logarithmic scale with just these limits.
  /// - Parameters:
  ///   - limits: Above 0; what is not is taken to the smallest that a graph can show.
  ///   - lines: About how many labeled lines are wanted.
  public init(logarithmic limits: ClosedRange<Double>, lines: Int = 4) {
    self.init()
    isLogarithmic = true
    let reach = Self.logarithmicReach
    lower = min(max(limits.lowerBound, reach.lowerBound), reach.upperBound / 2)
    upper = max(min(limits.upperBound, reach.upperBound), lower * 1.001)
    let powers = Int((decades / Double(max(lines, 1))).rounded(.up))
    step = decades < Double(lines) / 2 ? 1 : pow(10, Double(max(powers, 1)))
  }

  /// The narrowest logarithmic scale around the values whose limits are 1, 2 or 5 times a power of ten.
  /// - Parameter values: Above 0; what is not is taken to the smallest that a graph can show.
  public init(logarithmicFitting values: ClosedRange<Double>, lines: Int = 4) {
    let reach = Self.logarithmicReach
    let low = min(max(values.lowerBound, reach.lowerBound), reach.upperBound / 10)
    let high = min(max(values.upperBound, low), reach.upperBound)
    let isWide = high / low > 100
    var lower = Self.round(low, isWide ? [1] : [1, 2, 5], .down)
    var upper = Self.round(high, isWide ? [1] : [1, 2, 5], .up)
    if lower >= upper { (lower, upper) = (lower / 2, upper * 2) }
    self.init(logarithmic: lower...upper, lines: lines)
  }

  /// The number of powers of ten between the limits.
  var decades: Double { log10(upper) - log10(lower) }

  /// The values with a short line between the labeled ones; of a scale that is not logarithmic none.
  var minorLines: [Double] {
    guard isLogarithmic, decades <= 8 else { return [] }
    let labelled = Set(lines)
    return powers.flatMap { power in (1...9).map { Double($0) * pow(10, Double(power)) } }
      .filter { (lower...upper).contains($0) && !labelled.contains($0) }
  }

  private var powers: ClosedRange<Int> {
    Int((log10(lower) - 1e-9).rounded(.down))...Int((log10(upper) + 1e-9).rounded(.up))
  }

  private var logarithmicLines: [Double] {
    let every = max(Int(log10(step).rounded()), 1)
    let factors: [Double] = step <= 1 ? (decades < 0.5 ? [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 5]) : [1]
    let slack = 1 + 1e-9
    return powers.filter { floorDivide($0, every) * every == $0 }
      .flatMap { power in factors.map { $0 * pow(10, Double(power)) } }
      .filter { $0 >= lower / slack && $0 <= upper * slack }
  }

  /// The nearest of the factors times a power of ten that is not above, or not below, the value.
  private static func round(_ value: Double, _ factors: [Double], _ rule: FloatingPointRoundingRule) -> Double
  {
    let power = pow(10, log10(value).rounded(.down))
    let slack = 1e-9
    if rule == .down { return (factors.last { $0 * power <= value * (1 + slack) } ?? 1) * power }
    return factors.first { $0 * power >= value * (1 - slack) }.map { $0 * power } ?? 10 * power
  }
}

/// The values between a graph's bottom and top: fixed limits, or round ones that follow what is in view.
struct AutoScale: Sendable {
  private(set) var scale = GraphScale()
  /// The limits; nil: automatic.
  private var limits: ClosedRange<Double>?
  private var isLogarithmic = false
  /// The wanted number of horizontal lines, roughly.
  private var lines = 4
  private var hasSeenValues = false
  /// The greatest magnitude seen so far.
  private var greatest = 0.0

  /// The number of times that the automatic limits have changed.
  private(set) var changes = 0

  /// The size below which a difference is the noise of rounding, by the values seen so far.
  var noise: Double { isLogarithmic ? 0 : max(greatest, scale.span) * 1e-9 }

  /// Takes over the settings.
  /// - Returns: Whether the automatic limits must be found again.
  mutating func set(limits: ClosedRange<Double>?, lines: Int, isLogarithmic: Bool = false) -> Bool {
    let isOther = self.isLogarithmic != isLogarithmic
    let isDue = limits == nil && (self.limits != nil || self.lines != lines || isOther)
    self.limits = limits
    self.lines = lines
    self.isLogarithmic = isLogarithmic
    if let limits {
      scale =
        isLogarithmic
        ? GraphScale(logarithmic: limits, lines: lines) : GraphScale(fixed: limits, lines: lines)
    } else if isOther {
      // Until there are values.
      scale = isLogarithmic ? GraphScale(logarithmic: 1...10, lines: lines) : GraphScale()
      hasSeenValues = false
    }
    return isDue
  }

  /// Follows the values in view; nil where there are none.
  /// - Parameter isForced: Whether the limits need not be steady.
  /// - Returns: Whether the scale has changed.
  mutating func follow(_ values: ClosedRange<Double>?, isForced: Bool) -> Bool {
    guard let values else { return false }
    let (low, high) = (values.lowerBound, values.upperBound)
    // A spike of any height counts as a million, or it would flatten all that comes after it.
    greatest = max(greatest, min(max(abs(low), abs(high)), 1e6))
    guard limits == nil else { return false }
    var shown = values
    let room = greatest * 1e-9
    if !isLogarithmic, high - low < room {
      // Noise is not blown up to fill the graph: round limits a tenth to either side, as for a constant.
      let middle = low / 2 + high / 2
      let reach = max(abs(middle) / 10, room / 2)
      shown = middle - reach...middle + reach
    }
    let before = scale
    // The first values have nothing to be steady with.
    if hasSeenValues, !isForced {
      scale = scale.adapted(to: shown, lines: lines)
    } else if isLogarithmic {
      scale = GraphScale(logarithmicFitting: shown, lines: lines)
    } else {
      scale = GraphScale(fitting: shown, lines: lines)
    }
    hasSeenValues = true
    if scale != before { changes += 1 }
    return scale != before
  }
}
