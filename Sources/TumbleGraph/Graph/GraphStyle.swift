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
  /// Taken in turn by channels without a color of their own.
  public var palette = [
    Color(red: 0.33, green: 0.72, blue: 0.98), Color(red: 1, green: 0.65, blue: 0.26),
    Color(red: 0.45, green: 0.84, blue: 0.49), Color(red: 0.95, green: 0.45, blue: 0.62),
    Color(red: 0.73, green: 0.6, blue: 0.98), Color(red: 0.95, green: 0.85, blue: 0.4),
    Color(red: 0.36, green: 0.85, blue: 0.81), Color(red: 0.85, green: 0.7, blue: 0.6),
  ]
  /// In points, taken into 0.1...64; a scrolling graph's is at most a quarter of a tile.
  public var lineWidth = 1.5 { didSet { lineWidth = Self.limited(lineWidth, to: 0.1...64, default: 1.5) } }
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
    style.palette = [
      Color(red: 0.09, green: 0.42, blue: 0.75), Color(red: 0.85, green: 0.4, blue: 0.05),
      Color(red: 0.15, green: 0.55, blue: 0.25), Color(red: 0.78, green: 0.15, blue: 0.35),
      Color(red: 0.45, green: 0.3, blue: 0.75), Color(red: 0.6, green: 0.48, blue: 0.05),
      Color(red: 0.05, green: 0.52, blue: 0.52), Color(red: 0.5, green: 0.35, blue: 0.25),
    ]
    return style
  }

  func color(of channel: GraphChannel, at position: Int) -> Color {
    channel.color ?? (palette.isEmpty ? text : palette[position % palette.count])
  }

  func font(bold: Bool = false) -> Font { Font(family: fontFamily, size: fontSize, isBold: bold) }
}
