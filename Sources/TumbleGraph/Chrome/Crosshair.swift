/// A vertical line under the mouse with a dot on every curve, and the tooltip beside it.
struct Crosshair: Sendable {
  private let target: LayerTarget
  private var line = GraphLayer(id: GraphChrome.crosshairID)
  private var box = GraphLayer(id: GraphChrome.tooltipID)
  /// The tooltip that the layers were drawn for.
  private var shownTooltip: Tooltip?
  private var shownDots: [Double] = []
  private var spot = TooltipPlacement.Spot()
  /// The sample that the legend is to show, because a tooltip would cover a curve wherever it is; nil: none.
  private(set) var reading: Int?

  init(target: LayerTarget) { self.target = target }

  /// The half of the width of the line's layer, in points: room for the dots.
  private static let reach = 5.0
}

extension Crosshair {
  mutating func becomeStale() { shownTooltip = nil }

  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    let viewport = graph.viewport
    reading = nil
    guard let hover = graph.hover, hover.isFinite, hover.y >= viewport.headerHeight,
      hover.y <= viewport.size.height, let index = viewport.sample(at: hover.x)
    else {
      shownTooltip = nil
      return
    }
    let tooltip = Tooltip(at: index, graph)
    let boxSize = tooltip.size(graph.settings.style)
    let (channels, history) = (graph.content.channels, graph.content.history)
    let on = channels.indices.filter { channels[$0].isOn && graph.content.axes.shows(history[$0, index]) }
    let dots = on.map { graph.y(of: history[$0, index], channel: $0) }
    if tooltip != shownTooltip || dots != shownDots {
      shownTooltip = tooltip
      shownDots = dots
      draw(tooltip, size: boxSize, graph)
      drawLine(zip(on, dots), graph)
    }
    let x = viewport.x(of: index)
    let placement = TooltipPlacement(size: boxSize, x: x, graph)
    spot = placement.spot(insteadOf: spot)
    let place = placement.rect(spot).min
    line.x = Int(((x - Self.reach) * viewport.pixelScale).rounded())
    line.y = viewport.headerInPixels
    box.x = Int((place.x * viewport.pixelScale).rounded())
    box.y = viewport.headerInPixels + Int((place.y * viewport.pixelScale).rounded())
    layers.append(line)
    guard viewport.headerInPixels == 0 || placement.isFree(spot) else {
      reading = index
      return
    }
    layers.append(box)
  }

  private mutating func draw(_ tooltip: Tooltip, size: Size, _ graph: GraphSnapshot) {
    let scale = graph.viewport.pixelScale
    box.draw(
      width: Int((size.width * scale).rounded(.up)), height: Int((size.height * scale).rounded(.up)),
      scale: scale, on: target
    ) { tooltip.draw(style: graph.settings.style, size: size, on: $0) }
  }

  private mutating func drawLine(_ dots: some Sequence<(Int, Double)>, _ graph: GraphSnapshot) {
    let (viewport, style) = (graph.viewport, graph.settings.style)
    line.draw(
      width: Int((2 * Self.reach * viewport.pixelScale).rounded(.up)), height: viewport.plotHeightInPixels,
      scale: viewport.pixelScale, on: target
    ) { canvas in
      let pixel = 1 / viewport.pixelScale
      canvas.fill(
        Rect(origin: Vector(Self.reach, 0), size: Size(pixel, viewport.plotHeight)),
        style.text.withAlpha(0.45))
      for (channel, y) in dots {
        canvas.circle(center: Vector(Self.reach + pixel / 2, y), radius: 3.5)
        canvas.fill(style.color(of: graph.content.channels[channel], at: channel), keepingPath: true)
        canvas.stroke(style.background, Stroke(width: 1))
      }
    }
  }
}

/// The box beside the mouse: the time there, every channel's value, and the marker that is near.
struct Tooltip: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var name: String
    var value: String
    var color: Color
  }

  var time: String
  var rows: [Row]
  var note: String

  private static let edge = 8.0

  /// Creates the tooltip of a sample.
  init(at index: Int, _ graph: GraphSnapshot) {
    let (content, settings) = (graph.content, graph.settings)
    time = TimeText.text(samples: content.history.samplesIntoRun(index), rate: settings.rate, places: 3)
    rows = content.channels.indices.filter { content.channels[$0].isOn }.map { i in
      Row(
        name: content.channels[i].name, value: graph.text(of: i, at: index, unit: content.channels[i].unit),
        color: settings.style.color(of: content.channels[i], at: i))
    }
    // The marker that is nearly there.
    let reach = max(Int((4 / graph.viewport.grid.pointsPerSample).rounded(.up)), 1)
    let near = content.markers(in: index - reach..<index + reach + 1)
    note = near.first.map { content.markers[$0].label } ?? ""
  }

  private func lineHeight(_ style: GraphStyle) -> Double { (style.fontSize * 1.5).rounded() }

  func size(_ style: GraphStyle) -> Size {
    let font = style.font()
    let names = rows.map { font.measure($0.name).width }.max() ?? 0
    let values = rows.map { font.measure($0.value).width }.max() ?? 0
    let heads = [time, note].map { style.font(bold: true).measure($0).width }.max() ?? 0
    let lines = 1 + rows.count + (note.isEmpty ? 0 : 1)
    return Size(
      (max(12 + names + 14 + values, heads) + 2 * Self.edge).rounded(.up),
      Double(lines) * lineHeight(style) + Self.edge)
  }

  func draw(style: GraphStyle, size: Size, on canvas: borrowing Canvas) {
    let line = lineHeight(style)
    canvas.roundedRectangle(Rect(size: size).insetBy(0.5), radius: 5)
    canvas.fill(style.header.withAlpha(0.94), keepingPath: true)
    canvas.stroke(style.zero, Stroke(width: 1))
    var y = Self.edge / 2 + style.fontSize + 1
    canvas.text(time, at: Vector(Self.edge, y), font: style.font(bold: true), color: style.text)
    for row in rows {
      y += line
      canvas.circle(center: Vector(Self.edge + 4, y - style.fontSize * 0.36), radius: 3.2)
      canvas.fill(row.color)
      canvas.text(row.name, at: Vector(Self.edge + 12, y), font: style.font(), color: style.faintText)
      canvas.text(
        row.value, at: Vector(size.width - Self.edge, y), font: style.font(), color: style.text,
        alignment: .right)
    }
    if !note.isEmpty {
      canvas.text(note, at: Vector(Self.edge, y + line), font: style.font(), color: style.text)
    }
  }
}

/// A search for the side of the crosshair and the height where a tooltip covers the least of the curves.
struct TooltipPlacement {
  /// A side of the crosshair, and how far down from the plot's top, in points.
  struct Spot: Hashable, Sendable {
    var isRight = true
    var y = 6.0
  }

  private let size: Size
  private let spots: [Spot]
  /// The two sides, each with the left edge of the tooltip and the curves that it may cover there: pieces
  /// from top to bottom.
  private let sides: [(x: Double, curves: [ClosedRange<Double>])]

  /// The distance from the crosshair, and from the plot's edges.
  private static let gap = 12.0
  private static let edge = 6.0
  /// The width of the pieces in which the curves are looked at, and the distance between spots.
  private static let piece = 8.0

  /// - Parameter x: The crosshair's, in points.
  init(size: Size, x: Double, _ graph: GraphSnapshot) {
    self.size = size
    let width = graph.viewport.size.width
    let left = x - Self.gap - size.width
    let right = x + Self.gap
    // Where there is no room on a side, it is not there; where there is none on both, within the plot.
    let fits = (left: left >= 0, right: right + size.width <= width)
    sides = [left, min(right, max(width - size.width, 0))].map { x in
      (x, Self.curves(from: x, to: x + size.width, graph))
    }
    let lowest = max(graph.viewport.plotHeight - Self.edge / 2 - size.height, Self.edge)
    let ys = Array(stride(from: Self.edge, through: lowest, by: Self.piece)) + [lowest]
    spots = [true, false].filter { $0 ? fits.right || !fits.left : fits.left }
      .flatMap { isRight in ys.map { Spot(isRight: isRight, y: $0) } }
  }

  /// Returns the parts of a stretch of the plot that curves of the channels that are on cover.
  private static func curves(from start: Double, to end: Double, _ graph: GraphSnapshot)
    -> [ClosedRange<Double>]
  {
    let (viewport, content) = (graph.viewport, graph.content)
    func sample(_ x: Double) -> Int {
      viewport.rightEdge.advanced(by: (x - viewport.size.width) / viewport.grid.pointsPerSample).index
    }
    return stride(from: start, to: end, by: piece).flatMap { x in
      content.channels.indices.filter { content.channels[$0].isOn }.compactMap { channel in
        content.history.extremes(
          channel: channel, in: sample(x) - 1..<sample(x + piece) + 2, aboveZero: content.axes.isLogarithmic
        )
        .map { graph.y(of: $0.upperBound, channel: channel)...graph.y(of: $0.lowerBound, channel: channel) }
      }
    }
  }
}

extension TooltipPlacement {
  /// Returns the tooltip's present spot, or another where it covers less.
  func spot(insteadOf current: Spot) -> Spot {
    var best = spots.contains(current) ? current : spots.first ?? current
    var fewest = covered(best)
    for spot in spots where fewest > 0 {
      let covered = covered(spot)
      // A little less is no reason to move to and fro.
      if covered == 0 || covered < fewest * 3 / 4 {
        best = spot
        fewest = covered
      }
    }
    return best
  }

  /// Returns the rectangle of a spot, in points from the plot's top left corner.
  func rect(_ spot: Spot) -> Rect { Rect(origin: Vector(sides[spot.isRight ? 1 : 0].x, spot.y), size: size) }

  /// Returns true if a tooltip covers no curve there.
  func isFree(_ spot: Spot) -> Bool { covered(spot) == 0 }

  /// Returns the number of pieces of the curves that a tooltip would cover.
  private func covered(_ spot: Spot) -> Int {
    let room = spot.y - 2...spot.y + size.height + 2
    return sides[spot.isRight ? 1 : 0].curves.count { $0.overlaps(room) }
  }
}
