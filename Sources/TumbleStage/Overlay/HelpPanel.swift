import TumbleDrawing
import TumbleGeometry

/// The table of keys, drawn.
struct HelpPanel {
  let theme: Theme
  /// Pixels for each of the desktop's points.
  let density: Double

  /// What is pressed, and what it does.
  package static let keys: [(key: String, meaning: String)] = [
    ("drag", "hold a body with the mouse"),
    ("← → ↑ ↓", "tilt: lean gravity that way"),
    ("Home", "stand upright again"),
    ("Space", "pause and go on"),
    (".", "one step"),
    ("S", "slow motion: ½, ¼, ⅛, full"),
    ("R", "restart the scene, as its file is now"),
    ("G", "show the graph; Tab: the next one"),
    ("1 – 9", "switch a line of the graph"),
    ("F, wheel", "freeze the graph; scroll it"),
    ("+ −", "zoom the graph in time"),
    ("E, ⇧ E", "write what it shows, or all, to files"),
    ("F11", "full screen"),
    ("H, F1", "this help"),
    ("Esc, Q", "quit"),
  ]

  /// As large as its text; smaller where the room is, in proportion.
  func picture(fitting room: Size) -> Bitmap? {
    let natural = Size(350 * density, (Double(Self.keys.count) * 24 + 62) * density)
    let scale = min(1, (room.width - 16) / natural.width, (room.height - 16) / natural.height) * density
    guard scale > 0.25 else { return nil }
    var picture = Bitmap(
      width: Int((natural.width / density * scale).rounded(.up)),
      height: Int((natural.height / density * scale).rounded(.up)))
    picture.draw { canvas in
      canvas.transform(Transform(scale: Vector(scale, scale)))
      draw(on: canvas, size: Size(natural.width / density, natural.height / density))
    }
    return picture
  }

  private func draw(on canvas: borrowing Canvas, size: Size) {
    canvas.roundedRectangle(Rect(size: size).insetBy(0.5), radius: 10)
    canvas.fill(theme.strip.withAlpha(0.94))
    canvas.text(
      "Keys", at: Vector(22, 32), font: Font(family: theme.fontFamily, size: 15, isBold: true),
      color: theme.stripText)
    let key = Font(family: theme.fontFamily, size: 12.5, isBold: true)
    let meaning = Font(family: theme.fontFamily, size: 12.5)
    for (i, row) in Self.keys.enumerated() {
      let baseline = 62 + Double(i) * 24
      canvas.text(row.key, at: Vector(104, baseline), font: key, color: theme.stripAlert, alignment: .right)
      canvas.text(row.meaning, at: Vector(122, baseline), font: meaning, color: theme.stripText)
    }
  }
}
