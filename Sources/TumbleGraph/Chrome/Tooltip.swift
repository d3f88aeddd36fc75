import TumbleDrawing
import TumbleGeometry

/// The box beside the mouse: the time there, every channel's value, and the marker that is near.
struct Tooltip: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var name: String
    var value: String
    var color: Color
  }

  var time: String
  var rows: [Row]
  var note: String

  private static let edge = 8.0

  /// What is known about a sample.
  init(at index: Int, _ graph: GraphSnapshot) {
    let (content, settings) = (graph.content, graph.settings)
    time = TimeText.text(samples: content.history.samplesIntoRun(index), rate: settings.rate, places: 3)
    rows = content.channels.indices.filter { content.channels[$0].isOn }.map { i in
      Row(
        name: content.channels[i].name, value: graph.text(of: i, at: index, unit: content.channels[i].unit),
        color: settings.style.color(of: content.channels[i], at: i))
    }
    // The marker that is nearly there.
    let reach = max(Int((4 / graph.viewport.grid.pointsPerSample).rounded(.up)), 1)
    let near = content.markers(in: index - reach..<index + reach + 1)
    note = near.first.map { content.markers[$0].label } ?? ""
  }

  private func lineHeight(_ style: GraphStyle) -> Double { (style.fontSize * 1.5).rounded() }

  func size(_ style: GraphStyle) -> Size {
    let font = style.font()
    let names = rows.map { font.measure($0.name).width }.max() ?? 0
    let values = rows.map { font.measure($0.value).width }.max() ?? 0
    let heads = [time, note].map { style.font(bold: true).measure($0).width }.max() ?? 0
    let lines = 1 + rows.count + (note.isEmpty ? 0 : 1)
    return Size(
      (max(12 + names + 14 + values, heads) + 2 * Self.edge).rounded(.up),
      Double(lines) * lineHeight(style) + Self.edge)
  }

  func draw(style: GraphStyle, size: Size, on canvas: borrowing Canvas) {
    let line = lineHeight(style)
    canvas.roundedRectangle(Rect(size: size).insetBy(0.5), radius: 5)
    canvas.fill(style.header.withAlpha(0.94), keepingPath: true)
    canvas.stroke(style.zero, Stroke(width: 1))
    var y = Self.edge / 2 + style.fontSize + 1
    canvas.text(time, at: Vector(Self.edge, y), font: style.font(bold: true), color: style.text)
    for row in rows {
      y += line
      canvas.circle(center: Vector(Self.edge + 4, y - style.fontSize * 0.36), radius: 3.2)
      canvas.fill(row.color)
      canvas.text(row.name, at: Vector(Self.edge + 12, y), font: style.font(), color: style.faintText)
      canvas.text(
        row.value, at: Vector(size.width - Self.edge, y), font: style.font(), color: style.text,
        alignment: .right)
    }
    if !note.isEmpty {
      canvas.text(note, at: Vector(Self.edge, y + line), font: style.font(), color: style.text)
    }
  }
}
