import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// A caption laid out over a body: its lines, their size and where they are. A value, so that any thread can draw it.
package struct CaptionText: Hashable, Sendable {
  package let lines: [String]
  /// Of an em, in points.
  package let size: Double
  /// Around the text's middle, in points: a little more than its letters.
  let room: Size
  /// The text's middle, in points, from where it is put.
  package let offset: Vector
  /// Whether letters may lie beyond the body's fill, so that their color alone does not make them readable.
  package let isBeyond: Bool
  let family: String

  /// From a line's baseline to the next, in ems.
  private static let leading = 1.2
  /// The parts of the bounds that text of no given size fills.
  private static let (widthPart, heightPart) = (0.8, 0.6)
  /// What is measured first, in points: sizes are in proportion to it.
  private static let measured = 100.0

  /// - Parameters:
  ///   - bounds: Of the body's outlines as they are drawn.
  ///   - origin: What `offset` counts from: the body's own origin, or the middle of its bounds where it stays upright.
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
  }

  /// In points, about where it is put.
  package var bounds: Rect { Rect(center: offset, size: room) }

  /// Draws it on a canvas whose y goes up.
  ///
  /// - Parameter edge: Drawn around the letters; nil: nothing.
  func draw(on canvas: borrowing Canvas, _ color: Color, edge: Color?) {
    let font = Font(family: family, size: size)
    canvas.withState { canvas in
      canvas.transform(Transform(a: 1, b: 0, c: 0, d: -1, tx: offset.x, ty: offset.y))
      let measure = canvas.measure(lines.first ?? "", font: font)
      let leading = Self.leading * size
      // The middle of capitals and of what goes below the line, between the first baseline and the last.
      let first = (measure.ascent - measure.descent) * 0.42 - leading * Double(lines.count - 1) / 2
      for (index, line) in lines.enumerated() {
        let baseline = Vector(0, first + leading * Double(index))
        if let edge {
          canvas.textPath(line, at: baseline, font: font)
          canvas.stroke(edge, Stroke(width: size * 0.18, join: .round))
        }
        canvas.text(line, at: baseline, font: font, color: color, alignment: .center)
      }
    }
  }
}

/// Which colors a caption is drawn in.
package struct CaptionInk: Hashable, Sendable {
  let color: Color
  /// Around its letters; nil: nothing.
  let edge: Color?

  /// - Parameters:
  ///   - fill: What it lies on; nil: a picture, or something else of any color.
  package init(_ caption: Caption, _ text: CaptionText, on fill: Color?) {
    color = caption.color ?? fill?.contrasting ?? .white
    let isPlain = caption.color != nil || fill != nil && !text.isBeyond
    edge = isPlain ? nil : color.contrasting.withAlpha(0.65)
  }
}

extension CaptionText {
  /// Where an upright caption is put, in points from its body's position.
  package static func place(_ middle: Vector, angle: Double, scale: Vector) -> Vector {
    Vector(middle.x * scale.x, middle.y * scale.y).rotated(by: angle)
  }
}

extension BodyDescription {
  /// How far from the body's position its caption may be drawn, in points; 0 without one.
  package func captionReach(over bounds: Rect, family: String) -> Double {
    guard let caption = style.caption, bounds.isFinite else { return 0 }
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: family)
    return text.bounds.reach + (caption.isUpright ? bounds.center.length : 0)
  }
}
