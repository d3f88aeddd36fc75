import Foundation

/// The lines of an axis, their labels and its title.
struct AxisTicks: Hashable, Sendable {
  struct Tick: Hashable, Sendable {
    var value: Double
    var label: String
  }

  let scale: GraphScale
  private(set) var ticks: [Tick] = []
  /// Values with a short line and no label.
  private(set) var minor: [Double] = []
  /// The title with the unit, such as `time (s)` or `energy (10⁶ kg·pt²/s²)`.
  private(set) var title: String

  /// - Parameter lines: About how many are wanted.
  init(_ axis: PlotAxis, _ scale: GraphScale, lines: Int) {
    self.scale = scale
    if scale.isLogarithmic {
      title = Self.title(axis.title, unit: axis.unit)
      let labels = Self.logarithmicLabels(scale.lines)
      ticks = zip(scale.lines, labels).map { Tick(value: $0, label: $1) }
      minor = scale.minorLines
      return
    }
    let (factor, unit) = axis.isTime ? Self.timeUnit(scale, axis) : Self.power(scale, unit: axis.unit)
    title = Self.title(axis.title, unit: unit)
    // Lines are round in the unit that is written.
    let shown = GraphScale(fixed: scale.lower / factor...scale.upper / factor, lines: lines)
    let step = shown.step
    let starts = axis.restarts.map { $0 / factor }.filter { $0 > shown.lower && $0 < shown.upper }
    if starts.isEmpty, let start = axis.restarts.last(where: { $0 / factor <= shown.lower }), axis.isTime {
      addTicks(from: start / factor, to: shown.upper, after: shown.lower, step: step, factor: factor)
    } else if starts.isEmpty {
      ticks = shown.lines.map { Tick(value: $0 * factor, label: NumberText.text(tick: $0, step: step)) }
    } else {
      let first = axis.restarts.last { $0 / factor <= shown.lower }.map { $0 / factor } ?? 0
      let all = [first] + starts
      for (place, start) in all.enumerated() {
        let isLast = place + 1 == all.count
        // The next run's 0 has its room.
        let end = isLast ? shown.upper : all[place + 1] - step / 2
        addTicks(from: start, to: end, after: max(start, shown.lower), step: step, factor: factor)
      }
    }
  }

  private mutating func addTicks(
    from start: Double, to end: Double, after begin: Double, step: Double, factor: Double
  ) {
    let first = ((begin - start) / step - 1e-9).rounded(.up)
    let last = ((end - start) / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 100 else { return }
    for number in Int(first)...Int(last) {
      let time = Double(number) * step
      ticks.append(Tick(value: (start + time) * factor, label: NumberText.text(tick: time, step: step)))
    }
  }

  private static func title(_ title: String, unit: String) -> String {
    if unit.isEmpty { return title }
    return title.isEmpty ? unit : "\(title) (\(unit))"
  }

  /// Seconds, minutes or hours.
  private static func timeUnit(_ scale: GraphScale, _ axis: PlotAxis) -> (factor: Double, unit: String) {
    if scale.span > 36_000 { return (3600, "h") }
    return scale.span > 600 ? (60, "min") : (1, axis.unit)
  }

  /// Returns the factor that makes the numbers short, and the unit that they count then.
  private static func power(_ scale: GraphScale, unit: String) -> (factor: Double, unit: String) {
    let largest = max(abs(scale.lower), abs(scale.upper))
    guard largest >= 1e4 || largest < 0.01, largest > 1e-290, largest < 1e290 else { return (1, unit) }
    let power = Int((log10(largest) / 3 + 1e-9).rounded(.down)) * 3
    let text = "10" + superscript(power)
    return (pow(10, Double(power)), unit.isEmpty ? "×" + text : text + " " + unit)
  }

  /// The labels as plain numbers, or all as powers of ten where one would be long.
  private static func logarithmicLabels(_ values: [Double]) -> [String] {
    if values.allSatisfy({ (0.999e-3..<1.5e4).contains($0) }) {
      return values.map { NumberText.text(tick: $0, step: pow(10, log10($0).rounded(.down)) / 2) }
        .map(withoutZeros)
    }
    return values.map { value in
      let power = Int((log10(value) + 1e-9).rounded(.down))
      let factor = (value / pow(10, Double(power)) * 10).rounded() / 10
      let text = "10" + superscript(power)
      return factor == 1 ? text : withoutZeros("\(factor)") + "·" + text
    }
  }

  private static func withoutZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  static func superscript(_ power: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return (power < 0 ? "⁻" : "")
      + String(String(power.magnitude).compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }
}

/// The quantity that an axis of a plot shows, and its limits.
public struct PlotAxis: Hashable, Sendable {
  /// The title, such as `energy`; empty for none.
  public var title: String
  /// The unit, such as `pt/s`; empty for plain numbers. It stands in parentheses behind the title, with a
  /// power of ten where the numbers are very large or small.
  public var unit: String
  /// The lower limit; nil: it follows the values.
  public var lower: Double?
  /// The upper limit; nil: it follows the values.
  public var upper: Double?
  /// Is true if equal factors are equally far apart. Values that are not above 0 are gaps then.
  public var isLogarithmic = false
  /// Is true if limits that follow the values end with these, not with the next round number.
  public var isTight = false
  /// Is true if values are seconds, written in minutes or hours where there are many.
  public var isTime = false
  /// The times at which a time axis begins to count from 0 again, in order.
  public var restarts: [Double] = []

  /// Creates an axis; without limits it covers its values.
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
