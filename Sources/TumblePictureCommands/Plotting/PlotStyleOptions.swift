import ArgumentParser
import TumbleGraph

/// How a plot looks, and on how much paper.
struct PlotStyleOptions: ParsableArguments {
  enum Style: String, CaseIterable, ExpressibleByArgument {
    case screen
    case journal
  }

  @Option(
    help:
      "How it looks: screen (a grid, 12 points), or journal (a frame, 8 points, dashes, 89 mm wide).")
  var style = Style.screen

  @Option(
    help: ArgumentHelp("The typeface, such as 'DejaVu Serif' or Helvetica.", valueName: "family"))
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
