import TumbleDrawing
import TumbleGeometry

/// A message of several lines, drawn: what is wrong in a file, with the line it is in and a caret under the place.
struct MessagePanel {
  let text: String
  let theme: Theme
  /// Pixels for each of the desktop's points.
  let density: Double

  private static let fontSize = 12.5
  private static let lineHeight = 18.0
  private static let margin = 16.0
  private static let closing = "Esc closes this; R reads the file again."

  /// As large as its text; smaller where the room is, down to a size that can be read, and then cut off. Nil where not even a line
  /// has room.
  func picture(fitting room: Size) -> Bitmap? {
    let (margin, lineHeight) = (Self.margin, Self.lineHeight)
    let width = (room.width / density - 2 * margin) - 8
    let height = (room.height / density - 2 * margin) - 8
    guard width > 60, height > 2 * lineHeight else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let longest = lines.map { self.width(of: $0) }.max() ?? 0
    let scale = max(min(1, width / longest, height / (lineHeight * Double(lines.count + 2))), 0.72)
    let room = Int(height / (lineHeight * scale)) - 2
    if lines.count > room {
      let left = lines.count - max(room - 1, 1)
      lines = lines.prefix(max(room - 1, 1)) + ["… and \(left) lines more, on standard error"]
    }
    let size = Size(
      min(max(longest, self.width(of: Self.closing)) * scale, width) + 2 * margin,
      Double(lines.count + 2) * lineHeight * scale + 2 * margin - 6)
    var picture = Bitmap(
      width: Int((size.width * density).rounded(.up)), height: Int((size.height * density).rounded(.up)))
    picture.draw { canvas in
      canvas.transform(Transform(scale: Vector(density, density)))
      canvas.roundedRectangle(Rect(size: size).insetBy(0.5), radius: 10)
      canvas.fill(theme.strip.withAlpha(0.94))
      for (index, line) in lines.enumerated() {
        canvas.text(
          line, at: Vector(margin, margin + (Double(index) + 0.75) * lineHeight * scale),
          font: font(scale), color: theme.stripText)
      }
      canvas.text(
        Self.closing, at: Vector(margin, size.height - margin), font: font(scale), color: theme.stripAlert)
    }
    return picture
  }

  private func font(_ scale: Double) -> Font {
    Font(family: theme.monospacedFamily, size: Self.fontSize * scale)
  }

  private func width(of line: String) -> Double {
    // A letter of the font is 0.6 of its size wide.
    Double(line.count) * Self.fontSize * 0.61
  }
}
