import Foundation

/// Lines over axes as one still picture: for files, reports and papers.
///
/// A line is drawn as if all its points were: of those that share a column of pixels, or of a document a
/// fraction of one, the first, the lowest, the highest and the last remain. So the cost is that of the
/// picture, not of the points.
public struct Plot: Hashable, Sendable {
  /// The title above everything; empty for none.
  public var title = ""
  /// The panels from the top down.
  public var panels: [PlotPanel]
  /// The number of panels side by side; the rest go into rows below.
  public var columns = 1 { didSet { columns = max(columns, 1) } }
  /// The colors, fonts and widths.
  public var style: GraphStyle

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ panels: [PlotPanel], style: GraphStyle = .paper) {
    self.panels = panels
    self.style = style
  }
}

extension Plot {
  /// Draws the plot into a bitmap.
  /// - Parameters:
  ///   - size: In points, taken into 64...8192 a side.
  ///   - scale: Pixels per point, 0.25...20, and at most 32,767 pixels a side.
  public func bitmap(size: Size, scale: Double = 1) -> Bitmap {
    let size = Self.usable(size)
    let most = Double(Bitmap.maximumSide) / max(size.width, size.height)
    let scale = scale.isFinite ? min(max(scale, 0.25), 20, most) : 1
    return drawing(size: size, detail: .pixels(perPoint: scale)).bitmap(scale: scale)
  }

  /// An SVG document; its text is text.
  /// - Parameters:
  ///   - size: In points, taken into 64...8192 a side.
  ///   - unit: What a point is on paper.
  public func svg(size: Size, unit: Drawing.DocumentUnit = .pixel) -> Data {
    drawing(size: Self.usable(size), detail: .document).svg(unit: unit)
  }

  /// A PDF document of one page, a point being a 72nd of an inch.
  /// - Parameter size: In points, taken into 64...8192 a side.
  /// - Throws: `DrawingError.output`.
  public func pdf(size: Size) throws(DrawingError) -> Data {
    try drawing(size: Self.usable(size), detail: .document).pdf()
  }

  private static func usable(_ size: Size) -> Size {
    func side(_ length: Double) -> Double { length.isFinite ? min(max(length, 64), 8192) : 64 }
    return Size(side(size.width), side(size.height))
  }

  func drawing(size: Size, detail: PlotDetail) -> Drawing {
    var drawing = Drawing(size: size)
    drawing.title = title
    PlotLayout(self, size: size, detail: detail).draw(on: &drawing)
    return drawing
  }
}

/// The fineness with which lines are drawn.
enum PlotDetail: Hashable, Sendable {
  /// Pixels, so many a point: lines of the frame fall on whole ones.
  case pixels(perPoint: Double)
  /// A document that is shown at any size.
  case document

  /// Columns of which each keeps four points of a line.
  var columnsPerPoint: Double {
    switch self {
    case .pixels(let perPoint): perPoint
    // Some 600 to the inch, as a good printer has.
    case .document: 8
    }
  }

  /// The distance from its true course at which a line may be drawn, in points.
  var tolerance: Double {
    switch self {
    case .pixels(let perPoint): 0.02 / perPoint
    case .document: 0.005
    }
  }

  /// The place nearest to a coordinate at which a line of a width fills whole pixels.
  func snapped(_ place: Double, width: Double) -> Double {
    guard case .pixels(let perPoint) = self else { return place }
    let isOdd = max((width * perPoint).rounded(), 1).truncatingRemainder(dividingBy: 2) == 1
    return ((place * perPoint + (isOdd ? 0 : 0.5)).rounded(.down) + (isOdd ? 0.5 : 0)) / perPoint
  }

  /// A width in points that fills whole pixels, at least one.
  func whole(_ width: Double) -> Double {
    guard case .pixels(let perPoint) = self else { return width }
    return max((width * perPoint).rounded(), 1) / perPoint
  }
}

/// Lines over a pair of axes, or with a second vertical axis at the right.
public struct PlotPanel: Hashable, Sendable {
  /// The title above the panel; empty for none.
  public var title = ""
  /// The lines of the panel, drawn in this order.
  public var lines: [PlotLine]
  /// The axis along the bottom.
  public var x = PlotAxis()
  /// The axis at the left.
  public var y = PlotAxis()
  /// The axis at the right, for the lines that ask for it; nil: they stand on the left one too.
  public var secondY: PlotAxis?
  /// The marks in the order of x; kinds that have a name are explained in the legend.
  public var marks: [PlotMark] = []
  /// Is true if the marks' labels are written above the panel, as many of them as find room.
  public var showsMarkLabels = true
  /// The horizontal lines, on the left axis.
  public var thresholds: [GraphThreshold] = []
  /// Is true if the lines and marks are named above the panel; a line alone whose axis has its name needs
  /// none.
  public var showsLegend = true

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ lines: [PlotLine] = [], x: PlotAxis = PlotAxis(), y: PlotAxis = PlotAxis()) {
    self.lines = lines
    self.x = x
    self.y = y
  }
}

/// A line through points.
public struct PlotLine: Hashable, Sendable {
  /// The name for the legend.
  public var name: String
  /// The points in the order in which the line goes through them; one that is not finite interrupts it.
  public var points: [Vector]
  /// The color; nil: the style's next one.
  public var color: Color?
  /// The dash; nil: the style's next one. Lengths count widths of the line.
  public var dash: Dash?
  /// Is true if it is read off the axis at the right.
  public var isOnSecondAxis = false

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ name: String, _ points: [Vector], color: Color? = nil, dash: Dash? = nil) {
    self.name = name
    self.points = points
    self.color = color
    self.dash = dash
  }

  /// The dashes of a line, by which lines are told apart without colors.
  public enum Dash: Hashable, Sendable {
    /// A line without gaps.
    case solid
    /// One of the style's patterns by its place, counted from 0; there is one for every number.
    case pattern(Int)
  }
}

/// Something that happened.
public struct PlotMark: Hashable, Sendable {
  /// The place on the horizontal axis.
  public var x: Double
  /// The kind. Marks of one kind look alike, and the legend names it. Empty: it is not named.
  public var kind: String
  /// The text that is written above the panel where there is room.
  public var label: String
  /// The color of the line and its label.
  public var color: Color

  /// Creates a value by its parts, which are the properties of the same names.
  public init(x: Double, kind: String = "", label: String = "", color: Color = .black) {
    self.x = x
    self.kind = kind
    self.label = label
    self.color = color
  }
}

/// The frames of a plot's panels: those above each other begin and end at the same x.
struct PlotLayout {
  private let plot: Plot
  private let size: Size
  private let detail: PlotDetail
  private var panels: [PanelDrawing] = []

  private var style: GraphStyle { plot.style }
  private var rows: Int { (plot.panels.count + plot.columns - 1) / plot.columns }

  init(_ plot: Plot, size: Size, detail: PlotDetail) {
    self.plot = plot
    self.size = size
    self.detail = detail
    guard !plot.panels.isEmpty else { return }
    let em = style.fontSize
    let top = plot.title.isEmpty ? em * 0.5 : em * 2.5
    let cell = Size(size.width / Double(plot.columns), (size.height - top) / Double(rows))
    panels = plot.panels.enumerated().map { place, panel in
      let (column, row) = (place % plot.columns, place / plot.columns)
      let below = place + plot.columns
      return PanelDrawing(
        panel, style: style, detail: detail,
        place: Rect(origin: Vector(Double(column) * cell.width, top + Double(row) * cell.height), size: cell),
        // One time axis is enough for panels above each other.
        showsTimes: !(below < plot.panels.count && panel.x.isTime && plot.panels[below].x == panel.x))
    }
    alignSides()
    shareHeights(top: top)
    for place in panels.indices { panels[place].findTicks() }
  }

  /// Panels above each other get the widest margins of theirs, so that their times agree.
  private mutating func alignSides() {
    // The labels' width depends on the height, hardly ever by more than a figure.
    for place in panels.indices { panels[place].findTicks() }
    for column in 0..<plot.columns {
      let own = panels.indices.filter { $0 % plot.columns == column }
      let left = own.map { panels[$0].leftMargin }.max() ?? 0
      let right = own.map { panels[$0].rightMargin }.max() ?? 0
      for place in own { panels[place].setSides(left: left, right: right) }
    }
  }

  /// Gives the frames of all rows the same height, whatever stands above and below them.
  private mutating func shareHeights(top: Double) {
    func members(_ row: Int) -> [Int] { panels.indices.filter { $0 / plot.columns == row } }
    let above = (0..<rows).map { row in members(row).map { panels[$0].topMargin }.max() ?? 0 }
    let below = (0..<rows).map { row in members(row).map { panels[$0].bottomMargin }.max() ?? 0 }
    let used = zip(above, below).reduce(top) { $0 + $1.0 + $1.1 }
    let height = max((size.height - used) / Double(rows), 8)
    var y = top
    for row in 0..<rows {
      y += above[row]
      for place in members(row) { panels[place].setHeight(top: y, bottom: y + height) }
      y += height + below[row]
    }
  }

  func draw(on drawing: inout Drawing) {
    drawing.fill(Rect(size: size), style.background)
    for panel in panels { panel.draw(on: &drawing) }
    guard !plot.title.isEmpty else { return }
    let x = plot.columns == 1 ? panels.first?.frame.min.x ?? style.fontSize : style.fontSize
    drawing.text(plot.title, at: Vector(x, style.fontSize * 1.7), font: style.titleFont, color: style.text)
  }
}

/// The names above a panel, as many on a row as fit: lines, and kinds of marks.
struct PlotLegend {
  enum Sample: Hashable {
    case line(Color, Stroke)
    case mark(MarkShape, Color)
  }

  private var places: [(place: Vector, text: String, sample: Sample)] = []
  private let style: GraphStyle
  private(set) var height = 0.0

  private var sampleWidth: Double { style.fontSize * 2 }

  private func width(of sample: Sample) -> Double {
    if case .mark = sample { return style.fontSize * 0.7 }
    return sampleWidth
  }

  init(_ entries: [(text: String, sample: Sample)], style: GraphStyle, width: Double) {
    self.style = style
    guard !entries.isEmpty else { return }
    let row = style.fontSize * 1.45
    var (x, y) = (0.0, style.fontSize)
    for entry in entries {
      let entryWidth =
        self.width(of: entry.sample) + style.fontSize * 0.5 + style.font().measure(entry.text).width
      if x > 0, x + entryWidth > width { (x, y) = (0, y + row) }
      places.append((Vector(x, y), entry.text, entry.sample))
      x += entryWidth + style.fontSize * 1.4
    }
    height = y + style.fontSize * 0.6
  }

  func draw(at corner: Vector, on drawing: inout Drawing) {
    for (place, text, sample) in places {
      let point = corner + place
      let middle = point - Vector(0, style.fontSize * 0.34)
      switch sample {
      case .line(let color, let stroke):
        drawing.stroke(from: middle, to: middle + Vector(sampleWidth, 0), color, stroke)
      case .mark(let shape, let color):
        let size = style.fontSize * 0.32
        drawing.fill([shape.outline(center: middle + Vector(size, 0), size: size)], color)
      }
      drawing.text(
        text, at: point + Vector(width(of: sample) + style.fontSize * 0.5, 0), font: style.font(),
        color: style.text)
    }
  }
}

/// The shapes of the marks, so that kinds differ not by their color alone.
enum MarkShape: CaseIterable, Hashable {
  case triangle, diamond, square, hexagon

  init(kind: Int) { self = Self.allCases[kind % Self.allCases.count] }

  /// Computes the outline of a mark about a center.
  /// - Parameter size: From the middle to the sides.
  func outline(center: Vector, size: Double) -> [Vector] {
    let corners: [Vector] =
      switch self {
      case .triangle: [Vector(-1, -0.9), Vector(1, -0.9), Vector(0, 0.9)]
      case .diamond: [Vector(0, -1.2), Vector(1, 0), Vector(0, 1.2), Vector(-1, 0)]
      case .square: [Vector(-0.85, -0.85), Vector(0.85, -0.85), Vector(0.85, 0.85), Vector(-0.85, 0.85)]
      case .hexagon:
        [
          Vector(-0.5, -0.87), Vector(0.5, -0.87), Vector(1, 0), Vector(0.5, 0.87), Vector(-0.5, 0.87),
          Vector(-1, 0),
        ]
      }
    return corners.map { center + $0 * size }
  }
}
