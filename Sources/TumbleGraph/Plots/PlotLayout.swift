import TumbleDrawing
import TumbleGeometry

/// Where a plot's panels are: the frames of those above each other begin and end at the same places.
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

  /// The frames of all rows get the same height, whatever stands above and below them.
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
    drawing.text(
      plot.title, at: Vector(x, style.fontSize * 1.7), font: style.titleFont, color: style.text)
  }
}
