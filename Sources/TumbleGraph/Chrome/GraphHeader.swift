import TumbleDrawing
import TumbleGeometry

/// The strip above the plot: the title, the legend, and how far the view is behind.
struct GraphHeader: Sendable {
  private(set) var legend = Legend()
  private let target: LayerTarget
  private var layer = GraphLayer(id: GraphChrome.headerID)
  private var isStale = true
  /// What the values were drawn for.
  private var stamp = Int.min

  init(target: LayerTarget) { self.target = target }
}

extension GraphHeader {
  /// In points; 0 without a header.
  var height: Double { legend.height }

  mutating func becomeStale() { isStale = true }

  /// Lays the legend out in a graph's place.
  mutating func place(_ settings: GraphSettings, _ channels: [GraphChannel], in size: Size) {
    isStale = true
    legend =
      settings.showsHeader
      ? Legend(
        title: settings.title, channels: channels, marks: settings.marks, style: settings.style, size: size)
      : Legend()
  }

  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    let viewport = graph.viewport
    // The values change eight times per second: faster cannot be read.
    let stamp = floorDivide(graph.content.history.newestIndex, max(graph.settings.rate / 8, 1))
    if isStale || stamp != self.stamp {
      isStale = false
      self.stamp = stamp
      let (legend, note) = (legend, Self.note(graph))
      layer.draw(
        width: viewport.widthInPixels, height: viewport.headerInPixels, scale: viewport.pixelScale, on: target
      ) { legend.draw(graph, note: note, on: $0) }
    }
    layers.append(layer)
  }

  /// How far the view is behind the newest sample.
  private static func note(_ graph: GraphSnapshot) -> String {
    guard let frozenAt = graph.viewport.frozenAt else { return "" }
    var text = "◂ "
    text += TimeText.text(
      samples: max(graph.content.history.newestIndex - frozenAt.index, 0), rate: graph.settings.rate,
      places: 1)
    return text
  }
}
