import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// A filled area of a layer, in the layer's own points with y up.
struct MotionShape: Hashable, Sendable {
  var content: Content
  var paint: Paint

  enum Content: Hashable, Sendable {
    case path(VectorPath)
    /// A line along a path; its width in points.
    case line(VectorPath, width: Double)
    /// A picture of the document, over a rectangle.
    case picture(Int, over: Rect)
  }

  enum Paint: Hashable, Sendable {
    case color(Color)
    /// The layer's color at each moment, a part of the way to white or, below 0, to black.
    case layer(lit: Double)
    /// The layer's color as it is around what has it.
    case rim
    /// Colors over the bounds, which are in the layer's points.
    case gradient(Gradient, over: Rect)

    /// Returns the color while the layer has a color; nil for a gradient, which has many.
    func color(_ layer: Color) -> Color? {
      switch self {
      case .color(let color): color
      case .layer(let lit): layer.lit(by: lit).withAlpha(1)
      case .rim: layer.rim.withAlpha(1)
      case .gradient: nil
      }
    }

    /// Is true if it changes with the layer's color.
    var followsLayer: Bool {
      switch self {
      case .layer, .rim: true
      case .color, .gradient: false
      }
    }
  }

  static func fill(_ outlines: [Outline], _ paint: Paint) -> MotionShape {
    MotionShape(content: .path(VectorPath { $0.path(of: outlines.map(\.simplified)) }), paint: paint)
  }
}

/// Makes shapes as the stage draws what they show.
struct ShapeMaker {
  let theme: Theme
  /// The width of a fine line, in points: what is a pixel on a screen.
  let pixel: Double

  private var edge: Double { Outline.rimWidth * pixel }

  /// Returns the shapes of a body without a picture.
  /// - Parameters:
  ///   - color: The layer's first color.
  ///   - isColorFixed: Whether the layer keeps that color.
  func body(_ look: BodyLook, color: Color, isColorFixed: Bool) -> [MotionShape] {
    let outlines = look.outlines.map(\.drawn)
    guard let bounds = outlines.bounds, bounds.isFinite else { return [] }
    return outlines.lines.flatMap { line in
      let face = face(of: line[0], look.style, color, over: bounds, isColorFixed: isColorFixed)
      var shapes: [MotionShape] = []
      if let border = look.style.border {
        if border.width > 0 { shapes.append(.fill(line, paint(of: border, on: face))) }
        let inner = border.width > 0 ? line.inset(by: border.width) : line
        if let inner { shapes.append(.fill(inner, face)) }
      } else if let inner = line.inset(by: edge) {
        shapes.append(.fill(line, look.style.gradient == nil ? .rim : face.lit(by: -0.32)))
        // Within the rim is a lit edge; discs turn away from the light as a whole.
        if let innermost = line.inset(by: edge * 1.9), !line[0].isCircle {
          shapes += [.fill(inner, face.lit(by: 0.28)), .fill(innermost, face)]
        } else {
          shapes.append(.fill(inner, face))
        }
      } else {
        shapes.append(.fill(line, face))
      }
      return shapes
    }
  }

  private func face(
    of outline: Outline, _ style: BodyStyle, _ color: Color, over bounds: Rect, isColorFixed: Bool
  ) -> MotionShape.Paint {
    if let gradient = style.gradient { return .gradient(gradient.tinted(color), over: bounds) }
    // A gradient keeps its colors, and what shines through has none.
    if isColorFixed, color.alpha == 1, case .circle(let center, let radius) = outline {
      var shade = Gradient([color.lit(by: 0.14).withAlpha(1), color.lit(by: -0.12).withAlpha(1)], .radial)
      (shade.center, shade.radius) = (center, radius)
      return .gradient(shade, over: outline.bounds ?? bounds)
    }
    return .layer(lit: 0)
  }

  private func paint(of border: BodyBorder, on face: MotionShape.Paint) -> MotionShape.Paint {
    border.color.map { .color($0) } ?? face.lit(by: -0.5)
  }

  /// Returns a caption's letters about the place from which its offset counts.
  func caption(_ caption: Caption, over bounds: Rect, on fill: Color?) -> [MotionShape] {
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: theme.fontFamily)
    let ink = CaptionInk(caption, text, on: fill, in: theme)
    let letters = VectorPath { text.addPath(to: $0) }.mapped { $0 + text.offset }
    guard !letters.pieces.isEmpty else { return [] }
    let edge = ink.edge.map { MotionShape(content: .line(letters, width: text.edgeWidth), paint: .color($0)) }
    return (edge.map { [$0] } ?? []) + [MotionShape(content: .path(letters), paint: .color(ink.color))]
  }

  // MARK: Joints

  /// A bar from the origin, 1 point long, to be stretched.
  func bar(width: Double, _ paint: MotionShape.Paint) -> [MotionShape] {
    let width = width * pixel
    return [.fill([.rect(Rect(min: Vector(0, -width / 2), max: Vector(1, width / 2)))], paint)]
  }

  func disc(radius: Double, _ color: Color) -> [MotionShape] {
    let radius = radius * pixel
    return [
      .fill([.circle(center: .zero, radius: radius)], .color(color.rim)),
      .fill([.circle(center: .zero, radius: radius * 0.7)], .color(color)),
    ]
  }

  var piston: [MotionShape] {
    let rect = Rect(center: .zero, size: Size(14 * pixel, 9 * pixel))
    return [
      .fill([.rect(rect, radius: pixel)], .color(theme.rod.rim)),
      .fill([.rect(rect.insetBy(edge), radius: pixel)], .color(theme.rod)),
    ]
  }

  /// A coil spring from the origin along x, so many points long, to be stretched a little.
  func coil(length: Double, _ color: Color) -> [MotionShape] {
    let (turns, reach) = (11, 5.5 * pixel)
    let lead = length * 0.06
    let points = (0...2 * turns).map { half in
      Vector(
        lead + (length - 2 * lead) * Double(half) / Double(2 * turns),
        half == 0 || half == 2 * turns ? 0 : half.isMultiple(of: 2) ? -reach : reach)
    }
    let path = VectorPath { $0.polyline([.zero] + points + [Vector(length, 0)]) }
    return [
      MotionShape(content: .line(path, width: 3.4 * pixel), paint: .color(color.lit(by: -0.5))),
      MotionShape(content: .line(path, width: 2 * pixel), paint: .color(color)),
    ]
  }

  /// The cogged wheel of motors and gears.
  var cog: [MotionShape] {
    let radius = 8 * pixel
    let corners = Canvas.cogCorners(radius: radius)
    func gray(_ part: Double) -> MotionShape.Paint { .color(Color(red: part, green: part, blue: part)) }
    return [
      MotionShape(content: .path(VectorPath { $0.polyline(corners, closed: true) }), paint: gray(0.34)),
      .fill([.circle(center: .zero, radius: radius * 0.6)], gray(0.5)),
      .fill([.circle(center: .zero, radius: radius * 0.22)], gray(0.15)),
      .fill([.circle(center: Vector(radius * 0.42, 0), radius: radius * 0.11)], gray(0.9)),
    ]
  }
}

extension MotionShape.Paint {
  /// A part of the way to white, or below 0 to black.
  fileprivate func lit(by part: Double) -> MotionShape.Paint {
    switch self {
    case .color(let color): return .color(color.lit(by: part))
    case .layer, .rim: return .layer(lit: part)
    case .gradient(var gradient, let bounds):
      for index in gradient.stops.indices {
        gradient.stops[index].color = gradient.stops[index].color.lit(by: part)
      }
      return .gradient(gradient, over: bounds)
    }
  }
}

extension Outline {
  /// The distance that a corner may be from the way past it, of the outline's longer side.
  private static let flatness = 1e-3

  /// The outline without the corners that are hardly any, which round corners and curves are made of.
  fileprivate var simplified: Outline {
    guard case .polygon(let corners, 0) = self, corners.count > 8, let bounds else { return self }
    let distance = max(bounds.width, bounds.height) * Self.flatness
    var kept = [corners[0]]
    var start = 0
    for end in 1..<corners.count {
      let next = corners[(end + 1) % corners.count]
      let way = next - corners[start]
      let isFlat = (start + 1...end).allSatisfy { index in
        let from = corners[index] - corners[start]
        return way.length > 0 && abs(way.cross(from)) <= distance * way.length && way.dot(from) >= 0
      }
      if isFlat { continue }
      kept.append(corners[end])
      start = end
    }
    return kept.count > 2 ? .polygon(kept) : self
  }

  /// The outline a distance further in; nil where there is not enough of it.
  func inset(by distance: Double) -> Outline? {
    guard let bounds, min(bounds.width, bounds.height) > 3 * distance else { return nil }
    if radius > distance {
      var inner = self
      inner.radius -= distance
      return inner
    }
    let rest = distance - radius
    switch self {
    case .circle, .segment: return nil
    case .rect(let rect, _): return .rect(rect.insetBy(rest))
    case .polygon(let corners, _):
      // Each corner moves to where its two edges, moved inwards, meet.
      let count = corners.count
      let inner = corners.indices.compactMap { index -> Vector? in
        let into = (corners[index] - corners[(index + count - 1) % count]).normalized
        let out = (corners[(index + 1) % count] - corners[index]).normalized
        let share = 1 + into.dot(out)
        guard share > 0.1 else { return nil }
        return corners[index] + (into.perpendicular + out.perpendicular) * (rest / share)
      }
      return inner.count == count ? .polygon(inner) : nil
    }
  }
}

extension [Outline] {
  /// Returns a line or an outline inset by a distance; nil where nothing is left of it.
  fileprivate func inset(by distance: Double) -> [Outline]? {
    let inner = compactMap { $0.inset(by: distance) }
    return inner.isEmpty ? nil : inner
  }
}
