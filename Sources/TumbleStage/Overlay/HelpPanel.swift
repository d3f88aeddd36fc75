import TumbleDrawing
import TumbleGeometry

/// The table of keys, drawn.
struct HelpPanel {
  let theme: Theme
  /// Pixels for each of the desktop's points.
  let density: Double

  /// What is pressed, and what it does: of the table what a newcomer needs first.
  let keys: KeyTable
  private static let names: [ActionName] = [
    .grab, .tiltLeft, .upright, .pause, .stepForth, .stepBack, .slower, .restart, .undo, .open, .zoom, .pan,
    .frameAll, .layers, .graph, .profile, .fullScreen, .help, .close,
  ]

  private var lines: [KeyTable.Line] {
    let lines = keys.lines
    return Self.names.compactMap { name in lines.first { $0.names.contains(name) } }
  }

  /// With room to spare; in a smaller stage the rows come closer, then the letters shrink. Nil where nobody could read it.
  func picture(fitting room: Size) -> Bitmap? {
    let rows = Double(lines.count)
    let stage = Size(room.width / density - 16, room.height / density - 16)
    let hasTitle = stage.height >= rows * 24 + 62
    let scale = min(1, stage.width / 430, stage.height / (rows * 15 + 8))
    guard scale > 0.25 else { return nil }
    let rowHeight = hasTitle ? 24 : min(24, (stage.height / scale - 8) / rows)
    let size = Size(430, rows * rowHeight + (hasTitle ? 62 : 8))
    var picture = Bitmap(
      width: Int((size.width * scale * density).rounded(.up)),
      height: Int((size.height * scale * density).rounded(.up)))
    picture.draw { canvas in
      canvas.transform(Transform(scale: Vector(scale * density, scale * density)))
      draw(on: canvas, size: size, rowHeight: rowHeight, hasTitle: hasTitle)
    }
    return picture
  }

  private func draw(on canvas: borrowing Canvas, size: Size, rowHeight: Double, hasTitle: Bool) {
    canvas.roundedRectangle(Rect(size: size).insetBy(0.5), radius: 10)
    canvas.fill(theme.strip.withAlpha(0.94))
    if hasTitle {
      canvas.text(
        "Keys", at: Vector(22, 32), font: Font(family: theme.fontFamily, size: 15, isBold: true),
        color: theme.stripText)
    }
    let first = hasTitle ? 62 : 4 + rowHeight / 2 + 4.5
    let key = Font(family: theme.fontFamily, size: 12.5, isBold: true)
    let meaning = Font(family: theme.fontFamily, size: 12.5)
    for (i, row) in lines.enumerated() {
      let baseline = first + Double(i) * rowHeight
      canvas.text(row.keys, at: Vector(134, baseline), font: key, color: theme.stripAlert, alignment: .right)
      canvas.text(row.description, at: Vector(150, baseline), font: meaning, color: theme.stripText)
    }
  }
}
