/// The layers over the tiles: the header, the labels of values and times, and the crosshair.
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

  /// Has the labels of values and thresholds drawn again.
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

/// The strip above the plot: the title, the legend, and how far the view is behind.
struct GraphHeader: Sendable {
  private(set) var legend = Legend()
  private let target: LayerTarget
  private var layer = GraphLayer(id: GraphChrome.headerID)
  private var isStale = true
  /// The stamp of the values that were drawn.
  private var stamp = Int.min
  /// The sample whose values are shown instead of the newest ones; nil: none.
  var reading: Int? { didSet { if reading != oldValue { isStale = true } } }

  init(target: LayerTarget) { self.target = target }
}

extension GraphHeader {
  /// The height in points; 0 without a header.
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

/// The strip above a graph: its title, and a switch per channel with the channel's newest value.
///
/// Every entry has its place whatever the values are, so nothing jumps while they change.
struct Legend: Sendable {
  private(set) var rows = 0
  /// The switches, by channel; in points from the strip's top left corner. Fewer than channels where there is
  /// no room.
  private(set) var entries: [Rect] = []
  /// The names of the kinds of marks, after the switches; all of them, or none where there is no room.
  private(set) var markEntries: [Rect] = []
  private var markNames: [String] = []

  private(set) var showsValues = true
  private var titleWidth = 0.0
  private var nameWidths: [Double] = []
  private var valueWidth = 0.0
  private var rowHeight = 0.0

  private static let edge = 8.0
  private static let swatch = 14.0
  private static let gap = 14.0
  private static let bottomEdge = 2.0
  /// The width of the number of entries that are left out.
  private static let moreWidth = 28.0
  /// The width of the note that says how far the view is behind.
  private static let noteWidth = 70.0

  /// Places everything for a graph's size; entries that do not fit go on the next row. Where that takes too
  /// much of the height, the marks' kinds are left out, then the values, and then the last entries.
  init(
    title: String, channels: [GraphChannel], marks: [GraphMarkKind] = [], style: GraphStyle, size: Size
  ) {
    let width = size.width
    rowHeight = (style.fontSize * 1.9).rounded()
    // A quarter of the graph; one row may be more, but then the plot must still have more than half.
    let maximumRows = max(
      Int((size.height / 4 - Self.bottomEdge) / rowHeight),
      rowHeight + Self.bottomEdge <= size.height * 0.4 ? 1 : 0)
    guard !title.isEmpty || !channels.isEmpty, maximumRows > 0 else { return }
    let font = style.font()
    titleWidth = title.isEmpty ? 0 : style.font(bold: true).measure(title).width + Self.gap
    nameWidths = channels.map { font.measure($0.name).width }
    // Room for the longest common value: a sign, four figures, a point and a prefix.
    let widestUnit = channels.map { font.measure(Self.unit(of: $0)).width }.max() ?? 0
    valueWidth = 6 + font.measure("-0.000 M").width + widestUnit
    place(width: width)
    if !marks.isEmpty, rows <= maximumRows {
      markNames = marks.map(\.name)
      placeMarks(markNames.map { font.measure($0).width }, width: width, maximumRows: maximumRows)
    }
    if rows > maximumRows {
      showsValues = false
      valueWidth = 0
      place(width: width)
    }
    guard rows > maximumRows else { return }
    rows = maximumRows
    let bottom = Double(maximumRows) * rowHeight
    // The last row ends with the number of those that are left out.
    entries.removeAll { entry in
      entry.max.y > bottom || entry.max.y == bottom && entry.max.x > width - Self.edge - Self.moreWidth
    }
  }

  private mutating func place(width: Double) {
    entries.removeAll()
    var x = Self.edge + titleWidth
    var row = 0
    for nameWidth in nameWidths {
      let entryWidth = Self.swatch + nameWidth + valueWidth
      if x + entryWidth > width - Self.edge, x > Self.edge {
        row += 1
        x = Self.edge
      }
      entries.append(Rect(origin: Vector(x, Double(row) * rowHeight), size: Size(entryWidth, rowHeight)))
      x += entryWidth + Self.gap
    }
    rows = row + 1
  }

  /// Places the marks behind the switches, in a row of their own where there is one left.
  private mutating func placeMarks(_ widths: [Double], width: Double, maximumRows: Int) {
    let needed = widths.reduce(0) { $0 + Self.swatch + $1 + Self.gap } - Self.gap
    var corner = entries.last.map { Vector($0.max.x + 2 * Self.gap, $0.min.y) } ?? Vector(Self.edge, 0)
    // How far it is scrolled back is shown at the right end of the first row.
    let room = width - Self.edge - (corner.y == 0 ? Self.noteWidth : 0)
    if corner.x + needed > room {
      guard rows < maximumRows, Self.edge + needed <= width - Self.edge else { return markNames = [] }
      corner = Vector(Self.edge, Double(rows) * rowHeight)
      rows += 1
    }
    for nameWidth in widths {
      markEntries.append(Rect(origin: corner, size: Size(Self.swatch + nameWidth, rowHeight)))
      corner.x += Self.swatch + nameWidth + Self.gap
    }
  }

  init() {}

  /// A long unit is left to the tooltip and to exports.
  private static func unit(of channel: GraphChannel) -> String {
    channel.unit.utf8.count > 6 ? "" : channel.unit
  }

  var height: Double { rows == 0 ? 0 : Double(rows) * rowHeight + Self.bottomEdge }

  /// The channel whose switch is at a point; nil for none.
  func channel(at point: Vector) -> Int? { entries.firstIndex { $0.contains(point) } }

  /// Draws the legend with the values of a sample.
  /// - Parameters:
  ///   - index: The sample whose values are shown.
  ///   - note: At the right end, such as how far the view is scrolled back.
  func draw(_ graph: GraphSnapshot, at index: Int, note: String, on canvas: borrowing Canvas) {
    let (channels, style, width) = (graph.content.channels, graph.settings.style, graph.viewport.size.width)
    canvas.fill(Rect(size: Size(width, height)), style.header)
    let baseline = (rowHeight * 0.68).rounded() + 1
    canvas.text(
      graph.settings.title, at: Vector(Self.edge, baseline), font: style.font(bold: true), color: style.text)
    let font = style.font()
    for i in entries.indices {
      let (entry, channel) = (entries[i], channels[i])
      let color = style.color(of: channel, at: i)
      let (x, y) = (entry.min.x, entry.min.y)
      let dot = Rect(center: Vector(x + 5, y + rowHeight / 2 + 1), size: Size(9, 9))
      canvas.roundedRectangle(dot, radius: 2.5)
      if channel.isOn {
        canvas.fill(color)
      } else {
        canvas.stroke(style.faintText, Stroke(width: 1))
      }
      let text = channel.isOn ? style.text : style.faintText
      canvas.text(channel.name, at: Vector(x + Self.swatch, y + baseline), font: font, color: style.faintText)
      guard channel.isOn, showsValues else { continue }
      canvas.text(
        graph.text(of: i, at: index, unit: Self.unit(of: channel)),
        at: Vector(x + Self.swatch + nameWidths[i] + 6, y + baseline), font: font, color: text)
    }
    for (entry, kind) in zip(markEntries, graph.settings.marks) {
      // As a mark's head looks in the plot.
      let top = Vector(entry.min.x + 5, entry.min.y + rowHeight / 2 - 3)
      canvas.polyline([top, top + Vector(8, 0), top + Vector(4, 7)], closed: true)
      canvas.fill(kind.color)
      canvas.text(
        kind.name, at: Vector(entry.min.x + Self.swatch + 2, entry.min.y + baseline), font: font,
        color: style.faintText)
    }
    if entries.count < channels.count {
      canvas.text(
        "+\(channels.count - entries.count)",
        at: Vector(width - Self.edge, Double(rows - 1) * rowHeight + baseline), font: font,
        color: style.faintText, alignment: .right)
    }
    if !note.isEmpty {
      let size = canvas.measure(note, font: font)
      let box = Rect(origin: Vector(width - size.width - 14, 2), size: Size(size.width + 10, rowHeight - 2))
      canvas.roundedRectangle(box, radius: 4)
      canvas.fill(style.grid.withAlpha(0.25))
      canvas.text(note, at: Vector(width - 9, baseline), font: font, color: style.text, alignment: .right)
    }
  }
}
