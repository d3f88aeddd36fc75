import CTumbleImGui
import TumbleGeometry
import TumbleInput

extension PanelBuilder {
  enum Alignment { case left, center, right }

  func pushed(_ style: TextStyle, _ body: () -> Void) {
    tumble_ui_push_font(style.rawValue)
    body()
    tumble_ui_pop_font()
  }

  // Text.

  /// One line, in the middle of the rectangle's height; what is too long ends with an ellipsis.
  func text(
    _ text: String, in rect: Rect, _ style: TextStyle = .body, _ color: Color? = nil,
    _ alignment: Alignment = .left
  ) {
    readable(text).withBytes { self.text($0, in: rect, style, color, alignment) }
  }

  /// Draws a number and what follows it, without taking memory for the text.
  func number(
    _ number: Double, decimals: Int? = nil, _ unit: StaticString = "", in rect: Rect,
    _ style: TextStyle = .small, _ color: Color? = nil, _ alignment: Alignment = .left
  ) {
    line.clear()
    line.append(number, decimals: decimals)
    line.append(unit)
    lineText(in: rect, style, color, alignment)
  }

  /// The width of the text that was put together in `line`, in points and the style of body text.
  var lineWidth: Double {
    tumble_ui_push_font(TextStyle.body.rawValue)
    defer { tumble_ui_pop_font() }
    let bytes = line.bytes
    return Double(tumble_ui_measure(bytes.characters, bytes.count, 0).x) / scale
  }

  /// Draws the text that was put together in `line`.
  func lineText(
    in rect: Rect, _ style: TextStyle = .body, _ color: Color? = nil, _ alignment: Alignment = .left
  ) {
    text(line.bytes, in: rect, style, color, alignment)
  }

  private func text(
    _ bytes: UnsafeBufferPointer<UInt8>, in rect: Rect, _ style: TextStyle, _ color: Color?,
    _ alignment: Alignment
  ) {
    guard bytes.count > 0, rect.width > 0 else { return }
    let color = (color ?? theme.text).bytes
    tumble_ui_push_font(style.rawValue)
    defer { tumble_ui_pop_font() }
    let size = tumble_ui_measure(bytes.characters, bytes.count, 0)
    let box = pixels(rect)
    let y = box.y + ((box.height - size.y) / 2).rounded()
    guard size.x > box.width + 0.5 else {
      let x =
        switch alignment {
        case .left: box.x
        case .center: box.x + ((box.width - size.x) / 2).rounded()
        case .right: box.x + box.width - size.x
        }
      return tumble_ui_draw_text(TumbleUIPoint(x: x, y: y), color, bytes.characters, bytes.count, 0)
    }
    let dots: StaticString = usesPlainSigns ? ".." : "…"
    let ellipsis = UnsafeBufferPointer(start: dots.utf8Start, count: dots.utf8CodeUnitCount)
    let dotsWidth = tumble_ui_measure(ellipsis.characters, ellipsis.count, 0).x
    let shown = tumble_ui_fit(bytes.characters, bytes.count, max(box.width - dotsWidth, 0))
    let width = tumble_ui_measure(bytes.characters, shown, 0).x
    tumble_ui_draw_text(TumbleUIPoint(x: box.x, y: y), color, bytes.characters, shown, 0)
    tumble_ui_draw_text(TumbleUIPoint(x: box.x + width, y: y), color, ellipsis.characters, ellipsis.count, 0)
  }

  func width(of text: String, _ style: TextStyle = .body) -> Double {
    tumble_ui_push_font(style.rawValue)
    defer { tumble_ui_pop_font() }
    return readable(text).withBytes {
      Double(tumble_ui_measure($0.characters, $0.count, 0).x.rounded(.up)) / scale
    }
  }

  /// Returns the height of a text broken between words.
  func height(of text: String, width: Double, _ style: TextStyle = .body) -> Double {
    size(of: text, width: width, style).height
  }

  private func size(of text: String, width: Double, _ style: TextStyle) -> Size {
    tumble_ui_push_font(style.rawValue)
    defer { tumble_ui_pop_font() }
    let size = readable(text).withBytes { tumble_ui_measure($0.characters, $0.count, pixels(width)) }
    return Size(Double(size.x) / scale, Double(size.y) / scale)
  }

  /// Draws a text broken between words at a place; takes no row.
  func lines(
    _ text: String, at place: Vector, width: Double, _ style: TextStyle = .body, _ color: Color? = nil
  ) {
    tumble_ui_push_font(style.rawValue)
    readable(text).withBytes {
      tumble_ui_draw_text(pixels(place), (color ?? theme.text).bytes, $0.characters, $0.count, pixels(width))
    }
    tumble_ui_pop_font()
  }

  /// Lines as they are, in letters of the same width, in a box that scrolls.
  func boxedLines(_ id: UInt32, _ text: String, limit: Double) {
    let padding = 10.0
    let content = size(of: text, width: 100_000, .monospaced)
    let isLong = content.width > availableWidth - 2 * padding
    let height = min(content.height + 2 * padding + (isLong ? 10 : 0), limit)
    let box = Rect(origin: place, size: Size(availableWidth, height))
    fill(box, theme.field, rounding: 6)
    scrollArea(id, size: Size(box.width, height), [.scrolls, .scrollsSideways]) {
      space(padding)
      let place = place + Vector(padding, 0)
      lines(text, at: place, width: 100_000, .monospaced)
      tumble_ui_take(pixels(content.width + 2 * padding), pixels(content.height + padding))
    }
  }

  /// Writes as many lines as the text needs, broken between words; takes rows.
  func paragraph(_ text: String, _ style: TextStyle = .body, _ color: Color? = nil, width: Double? = nil) {
    guard !text.isEmpty else { return }
    let width = width ?? max(availableWidth, 20)
    tumble_ui_push_font(style.rawValue)
    readable(text).withBytes { bytes in
      let size = tumble_ui_measure(bytes.characters, bytes.count, pixels(width))
      let place = tumble_ui_cursor_place()
      tumble_ui_draw_text(place, (color ?? theme.text).bytes, bytes.characters, bytes.count, pixels(width))
      tumble_ui_take(size.x, size.y)
    }
    tumble_ui_pop_font()
  }

  /// Signs that the built-in font lacks, in those that it has.
  private func readable(_ text: String) -> String {
    guard usesPlainSigns, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.reduce(into: "") { $0 += Self.plainSigns[$1] ?? String($1) }
  }

  private static let plainSigns: [Character: String] = [
    "—": "-", "–": "-", "−": "-", "…": "...", "“": "\"", "”": "\"", "‘": "'", "’": "'", "•": "*", "→": "->",
    "←": "<-", "↑": "Up", "↓": "Down", "≤": "<=", "≥": ">=", "⅛": "1/8",
  ]

  // Shapes.

  func fill(_ rect: Rect, _ color: Color, rounding: Double = 0) {
    tumble_ui_fill(pixels(rect), color.bytes, pixels(rounding))
  }

  func frame(_ rect: Rect, _ color: Color, rounding: Double = 0, thickness: Double = 1) {
    tumble_ui_frame(pixels(rect), color.bytes, pixels(rounding), max(1, Float(thickness * scale)))
  }

  /// Draws a picture given by `Interface.setPicture`.
  func picture(_ id: PictureID, in rect: Rect, rounding: Double = 0) {
    tumble_ui_draw_image(UInt(bitPattern: id.number + 1), pixels(rect), Color.white.bytes, pixels(rounding))
  }

  func disc(_ center: Vector, radius: Double, _ color: Color) {
    tumble_ui_disc(exact(center), Float(radius * scale), color.bytes)
  }

  func circle(_ center: Vector, radius: Double, _ color: Color, thickness: Double = 1.5) {
    tumble_ui_circle(exact(center), Float(radius * scale), color.bytes, Float(thickness * scale))
  }

  func segment(_ from: Vector, _ to: Vector, _ color: Color, thickness: Double = 1.5) {
    tumble_ui_line(exact(from), exact(to), color.bytes, Float(thickness * scale))
  }

  func triangle(_ a: Vector, _ b: Vector, _ c: Vector, _ color: Color) {
    tumble_ui_triangle(exact(a), exact(b), exact(c), color.bytes)
  }

  /// Draws a line from top to bottom of a rectangle, `width` wide.
  func upright(_ x: Double, width: Double = 1, in rect: Rect, _ color: Color) {
    fill(Rect(min: Vector(x - width / 2, rect.min.y), max: Vector(x + width / 2, rect.max.y)), color)
  }

  func clipped(to rect: Rect, _ body: () -> Void) {
    tumble_ui_push_clip(pixels(rect))
    body()
    tumble_ui_pop_clip()
  }
}

extension Rect {
  func inset(by x: Double, _ y: Double? = nil) -> Rect {
    let y = y ?? x
    return Rect(
      min: Vector(min.x + x, min.y + y),
      max: Vector(Swift.max(max.x - x, min.x + x), Swift.max(max.y - y, min.y + y)))
  }

  /// The left part, so wide.
  func left(_ width: Double) -> Rect { Rect(min: min, max: Vector(Swift.min(min.x + width, max.x), max.y)) }
  func right(_ width: Double) -> Rect { Rect(min: Vector(Swift.max(max.x - width, min.x), min.y), max: max) }
  func without(left: Double = 0, right: Double = 0) -> Rect {
    Rect(min: Vector(min.x + left, min.y), max: Vector(Swift.max(max.x - right, min.x + left), max.y))
  }
  func top(_ height: Double) -> Rect { Rect(min: min, max: Vector(max.x, min.y + height)) }
  func bottom(_ height: Double) -> Rect { Rect(min: Vector(min.x, max.y - height), max: max) }
  func lowered(_ way: Double) -> Rect { Rect(min: min + Vector(0, way), max: max + Vector(0, way)) }
  /// A part in the middle of its height.
  func middle(height: Double) -> Rect {
    let y = (min.y + max.y - height) / 2
    return Rect(min: Vector(min.x, y), max: Vector(max.x, y + height))
  }
}
