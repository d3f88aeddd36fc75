/// What an axis of a plot shows, and between which limits.
public struct PlotAxis: Hashable, Sendable {
  /// Such as `energy`; empty for none.
  public var title: String
  /// Such as `pt/s`; empty for plain numbers. It stands in parentheses behind the title, with a power of ten where the
  /// numbers are very large or small.
  public var unit: String
  /// nil: it follows the values.
  public var lower: Double?
  /// nil: it follows the values.
  public var upper: Double?
  /// Whether equal factors are equally far apart. Values that are not above 0 are gaps then.
  public var isLogarithmic = false
  /// Whether limits that follow the values end with these, not with the next round number.
  public var isTight = false
  /// Whether values are seconds, written in minutes or hours where there are many.
  public var isTime = false
  /// Of a time axis: where it begins to count from 0 again, in order.
  public var restarts: [Double] = []

  public init(_ title: String = "", unit: String = "", limits: ClosedRange<Double>? = nil) {
    self.title = title
    self.unit = unit
    lower = limits?.lowerBound
    upper = limits?.upperBound
  }

  /// Seconds from left to right.
  public static func time(limits: ClosedRange<Double>? = nil) -> PlotAxis {
    var axis = PlotAxis("time", unit: "s", limits: limits)
    axis.isTime = true
    axis.isTight = true
    return axis
  }
}

extension PlotAxis {
  /// The scale for some values (nil: none), with about so many lines.
  func scale(for values: ClosedRange<Double>?, lines: Int) -> GraphScale {
    if isLogarithmic {
      let values = values ?? 1...10
      let fit = isTight ? GraphScale(logarithmic: values) : GraphScale(logarithmicFitting: values)
      let low = lower.flatMap { $0 > 0 ? $0 : nil } ?? fit.lower
      let high = upper.flatMap { $0 > low ? $0 : nil } ?? max(fit.upper, low * 10)
      return GraphScale(logarithmic: low...high, lines: lines)
    }
    let fit = values.map { GraphScale(fitting: $0, lines: lines) } ?? GraphScale()
    guard lower != nil || upper != nil || isTight else { return fit }
    let low = lower ?? (isTight ? values?.lowerBound : nil) ?? fit.lower
    var high = upper ?? (isTight ? values?.upperBound : nil) ?? fit.upper
    if !(high > low) { high = upper == nil ? max(low + fit.span, low + 1) : low + 1 }
    return GraphScale(fixed: low...max(high, low), lines: lines)
  }
}
