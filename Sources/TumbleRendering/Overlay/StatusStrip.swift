import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// The line of status, drawn.
struct StatusStrip {
  let theme: Theme
  /// Pixels for each of the desktop's points.
  let density: Double
  /// The part of the strip that a title may take from numbers.
  private static let titlePart = 0.4

  /// Fills the rectangle; what has no room is left out, the rarest first.
  ///
  /// - Returns: Whether the text at the left could be shown whole.
  func draw(_ status: Status, in strip: Rect, on canvas: borrowing Canvas) -> Bool {
    canvas.fill(strip, theme.strip)
    let font = Font(family: theme.fontFamily, size: 12 * density)
    let bold = Font(family: theme.fontFamily, size: 12 * density, isBold: true)
    let gap = 14 * density
    let baseline = strip.min.y + (strip.height / 2 + 4.3 * density).rounded()
    var right = strip.max.x - gap

    // Time counts most, then the step, …: with little room the later ones go first.
    let fields = status.fields
    var shown: [(text: String, width: Double)] = []
    var needed = 0.0
    for field in fields {
      let width = max(
        canvas.measure(field.room, font: font).width, canvas.measure(field.text, font: font).width)
      guard needed + width + gap <= strip.width - gap else { break }
      needed += width + gap
      shown.append((field.text, width))
    }
    let (text, face, color) =
      status.notice.map { ($0, font, theme.stripAlert) } ?? (status.title, bold, theme.stripText)
    // What is shown now needs room more than the rarer numbers do, and so does the title up to a part of the strip.
    let whole = canvas.measure(text, font: face).width + gap + (status.isPaused ? 18 * density : 0)
    let wanted = status.notice == nil ? min(whole, strip.width * Self.titlePart) : whole
    while shown.count > 1, needed + wanted > strip.width - gap { needed -= shown.removeLast().width + gap }
    for (i, field) in shown.enumerated().reversed() {
      let isAlert =
        field.text.hasPrefix("dropped") && (status.dropped ?? 0) > 0 || field.text.hasSuffix("speed")
        || status.isSlow && field.text.hasSuffix("fps")
      canvas.text(
        field.text, at: Vector(right, baseline), font: font,
        color: isAlert ? theme.stripAlert : i == 0 ? theme.stripText : theme.stripDim, alignment: .right)
      right -= field.width + gap
    }

    var left = strip.min.x + gap
    if status.isPaused, right - left > 20 * density {
      for bar in 0..<2 {
        let x = (left + Double(bar) * 5 * density).rounded()
        canvas.fill(
          Rect(
            origin: Vector(x, baseline - 9 * density), size: Size((3 * density).rounded(), 9 * density)),
          theme.stripAlert)
      }
      left += 18 * density
    }
    let fitting = shortened(text, to: right - left, font: face, on: canvas)
    canvas.text(fitting, at: Vector(left, baseline), font: face, color: color)
    return fitting == text
  }

  /// The text, or its beginning and an ellipsis, or nothing.
  private func shortened(_ text: String, to width: Double, font: Font, on canvas: borrowing Canvas) -> String
  {
    guard canvas.measure(text, font: font).width > width else { return text }
    var kept = Substring(text)
    while !kept.isEmpty {
      kept = kept.dropLast()
      let candidate = kept + "…"
      if canvas.measure(String(candidate), font: font).width <= width {
        return kept.isEmpty ? "" : String(candidate)
      }
    }
    return ""
  }
}
