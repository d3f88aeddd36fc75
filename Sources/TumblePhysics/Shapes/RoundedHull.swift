/// A shape where its body is now, as queries see it: the convex hull of one, two or more corners, grown by a
/// radius.
///
/// The engine's own point and line queries divide by the distance to the edge, hence by 0 on it, and tell of
/// a line that starts inside that it ends there. These have an answer for every point and line: finite, and
/// with directions of length 1. A distance is the engine's to the bit.
struct RoundedHull {
  /// The corners in the world: one for a circle, two for a segment, counter-clockwise for a polygon.
  private let corners: [Vector]
  /// The normals of length 1, outwards, each of the edge from the corner before; none for a circle.
  private let normals: [Vector]
  private let radius: Double

  /// The distance in points from which on the direction from the nearest point of an edge is more than
  /// rounding.
  private static let clear = 1e-5

  /// Creates a hull of corners in the world: one, two, or more that go counter-clockwise.
  init(corners: [Vector], radius: Double) {
    self.corners = corners
    self.radius = radius
    normals =
      corners.count < 2
      ? []
      : corners.indices.map { i in
        -(corners[i] - corners[i == 0 ? corners.count - 1 : i - 1]).perpendicular.unit
      }
  }

  init(_ shape: Shape) {
    let transform = shape.body.transform
    let outline = shape.outline
    let local = outline.points
    radius = outline.radius
    corners = local.map(transform.apply)
    // From the body's coordinates: far out in the world the corners of a small shape may lie in one place.
    normals =
      local.count < 2
      ? []
      : local.indices.map { i in
        let edge = local[i] - local[i == 0 ? local.count - 1 : i - 1]
        return transform.applyToDirection(-edge.perpendicular.unit)
      }
  }
}

// MARK: - Points

extension RoundedHull {
  /// The nearest point of the surface, how far it is, negative inside, and the direction away from the shape.
  func nearest(to point: Vector) -> (point: Vector, distance: Double, direction: Vector) {
    guard corners.count > 1 else { return nearestOfCircle(to: point) }
    var isOutside = corners.count == 2
    var nearest = Double.infinity
    var (edge, isAtCorner) = (0, false)
    var closest = Vector.zero
    // A segment's two edges are one line.
    for i in (corners.count == 2 ? 1 : 0)..<corners.count {
      let (from, to) = (corners[i == 0 ? corners.count - 1 : i - 1], corners[i])
      isOutside = isOutside || normals[i].dot(point - to) > 0
      let back = from - to
      let along = back.dot(point - to) / back.lengthSquared
      // Not a number where both corners are in one place.
      let share = along > 0 ? min(along, 1) : 0
      let candidate = to + back * share
      let distance = point.distance(to: candidate)
      if distance < nearest {
        (nearest, edge, closest) = (distance, i, candidate)
        isAtCorner = share == 0 || share == 1
      }
    }
    let distance = isOutside ? nearest : -nearest
    let offset = point - closest
    var direction = normals[edge]
    if nearest > Self.clear {
      direction = offset * (1 / distance)
    } else if isAtCorner, isOutside, nearest > 1e-12 * (abs(closest.x) + abs(closest.y)),
      let unit = offset.unitIfAny
    {
      direction = unit
    } else if corners.count == 2, offset.dot(direction) < 0 {
      direction = -direction
    }
    return (closest + direction * radius, distance - radius, direction)
  }

  private func nearestOfCircle(to point: Vector) -> (point: Vector, distance: Double, direction: Vector) {
    let offset = point - corners[0]
    let distance = offset.length
    // From the center every direction is as near: upwards then.
    guard let unit = offset.unitIfAny else {
      return (corners[0] + Vector(0, radius), distance - radius, Vector(0, 1))
    }
    let point = corners[0] + (distance > Self.clear ? offset * (radius / distance) : unit * radius)
    return (point, distance - radius, unit)
  }
}

// MARK: - Lines

extension RoundedHull {
  /// Finds where a disc of a radius that moves along a line first touches the surface: the fraction of the
  /// line, 0 to 1, the point and the surface's normal there.
  func firstTouch(from: Vector, to: Vector, radius margin: Double) -> (
    fraction: Double, point: Vector, normal: Vector
  )? {
    let start = nearest(to: from)
    if start.distance <= margin { return (0, start.distance <= 0 ? from : start.point, start.direction) }
    let way = to - from
    guard let heading = way.unitIfAny else { return nil }
    let line = Line(from: from, heading: heading, length: way.length)
    let reach = radius + margin
    var first: Touch?
    if reach > 0 {
      for corner in corners { first = Touch.earlier(first, line.touchOfCircle(at: corner, radius: reach)) }
      for i in normals.indices { first = Touch.earlier(first, touch(of: i, reach, line)) }
    }
    // Where rounding lets a line through between an edge and a corner, the core stops it.
    guard let touch = first ?? touchOfCore(line) else { return nil }
    let fraction = min(touch.place / line.length, 1)
    return (fraction, from.interpolated(to: to, by: fraction) - touch.normal * margin, touch.normal)
  }

  /// Finds the touch with the edge that ends in a corner, moved outwards.
  private func touch(of i: Int, _ reach: Double, _ line: Line) -> Touch? {
    let (from, to, normal) = (corners[i == 0 ? corners.count - 1 : i - 1], corners[i], normals[i])
    let approach = -line.heading.dot(normal)
    let height = (line.from - to).dot(normal) - reach
    guard approach > 0, height >= -line.rounding else { return nil }
    let place = max(height, 0) / approach
    guard place <= line.length else { return nil }
    let edge = to - from
    let along = (line.from + line.heading * place - from).dot(edge)
    return along >= 0 && along <= edge.lengthSquared ? Touch(place: place, normal: normal) : nil
  }

  /// Finds the touch with the hull of the corners without a radius, from outside: the line is cut by the
  /// edges' half planes (Cyrus and Beck).
  private func touchOfCore(_ line: Line) -> Touch? {
    guard corners.count > 1 else { return nil }
    var planes = zip(corners, normals).map { (at: $0, normal: $1) }
    if corners.count == 2 {
      // Both sides are measured from one point, so that a line is in and out of a segment at the very same
      // place.
      planes[1].at = corners[0]
      let tangent = normals[1].perpendicular
      planes += [(corners[1], tangent), (corners[0], -tangent)]
    }
    var (entry, exit) = (Touch(place: -.infinity, normal: -line.heading), line.length)
    for plane in planes {
      let approach = -line.heading.dot(plane.normal)
      let height = (line.from - plane.at).dot(plane.normal)
      if approach > 0 {
        if height / approach > entry.place { entry = Touch(place: height / approach, normal: plane.normal) }
      } else if approach < 0 {
        exit = min(exit, height / approach)
      } else if height > line.rounding {
        return nil
      }
    }
    guard entry.place <= exit + line.rounding, exit >= 0 else { return nil }
    return Touch(place: max(entry.place, 0), normal: entry.normal)
  }

  /// A distance along a line, in points, and the surface's normal there.
  private struct Touch {
    let place: Double
    let normal: Vector

    static func earlier(_ a: Touch?, _ b: Touch?) -> Touch? {
      guard let a, let b else { return a ?? b }
      return b.place < a.place ? b : a
    }
  }

  private struct Line {
    let from: Vector
    /// The direction, of length 1.
    let heading: Vector
    let length: Double

    /// The rounding error of sums of coordinates along the line, in points.
    var rounding: Double { 1e-14 * (length + abs(from.x) + abs(from.y)) }

    /// Finds the touch with a circle from outside.
    func touchOfCircle(at center: Vector, radius: Double) -> Touch? {
      let offset = from - center
      // The part of the radius by which the line passes the center, and how far before that it meets the
      // circle.
      let side = heading.cross(offset) / radius
      guard side.magnitude <= 1 else { return nil }
      let depth = (1 - side * side).squareRoot()
      let middle = -offset.dot(heading)
      guard middle > 0, middle - radius * depth <= length else { return nil }
      return Touch(
        place: max(middle - radius * depth, 0),
        normal: heading.perpendicular * side - heading * depth)
    }
  }
}

extension Vector {
  /// The same direction with length 1, however long or short this is; nil for none.
  fileprivate var unitIfAny: Vector? {
    let size = max(abs(x), abs(y))
    return size > 0 ? (self / size).normalized : nil
  }

  fileprivate var unit: Vector { unitIfAny ?? Vector(0, 1) }
}
