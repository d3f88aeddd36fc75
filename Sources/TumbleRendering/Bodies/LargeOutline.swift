import CTumbleSDL2
import Foundation
import TumbleGeometry
import TumbleLooks

/// A plain, convex outline that is many times as large as a sprite may be. What of it is in sight is drawn as
/// triangles in each frame: a sprite would take all its pixels, and show an edge hundreds of pixels wide.
struct LargeOutline {
  let outline: Outline
  /// The corners without rounding.
  private let corners: [Vector]
  private let radius: Double
  private let isCircle: Bool
  /// The width of the edge in points.
  private let edgeWidth: Double

  /// - Returns: nil for an outline that a sprite shows.
  init?(_ outline: Outline, _ detail: Detail) {
    self.outline = outline
    let outline = outline.drawn
    guard let bounds = outline.bounds, bounds.isFinite,
      SpritePlan.isExceeded(by: bounds, resolution: detail.scale)
    else { return nil }
    switch outline {
    case .circle(let center, _): (corners, isCircle) = ([center], true)
    case .segment(let from, let to, _): (corners, isCircle) = (from == to ? [from] : [from, to], false)
    case .polygon, .rect: (corners, isCircle) = (outline.points, false)
    }
    guard corners.count < 3 || Polygon(corners).isConvex else { return nil }
    radius = outline.radius
    edgeWidth = Outline.rimWidth * detail.density / detail.scale
  }

  func draw(
    _ transform: Transform, in area: Rect, color: Color, opacity: Double, _ triangles: TriangleBuffer
  ) {
    let scale = abs(transform.determinant).squareRoot()
    guard scale > 0, scale.isFinite, let inverse = transform.inverse else { return }
    guard let room = Rect(around: area.corners.map(inverse.apply))?.insetBy(-4 / scale) else { return }
    let border = border(in: room, tolerance: 0.1 / scale)
    guard border.count > 2, let part = Outline.polygon(border, radius: 0).clipped(to: room) else { return }
    var pen = Pen(transform: transform, opacity: opacity, triangles: triangles)
    let fill = part.points
    for index in fill.indices.dropFirst(2) {
      pen.fill([fill[0], fill[index - 1], fill[index]].map { ($0, face(at: $0, color)) })
    }
    let pixel = 1 / scale
    for (index, start) in border.enumerated() {
      guard let edge = room.clip(from: start, to: border[(index + 1) % border.count]) else { continue }
      let outwards = -(edge.to - edge.from).normalized.perpendicular
      pen.stroke(edge, outwards, (pixel, color.rim.withAlpha(0)), (0, color.rim))
      pen.stroke(edge, outwards, (0, color.rim), (-edgeWidth, color.rim))
      guard !isCircle else { continue }
      let lit = color.lit(by: 0.28)
      pen.stroke(edge, outwards, (-edgeWidth, lit), (-edgeWidth * 1.9, lit))
    }
  }

  private func face(at place: Vector, _ color: Color) -> Color {
    guard isCircle else { return color }
    return color.lit(by: 0.14).interpolated(
      to: color.lit(by: -0.12), by: min(max((place - corners[0]).length / radius, 0), 1))
  }

  /// The corners counter-clockwise, with those of arcs that are in a room, and elsewhere as few as go around
  /// the room.
  private func border(in room: Rect, tolerance: Double) -> [Vector] {
    guard radius > 0 else { return corners }
    return corners.indices.flatMap { index -> [Vector] in
      let corner = corners[index]
      guard corners.count > 1 else { return arc(corner, from: 0, by: 2 * .pi, room, tolerance) }
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      let start = (-(corner - before).perpendicular).angle
      var turn = (-(after - corner).perpendicular).angle - start
      if turn < 0 { turn += 2 * .pi }
      return arc(corner, from: start, by: turn, room, tolerance)
    }
  }

  private func arc(_ center: Vector, from start: Double, by turn: Double, _ room: Rect, _ tolerance: Double)
    -> [Vector]
  {
    // Between two of these a chord is no further from the arc than is tolerated.
    let step = max((8 * tolerance / radius).squareRoot(), 2 * .pi / 4096)
    let (way, reach) = (room.center - center, (room.max - room.min).length / 2)
    var parts: [ClosedRange<Double>] = [0...turn]
    if way.length > reach, turn > 0 {
      // All of the room lies between two tangents through the center.
      let half = asin(reach / way.length)
      var middle = way.angle - start
      while middle < 0 { middle += 2 * .pi }
      parts = [middle - 2 * .pi, middle, middle + 2 * .pi].compactMap { middle in
        let (low, high) = (max(middle - half, 0), min(middle + half, turn))
        return low < high ? low...high : nil
      }
    }
    var angles = [0.0]
    /// Adds what leads to an angle, in steps of at most so much.
    func add(to angle: Double, _ step: Double) {
      let first = angles[angles.count - 1]
      let count = max(Int(((angle - first) / step).rounded(.up)), 1)
      for i in 1...count { angles.append(first + (angle - first) * Double(i) / Double(count)) }
    }
    for part in parts {
      if part.lowerBound > angles[angles.count - 1] { add(to: part.lowerBound, .pi / 4) }
      add(to: part.upperBound, min(step, max(part.upperBound - part.lowerBound, 1e-12) / 8))
    }
    if turn > angles[angles.count - 1] { add(to: turn, .pi / 4) }
    if turn >= 2 * .pi { angles.removeLast() }
    return angles.map { center + Vector(angle: start + $0, length: radius) }
  }

  /// Puts triangles in the body's coordinates onto the screen.
  private struct Pen {
    let transform: Transform
    let opacity: Double
    let triangles: TriangleBuffer

    mutating func fill(_ corners: [(place: Vector, color: Color)]) {
      let points = corners.map { SDL_FPoint(transform.apply($0.place)) }
      let colors = corners.map { SDL_Color($0.color, opacity: opacity) }
      triangles.append(points[0], points[1], points[2], (colors[0], colors[1], colors[2]))
    }

    /// Fills what lies along an edge between two distances from it.
    mutating func stroke(
      _ edge: (from: Vector, to: Vector), _ outwards: Vector, _ outer: (distance: Double, color: Color),
      _ inner: (distance: Double, color: Color)
    ) {
      let outside = [edge.from, edge.to].map { ($0 + outwards * outer.distance, outer.color) }
      let inside = [edge.from, edge.to].map { ($0 + outwards * inner.distance, inner.color) }
      fill([outside[0], outside[1], inside[1]])
      fill([outside[0], inside[1], inside[0]])
    }
  }
}
