import TumbleGeometry

/// A shape as a sweep needs it: the convex hull of corners about its body's centre of gravity, grown by a radius.
struct SweptForm {
  /// From the centre of gravity, as the body is turned at the start of the step: one for a circle, two for a segment,
  /// counter-clockwise for a polygon.
  let corners: [Vector]
  let radius: Double
  /// The farthest corner's distance from the centre of gravity: the disc around it does not change as the body turns.
  let reach: Double

  init(_ shape: Shape) {
    let (outline, transform) = (shape.outline, shape.body.transform)
    let center = shape.body.centerOfGravity
    corners = outline.points.map { transform.applyToDirection($0 - center) }
    radius = outline.radius
    reach = corners.reduce(0) { max($0, $1.length) }
  }

  /// How thin a convex outline is, whichever way round its corners are: no two parallel lines closer to each other than
  /// this have all of it between them.
  static func width(_ corners: [Vector], _ radius: Double) -> Double {
    guard corners.count > 2 else { return 2 * radius }
    var least = Double.infinity
    for i in corners.indices {
      let edge = corners[i] - corners[i == 0 ? corners.count - 1 : i - 1]
      guard edge.length > 0 else { continue }
      let across = edge.perpendicular / edge.length
      least = min(least, corners.reduce(0) { max($0, ($1 - corners[i]).dot(across).magnitude) })
    }
    return least + 2 * radius
  }

  /// Where the corners are when the body has turned by an angle.
  func turned(by angle: Double) -> [Vector] {
    angle == 0 ? corners : corners.map { $0.rotated(by: angle) }
  }

  /// All differences of a point of one convex outline and a point of the other (the Minkowski sum of the first and the
  /// second mirrored): the origin is as far from it as the second is from the first, and in it where they overlap.
  static func difference(_ first: [Vector], _ second: [Vector]) -> [Vector] {
    let (p, q) = (first, second.map { -$0 })
    guard p.count > 1, q.count > 1 else { return p.flatMap { p in q.map { p + $0 } } }
    // Both have their edges in the order of their directions, beginning at the lowest corner: merged, they are the sum's.
    let (startP, startQ) = (lowest(p), lowest(q))
    var corners: [Vector] = []
    var (i, j) = (0, 0)
    while i < p.count || j < q.count {
      let (a, b) = (p[(startP + i) % p.count], q[(startQ + j) % q.count])
      corners.append(a + b)
      let turn = (p[(startP + i + 1) % p.count] - a).cross(q[(startQ + j + 1) % q.count] - b)
      let takesBoth = turn == 0 && i < p.count && j < q.count
      if takesBoth || j == q.count || (i < p.count && turn > 0) { i += 1 } else { j += 1 }
      if takesBoth { j += 1 }
    }
    return corners
  }

  private static func lowest(_ corners: [Vector]) -> Int {
    corners.indices.min { (corners[$0].y, corners[$0].x) < (corners[$1].y, corners[$1].x) } ?? 0
  }
}
