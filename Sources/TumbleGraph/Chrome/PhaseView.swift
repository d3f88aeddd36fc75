/// One channel over another: the way that the samples in view have gone, and where they are now.
///
/// It is drawn as a whole when samples have come: at once, on the thread that makes the frames. Of many
/// samples, it is drawn again when a thousandth of them are new. Of samples that are kept as extremes only,
/// nothing is drawn: those of two channels need not be of the same moment.
struct PhaseView: Sendable {
  private let target: LayerTarget
  private var layer = GraphLayer(id: GraphChrome.phaseID)
  private var x = AutoScale()
  private var y = AutoScale()
  /// The range of samples that the layer was drawn for.
  private var shown: Range<Int>?
  private var shownPhase: GraphPhase?
  private var shownReading: Int?
  /// The corners of the line, kept for their memory.
  private var path: [Vector] = []
  /// The sample that is nearest to the mouse; nil where it is elsewhere.
  private(set) var reading: Int?

  /// The distance around the plot, in points.
  private static let edge = 6.0
  /// The distance within which the mouse reads a sample, in points.
  private static let reach = 40.0

  init(target: LayerTarget) { self.target = target }
}

extension PhaseView {
  mutating func becomeStale() { shown = nil }

  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    guard let phase = graph.phase else { return }
    let samples = graph.viewport.visibleIndices.clamped(to: graph.content.history.fullIndices)
    if phase != shownPhase { (x, y) = (AutoScale(), AutoScale()) }
    let moved = shown.map { abs(samples.upperBound - $0.upperBound) } ?? .max
    let isDue = shown == nil || phase != shownPhase || moved > samples.count / 1000
    if isDue { findScales(phase, samples, graph) }
    reading = nearest(phase, samples, graph)
    if isDue || reading != shownReading {
      shown = samples
      shownPhase = phase
      shownReading = reading
      draw(phase, samples, graph)
    }
    layer.y = graph.viewport.headerInPixels
    layers.append(layer)
  }

  private mutating func findScales(_ phase: GraphPhase, _ samples: Range<Int>, _ graph: GraphSnapshot) {
    let (history, settings) = (graph.content.history, graph.settings)
    func follow(_ scale: inout AutoScale, _ channel: Int, lines: Int, limits: ClosedRange<Double>?) {
      _ = scale.set(limits: limits, lines: lines, isLogarithmic: settings.isLogarithmic)
      _ = scale.follow(
        history.extremes(channel: channel, in: samples, aboveZero: settings.isLogarithmic), isForced: false)
    }
    follow(&x, phase.x, lines: max(Int(graph.viewport.size.width / 80), 2), limits: nil)
    let isSecond = graph.content.axes.isOnSecond(phase.y)
    follow(
      &y, phase.y, lines: graph.viewport.gridLines, limits: isSecond ? settings.secondLimits : settings.limits
    )
  }

  private func plot(_ graph: GraphSnapshot) -> Rect {
    let bottom = graph.settings.showsLabels ? TimeLabels.height(graph.settings.style) : Self.edge
    let size = graph.viewport.size
    return Rect(
      min: Vector(Self.edge, Self.edge),
      max: Vector(max(size.width - Self.edge, 8), max(graph.viewport.plotHeight - bottom, 8)))
  }

  /// Returns the position of a sample, in points from the plot's top left corner; nil where it has none.
  private func place(_ index: Int, _ phase: GraphPhase, _ graph: GraphSnapshot, in plot: Rect) -> Vector? {
    let history = graph.content.history
    let place = Vector(
      plot.min.x + x.scale.position(of: history[phase.x, index]) * plot.width,
      plot.max.y - y.scale.position(of: history[phase.y, index]) * plot.height)
    return place.isFinite ? place : nil
  }

  private func nearest(_ phase: GraphPhase, _ samples: Range<Int>, _ graph: GraphSnapshot) -> Int? {
    guard let hover = graph.hover, hover.isFinite, hover.y >= graph.viewport.headerHeight,
      hover.y <= graph.viewport.size.height
    else { return nil }
    let mouse = hover - Vector(0, graph.viewport.headerHeight)
    let plot = plot(graph)
    var best: (index: Int, distance: Double)?
    for index in samples {
      guard let place = place(index, phase, graph, in: plot) else { continue }
      let distance = (place - mouse).length
      if distance < best?.distance ?? Self.reach { best = (index, distance) }
    }
    return best?.index
  }

  // MARK: Drawing

  private mutating func draw(_ phase: GraphPhase, _ samples: Range<Int>, _ graph: GraphSnapshot) {
    let plot = plot(graph)
    var pieces: [Int] = []
    path.removeAll(keepingCapacity: true)
    for index in samples {
      let startsRun = graph.content.history.runIndices(of: index).lowerBound == index
      guard let place = place(index, phase, graph, in: plot) else {
        if pieces.last != path.count { pieces.append(path.count) }
        continue
      }
      if startsRun, pieces.last != path.count { pieces.append(path.count) }
      path.append(place)
    }
    pieces.append(path.count)
    let (x, y, path, reading) = (x.scale, y.scale, path, reading)
    let head = reading.flatMap { place($0, phase, graph, in: plot) } ?? path.last
    layer.draw(
      width: graph.viewport.widthInPixels, height: graph.viewport.plotHeightInPixels,
      scale: graph.viewport.pixelScale, on: target
    ) { canvas in
      let style = graph.settings.style
      canvas.fill(Rect(size: Size(graph.viewport.size.width, graph.viewport.plotHeight)), style.background)
      Self.drawGrid(x, y, plot, graph, on: canvas)
      let color = style.color(of: graph.content.channels[phase.y], at: phase.y)
      var start = 0
      for end in pieces {
        canvas.polyline(PathSimplifier.simplify(path[start..<end], tolerance: 0.1))
        start = end
      }
      canvas.stroke(color, Stroke(width: style.lineWidth))
      if let head {
        canvas.circle(center: head, radius: 3.5)
        canvas.fill(color, keepingPath: true)
        canvas.stroke(style.background, Stroke(width: 1))
      }
      if graph.settings.showsLabels { Self.drawLabels(x, y, phase, plot, graph, on: canvas) }
    }
  }

  private static func drawGrid(
    _ x: GraphScale, _ y: GraphScale, _ plot: Rect, _ graph: GraphSnapshot, on canvas: borrowing Canvas
  ) {
    let (style, pixel) = (graph.settings.style, 1 / graph.viewport.pixelScale)
    for value in x.lines {
      let place = plot.min.x + x.position(of: value) * plot.width
      canvas.fill(
        Rect(origin: Vector(place, 0), size: Size(pixel, graph.viewport.plotHeight)),
        value == 0 ? style.zero : style.grid)
    }
    for value in y.lines {
      let place = plot.max.y - y.position(of: value) * plot.height
      canvas.fill(
        Rect(origin: Vector(0, place), size: Size(graph.viewport.size.width, pixel)),
        value == 0 ? style.zero : style.grid)
    }
  }

  private static func drawLabels(
    _ x: GraphScale, _ y: GraphScale, _ phase: GraphPhase, _ plot: Rect, _ graph: GraphSnapshot,
    on canvas: borrowing Canvas
  ) {
    let style = graph.settings.style
    func text(_ value: Double, _ scale: GraphScale) -> String {
      scale.isLogarithmic ? NumberText.text(value) : NumberText.text(line: value, step: scale.step)
    }
    for value in y.lines {
      let height = plot.max.y - y.position(of: value) * plot.height + style.fontSize * 0.36
      canvas.label(
        text(value, y), at: Vector(5, min(max(height, style.fontSize), graph.viewport.plotHeight - 3)),
        style: style, color: style.faintText)
    }
    let bottom = plot.max.y + style.fontSize + 2
    // Their places are those of the lines, beside the labels of the values at the left.
    for value in x.lines {
      let place = plot.min.x + x.position(of: value) * plot.width
      guard place > style.fontSize * 4, place < plot.max.x - style.fontSize else { continue }
      canvas.label(
        text(value, x), at: Vector(place, bottom), style: style, color: style.faintText, alignment: .center)
    }
    let name = graph.content.channels[phase.x]
    canvas.label(
      name.unit.isEmpty ? name.name : "\(name.name) (\(name.unit))",
      at: Vector(plot.max.x - 2, bottom - style.fontSize * 1.6), style: style, color: style.text,
      alignment: .right)
  }
}
