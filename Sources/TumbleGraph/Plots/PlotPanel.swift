import TumbleDrawing
import TumbleGeometry

/// Lines over a pair of axes, or with a second vertical axis at the right.
public struct PlotPanel: Hashable, Sendable {
  /// Above the panel; empty for none.
  public var title = ""
  public var lines: [PlotLine]
  /// Along the bottom.
  public var x = PlotAxis()
  /// At the left.
  public var y = PlotAxis()
  /// At the right, for the lines that ask for it; nil: they stand on the left one too.
  public var secondY: PlotAxis?
  /// What happened, in the order of x; kinds that have a name are explained in the legend.
  public var marks: [PlotMark] = []
  /// Whether the marks' labels are written above the panel, as many of them as find room.
  public var showsMarkLabels = true
  /// Horizontal lines, on the left axis.
  public var thresholds: [GraphThreshold] = []
  /// Whether the lines and marks are named above the panel; a line alone whose axis has its name needs none.
  public var showsLegend = true

  public init(_ lines: [PlotLine] = [], x: PlotAxis = PlotAxis(), y: PlotAxis = PlotAxis()) {
    self.lines = lines
    self.x = x
    self.y = y
  }
}

/// A line through points.
public struct PlotLine: Hashable, Sendable {
  /// For the legend.
  public var name: String
  /// In the order in which the line goes through them; one that is not finite interrupts it.
  public var points: [Vector]
  /// nil: the style's next one.
  public var color: Color?
  /// nil: the style's next one. Lengths count widths of the line.
  public var dash: Dash?
  /// Whether it is read off the axis at the right.
  public var isOnSecondAxis = false

  public init(_ name: String, _ points: [Vector], color: Color? = nil, dash: Dash? = nil) {
    self.name = name
    self.points = points
    self.color = color
    self.dash = dash
  }

  public enum Dash: Hashable, Sendable {
    case solid
    /// One of the style's patterns by its place, counted from 0; there is one for every number.
    case pattern(Int)
  }
}

/// Something that happened.
public struct PlotMark: Hashable, Sendable {
  public var x: Double
  /// Those of one kind look alike; the legend names it. Empty: it is not named.
  public var kind: String
  /// Written above the panel where there is room.
  public var label: String
  public var color: Color

  public init(x: Double, kind: String = "", label: String = "", color: Color = .black) {
    self.x = x
    self.kind = kind
    self.label = label
    self.color = color
  }
}
