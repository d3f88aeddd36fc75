import TumbleGeometry

/// What of a shape is under water.
struct WetArea {
  /// In square points.
  var area: Double
  var centroid: Vector
  /// The second moment about the centroid over the area, in square points.
  var momentPerArea: Double
}

/// Cuts convex outlines by half planes (Sutherland and Hodgman, "Reentrant polygon clipping", 1974), in memory that it keeps.
struct AreaClipping {
  private var corners: [Vector] = []
  private var spare: [Vector] = []

  /// What of an outline lies within a convex piece of a fluid and below its level; nil for nothing.
  /// - Parameters:
  ///   - outline: Convex, in the body's coordinates.
  ///   - place: Where the body is.
  ///   - bounds: Of the outline in the world, or more.
  mutating func wetArea(
    of outline: [Vector], at place: Transform, bounds: Rect, in piece: Polygon, below level: Double
  ) -> WetArea? {
    guard bounds.min.y < level else { return nil }
    corners.removeAll(keepingCapacity: true)
    for corner in outline {
      corners.append(
        Vector(
          place.a * corner.x + place.c * corner.y + place.tx,
          place.b * corner.x + place.d * corner.y + place.ty))
    }
    if bounds.max.y > level { cut(at: Vector(0, level), along: Vector(-1, 0)) }
    var from = piece.corners[piece.corners.count - 1]
    for to in piece.corners {
      let edge = Vector(to.x - from.x, to.y - from.y)
      // The corner of the bounds that lies farthest out, and the one farthest in.
      let out = Vector(edge.y > 0 ? bounds.max.x : bounds.min.x, edge.x > 0 ? bounds.min.y : bounds.max.y)
      if edge.cross(Vector(out.x - from.x, out.y - from.y)) < 0 {
        let inner = Vector(edge.y > 0 ? bounds.min.x : bounds.max.x, edge.x > 0 ? bounds.max.y : bounds.min.y)
        guard edge.cross(Vector(inner.x - from.x, inner.y - from.y)) > 0 else { return nil }
        cut(at: from, along: edge)
      }
      from = to
    }
    return measured
  }

  /// Keeps what lies to the left of a line.
  private mutating func cut(at point: Vector, along edge: Vector) {
    guard var before = corners.last else { return }
    spare.removeAll(keepingCapacity: true)
    var heightBefore = edge.x * (before.y - point.y) - edge.y * (before.x - point.x)
    for corner in corners {
      let height = edge.x * (corner.y - point.y) - edge.y * (corner.x - point.x)
      if heightBefore > 0 && height < 0 || heightBefore < 0 && height > 0 {
        let share = heightBefore / (heightBefore - height)
        spare.append(
          Vector(before.x + (corner.x - before.x) * share, before.y + (corner.y - before.y) * share))
      }
      if height >= 0 { spare.append(corner) }
      (before, heightBefore) = (corner, height)
    }
    swap(&corners, &spare)
  }

  /// By triangles about the first corner, so that an outline far out does not lose its digits.
  private var measured: WetArea? {
    guard corners.count >= 3 else { return nil }
    let origin = corners[0]
    var (area, x, y, second) = (0.0, 0.0, 0.0, 0.0)
    for i in 1..<corners.count - 1 {
      let (ax, ay) = (corners[i].x - origin.x, corners[i].y - origin.y)
      let (bx, by) = (corners[i + 1].x - origin.x, corners[i + 1].y - origin.y)
      let cross = ax * by - ay * bx
      area += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
      second += cross * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by)
    }
    guard area > 0, area.isFinite else { return nil }
    let (cx, cy) = (x / (3 * area), y / (3 * area))
    return WetArea(
      area: area / 2, centroid: Vector(origin.x + cx, origin.y + cy),
      momentPerArea: max(second / (6 * area) - (cx * cx + cy * cy), 0))
  }
}
