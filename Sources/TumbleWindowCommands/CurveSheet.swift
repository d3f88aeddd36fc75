import Foundation
import TumbleAnimation
import TumbleDrawing
import TumbleGeometry

/// Timing curves side by side: time to the right, the change upwards, each panel as high as its curve goes.
struct CurveSheet {
  let panels: [(name: String, curve: TimingFunction)]
  /// Of a panel, in pixels.
  let side: Int

  private static let ink = Color(red: 0.13, green: 0.15, blue: 0.18)
  private static let faint = Color(red: 0, green: 0, blue: 0, alpha: 0.12)
  private static let line = Color(red: 0.09, green: 0.42, blue: 0.75)

  init(_ panels: [(name: String, curve: TimingFunction)], side: Int) {
    self.panels = panels
    self.side = side
  }

  /// Easings come in threes.
  private var columns: Int {
    panels.count <= 3 ? panels.count : panels.count % 3 == 0 ? 3 * (panels.count > 18 ? 2 : 1) : 4
  }
  private var rows: Int { (panels.count + columns - 1) / columns }

  /// Whether Cairo can draw so large a picture.
  var fits: Bool {
    max(columns, rows) * side <= Bitmap.maximumSide && columns * rows * side * side <= 1 << 27
  }

  func bitmap() -> Bitmap {
    var bitmap = Bitmap(width: columns * side, height: rows * side)
    bitmap.draw(draw)
    return bitmap
  }

  func svg() throws -> Data {
    try SVG.draw(size: Size(Double(columns * side), Double(rows * side)), draw)
  }

  private func draw(on canvas: borrowing Canvas) {
    canvas.clear(.white)
    for (i, panel) in panels.enumerated() {
      canvas.withState { canvas in
        canvas.translate(by: Vector(Double(i % columns * side), Double(i / columns * side)))
        draw(panel.name, panel.curve, on: canvas)
      }
    }
  }

  private func draw(_ name: String, _ curve: TimingFunction, on canvas: borrowing Canvas) {
    let unit = Double(side) / 300
    let samples = (0...600).map { Double($0) / 600 }.map { Vector($0, curve.value(at: $0)) }
    let low = min(0, samples.map(\.y).min() ?? 0)
    let high = max(1, samples.map(\.y).max() ?? 1)
    let area = Rect(
      min: Vector(36, 44) * unit, max: Vector(Double(side) - 20 * unit, Double(side) - 32 * unit))
    func place(_ point: Vector) -> Vector {
      Vector(
        area.min.x + point.x * area.width, area.max.y - (point.y - low) / (high - low) * area.height)
    }

    var font = Font(size: 13 * unit, isBold: true)
    while canvas.measure(name, font: font).width > Double(side) - 16 * unit, font.size > 5 * unit {
      font.size *= 0.92
    }
    canvas.text(
      name, at: Vector(Double(side) / 2, 27 * unit), font: font, color: Self.ink, alignment: .center)

    let small = Font(size: 10 * unit)
    for value in [0.0, 1] {
      let (left, right) = (place(Vector(0, value)), place(Vector(1, value)))
      canvas.stroke(from: left, to: right, Self.ink.withAlpha(value == 0 ? 0.55 : 0.2), Stroke(width: unit))
      canvas.text(
        value == 0 ? "0" : "1", at: left + Vector(-7, 3.5) * unit, font: small, color: Self.ink,
        alignment: .right)
    }
    for i in 0...4 {
      let t = Double(i) / 4
      let (bottom, top) = (place(Vector(t, low)), place(Vector(t, high)))
      canvas.stroke(
        from: bottom, to: top, i == 0 ? Self.ink.withAlpha(0.55) : Self.faint, Stroke(width: unit))
    }
    canvas.text(
      "time", at: Vector(area.max.x, area.max.y + 15 * unit), font: small, color: Self.ink.withAlpha(0.7),
      alignment: .right)
    let stroke = Stroke(width: 2.5 * unit)
    // A jump is drawn as a gap, not as a slope that is not there.
    var run: [Vector] = []
    for (i, sample) in samples.enumerated() {
      if i > 0, jumps(curve, samples[i - 1], sample) {
        drawRun(run, stroke, on: canvas)
        run = []
      }
      run.append(place(sample))
    }
    drawRun(run, stroke, on: canvas)
  }

  private func drawRun(_ points: [Vector], _ stroke: Stroke, on canvas: borrowing Canvas) {
    if points.count == 1 {
      canvas.circle(center: points[0], radius: stroke.width)
      canvas.fill(Self.line)
    } else {
      canvas.polyline(points)
      canvas.stroke(Self.line, stroke)
    }
  }

  private func jumps(_ curve: TimingFunction, _ a: Vector, _ b: Vector) -> Bool {
    if case .steps = curve { return a.y != b.y }
    return false
  }
}
