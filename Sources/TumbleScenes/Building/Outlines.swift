import TumbleGeometry

/// Questions about outlines that are not known to be simple.
enum Outlines {
  /// Two edges, by their first corners, that share a point they should not; nil for a simple outline.
  static func crossing(_ corners: [Vector]) -> (Int, Int)? {
    let count = corners.count
    for i in 0..<count {
      let (a, b) = (corners[i], corners[(i + 1) % count])
      for j in i + 1..<count {
        let (c, d) = (corners[j], corners[(j + 1) % count])
        if j == i + 1 || (i == 0 && j == count - 1) {
          // Neighbours share a corner; they may not run back over each other.
          let (corner, one, other) = j == i + 1 ? (b, a, d) : (a, b, c)
          let (u, v) = (one - corner, other - corner)
          if u.cross(v) == 0 && u.dot(v) > 0 { return (i, j) }
        } else if meet(a, b, c, d) {
          return (i, j)
        }
      }
    }
    return nil
  }

  /// Whether all corners lie on a line.
  static func isFlat(_ corners: [Vector]) -> Bool {
    guard let first = corners.first,
      let farthest = corners.max(by: { first.distance(to: $0) < first.distance(to: $1) })
    else { return true }
    return corners.allSatisfy { ($0 - first).cross(farthest - first) == 0 }
  }

  private static func meet(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Bool {
    func side(_ p: Vector, _ q: Vector, _ r: Vector) -> Int {
      let cross = (q - p).cross(r - p)
      return cross > 0 ? 1 : cross < 0 ? -1 : 0
    }
    func isWithin(_ p: Vector, _ q: Vector, _ r: Vector) -> Bool {
      min(p.x, q.x) <= r.x && r.x <= max(p.x, q.x) && min(p.y, q.y) <= r.y && r.y <= max(p.y, q.y)
    }
    let (s1, s2, s3, s4) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b))
    if s1 * s2 < 0 && s3 * s4 < 0 { return true }
    return (s1 == 0 && isWithin(a, b, c)) || (s2 == 0 && isWithin(a, b, d)) || (s3 == 0 && isWithin(c, d, a))
      || (s4 == 0 && isWithin(c, d, b))
  }
}
