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

  /// Draws a line from top to bottom of a rectangle, so wide.
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

/// Small drawings in a square of 16 × 16 points, in one color.
enum Icon: Hashable {
  case tool(Tool)
  case close, check, chevron, raise, search, plot, copy, stop
  case play, reverse, pause, stepBack, stepForth, toStart, toEnd
  case information, warning
  case key, emptyKey, record, curve, pin, ghosts, slider
}

extension PanelBuilder {
  /// Draws an icon in the middle of a rectangle.
  func icon(_ icon: Icon, in rect: Rect, _ color: Color) {
    let origin = Vector(rect.center.x - 8, rect.center.y - 8)
    func at(_ x: Double, _ y: Double) -> Vector { origin + Vector(x, y) }
    func line(_ points: (Double, Double)..., thickness: Double = 1.5) {
      for (a, b) in zip(points, points.dropFirst()) {
        segment(at(a.0, a.1), at(b.0, b.1), color, thickness: thickness)
      }
    }
    switch icon {
    case .tool(let tool): toolIcon(tool, at: origin, color)
    case .close: line((4.5, 4.5), (11.5, 11.5)); line((11.5, 4.5), (4.5, 11.5))
    case .ghosts:
      for (place, opacity) in [(0.0, 0.35), (2.5, 0.65), (5, 1)] {
        frame(
          Rect(origin: at(2 + place, 2 + place), size: Size(7, 7)), color.withAlpha(opacity), rounding: 1.5)
      }
    case .check: line((3.5, 8.5), (6.5, 11.5), (12.5, 4.5), thickness: 1.8)
    case .chevron: line((5, 6.5), (8, 9.5), (11, 6.5))
    case .raise: line((5, 9.5), (8, 6.5), (11, 9.5))
    case .search:
      circle(at(7, 7), radius: 4, color)
      line((10, 10), (13.5, 13.5), thickness: 1.8)
    case .plot:
      line((2.5, 12), (5.5, 7), (8.5, 9.5), (13.5, 3.5))
    case .copy:
      frame(Rect(min: at(3, 3), max: at(10, 10)), color, rounding: 2)
      line((6, 13), (13, 13)); line((13, 13), (13, 6))
    case .stop: fill(Rect(min: at(4, 4), max: at(12, 12)), color, rounding: 1.5)
    case .play: triangle(at(5, 3), at(13, 8), at(5, 13), color)
    case .reverse: triangle(at(11, 3), at(11, 13), at(3, 8), color)
    case .pause:
      fill(Rect(min: at(4, 3), max: at(7, 13)), color, rounding: 1)
      fill(Rect(min: at(9, 3), max: at(12, 13)), color, rounding: 1)
    case .stepBack:
      fill(Rect(min: at(11, 4), max: at(13, 12)), color, rounding: 1)
      triangle(at(9.5, 4), at(9.5, 12), at(3.5, 8), color)
    case .stepForth:
      fill(Rect(min: at(3, 4), max: at(5, 12)), color, rounding: 1)
      triangle(at(6.5, 4), at(12.5, 8), at(6.5, 12), color)
    case .toStart:
      fill(Rect(min: at(3, 4), max: at(4.8, 12)), color, rounding: 0.5)
      triangle(at(9, 4), at(9, 12), at(4.8, 8), color)
      triangle(at(13.5, 4), at(13.5, 12), at(9, 8), color)
    case .toEnd:
      triangle(at(2.5, 4), at(7, 8), at(2.5, 12), color)
      triangle(at(7, 4), at(11.2, 8), at(7, 12), color)
      fill(Rect(min: at(11.2, 4), max: at(13, 12)), color, rounding: 0.5)
    case .key:
      triangle(at(2.5, 8), at(8, 2.5), at(13.5, 8), color)
      triangle(at(13.5, 8), at(8, 13.5), at(2.5, 8), color)
    case .emptyKey: line((3.5, 8), (8, 3.5), (12.5, 8), (8, 12.5), (3.5, 8), thickness: 1.2)
    case .record: disc(at(8, 8), radius: 4.5, color)
    case .curve:
      line((2, 13), (5, 12), (7.5, 8), (10, 4.5), (14, 3))
      disc(at(2.5, 13), radius: 1.6, color)
      disc(at(13.5, 3), radius: 1.6, color)
    case .slider:
      line((2, 8), (14, 8), thickness: 1.8)
      disc(at(10, 8), radius: 3, color)
    case .pin:
      line((3, 8), (11, 8), thickness: 1.8)
      line((12, 4), (12, 12), thickness: 1.8)
    case .information:
      circle(at(8, 8), radius: 6, color)
      line((8, 7.2), (8, 11.2))
      disc(at(8, 5), radius: 0.95, color)
    case .warning:
      line((8, 2.5), (14.2, 13), (1.8, 13), (8, 2.5))
      line((8, 6.3), (8, 9.6))
      disc(at(8, 11.3), radius: 0.9, color)
    }
  }

  private func toolIcon(_ tool: Tool, at origin: Vector, _ color: Color) {
    func at(_ x: Double, _ y: Double) -> Vector { origin + Vector(x, y) }
    func line(_ points: (Double, Double)..., thickness: Double = 1.5) {
      for (a, b) in zip(points, points.dropFirst()) {
        segment(at(a.0, a.1), at(b.0, b.1), color, thickness: thickness)
      }
    }
    switch tool {
    case .select:
      triangle(at(3.5, 1.5), at(12.8, 9), at(7.3, 9.5), color)
      triangle(at(3.5, 1.5), at(7.3, 9.5), at(3.5, 13.3), color)
      line((7.4, 9), (9.8, 14), thickness: 2)
    case .box: frame(Rect(min: at(2.5, 2.5), max: at(13.5, 13.5)), color, rounding: 1.5, thickness: 1.6)
    case .circle: circle(at(8, 8), radius: 6, color, thickness: 1.6)
    case .polygon: line((8, 2), (14, 6.3), (11.7, 13.4), (4.3, 13.4), (2, 6.3), (8, 2), thickness: 1.6)
    case .wall:
      line((1.5, 12.5), (14.5, 5), thickness: 2.6)
      line((4, 14.8), (5.5, 10.8), thickness: 1); line((8, 12.6), (9.5, 8.6), thickness: 1)
      line((12, 10.2), (13.2, 6.4), thickness: 1)
    case .rope:
      line((2.5, 3), (3.2, 7.2), (5.4, 10.6), (8, 11.8), (10.6, 10.6), (12.8, 7.2), (13.5, 3))
      disc(at(2.5, 3), radius: 1.9, color); disc(at(13.5, 3), radius: 1.9, color)
    case .pinJoint:
      line((4, 12), (12, 4), thickness: 1.8)
      disc(at(3.6, 12.4), radius: 2.3, color); disc(at(12.4, 3.6), radius: 2.3, color)
    case .pivot:
      circle(at(8, 8), radius: 5.5, color); disc(at(8, 8), radius: 2, color)
    case .slideJoint:
      line((3.5, 12.5), (5, 10)); line((7, 9.5), (9, 8)); line((10.5, 6.5), (12.5, 3.5))
      disc(at(3.2, 12.8), radius: 2.1, color); disc(at(12.8, 3.2), radius: 2.1, color)
    case .groove:
      line((1.5, 10.2), (14.5, 10.2)); line((1.5, 5.8), (14.5, 5.8))
      disc(at(8, 8), radius: 2.6, color)
    case .gear:
      circle(at(5.6, 9.8), radius: 4.1, color); circle(at(12, 4.6), radius: 2.7, color)
      disc(at(5.6, 9.8), radius: 1.3, color); disc(at(12, 4.6), radius: 1, color)
    case .rotarySpring:
      line((8, 8), (9.6, 7), (9.4, 9.6), (6.6, 10), (5.6, 6.6), (9, 4.4), (12.4, 7.4), (11, 12), (5.6, 12.8))
    case .rotaryLimit:
      line((3, 13), (13.5, 13)); line((3, 13), (10.5, 4))
      line((9.4, 12.6), (9, 10), (7.6, 8), thickness: 1.2)
    case .ratchet:
      circle(at(7.5, 8.5), radius: 3.6, color)
      line((2, 8.5), (4, 7)); line((7.5, 14.5), (6, 12)); line((13.4, 8.5), (11, 10));
      line((7.5, 2.5), (9, 5))
    case .weld:
      frame(Rect(min: at(1.5, 5), max: at(9.5, 13)), color, rounding: 1)
      frame(Rect(min: at(6.5, 3), max: at(14.5, 11)), color, rounding: 1)
    case .spring:
      line(
        (8, 1), (8, 3), (12.5, 4.3), (3.5, 6.6), (12.5, 8.9), (3.5, 11.2), (8, 12.8), (8, 15), thickness: 1.4)
    case .motor:
      line(
        (12.9, 5.2), (11, 3.1), (8, 2.2), (5, 3), (2.8, 5.3), (2.2, 8.2), (3.2, 11.2), (5.6, 13.3),
        (8.6, 13.8))
      triangle(at(14.8, 3.2), at(14.2, 8), at(10.4, 6.2), color)
      disc(at(8, 8), radius: 1.8, color)
    case .wheel:
      frame(Rect(min: at(1.5, 2), max: at(14.5, 7)), color, rounding: 1)
      circle(at(8, 10), radius: 4.6, color); disc(at(8, 10), radius: 1.6, color)
    case .brush:
      line((2, 12), (5, 7), (8, 10.5), (13.5, 3), thickness: 3.4)
    case .plane:
      line((0.5, 8), (15.5, 8), thickness: 2.2)
      line((3, 13), (5, 9)); line((7.5, 13), (9.5, 9)); line((12, 13), (14, 9))
    case .chain:
      for x in [3.2, 8, 12.8] { circle(at(x, 8), radius: 2.7, color, thickness: 1.4) }
    case .cloth:
      for x in [2.0, 6, 10, 14] { line((x, 2), (x, 14), thickness: 1) }
      line((2, 2), (14, 2), thickness: 2.2)
      for y in [6.0, 10, 14] { line((2, y), (14, y), thickness: 1) }
    case .blob:
      line(
        (8, 2), (12.5, 3.6), (14.4, 8.4), (12, 13), (7.2, 14), (2.6, 12), (1.6, 7.4), (4, 3.4), (8, 2),
        thickness: 2.4)
    case .text: line((2.5, 3), (13.5, 3), thickness: 2.2); line((8, 3), (8, 14), thickness: 2.2)
    case .picture:
      frame(Rect(min: at(1.5, 2.5), max: at(14.5, 13.5)), color, rounding: 1.5)
      line((3, 12), (6.5, 7.5), (9, 10.5), (10.5, 9), (13, 12)); disc(at(11, 5.6), radius: 1.3, color)
    case .cog:
      circle(at(8, 8), radius: 4.2, color, thickness: 2); disc(at(8, 8), radius: 1.2, color)
      for tooth in 0..<8 {
        let way = Vector(angle: Double(tooth) * .pi / 4)
        segment(at(8, 8) + way * 5, at(8, 8) + way * 7.4, color, thickness: 2.2)
      }
    case .water:
      for y in [5.0, 9, 13] { line((1.5, y), (4, y - 2), (8, y), (12, y - 2), (14.5, y), thickness: 1.4) }
    case .wind:
      line((1.5, 6), (10.5, 6), (12.5, 4.4), (11, 2.4)); line((1.5, 9), (14.5, 9))
      line((1.5, 12), (9, 12), (11, 13.4), (9.6, 15))
    case .magnet:
      line((3, 2), (3, 8.5), (5, 12.2), (8, 13.4), (11, 12.2), (13, 8.5), (13, 2), thickness: 2.6)
    case .vortex:
      line(
        (8, 8), (9.4, 6.6), (7, 5.6), (5.2, 8), (6.6, 11), (10.4, 11), (12.4, 7.4), (10.6, 3.4), (6, 2.4),
        (2.6, 5.6), (2.4, 10.4))
    case .knife:
      line((2, 14), (5.4, 10.6), thickness: 3)
      triangle(at(4.6, 9.4), at(6.8, 11.6), at(14.5, 1.5), color)
    case .pin:
      disc(at(8, 5), radius: 3.6, color); line((8, 8), (8, 14.5), thickness: 1.6)
    case .thruster:
      line((8, 1.5), (11, 5), (11, 9.5), (5, 9.5), (5, 5), (8, 1.5))
      triangle(at(5.6, 11), at(10.4, 11), at(8, 15.2), color)
    case .emitter:
      disc(at(8, 13.5), radius: 1.6, color)
      line((8, 10.5), (8, 6)); line((5.6, 11.2), (3, 7)); line((10.4, 11.2), (13, 7))
      disc(at(8, 2.6), radius: 1.2, color); disc(at(2, 3.8), radius: 1.1, color)
      disc(at(14, 3.8), radius: 1.1, color)
    case .eraser:
      line((6.5, 13.5), (2, 9), (9, 2), (14, 7), (7.5, 13.5), (14, 13.5))
      line((5.5, 5.5), (10.5, 10.5))
    }
  }
}
