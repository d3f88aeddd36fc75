/// One panel of a plot in its place: first the margins are found, then everything is drawn.
struct PanelDrawing {
  let panel: PlotPanel
  let style: GraphStyle
  let detail: PlotDetail
  /// The part of the picture that the panel has.
  let place: Rect
  let showsTimes: Bool

  var frame: Rect
  var x: AxisTicks
  var y: AxisTicks
  var secondY: AxisTicks?
  let kinds: [(name: String, color: Color)]

  init(_ panel: PlotPanel, style: GraphStyle, detail: PlotDetail, place: Rect, showsTimes: Bool) {
    self.panel = panel
    self.style = style
    self.detail = detail
    self.place = place
    self.showsTimes = showsTimes
    // Until the margins are known.
    let em = style.fontSize
    frame = Rect(min: place.min + Vector(em * 5, em * 2), max: place.max - Vector(em * 2, em * 3))
    if frame.width < 8 || frame.height < 8 { frame = place }
    var kinds: [(name: String, color: Color)] = []
    for mark in panel.marks where !kinds.contains(where: { $0.name == mark.kind }) {
      kinds.append((mark.kind, mark.color))
    }
    self.kinds = kinds
    x = AxisTicks(PlotAxis(), GraphScale(), lines: 2)
    y = AxisTicks(PlotAxis(), GraphScale(), lines: 2)
    findTicks()
  }

  var em: Double { style.fontSize }
}

extension PanelDrawing {
  func draw(on drawing: inout Drawing) {
    drawHeader(on: &drawing)
    drawGrid(on: &drawing)
    drawLines(on: &drawing)
    drawMarks(on: &drawing)
    drawFrame(on: &drawing)
    drawLabels(on: &drawing)
    if panel.lines.allSatisfy({ line in !line.points.contains { path(line).place($0).isFinite } }) {
      drawing.text(
        panel.lines.contains { !$0.points.isEmpty } && (panel.y.isLogarithmic || panel.x.isLogarithmic)
          ? "no values above 0" : "no samples", at: frame.center, font: style.font(), color: style.faintText,
        alignment: .center)
    }
  }

  private func path(_ line: PlotLine) -> PlotPath {
    PlotPath(
      x: x.scale, y: (line.isOnSecondAxis ? secondY : nil)?.scale ?? y.scale, frame: frame, detail: detail)
  }

  private func across(_ value: Double) -> Double {
    snapped(frame.min.x + x.scale.position(of: value) * frame.width)
  }

  private func up(_ value: Double, _ axis: AxisTicks) -> Double {
    snapped(frame.max.y - axis.scale.position(of: value) * frame.height)
  }

  private func drawHeader(on drawing: inout Drawing) {
    var top = frame.min.y - topMargin + em * 0.2
    if !panel.title.isEmpty {
      drawing.text(panel.title, at: Vector(frame.min.x, top + em * 1.1), font: titleFont, color: style.text)
      top += em * 1.7
    }
    legend.draw(at: Vector(frame.min.x, top), on: &drawing)
  }

  /// The font of the title, as small as it must be to end with the panel.
  private var titleFont: Font {
    var font = style.font(bold: true)
    let width = font.measure(panel.title).width
    font.size *= min((place.max.x - frame.min.x) / max(width, 1), 1)
    return font
  }

  private func drawGrid(on drawing: inout Drawing) {
    guard !style.isFramed else { return }
    let thin = Stroke(width: lineWidth, cap: .butt)
    var lines = x.ticks.map {
      [Vector(across($0.value), frame.min.y), Vector(across($0.value), frame.max.y)]
    }
    lines += y.ticks.filter { $0.value != 0 }.map {
      [Vector(frame.min.x, up($0.value, y)), Vector(frame.max.x, up($0.value, y))]
    }
    if !lines.isEmpty { drawing.stroke(lines, style.grid, thin) }
    if !y.scale.isLogarithmic, y.scale.lower < 0, y.scale.upper > 0 {
      drawing.stroke(from: Vector(frame.min.x, up(0, y)), to: Vector(frame.max.x, up(0, y)), style.zero, thin)
    }
  }

  private func drawLines(on drawing: inout Drawing) {
    // Half of a line that lies on the frame is outside of it.
    let room = Rect(
      min: frame.min - Vector(0, style.lineWidth / 2), max: frame.max + Vector(0, style.lineWidth / 2))
    drawing.clipped(to: room) { inner in
      for threshold in panel.thresholds where (0...1).contains(y.scale.position(of: threshold.value)) {
        let height = up(threshold.value, y)
        inner.stroke(
          from: Vector(frame.min.x, height), to: Vector(frame.max.x, height), threshold.color,
          Stroke(width: detail.whole(style.lineWidth * 0.7), cap: .butt, dash: .init(on: 5, off: 3)))
      }
      for (place, line) in panel.lines.enumerated() {
        let (color, stroke) = stroke(place)
        let pieces = path(line).pieces(of: line)
        if !pieces.isEmpty { inner.stroke(pieces, color, stroke) }
      }
    }
    for threshold in panel.thresholds where !threshold.label.isEmpty {
      guard (0...1).contains(y.scale.position(of: threshold.value)) else { continue }
      drawing.text(
        threshold.label, at: Vector(frame.max.x - 4, up(threshold.value, y) - 4), font: style.font(),
        color: threshold.color, alignment: .right)
    }
  }

  /// Draws the marks: a thin line, a sign at its head, and its label above the frame where there is room.
  private func drawMarks(on drawing: inout Drawing) {
    let font = Font(family: style.fontFamily, size: em * 0.8)
    let size = em * 0.28
    var taken = -Double.infinity
    for mark in panel.marks where isShown(mark) {
      let x = across(mark.x)
      let kind = kinds.firstIndex { $0.name == mark.kind } ?? 0
      drawing.stroke(
        from: Vector(x, frame.min.y), to: Vector(x, frame.max.y),
        mark.color.withAlpha(mark.color.alpha * 0.35), Stroke(width: lineWidth, cap: .butt))
      drawing.fill(
        [MarkShape(kind: kind).outline(center: Vector(x, frame.min.y + size), size: size)], mark.color)
      guard panel.showsMarkLabels, !mark.label.isEmpty else { continue }
      let width = font.measure(mark.label).width
      let left = min(max(x - width / 2, frame.min.x), frame.max.x - width)
      guard left > taken + em * 0.7, abs(left + width / 2 - x) < width else { continue }
      drawing.text(mark.label, at: Vector(left, frame.min.y - em * 0.4), font: font, color: mark.color)
      taken = left + width
    }
  }

  private func drawFrame(on drawing: inout Drawing) {
    let (a, b) = (frame.min, frame.max)
    let ink = style.isFramed ? style.text : style.zero
    let thin = Stroke(width: lineWidth, join: .miter, cap: .square)
    guard style.isFramed else {
      let sides = secondY == nil ? [] : [[Vector(b.x, a.y), b]]
      return drawing.stroke([[a, Vector(a.x, b.y), b]] + sides, ink, thin)
    }
    drawing.stroke([[a, Vector(a.x, b.y), b, Vector(b.x, a.y), a]], ink, thin)
    let (long, short) = (tickLength, tickLength * 0.55)
    var ticks = x.ticks.map { tick(below: across($0.value), long) }
    ticks += x.minor.map { tick(below: across($0), short) }
    func beside(_ value: Double, _ axis: AxisTicks, _ length: Double) -> [Vector] {
      let height = up(value, axis)
      return axis == y
        ? [Vector(a.x - length, height), Vector(a.x, height)]
        : [Vector(b.x, height), Vector(b.x + length, height)]
    }
    for axis in [y, secondY].compactMap({ $0 }) {
      ticks += axis.ticks.map { beside($0.value, axis, long) } + axis.minor.map { beside($0, axis, short) }
    }
    if !ticks.isEmpty { drawing.stroke(ticks, ink, Stroke(width: lineWidth, cap: .butt)) }
  }

  private func tick(below x: Double, _ length: Double) -> [Vector] {
    [Vector(x, frame.max.y), Vector(x, frame.max.y + length)]
  }

  private func drawLabels(on drawing: inout Drawing) {
    let color = style.isFramed ? style.text : style.faintText
    let font = style.font()
    for (axis, isRight) in [(y, false), (secondY, true)] {
      guard let axis else { continue }
      let place = isRight ? frame.max.x + tickLength + em * 0.4 : frame.min.x - tickLength - em * 0.4
      for tick in axis.ticks {
        drawing.text(
          tick.label, at: Vector(place, up(tick.value, axis) + em * 0.36), font: font, color: color,
          alignment: isRight ? .left : .right)
      }
      let edge = isRight ? place + labelWidth(axis) + em * 1.3 : place - labelWidth(axis) - em * 0.6
      drawing.text(
        axis.title, at: Vector(edge, frame.center.y), font: font, color: style.text, alignment: .center,
        isUpright: true)
    }
    guard showsTimes else { return }
    let below = frame.max.y + tickLength + em * 1.1
    for tick in x.ticks {
      drawing.text(
        tick.label, at: Vector(across(tick.value), below), font: font, color: color, alignment: .center)
    }
    drawing.text(
      x.title, at: Vector(frame.center.x, below + em * 1.4), font: font, color: style.text,
      alignment: .center)
  }
}

// What is written at the axes and above the frame, and how much room it takes.
extension PanelDrawing {
  /// Finds what is written at the axes for the frame's size.
  mutating func findTicks() {
    let xLines = max(Int(frame.width / (em * 4)), 2)
    let yLines = min(max(Int(frame.height / (em * 3)), 2), 8)
    x = AxisTicks(
      panel.x, panel.x.scale(for: values(\.x, panel.x, panel.lines), lines: xLines), lines: xLines)
    func vertical(_ axis: PlotAxis, _ lines: [PlotLine]) -> AxisTicks {
      AxisTicks(axis, axis.scale(for: values(\.y, axis, lines), lines: yLines), lines: yLines)
    }
    y = vertical(panel.y, panel.lines.filter { panel.secondY == nil || !$0.isOnSecondAxis })
    secondY = panel.secondY.map { vertical($0, panel.lines.filter(\.isOnSecondAxis)) }
  }

  /// The lowest and the highest that an axis should show: of what is within the limits of the x axis.
  private func values(_ part: KeyPath<Vector, Double>, _ axis: PlotAxis, _ lines: [PlotLine])
    -> ClosedRange<Double>?
  {
    let shown = (panel.x.lower ?? -.infinity)...max(panel.x.upper ?? .infinity, panel.x.lower ?? -.infinity)
    var (low, high) = (Double.infinity, -Double.infinity)
    for line in lines {
      for point in line.points where point.isFinite && shown.contains(point.x) {
        let value = point[keyPath: part]
        if axis.isLogarithmic, value <= 0 { continue }
        low = min(low, value)
        high = max(high, value)
      }
    }
    return low <= high ? low...high : nil
  }

  func labelWidth(_ ticks: AxisTicks) -> Double {
    ticks.ticks.map { style.font().measure($0.label).width }.max() ?? 0
  }

  var leftMargin: Double { (em * (y.title.isEmpty ? 1.2 : 2.4) + labelWidth(y) + tickLength).rounded(.up) }

  var rightMargin: Double {
    // Half of the last time's label stands out.
    let rest = max(em, (x.ticks.last.map { style.font().measure($0.label).width } ?? 0) / 2 + em * 0.4)
    guard let secondY else { return rest.rounded(.up) }
    return (em * (secondY.title.isEmpty ? 1.2 : 2.4) + labelWidth(secondY) + tickLength).rounded(.up)
  }

  var topMargin: Double {
    (panel.title.isEmpty ? 0 : em * 1.7) + legend.height + (showsMarkLabels ? em * 1.1 : 0) + em * 0.5
  }

  var bottomMargin: Double {
    guard showsTimes else { return em * 0.9 }
    return tickLength + em * (x.title.isEmpty ? 1.9 : 3.3)
  }

  /// The length of the lines outside of the frame that point to the labels.
  var tickLength: Double { style.isFramed ? em * 0.4 : em * 0.2 }

  mutating func setSides(left: Double, right: Double) {
    let room = max(place.width - left - right, 8)
    frame.min.x = snapped(place.min.x + left)
    frame.max.x = snapped(frame.min.x + room)
  }

  mutating func setHeight(top: Double, bottom: Double) {
    frame.min.y = snapped(top)
    frame.max.y = snapped(bottom)
  }

  var lineWidth: Double { detail.whole(style.axisWidth) }

  func snapped(_ place: Double) -> Double { detail.snapped(place, width: style.axisWidth) }

  private var showsMarkLabels: Bool {
    panel.showsMarkLabels && panel.marks.contains { !$0.label.isEmpty && isShown($0) }
  }

  func isShown(_ mark: PlotMark) -> Bool { (0...1).contains(x.scale.position(of: mark.x)) }

  func stroke(_ place: Int) -> (Color, Stroke) {
    let line = panel.lines[place]
    let palette = style.palette
    let color = line.color ?? (palette.isEmpty ? style.text : palette[place % palette.count])
    let dash =
      switch line.dash {
      case nil: style.dashes.isEmpty ? nil : style.dashes[place % style.dashes.count]
      case .solid: nil as Stroke.Dash?
      case .pattern(let number):
        GraphStyle.dashPatterns[
          ((number % GraphStyle.dashPatterns.count) + GraphStyle.dashPatterns.count)
            % GraphStyle.dashPatterns.count]
      }
    return (
      color,
      Stroke(
        width: style.lineWidth, cap: dash == nil ? .round : .butt, dash: dash?.scaled(by: style.lineWidth))
    )
  }

  var legend: PlotLegend {
    var entries: [(text: String, sample: PlotLegend.Sample)] = []
    if panel.showsLegend {
      // A line alone is named by its axis.
      if panel.lines.count > 1 || panel.lines.contains(where: { !y.title.hasPrefix($0.name) }) {
        for (place, line) in panel.lines.enumerated() where !line.name.isEmpty {
          let (color, stroke) = stroke(place)
          let side = panel.secondY != nil && line.isOnSecondAxis ? " →" : ""
          entries.append((line.name + side, .line(color, stroke)))
        }
      }
      for (place, kind) in kinds.enumerated() where !kind.name.isEmpty {
        entries.append((kind.name, .mark(MarkShape(kind: place), kind.color)))
      }
    }
    return PlotLegend(entries, style: style, width: max(frame.width, 8))
  }
}
