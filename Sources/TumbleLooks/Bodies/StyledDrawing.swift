import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// The parts of a body's look that are drawn.
package struct StyleParts: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Color or gradient, with what a border leaves of the rim.
  package static let fill = StyleParts(rawValue: 1)
  package static let border = StyleParts(rawValue: 2)
  /// One that turns with its body.
  static let caption = StyleParts(rawValue: 4)
  /// The part of the fill that an opaque border leaves: if both are drawn one over the other, and are half
  /// seen, none of it may shine through the border.
  package static let withinBorder = StyleParts(rawValue: 8)
  package static let all: StyleParts = [.fill, .border, .caption]
}

/// All outlines of a body with its style: what one sprite shows. A value, so that any thread can draw it.
package struct StyledOutlines: Hashable, Sendable {
  /// The outlines as they are drawn: their corners are rounded.
  let outlines: [Outline]
  let gradient: Gradient?
  let border: BodyBorder?
  /// A caption that turns with the body.
  let caption: CaptionText?
  let ink: CaptionInk?
  let color: Color

  /// - Parameters:
  ///   - color: What the outlines are filled with, or the gradient is multiplied by.
  ///   - isPicture: Whether a picture is below.
  package init(
    _ outlines: [Outline], _ style: BodyStyle, color: Color, parts: StyleParts = .all,
    isPicture: Bool = false, in theme: Theme
  ) {
    self.outlines = outlines.map(\.drawn)
    self.color = color
    gradient = style.gradient?.tinted(color)
    border = style.border
    guard parts.contains(.caption), let caption = style.caption, !caption.isUpright,
      let bounds = self.outlines.bounds, bounds.isFinite
    else {
      self.caption = nil
      ink = nil
      self.parts = parts.subtracting(.caption)
      return
    }
    let text = CaptionText(caption, over: bounds, from: .zero, family: theme.fontFamily)
    let fill = style.fill(color)
    self.caption = text
    ink = CaptionInk(caption, text, on: isPicture ? nil : fill, in: theme)
    self.parts = parts
  }

  let parts: StyleParts

  /// Is true if what lies below an outline shines through it.
  var isTranslucent: Bool {
    !parts.contains(.fill) || gradient?.stops.contains { $0.color.alpha < 1 } ?? false
      || parts.contains(.withinBorder) && border?.color?.alpha == 1
  }

  /// The bounds in points of the body.
  var bounds: Rect? {
    let bounds = outlines.bounds
    guard let caption else { return bounds }
    return bounds.map { $0.union(caption.bounds) }
  }
}

extension SpriteForm {
  /// Returns the form of a line or an outline of a body.
  package static func line(
    _ line: [Outline], _ style: BodyStyle, _ color: Color, parts: StyleParts = .all, in theme: Theme
  ) -> SpriteForm {
    style.isPlain && line.count == 1
      ? .outline(line[0], color)
      : .styled(StyledOutlines(line, style, color: color, parts: parts, in: theme))
  }
}

extension BodyStyle {
  /// Returns outlines by the sprites that show them: all in one where they have a style or would shine
  /// through each other, else each line.
  package func lines(of outlines: [Outline], isGrouped: Bool) -> [[Outline]] {
    isPlain && !isGrouped ? outlines.lines : outlines.isEmpty ? [] : [outlines]
  }

  /// Is true if bodies are drawn as if there were no style: its corner radius is in their outlines.
  package var isPlain: Bool { gradient == nil && border == nil && caption == nil }

  /// Returns the color that outlines are filled with, or a gradient is multiplied by: a gradient takes no
  /// color but the body's own.
  ///
  /// - Parameters:
  ///   - own: The body's; nil where it has none.
  ///   - plain: What is filled without one.
  package func base(_ own: Color?, plain: Color) -> Color { own ?? (gradient == nil ? plain : .white) }

  /// Returns about the color that a caption lies on.
  package func fill(_ color: Color) -> Color { gradient?.tinted(color).average ?? color }
}

extension Canvas {
  /// Draws outlines as one: where they overlap, the later one covers the earlier, whatever its colors' alpha.
  ///
  /// - Parameter edgeWidth: Of the rim, in units of the canvas.
  func draw(_ styled: StyledOutlines, edgeWidth: Double) {
    // The gradient's own colors may be translucent; that of the body counts once for all.
    let opacity = styled.gradient == nil && styled.parts.contains(.fill) ? styled.color.alpha : 1
    let bounds = styled.outlines.bounds ?? Rect(size: .zero)
    withGroup(opacity: opacity) { canvas in
      for (index, line) in styled.outlines.lines.enumerated() {
        // Where it covers all anyway, erasing would only thin out the edges within.
        if index > 0, styled.isTranslucent {
          canvas.path(of: line)
          canvas.eraseFill()
        }
        if styled.gradient == nil, styled.border == nil, styled.caption == nil {
          if styled.parts.contains(.fill) {
            canvas.draw(line, color: styled.color.withAlpha(1), edgeWidth: edgeWidth)
          }
          continue
        }
        canvas.withState { canvas in
          canvas.path(of: line)
          canvas.clip()
          // Blended at the edge once: no fill shines out beside a border.
          canvas.withGroup { $0.drawWhole(line, styled, over: bounds, edgeWidth) }
        }
      }
    }
    // A caption has a color of its own: it is read on what is clear.
    guard let caption = styled.caption, let ink = styled.ink else { return }
    caption.draw(on: self, ink.color, edge: ink.edge)
  }

  /// Draws also beyond the outlines of a line, where the picture is cut off afterwards.
  private func drawWhole(
    _ line: [Outline], _ styled: StyledOutlines, over bounds: Rect, _ edgeWidth: Double
  ) {
    // A pixel of the border has both, or its smooth inner edge would be a gap.
    let covered = (styled.border?.width ?? 0) - edgeWidth / 1.6
    let hasHole = styled.parts.contains(.withinBorder) && styled.border?.color?.alpha == 1 && covered > 0
    if hasHole, line.count > 1 {
      path(of: line.shrunk(by: covered))
      clip()
    }
    if styled.parts.contains(.fill) {
      let area = (line.bounds ?? bounds).insetBy(-edgeWidth)
      rectangle(area)
      if let gradient = styled.gradient {
        fill(gradient, over: bounds)
      } else {
        let color = styled.color.withAlpha(1)
        if case .circle(let center, let radius) = line[0] {
          fill(around: center, color.lit(by: 0.14), to: radius, color.lit(by: -0.12))
        } else {
          fill(color)
        }
      }
      if styled.border == nil {
        stroke(line, .white.withAlpha(0.28), width: edgeWidth * 1.9)
        stroke(line, .black.withAlpha(0.32), width: edgeWidth)
      }
    }
    guard let border = styled.border else { return }
    if styled.parts.contains(.border) { stroke(line, border) }
    if hasHole, line.count == 1 {
      path(of: line)
      eraseStroke(Stroke(width: covered * 2, join: .miter))
    }
  }

  private func stroke(_ line: [Outline], _ border: BodyBorder) {
    guard border.width > 0 else { return }
    stroke(line, border.color ?? .black.withAlpha(0.5), width: border.width)
  }

  /// Draws along the edge of a line, inside it: what falls outside a clip takes away.
  private func stroke(_ line: [Outline], _ color: Color, width: Double) {
    guard line.count > 1 else {
      path(of: line)
      return stroke(color, Stroke(width: width * 2, join: .miter))
    }
    withGroup { canvas in
      canvas.path(of: line)
      canvas.fill(color)
      canvas.path(of: line.shrunk(by: width))
      canvas.eraseFill()
    }
  }

  /// Draws what lies over a picture of a body: its border and its caption.
  func drawOver(_ styled: StyledOutlines) {
    if let border = styled.border {
      for line in styled.outlines.lines {
        withState { canvas in
          canvas.path(of: line)
          canvas.clip()
          canvas.stroke(line, border)
        }
      }
    }
    if let caption = styled.caption, let ink = styled.ink {
      caption.draw(on: self, ink.color, edge: ink.edge)
    }
  }
}

/// A caption laid out over a body: its lines, their size and where they are. A value, so that any thread can
/// draw it.
package struct CaptionText: Hashable, Sendable {
  package let lines: [String]
  /// The size of an em, in points.
  package let size: Double
  /// The size around the text's middle, in points: a little more than its letters.
  let room: Size
  /// The text's middle, in points, from where it is put.
  package let offset: Vector
  /// Is true if letters may lie beyond the body's fill, so that their color alone does not make them
  /// readable.
  package let isBeyond: Bool
  /// Is true if all of it lies beside the body, on what is behind.
  let isBeside: Bool
  let family: String

  /// The distance from a line's baseline to the next, in ems.
  private static let leading = 1.2
  /// The parts of the bounds that text of no given size fills.
  private static let (widthPart, heightPart) = (0.8, 0.6)
  /// The size that is measured first, in points: others are in proportion to it.
  private static let measured = 100.0

  /// - Parameters:
  ///   - bounds: Of the body's outlines as they are drawn.
  ///   - origin: What `offset` counts from: the body's own origin, or the middle of its bounds where it stays
  ///     upright.
  package init(_ caption: Caption, over bounds: Rect, from origin: Vector, family: String) {
    lines = caption.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.family = family
    let font = Font(family: family, size: Self.measured)
    let width = lines.reduce(0) { max($0, font.measure($1).width) } / Self.measured
    let height = Self.leading * Double(max(lines.count, 1))
    let fitting = min(
      bounds.width * Self.widthPart / max(width, 1e-6), bounds.height * Self.heightPart / height)
    size = caption.size ?? max(fitting, 1e-3)
    room = Size((width + 0.3) * size, (height + 0.3) * size)
    offset = bounds.center + caption.offset - origin
    let place = Rect(center: bounds.center + caption.offset, size: Size(width * size, height * size))
    isBeyond = bounds.union(place) != bounds
    isBeside = !bounds.intersects(place)
  }

  /// The bounds in points, about where the caption is put.
  package var bounds: Rect { Rect(center: offset, size: room) }

  /// Draws it on a canvas whose y goes up.
  ///
  /// - Parameter edge: Drawn around the letters; nil: nothing.
  func draw(on canvas: borrowing Canvas, _ color: Color, edge: Color?) {
    forEachLine(on: canvas, at: offset) { canvas, line, baseline, font in
      if let edge {
        canvas.textPath(line, at: baseline, font: font)
        canvas.stroke(edge, Stroke(width: edgeWidth, join: .round))
      }
      canvas.text(line, at: baseline, font: font, color: color, alignment: .center)
    }
  }

  /// The width of the line around letters that need one, in points.
  package var edgeWidth: Double { size * 0.18 }

  /// Adds the outlines of its letters, about the text's middle, to the path of a canvas whose y goes up.
  package func addPath(to canvas: borrowing Canvas) {
    forEachLine(on: canvas, at: .zero) { canvas, line, baseline, font in
      canvas.textPath(line, at: baseline, font: font)
    }
  }

  /// Calls with each line, the middle of its baseline, and a canvas whose y goes down.
  private func forEachLine(
    on canvas: borrowing Canvas, at middle: Vector, _ act: (borrowing Canvas, String, Vector, Font) -> Void
  ) {
    let font = Font(family: family, size: size)
    canvas.withState { canvas in
      canvas.transform(Transform(a: 1, b: 0, c: 0, d: -1, tx: middle.x, ty: middle.y))
      let measure = canvas.measure(lines.first ?? "", font: font)
      let leading = Self.leading * size
      // The middle of capitals and of what goes below the line, between the first baseline and the last.
      let first = (measure.ascent - measure.descent) * 0.42 - leading * Double(lines.count - 1) / 2
      for (index, line) in lines.enumerated() {
        act(canvas, line, Vector(0, first + leading * Double(index)), font)
      }
    }
  }
}

/// The colors that a caption is drawn in.
package struct CaptionInk: Hashable, Sendable {
  package let color: Color
  /// The color around its letters; nil: none.
  package let edge: Color?

  /// - Parameters:
  ///   - fill: What it lies on; nil: a picture, or something else of any color.
  ///   - theme: At night dark letters beside a body are light, for what they lie on has become dark.
  package init(_ caption: Caption, _ text: CaptionText, on fill: Color?, in theme: Theme) {
    // The paper is seen through a fill that is clear.
    let fill = fill?.over(theme.paperBottom)
    let own = theme.isNight && text.isBeside ? caption.color?.readableAtNight : caption.color
    color = own ?? fill?.contrasting ?? .white
    let isPlain = caption.color != nil || fill != nil && !text.isBeyond
    edge = isPlain ? nil : color.contrasting.withAlpha(0.65)
  }
}

extension CaptionText {
  /// Returns the position of an upright caption, in points from its body's position.
  package static func place(_ middle: Vector, angle: Double, scale: Vector) -> Vector {
    Vector(middle.x * scale.x, middle.y * scale.y).rotated(by: angle)
  }
}

extension BodyDescription {
  /// Returns the distance from the body's position within which its caption may be drawn, in points; 0
  /// without one.
  package func captionReach(over bounds: Rect, family: String) -> Double {
    guard let caption = style.caption, bounds.isFinite else { return 0 }
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: family)
    return text.bounds.reach + (caption.isUpright ? bounds.center.length : 0)
  }
}
