import ArgumentParser
import TumbleGraph

/// Which axis of a plot: by its side, by its unit, or by a channel on it.
struct PlotAxisName: Hashable {
  let text: String

  /// Whether it is the axis along the bottom.
  var isAcross: Bool { text == "x" || text == "time" }

  /// Whether it is a vertical axis on which such channels stand.
  func names(_ channels: [(name: String, unit: String)]) -> Bool {
    !isAcross && (text == "y" || channels.contains { $0.name == text || $0.unit == text })
  }
}

/// Limits of an axis: `0..100`, `x=2..5`, `pt/s=..300`.
struct PlotRange: ExpressibleByArgument, Hashable {
  let axis: PlotAxisName
  let lower: Double?
  let upper: Double?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let range = parts.last, let dots = range.firstRange(of: "..") else { return nil }
    axis = PlotAxisName(text: parts.count == 2 ? String(parts[0]) : "y")
    let ends = [range[..<dots.lowerBound], range[dots.upperBound...]]
    let numbers = ends.map { $0.isEmpty ? nil : Double($0) }
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1?.isFinite == true }),
      numbers.contains(where: { $0 != nil }), !axis.text.isEmpty
    else { return nil }
    lower = numbers[0]
    upper = numbers[1]
    if let lower, let upper, lower >= upper { return nil }
  }
}

/// Limits and logarithmic axes.
struct PlotAxisOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Show these values only: 0..100 on the vertical axes, x=2..5 seconds, crate1.y=0.. or pt/s=-50..50 on the axis of a channel or a unit; a missing end follows the values. As often as needed.",
      valueName: "axis=low..high"))
  var range: [PlotRange] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A logarithmic axis: x, y, or that of a channel or a unit; values that are not above 0 are left out. As often as needed.",
      valueName: "axis"))
  var log: [String] = []

  func validate() throws {
    for range in range where isLogarithmic(range.axis.text) {
      if let end = [range.lower, range.upper].compactMap({ $0 }).first(where: { $0 <= 0 }) {
        throw ValidationError("--range: a logarithmic axis has values above 0 only, not \(end).")
      }
    }
  }

  private func isLogarithmic(_ axis: String) -> Bool { log.contains(axis) }

  /// Gives an axis what was asked for.
  func apply(to axis: inout PlotAxis, isAcross: Bool, _ channels: [(name: String, unit: String)]) {
    func isMeant(_ name: PlotAxisName) -> Bool {
      isAcross
        ? name.isAcross || name.text != "y" && name.names(channels) : name.names(channels)
    }
    if log.contains(where: { isMeant(PlotAxisName(text: $0)) }) { axis.isLogarithmic = true }
    for range in range where isMeant(range.axis) { (axis.lower, axis.upper) = (range.lower, range.upper) }
  }

  /// The axes that were named, to be checked against those that there are.
  var named: [PlotAxisName] { log.map { PlotAxisName(text: $0) } + range.map(\.axis) }

  /// Seconds that are shown; nil where all are.
  var times: (lower: Double?, upper: Double?)? {
    range.last { $0.axis.isAcross }.map { ($0.lower, $0.upper) }
  }
}
