import TumbleDrawing
import TumbleGeometry

/// How a graph looks.
public struct GraphStyle: Hashable, Sendable {
  /// Behind everything; may be translucent.
  public var background = Color(red: 0.075, green: 0.09, blue: 0.12)
  /// Behind the title and the legend.
  public var header = Color(red: 0.11, green: 0.13, blue: 0.17)
  public var grid = Color(red: 1, green: 1, blue: 1, alpha: 0.09)
  /// The line of the value 0.
  public var zero = Color(red: 1, green: 1, blue: 1, alpha: 0.24)
  public var text = Color(red: 0.87, green: 0.9, blue: 0.94)
  public var faintText = Color(red: 0.58, green: 0.63, blue: 0.7)
  /// Taken in turn by channels without a color of their own. Color-blind people can tell the style's own apart.
  public var palette = Self.onDark
  /// Taken in turn by the lines of still pictures, in widths of the line; nil is a line without gaps.
  public var dashes: [Stroke.Dash?] = []
  /// In points, taken into 0.1...64; a scrolling graph's is at most a quarter of a tile.
  public var lineWidth = 1.5 { didSet { lineWidth = Self.limited(lineWidth, to: 0.1...64, default: 1.5) } }
  /// Of still pictures: the frame and the lines at its labels; in points, taken into 0.1...16.
  public var axisWidth = 1.0 { didSet { axisWidth = Self.limited(axisWidth, to: 0.1...16, default: 1) } }
  /// Of still pictures: a frame with short lines at the labels instead of a grid.
  public var isFramed = false
  public var fontFamily = "DejaVu Sans"
  /// In points, taken into 4...96.
  public var fontSize = 10.0 { didSet { fontSize = Self.limited(fontSize, to: 4...96, default: 10) } }

  public init() {}

  private static func limited(_ value: Double, to range: ClosedRange<Double>, default fallback: Double)
    -> Double
  {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }

  /// For pictures on paper: dark on white.
  public static var paper: GraphStyle {
    var style = GraphStyle()
    style.background = .white
    style.header = .white
    style.grid = Color(red: 0, green: 0, blue: 0, alpha: 0.1)
    style.zero = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
    style.text = Color(red: 0.13, green: 0.15, blue: 0.18)
    style.faintText = Color(red: 0.4, green: 0.44, blue: 0.48)
    style.palette = onPaper
    return style
  }

  /// For a journal's column: black on white, small letters, a frame, lines that differ by their dashes too.
  ///
  /// Its sizes suit a width of 89 mm, which is 252.3 points.
  public static var journal: GraphStyle {
    var style = paper
    style.text = .black
    style.faintText = .black
    style.zero = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    style.dashes = dashPatterns
    style.isFramed = true
    style.fontSize = 8
    style.lineWidth = 1
    style.axisWidth = 0.5
    return style
  }

  // Okabe and Ito's palette (Color Universal Design, 2008), which the common kinds of color blindness tell apart, those first
  // that stand out from the background; its yellow is darkened on white, its blue lightened on dark.
  private static let onPaper = [
    Color(red: 0, green: 0.447, blue: 0.698), Color(red: 0.835, green: 0.369, blue: 0),
    Color(red: 0, green: 0.62, blue: 0.451), Color(red: 0.8, green: 0.475, blue: 0.655),
    Color(red: 0.902, green: 0.624, blue: 0), Color(red: 0.337, green: 0.706, blue: 0.914),
    Color(red: 0, green: 0, blue: 0), Color(red: 0.42, green: 0.36, blue: 0),
  ]
  private static let onDark = [
    Color(red: 0.337, green: 0.706, blue: 0.914), Color(red: 0.902, green: 0.624, blue: 0),
    Color(red: 0, green: 0.7, blue: 0.51), Color(red: 0.95, green: 0.62, blue: 0.8),
    Color(red: 0.96, green: 0.91, blue: 0.3), Color(red: 0.84, green: 0.33, blue: 0.02),
    Color(red: 0.33, green: 0.42, blue: 0.95), Color(red: 0.97, green: 0.98, blue: 1),
  ]

  /// Patterns that are told apart at a glance, from a line without gaps on.
  static let dashPatterns: [Stroke.Dash?] = [
    nil, Stroke.Dash(on: 5, off: 2), Stroke.Dash(on: 1.2, off: 1.6),
    Stroke.Dash(on: 7, off: 1.8, thenOn: 1.2, off: 1.8), Stroke.Dash(on: 10, off: 3),
    Stroke.Dash(on: 2.5, off: 2.5),
  ]

  var titleFont: Font { Font(family: fontFamily, size: fontSize * (isFramed ? 1.1 : 1.3), isBold: true) }

  func color(of channel: GraphChannel, at position: Int) -> Color {
    channel.color ?? (palette.isEmpty ? text : palette[position % palette.count])
  }

  func font(bold: Bool = false) -> Font { Font(family: fontFamily, size: fontSize, isBold: bold) }
}
