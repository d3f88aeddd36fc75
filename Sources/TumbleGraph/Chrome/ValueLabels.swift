import TumbleDrawing
import TumbleGeometry

/// The labels of the horizontal lines, at the left, and of the thresholds, at the right.
struct ValueLabels: Sendable {
  private let target: LayerTarget
  private var values = GraphLayer(id: GraphChrome.valuesID)
  private var second = GraphLayer(id: GraphChrome.secondValuesID)
  private var thresholds = GraphLayer(id: GraphChrome.thresholdsID)
  var isStale = true

  init(target: LayerTarget) { self.target = target }
}

extension ValueLabels {
  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    if isStale {
      isStale = false
      draw(graph.look.scale, isSecond: false, on: &values, graph)
      if let scale = graph.look.secondScale { draw(scale, isSecond: true, on: &second, graph) }
      drawThresholds(graph)
    }
    values.y = graph.viewport.headerInPixels
    layers.append(values)
    if graph.look.secondScale != nil {
      second.x = graph.viewport.widthInPixels - second.bitmap.width
      second.y = graph.viewport.headerInPixels
      layers.append(second)
    }
    if thresholds.bitmap.width > 0 { layers.append(thresholds) }
  }

  private func draw(
    _ scale: GraphScale, isSecond: Bool, on layer: inout GraphLayer, _ graph: GraphSnapshot
  ) {
    let (style, viewport) = (graph.settings.style, graph.viewport)
    let texts = scale.lines.map {
      ($0, scale.isLogarithmic ? NumberText.text($0) : NumberText.text(line: $0, step: scale.step))
    }
    let width = (texts.map { style.font().measure($0.1).width }.max() ?? 0) + 12
    layer.draw(
      width: min(Int((width * viewport.pixelScale).rounded(.up)), viewport.widthInPixels),
      height: viewport.plotHeightInPixels, scale: viewport.pixelScale, on: target
    ) { canvas in
      for (value, text) in texts {
        // In the middle of its line, but not cut at the plot's edges.
        let y = min(
          max(graph.look.y(of: value, isSecond: isSecond) + style.fontSize * 0.36, style.fontSize),
          viewport.plotHeight - 3)
        canvas.label(
          text, at: Vector(isSecond ? width - 5 : 5, y), style: style, color: style.faintText,
          alignment: isSecond ? .right : .left)
      }
    }
  }

  private mutating func drawThresholds(_ graph: GraphSnapshot) {
    let (style, viewport) = (graph.settings.style, graph.viewport)
    let labelled = graph.settings.thresholds.filter {
      !$0.label.isEmpty && (0...viewport.plotHeight).contains(graph.look.y(of: $0.value))
    }
    let width = labelled.map { style.font().measure($0.label).width + 12 }.max() ?? 0
    let pixels = min(Int((width * viewport.pixelScale).rounded(.up)), viewport.widthInPixels)
    thresholds.draw(
      width: pixels, height: viewport.plotHeightInPixels, scale: viewport.pixelScale, on: target
    ) { canvas in
      for threshold in labelled {
        let line = graph.look.y(of: threshold.value)
        let y = line > style.fontSize + 6 ? line - 4 : line + style.fontSize + 3
        canvas.label(
          threshold.label, at: Vector(width - 6, y), style: style, color: threshold.color, alignment: .right)
      }
    }
    thresholds.x = viewport.widthInPixels - pixels
    thresholds.y = viewport.headerInPixels
  }
}
