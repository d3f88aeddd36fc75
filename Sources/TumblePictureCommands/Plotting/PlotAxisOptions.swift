import ArgumentParser
import TumbleGraph

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

  /// Sets the limits and the logarithmic scale that the options give for an axis.
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
