import TumbleDrawing
import TumbleGeometry

/// One panel of a plot in its place: first the margins are found, then everything is drawn.
struct PanelDrawing {
  let panel: PlotPanel
  let style: GraphStyle
  let detail: PlotDetail
  /// What the panel has of the picture.
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
    frame = Rect(
      min: place.min + Vector(em * 5, em * 2), max: place.max - Vector(em * 2, em * 3))
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
      drawing.text(
        panel.title, at: Vector(frame.min.x, top + em * 1.1), font: titleFont, color: style.text)
      top += em * 1.7
    }
    legend.draw(at: Vector(frame.min.x, top), on: &drawing)
  }

  /// As small as it must be to end with the panel.
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
      drawing.stroke(
        from: Vector(frame.min.x, up(0, y)), to: Vector(frame.max.x, up(0, y)), style.zero, thin)
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

  /// What happened: a thin line, a sign at its head, and its label above the frame where there is room.
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
