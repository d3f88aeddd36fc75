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
  /// The sample whose values are shown instead of the newest ones; nil: none.
  var reading: Int? { didSet { if reading != oldValue { isStale = true } } }

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
    let newest = graph.content.history.newestIndex - viewport.lag
    let stamp = floorDivide(newest, max(graph.settings.rate / 8, 1))
    if isStale || stamp != self.stamp {
      isStale = false
      self.stamp = stamp
      let (legend, note) = (legend, note(graph))
      let shown = reading ?? newest
      layer.draw(
        width: viewport.widthInPixels, height: viewport.headerInPixels, scale: viewport.pixelScale, on: target
      ) { legend.draw(graph, at: shown, note: note, on: $0) }
    }
    layers.append(layer)
  }

  /// The time that is read, or how far the view is behind the newest sample.
  private func note(_ graph: GraphSnapshot) -> String {
    if let reading {
      let time = TimeText.text(
        samples: graph.content.history.samplesIntoRun(reading), rate: graph.settings.rate, places: 3)
      return legend.showsValues ? time : time + "  " + nearest(at: reading, graph)
    }
    guard let frozenAt = graph.viewport.frozenAt else { return "" }
    var text = "◂ "
    text += TimeText.text(
      samples: max(graph.content.history.newestIndex - frozenAt.index, 0), rate: graph.settings.rate,
      places: 1)
    return text
  }

  /// The value of the curve that is nearest to the mouse: all that a legend without values has room for.
  private func nearest(at index: Int, _ graph: GraphSnapshot) -> String {
    let content = graph.content
    let height = (graph.hover?.y ?? 0) - graph.viewport.headerHeight
    func distance(_ channel: Int) -> Double {
      abs(graph.y(of: content.history[channel, index], channel: channel) - height)
    }
    let shown = content.channels.indices.filter {
      content.channels[$0].isOn && content.axes.shows(content.history[$0, index])
    }
    guard let channel = shown.min(by: { distance($0) < distance($1) }) else { return "–" }
    return graph.text(of: channel, at: index, unit: content.channels[channel].unit)
  }
}
