import TumbleDrawing
import TumbleGeometry

/// The labels of the vertical lines: they move with the tiles, and each is drawn once while it is in view.
struct TimeLabels: Sendable {
  private struct Label: Sendable {
    var layer: GraphLayer
    /// The time that it shows, in samples; nil while it is free.
    var time: Int?
    var isInView = false
  }

  private let target: LayerTarget
  private var labels: [Label] = []

  init(target: LayerTarget) { self.target = target }

  private static let width = 64.0
}

extension TimeLabels {
  /// In points.
  static func height(_ style: GraphStyle) -> Double { (style.fontSize * 1.6).rounded(.up) }

  /// Not where the plot is so low that they would cover it.
  static func isShown(_ settings: GraphSettings, height: Double) -> Bool {
    settings.showsLabels && height > 4 * settings.style.fontSize
  }

  mutating func becomeStale() {
    for i in labels.indices { labels[i].time = nil }
  }

  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    let (viewport, axis, history) = (graph.viewport, graph.look.timeAxis, graph.content.history)
    guard Self.isShown(graph.settings, height: viewport.plotHeight) else { return }
    for i in labels.indices { labels[i].isInView = false }
    // Half a label beyond either edge.
    let reach = Self.width / 2 / viewport.grid.pointsPerSample
    let left = viewport.rightEdge.advanced(by: -viewport.visibleSamples - reach).index
    let right = viewport.rightEdge.advanced(by: reach).index
    let pixelsWide = Int((Self.width * viewport.pixelScale).rounded())
    let pixelsHigh = Int((Self.height(graph.settings.style) * viewport.pixelScale).rounded(.up))
    var next = 0
    axis.forEachLine(in: left..<max(right, left) + 1, of: history) { index in
      let run = history.runIndices(of: index)
      let time = index - run.lowerBound
      // None before the first run, and none that the next run's first label would cover.
      guard time >= 0, run.upperBound == history.endIndex || Double(run.upperBound - index) > 2 * reach
      else { return }
      let label = place(for: time, from: next)
      next = label + 1
      if labels[label].time != time {
        labels[label].time = time
        labels[label].layer.draw(
          width: pixelsWide, height: pixelsHigh, scale: viewport.pixelScale, on: target
        ) { canvas in
          let style = graph.settings.style
          canvas.label(
            axis.text(at: time), at: Vector(Self.width / 2, style.fontSize + 2), style: style,
            color: style.faintText, alignment: .center)
        }
      }
      labels[label].isInView = true
      labels[label].layer.x =
        Int((viewport.x(of: index) * viewport.pixelScale).rounded()) - pixelsWide / 2
      labels[label].layer.y = viewport.headerInPixels + viewport.plotHeightInPixels - pixelsHigh
      layers.append(labels[label].layer)
    }
    for i in labels.indices where !labels[i].isInView { labels[i].time = nil }
  }

  /// The label that shows a time already, or one that is free, or a new one.
  ///
  /// - Parameter start: where it probably is: after the label to its left.
  private mutating func place(for time: Int, from start: Int) -> Int {
    let count = labels.count
    for offset in 0..<count {
      let i = (start + offset) % count
      if labels[i].time == time, !labels[i].isInView { return i }
    }
    if let free = labels.firstIndex(where: { !$0.isInView && $0.time == nil }) { return free }
    labels.append(Label(layer: GraphLayer(id: GraphChrome.id(ofTime: labels.count))))
    return labels.count - 1
  }
}
