import TumbleGeometry

/// What all tiles of a graph share until its scale, height, style or switches change.
struct TileLook: Sendable {
  var grid = TileGrid()
  /// In points.
  var height = 0.0
  /// Pixels per point.
  var pixelScale = 1.0
  var scale = GraphScale()
  /// Of the axis at the right; nil where there is none.
  var secondScale: GraphScale?
  /// Room above the upper and below the lower limit, for a line's width and for the times; in points.
  var topMargin = 0.0
  var bottomMargin = 0.0
  /// The colors of the channels that are drawn, in order.
  var colors: [Color] = []
  /// Whether each of these channels stands on the axis at the right.
  var isOnSecondAxis: [Bool] = []
  var lineWidth = 1.5
  var background = Color.black
  var gridColor = Color.white
  var zeroColor = Color.white
  /// The values with a horizontal line.
  var lines: [Double] = []
  var thresholds: [GraphThreshold] = []
  var timeAxis = TimeAxis(rate: 1, atLeast: 1)
  var straightAlpha = false

  /// Whether a drawn tile's colors must be divided by alpha; such a tile cannot be drawn on again.
  var needsConversion: Bool { straightAlpha && background.alpha < 1 }

  /// The point of a value, from the top; far outside for values beyond the limits, and finite for finite ones.
  func y(of value: Double, isSecond: Bool = false) -> Double {
    let scale = isSecond ? secondScale ?? scale : scale
    let y = height - bottomMargin - scale.position(of: value) * (height - topMargin - bottomMargin)
    return min(max(y, -100_000), 100_000)
  }
}

extension TileLook {
  /// - Parameters:
  ///   - second: The scale of the axis at the right; nil: there is none.
  init(
    grid: TileGrid, scale: GraphScale, second: GraphScale?, content: GraphContent, settings: GraphSettings
  ) {
    let (style, channels) = (settings.style, content.channels)
    self.grid = grid
    self.scale = scale
    secondScale = second
    isOnSecondAxis = channels.indices.filter { channels[$0].isOn }.map { content.axes.isOnSecond($0) }
    lineWidth = style.lineWidth
    colors = channels.indices.filter { channels[$0].isOn }.map { style.color(of: channels[$0], at: $0) }
    background = style.background
    gridColor = style.grid
    zeroColor = style.zero
    lines = scale.lines
    thresholds = settings.thresholds
  }
}
