import TumbleDrawing
import TumbleGeometry

/// What lies over the tiles: the header, the labels of values and times, and what the mouse points at.
///
/// Each is drawn again only when it says something else.
struct GraphChrome: Sendable {
  var header: GraphHeader
  private var values: ValueLabels
  private var times: TimeLabels
  private var crosshair: Crosshair
  private var phase: PhaseView

  // Ids are dense, so that an array can be indexed with them: these, then times and tiles in turn.
  static let headerID = 0
  static let valuesID = 1
  static let thresholdsID = 2
  static let crosshairID = 3
  static let tooltipID = 4
  static let secondValuesID = 5
  static let phaseID = 6
  static func id(ofTime label: Int) -> Int { 7 + 2 * label }
  static func id(ofTile slot: Int) -> Int { 8 + 2 * slot }

  init(target: LayerTarget) {
    header = GraphHeader(target: target)
    values = ValueLabels(target: target)
    times = TimeLabels(target: target)
    crosshair = Crosshair(target: target)
    phase = PhaseView(target: target)
  }
}

extension GraphChrome {
  /// Everything is to be drawn again.
  mutating func becomeStale() {
    header.becomeStale()
    values.isStale = true
    times.becomeStale()
    crosshair.becomeStale()
    phase.becomeStale()
  }

  /// The labels of values and thresholds are to be drawn again.
  mutating func labelsBecomeStale() { values.isStale = true }

  mutating func addLayers(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    guard graph.viewport.size.width >= 1, graph.viewport.size.height >= 1 else { return }
    if graph.phase != nil, graph.viewport.plotHeightInPixels > 0 {
      phase.add(to: &layers, graph)
      header.reading = phase.reading
    } else if graph.viewport.plotHeightInPixels > 0 {
      if graph.settings.showsLabels {
        times.add(to: &layers, graph)
        values.add(to: &layers, graph)
      }
      crosshair.add(to: &layers, graph)
      header.reading = crosshair.reading
    }
    if graph.viewport.headerInPixels > 0 { header.add(to: &layers, graph) }
  }
}

extension Canvas {
  /// Draws a label, and dims what is behind it, so that lines do not make it unreadable.
  func label(
    _ text: String, at point: Vector, style: GraphStyle, color: Color, alignment: Canvas.Alignment = .left
  ) {
    let width = measure(text, font: style.font()).width
    let left =
      switch alignment {
      case .left: point.x
      case .center: point.x - width / 2
      case .right: point.x - width
      }
    roundedRectangle(
      Rect(min: Vector(left - 3, point.y - style.fontSize), max: Vector(left + width + 3, point.y + 3)),
      radius: 3)
    fill(style.background.withAlpha(0.72))
    self.text(text, at: point, font: style.font(), color: color, alignment: alignment)
  }
}
