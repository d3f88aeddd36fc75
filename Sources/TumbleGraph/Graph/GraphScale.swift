#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The values between a graph's bottom and top: round limits that change seldom.
public struct GraphScale: Hashable, Sendable {
  public private(set) var lower: Double
  public private(set) var upper: Double
  /// From one grid line to the next: 1, 2 or 5 times a power of ten.
  public private(set) var step: Double

  /// Values beyond this are taken as this: sums and differences of two stay finite.
  private static let largest = 1e307
  private static let smallest = 1e-300

  /// 0 to 1, for a graph without values.
  public init() { (lower, upper, step) = (0, 1, 0.2) }

  /// Just these limits, with round grid lines between them.
  ///
  /// - Parameters:
  ///   - limits: taken into what a graph can show.
  ///   - lines: about how many grid lines are wanted.
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
      (low, high) = (low - room, high + room)
    } else if low > 0, low <= high / 2 {
      low = 0
    } else if high < 0, high >= low / 2 {
      high = 0
    }
    step = Self.roundStep((high - low) / Double(max(lines, 1)))
    lower = (low / step).rounded(.down) * step
    upper = (high / step).rounded(.up) * step
  }

  public var span: Double { upper - lower }

  /// The values with a grid line, from the lowest; whole multiples of the step.
  public var lines: [Double] {
    let first = (lower / step - 1e-9).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 100 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// The scale for values now seen: this one while they fit and fill it, else a new fit.
  ///
  /// What leaves the limits widens them at once. They narrow only when the new ones would be less than half as wide,
  /// so that a line at the edge does not make the graph jump to and fro.
  public func adapted(to values: ClosedRange<Double>, lines: Int = 4) -> GraphScale {
    let fit = GraphScale(fitting: values, lines: lines)
    let holds = Self.bounded(values.lowerBound) >= lower && Self.bounded(values.upperBound) <= upper
    return holds && fit.span >= 0.45 * span ? self : fit
  }

  /// Where a value stands between the limits: 0 at the lower, 1 at the upper, beyond them outside 0...1.
  public func position(of value: Double) -> Double { (Self.bounded(value) - lower) / span }

  private static func bounded(_ value: Double) -> Double { min(max(value, -largest), largest) }

  /// The smallest of 1, 2 and 5 times a power of ten that is not below the value.
  private static func roundStep(_ value: Double) -> Double {
    let value = max(value, smallest / 100)
    let power = pow(10, log10(value).rounded(.down))
    for factor in [1.0, 2, 5] where factor * power >= value * (1 - 1e-9) { return factor * power }
    return 10 * power
  }
}
