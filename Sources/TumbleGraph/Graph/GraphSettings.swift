/// The values that a graph is made with.
public struct GraphSettings: Hashable, Sendable {
  /// The title; empty for none.
  public var title = ""
  /// Samples per second, which times are computed with; taken into 1...1,000,000.
  public var rate = 60 { didSet { rate = min(max(rate, 1), 1_000_000) } }
  /// The index of the first sample.
  public var firstIndex = 0
  /// The most memory that the samples take, in bytes. Half of it holds the newest samples as they came, the
  /// rest older ones as extremes of ever more samples; see `SampleHistory`.
  public var memory = 16 << 20
  /// The width of a tile in points, 16...256.
  public var tileWidth = 32
  /// The points per sample, from 1/64 to a sixteenth of the tile; see `TileGrid`.
  public var pointsPerSample = 1.0
  /// The values at the bottom and the top; nil: they follow what is in view.
  public var limits: ClosedRange<Double>?
  /// Is true if equal factors are equally far apart. Values that are not above 0 are gaps then, and limits
  /// that are not are taken to the smallest that a graph can show.
  public var isLogarithmic = false
  /// Is true if channels of another unit than the first one that is on have an axis of their own, at the
  /// right.
  public var hasSecondAxis = false
  /// The limits of the axis at the right; nil: they follow what is in view.
  public var secondLimits: ClosedRange<Double>?
  /// Draws one channel over another instead of all over time; nil, or a channel that is not there: over time.
  public var phase: GraphPhase?
  /// The values that get a dashed line.
  public var thresholds: [GraphThreshold] = []
  /// The kinds of marks that there may be, for the legend.
  public var marks: [GraphMarkKind] = []
  /// The colors, fonts and widths.
  public var style = GraphStyle()
  /// Is true if the title and legend, and the values' and times' labels, are shown.
  public var showsHeader = true
  /// Is true if the graph shows the names of its channels and the numbers of its lines.
  public var showsLabels = true
  /// Is true if tiles are drawn on a thread of the graph's own; else `frame` draws them before it returns.
  public var drawsInBackground = true
  /// Is true if layers' colors are not multiplied by alpha, as SDL's blending wants them.
  public var straightAlpha = false

  /// Creates the default settings.
  public init() {}
}

extension GraphSettings {
  /// Computes the grid of the tiles at a density.
  /// - Parameter pixelScale: Pixels per point.
  func grid(pixelScale: Double) -> TileGrid {
    TileGrid(
      tileWidth: tileWidth, pointsPerSample: pointsPerSample, lineWidth: style.lineWidth,
      columnsPerPoint: Int(pixelScale.rounded(.up)))
  }
}

/// The colors, widths and fonts of a graph.
public struct GraphStyle: Hashable, Sendable {
  /// The color behind everything; it may be translucent.
  public var background = Color(red: 0.075, green: 0.09, blue: 0.12)
  /// The color behind the title and the legend.
  public var header = Color(red: 0.11, green: 0.13, blue: 0.17)
  /// The color of the grid's lines.
  public var grid = Color(red: 1, green: 1, blue: 1, alpha: 0.09)
  /// The line of the value 0.
  public var zero = Color(red: 1, green: 1, blue: 1, alpha: 0.24)
  /// The color of titles and labels.
  public var text = Color(red: 0.87, green: 0.9, blue: 0.94)
  /// The color of less important texts, such as the numbers of the axes.
  public var faintText = Color(red: 0.58, green: 0.63, blue: 0.7)
  /// The colors that channels without a color of their own take in turn. Color-blind people can tell the
  /// style's own apart.
  public var palette = Self.onDark
  /// The dashes that the lines of still pictures take in turn, in widths of the line; nil is a line without
  /// gaps.
  public var dashes: [Stroke.Dash?] = []
  /// The width of curves in points, held within 0.1...64; a scrolling graph's is at most a quarter of a tile.
  public var lineWidth = 1.5 { didSet { lineWidth = Self.limited(lineWidth, to: 0.1...64, default: 1.5) } }
  /// The width of the frame of still pictures and of the lines at its labels, in points, held within
  /// 0.1...16.
  public var axisWidth = 1.0 { didSet { axisWidth = Self.limited(axisWidth, to: 0.1...16, default: 1) } }
  /// Is true if still pictures have a frame with short lines at the labels instead of a grid.
  public var isFramed = false
  /// The name of the fonts' family.
  public var fontFamily = "DejaVu Sans"
  /// The size of the font in points, held within 4...96.
  public var fontSize = 10.0 { didSet { fontSize = Self.limited(fontSize, to: 4...96, default: 10) } }

  /// Creates the default style, for dark windows.
  public init() {}

  private static func limited(_ value: Double, to range: ClosedRange<Double>, default fallback: Double)
    -> Double
  {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }

  /// The style for pictures on paper: dark on white.
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

  /// The style for a journal's column: black on white, small letters, a frame, lines that differ by their
  /// dashes too.
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

  // Okabe and Ito's palette (Color Universal Design, 2008), which the common kinds of color blindness tell
  // apart, those first that stand out from the background; its yellow is darkened on white, its blue
  // lightened on dark.
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

/// A picture to be laid over the ones before it, at a whole pixel.
public struct GraphLayer: Sendable {
  /// The same from frame to frame: one texture an id is enough. Small numbers, a few more than twice the
  /// tiles at most.
  public let id: Int
  /// A texture of the layer must be uploaded again when this has changed. The size may have changed too.
  public private(set) var generation = 0
  /// The distance from the graph's left edge, in pixels; what lies outside the graph is to be cut off.
  public internal(set) var x = 0
  /// The distance from the graph's top edge down, in pixels.
  public internal(set) var y = 0
  /// The picture of the layer.
  public private(set) var bitmap = Bitmap(width: 0, height: 0)

  init(id: Int) { self.id = id }
}

extension GraphLayer {
  /// Makes a new bitmap if the size is another, and hands it over to be drawn on.
  /// - Parameters:
  ///   - scale: Pixels per unit of the canvas.
  mutating func draw(
    width: Int, height: Int, scale: Double, on target: LayerTarget, _ body: (borrowing Canvas) -> Void
  ) {
    bitmap.fit(width: width, height: height)
    generation += 1
    target.surface.draw(on: &bitmap) { canvas in
      canvas.clear()
      canvas.transform(Transform(scale: Vector(scale, scale)))
      body(canvas)
    }
    if target.straightAlpha { bitmap.convertToStraightAlpha() }
  }

  /// Fills the bitmap with a color, as a tile looks that has not been drawn yet.
  mutating func blank(width: Int, height: Int, color: Color, on target: LayerTarget) {
    bitmap.fit(width: width, height: height)
    generation += 1
    bitmap.clear(to: color)
    if target.straightAlpha, color.alpha < 1 { bitmap.convertToStraightAlpha() }
  }

  /// Takes pixels that were drawn elsewhere, and gives the old ones for the next drawing.
  mutating func exchange(_ other: inout Bitmap) {
    swap(&bitmap, &other)
    generation += 1
  }
}

/// The scale and format in which layers are drawn.
struct LayerTarget: Sendable {
  var surface = DrawingSurface.bitmap
  var straightAlpha = false
}

/// One line of a graph: who it is and how it looks. Its values are in the `SampleHistory`.
public struct GraphChannel: Hashable, Sendable {
  /// The name that the graph shows.
  public var name: String
  /// The unit that is shown after a value; empty for a plain number. `s`, `J`, `N` and `W` are scaled by
  /// prefixes (12.5 ms).
  public var unit: String
  /// The color; nil: the style's next color.
  public var color: Color?
  /// Is true if its line is drawn and counts for the scale.
  public var isOn: Bool

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, unit: String = "", color: Color? = nil, isOn: Bool = true) {
    self.name = name
    self.unit = unit
    self.color = color
    self.isOn = isOn
  }
}

/// Something that happened at a sample: a hit, a drop, a pause.
public struct GraphMarker: Hashable, Sendable {
  /// The sample it stands at.
  public var index: Int
  /// The text that is shown when the mouse is near.
  public var label: String
  /// The color of the line and its label.
  public var color: Color

  /// Creates a marker; it is yellow unless a color is given.
  public init(index: Int, label: String, color: Color = Color(red: 1, green: 0.83, blue: 0.35)) {
    self.index = index
    self.label = label
    self.color = color
  }
}

/// A kind of marks, as the legend names it.
public struct GraphMarkKind: Hashable, Sendable {
  /// The name that the legend shows.
  public var name: String
  /// The color of its marks.
  public var color: Color

  /// Creates a kind of marks; they are yellow unless a color is given.
  public init(_ name: String, color: Color = GraphMarker(index: 0, label: "").color) {
    self.name = name
    self.color = color
  }
}

/// A value that a line should be seen against, such as the time that a frame may take.
public struct GraphThreshold: Hashable, Sendable {
  /// The value at which the line lies.
  public var value: Double
  /// The text beside the line; empty for none.
  public var label: String
  /// The color of the line and its label.
  public var color: Color

  /// Creates a threshold; it is red unless a color is given.
  public init(value: Double, label: String = "", color: Color = Color(red: 1, green: 0.42, blue: 0.38)) {
    self.value = value
    self.label = label
    self.color = color
  }
}
