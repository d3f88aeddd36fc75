import ArgumentParser
import TumbleGraph

/// Limits and logarithmic axes.
struct PlotAxisOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Show these values only: 0..100 on the vertical axes, x=2..5 seconds, crate1.y=0.. or pt/s=-50..50 on \
      the axis of a channel or a unit; a missing end follows the values. As often as needed.
      """,
      valueName: "axis=low..high"))
  var range: [PlotRange] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A logarithmic axis: x, y, or that of a channel or a unit; values that are not above 0 are left out. \
      As often as needed.
      """,
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
      isAcross ? name.isAcross || name.text != "y" && name.names(channels) : name.names(channels)
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

/// The options for the look of a plot, and its size on paper.
struct PlotStyleOptions: ParsableArguments {
  enum Style: String, CaseIterable, ExpressibleByArgument {
    case screen
    case journal
  }

  @Option(
    help:
      "How it looks: screen (a grid, 12 points), or journal (a frame, 8 points, dashes, 89 mm wide).")
  var style = Style.screen

  @Option(help: ArgumentHelp("The typeface, such as 'DejaVu Serif' or Helvetica.", valueName: "family"))
  var font: String?

  @Option(
    name: .customLong("font-size"), parsing: .unconditional,
    help: ArgumentHelp("The size of letters in points.", valueName: "points"))
  var fontSize: Double?

  @Option(
    name: .customLong("line-width"), parsing: .unconditional,
    help: ArgumentHelp("The width of lines in points.", valueName: "points"))
  var lineWidth: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("Of a PNG: dots per inch.", valueName: "n"))
  var dpi: Double?

  func validate() throws {
    if let fontSize, !(4...96).contains(fontSize) {
      throw ValidationError("--font-size is a number of points from 4 to 96, not \(fontSize).")
    }
    if let lineWidth, !(0.1...64).contains(lineWidth) {
      throw ValidationError("--line-width is a number of points from 0.1 to 64, not \(lineWidth).")
    }
    if let font, font.isEmpty || font.unicodeScalars.contains(where: { $0.value < 32 }) {
      throw ValidationError("--font is the name of a typeface, such as 'DejaVu Serif'.")
    }
  }

  var graphStyle: GraphStyle {
    var look = style == .journal ? GraphStyle.journal : GraphStyle.paper
    if style == .screen {
      look.fontSize = 12
      look.lineWidth = 1.8
    }
    if let font { look.fontFamily = font }
    if let fontSize { look.fontSize = fontSize }
    if let lineWidth { look.lineWidth = lineWidth }
    return look
  }

  /// - Parameters:
  ///   - size: The one asked for; nil: the style's.
  ///   - rows: Of panels.
  func output(_ format: PictureFormat, _ size: PlotSize?, rows: Int) -> PlotOutput {
    let isJournal = style == .journal
    let size =
      size ?? (isJournal ? PlotSize(argument: "89mm") : nil)
      ?? PlotSize(width: 960, height: nil, isOnPaper: false)
    // Wider than high, and lower the more there are.
    let height =
      isJournal || size.isOnPaper
      ? size.width * (rows == 1 ? 0.68 : 0.08 + 0.46 * Double(rows))
      : rows == 1 ? 480 : 90 + 240 * Double(rows)
    return PlotOutput(
      format: format, size: Size(size.width, size.height ?? height), isOnPaper: size.isOnPaper,
      dotsPerInch: dpi)
  }
}

/// The name of a plot's axis: its side, its unit, or a channel on it.
struct PlotAxisName: Hashable {
  let text: String

  /// Is true for the axis along the bottom.
  var isAcross: Bool { text == "x" || text == "time" }

  /// Returns true for a vertical axis on which such channels stand.
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

/// The size of a plot: `960x480` points, or on paper `89mm`, `89x60mm`, `3.5in`, `12x8cm`, `252x170pt`.
struct PlotSize: ExpressibleByArgument, Hashable {
  /// The width in points, 72 to the inch.
  let width: Double
  /// The height; nil: as many panels need.
  let height: Double?
  /// Is true if it was given in a unit of paper.
  let isOnPaper: Bool

  /// Points in each unit.
  private static let units: [(name: String, points: Double)] = [
    ("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72), ("pt", 1), ("", 1),
  ]

  init(width: Double, height: Double?, isOnPaper: Bool) {
    (self.width, self.height, self.isOnPaper) = (width, height, isOnPaper)
  }

  init?(argument: String) {
    guard let unit = Self.units.first(where: { argument.hasSuffix($0.name) }) else { return nil }
    let numbers = argument.dropLast(unit.name.count).split(separator: "x", omittingEmptySubsequences: false)
    let sides = numbers.compactMap { text -> Double? in
      // `89mmx60mm` says its unit twice.
      let number = unit.name.isEmpty || !text.hasSuffix(unit.name) ? text : text.dropLast(unit.name.count)
      return Double(number).map { $0 * unit.points }
    }
    guard sides.count == numbers.count, (1...2).contains(sides.count),
      sides.allSatisfy({ $0 > 0 && $0.isFinite }),
      !unit.name.isEmpty || sides.count == 2
    else { return nil }
    self.init(width: sides[0], height: sides.count > 1 ? sides[1] : nil, isOnPaper: !unit.name.isEmpty)
  }
}
