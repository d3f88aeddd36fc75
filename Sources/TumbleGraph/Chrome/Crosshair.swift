import TumbleDrawing
import TumbleGeometry

/// What the mouse points at: a vertical line with a dot on every curve, and the tooltip beside it.
struct Crosshair: Sendable {
  private let target: LayerTarget
  private var line = GraphLayer(id: GraphChrome.crosshairID)
  private var box = GraphLayer(id: GraphChrome.tooltipID)
  /// What they were drawn for.
  private var shownTooltip: Tooltip?
  private var shownDots: [Double] = []
  private var spot = TooltipPlacement.Spot()
  /// The sample that the legend is to show, because a tooltip would cover a curve wherever it is; nil: none.
  private(set) var reading: Int?

  init(target: LayerTarget) { self.target = target }

  /// Half the width of the line's layer, in points: room for the dots.
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
    let on = channels.indices.filter {
      channels[$0].isOn && graph.content.axes.shows(history[$0, index])
    }
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
