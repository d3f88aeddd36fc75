import TumbleDrawing
import TumbleGeometry

extension Outline {
  /// The least that is drawn of a line's thickness to either side, in points: one without radius is not
  /// unseen.
  private static let thinnest = 0.5

  package var drawn: Outline {
    var drawn = self
    if case .segment = self { drawn.radius = max(radius, Self.thinnest) }
    return drawn
  }

  /// The outline less a rim; nil where that is not simply a smaller radius.
  fileprivate func shrunk(by rim: Double) -> Outline? {
    guard radius > rim else { return nil }
    var inner = self
    inner.radius -= rim
    return inner
  }
}

extension [Outline] {
  /// The outlines by what has one rim: segments in a row are a line, with its bends and branches, and every
  /// other outline is alone.
  package var lines: [[Outline]] {
    reduce(into: []) { lines, outline in
      if case .segment? = lines.last?.last, case .segment = outline {
        lines[lines.count - 1].append(outline)
      } else {
        lines.append([outline])
      }
    }
  }

  /// The part of a line within a rim; empty where none is left.
  func shrunk(by rim: Double) -> [Outline] { compactMap { $0.shrunk(by: rim) } }
}

extension Canvas {
  /// Fills a line or an outline, with a rim of a darker shade inside it and a lit edge inside that; a circle
  /// is round. Nothing of it says from where the light comes: the picture is turned with its body.
  ///
  /// - Parameters:
  ///   - line: One of `[Outline].lines`.
  ///   - edgeWidth: In units of the canvas, as the outline is.
  func draw(_ line: [Outline], color: Color, edgeWidth: Double) {
    let line = line.map(\.drawn)
    let inner = line.shrunk(by: edgeWidth)
    guard color.alpha == 1, !inner.isEmpty || line.count > 1 else {
      guard line.count > 1 else { return drawClipped(line[0], color: color, edgeWidth: edgeWidth) }
      return withGroup(opacity: color.alpha) { canvas in
        canvas.draw(line, color: color.withAlpha(1), edgeWidth: edgeWidth)
      }
    }
    // Some fills are several times as fast as a stroke within a clip.
    path(of: line)
    fill(color.rim)
    path(of: inner)
    if case .circle(let center, let radius) = line[0] {
      return fill(around: center, color.lit(by: 0.14), to: radius, color.lit(by: -0.12))
    }
    let face = line.shrunk(by: edgeWidth * 1.9)
    fill(face.isEmpty ? color : color.lit(by: 0.28))
    path(of: face)
    fill(color)
  }

  /// Draws what covers the paper: a picture within outlines, or all that is inside them.
  func drawSilhouette(of outlines: [Outline], _ picture: Bitmap?, _ fit: TextureFit) {
    if let picture { return draw(picture, within: outlines, fit) }
    path(of: outlines.map(\.drawn))
    fill(.black)
  }

  private func drawClipped(_ outline: Outline, color: Color, edgeWidth: Double) {
    path(of: outline)
    fill(color)
    withState { canvas in
      canvas.path(of: outline)
      canvas.clip()
      if color.alpha == 1 {
        canvas.path(of: outline)
        canvas.stroke(color.lit(by: 0.28), Stroke(width: edgeWidth * 3.8, join: .miter))
      }
      canvas.path(of: outline)
      // Half of the stroke falls outside, where the clip takes it away.
      canvas.stroke(color.rim, Stroke(width: edgeWidth * 2, join: .miter))
    }
  }

  /// Adds the path around all that lies in any of the outlines.
  package func path(of outlines: [Outline]) {
    for outline in outlines { path(of: outline) }
  }

  package func path(of outline: Outline) {
    switch outline {
    case .circle(let center, let radius): circle(center: center, radius: radius)
    case .segment(let from, let to, let radius):
      if from == to { return circle(center: from, radius: radius) }
      roundedPath([from, to], radius: radius)
    case .polygon, .rect:
      if outline.radius > 0 {
        roundedPath(outline.points, radius: outline.radius)
      } else {
        polyline(outline.points, closed: true)
      }
    }
  }

  /// Adds a path around convex, counter-clockwise corners at a distance; two corners make a capsule.
  private func roundedPath(_ corners: [Vector], radius: Double) {
    let count = corners.count
    guard count > 1 else { return }
    for i in 0..<count {
      let (before, corner, after) = (corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count])
      // Outwards is to the right of the way.
      let start = -(corner - before).normalized.perpendicular
      let end = -(after - corner).normalized.perpendicular
      var turn = end.angle - start.angle
      if turn < -1e-9 { turn += 2 * .pi }
      let first = corner + start * radius
      if i == 0 { move(to: first) } else { line(to: first) }
      // A Bézier curve is a circle's arc to the eye up to a quarter turn.
      let pieces = max(1, (turn / (.pi / 2) - 1e-9).rounded(.up))
      let angle = turn / pieces
      // 4/3·tan(angle/4), to the fourth order: exact enough for a quarter turn.
      let reach = radius * angle / 3 * (1 + angle * angle / 48 + angle * angle * angle * angle / 1920)
      var from = start
      for _ in 0..<Int(pieces) {
        let to = from.rotated(by: angle)
        curve(
          to: corner + to * radius, control1: corner + from * radius + from.perpendicular * reach,
          control2: corner + to * radius - to.perpendicular * reach)
        from = to
      }
    }
    closePath()
  }
}

extension Outline {
  /// The width of the rim of what is drawn, in widths of a fine line.
  package static let rimWidth = 1.6
}

extension Color {
  /// The color of the edge around what has this color.
  package var rim: Color { Color(red: red * 0.68, green: green * 0.68, blue: blue * 0.7, alpha: alpha) }

  /// The color part of the way to white, or (below 0) to black.
  package func lit(by part: Double) -> Color {
    let end = part > 0 ? 1.0 : 0
    func mix(_ component: Double) -> Double { component + (end - component) * abs(part) }
    return Color(red: mix(red), green: mix(green), blue: mix(blue), alpha: alpha)
  }
}

extension Outline {
  /// The part of an outline in a rectangle, and some of what is around it; nil where there is none. A circle
  /// is left whole.
  package func clipped(to area: Rect) -> Outline? {
    switch self {
    case .circle: return self
    case .segment(let from, let to, let radius):
      let room = area.insetBy(-radius)
      guard let part = room.clip(from: from, to: to) else { return nil }
      return .segment(from: part.from, to: part.to, radius: radius)
    case .polygon, .rect:
      let room = area.insetBy(-radius)
      let sides = [
        (Vector(-1, 0), room.min), (Vector(1, 0), room.max), (Vector(0, -1), room.min),
        (Vector(0, 1), room.max),
      ]
      let corners = sides.reduce(Polygon(points)) { $0.clipped(against: $1.0, through: $1.1) }.corners
      return corners.count > 2 ? .polygon(corners, radius: radius) : nil
    }
  }
}

extension Rect {
  /// The part of a line inside (Liang and Barsky's way); nil where there is none.
  package func clip(from: Vector, to: Vector) -> (from: Vector, to: Vector)? {
    let way = to - from
    var (first, last) = (0.0, 1.0)
    /// Cuts by the distance from an edge at which it begins, and the speed at which it comes nearer to it.
    func cut(_ speed: Double, _ room: Double) {
      if speed == 0 {
        if room < 0 { last = -1 }
      } else if speed < 0 {
        first = Swift.max(first, room / speed)
      } else {
        last = Swift.min(last, room / speed)
      }
    }
    cut(-way.x, from.x - min.x)
    cut(way.x, max.x - from.x)
    cut(-way.y, from.y - min.y)
    cut(way.y, max.y - from.y)
    guard first <= last else { return nil }
    return (from + way * first, from + way * last)
  }
}

/// Compares the silhouettes of bodies' pictures with those of their outlines. A shadow is blurred: rounded
/// corners of a crate are not seen in it, and the shadow of its outline takes much less to draw.
struct SilhouetteComparison {
  private struct Look: Hashable {
    var picture: String
    var outlines: [Outline]
    var fit: TextureFit
  }

  private var known: [Look: Bool] = [:]
  /// Pixels of the longer side.
  private static let side = 64.0
  /// The part of the outlines' area that may differ.
  private static let tolerance = 0.05

  /// Returns true if a picture covers nearly all of the outlines that it lies within, or cannot be read.
  ///
  /// - Parameters:
  ///   - path: The picture's file.
  ///   - picture: What it shows; nil if it cannot be read.
  mutating func fills(_ path: String, _ picture: Bitmap?, _ outlines: [Outline], _ fit: TextureFit) -> Bool {
    let look = Look(picture: path, outlines: outlines, fit: fit)
    if let known = known[look] { return known }
    let fills = Self.compare(picture, outlines, fit)
    known[look] = fills
    return fills
  }

  /// Forgets what is known of a file, which has changed.
  mutating func forget(_ path: String) { known = known.filter { $0.key.picture != path } }

  private static func compare(_ picture: Bitmap?, _ outlines: [Outline], _ fit: TextureFit) -> Bool {
    guard let picture, let bounds = outlines.map(\.drawn).bounds, bounds.isFinite else { return true }
    let scale = side / max(bounds.width, bounds.height, 1e-9)
    func alpha(_ picture: Bitmap?) -> [UInt32] {
      var bitmap = Bitmap(
        width: Int((bounds.width * scale).rounded(.up)) + 1,
        height: Int((bounds.height * scale).rounded(.up)) + 1)
      bitmap.draw { canvas in
        canvas.transform(
          Transform(a: scale, b: 0, c: 0, d: -scale, tx: -bounds.min.x * scale, ty: bounds.max.y * scale))
        canvas.drawSilhouette(of: outlines, picture, fit)
      }
      return bitmap.pixels.map { $0 >> 24 }
    }
    let (whole, part) = (alpha(nil), alpha(picture))
    let missing = zip(whole, part).reduce(0) { $0 + ($1.0 > $1.1 ? $1.0 - $1.1 : 0) }
    return Double(missing) <= tolerance * Double(whole.reduce(0, +))
  }
}
