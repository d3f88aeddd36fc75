extension Polygon {
  /// Two edges, by their first corners, that share a point they should not; nil for a simple outline.
  package var crossing: (Int, Int)? {
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
        } else if Self.segmentsMeet(a, b, c, d) {
          return (i, j)
        }
      }
    }
    return nil
  }

  /// Whether all corners lie on a line.
  package var isFlat: Bool {
    guard let first = corners.first,
      let farthest = corners.max(by: { first.distance(to: $0) < first.distance(to: $1) })
    else { return true }
    return corners.allSatisfy { ($0 - first).cross(farthest - first) == 0 }
  }

  /// Whether it encloses more than a line does, so that the engine can work with it.
  package var isWide: Bool {
    guard let bounds else { return false }
    let extent = max(bounds.width, bounds.height)
    return extent >= 1e-9 && abs(signedArea) >= 1e-9 * extent * extent
  }

  /// Whether the segments a–b and c–d share a point.
  private static func segmentsMeet(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Bool {
    func side(_ p: Vector, _ q: Vector, _ r: Vector) -> Double { (q - p).cross(r - p) }
    func on(_ p: Vector, _ q: Vector, _ r: Vector) -> Bool { Rect(min: p, max: p).including(q).contains(r) }
    let (c1, c2, a1, a2) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b))
    if (c1 > 0) != (c2 > 0), (a1 > 0) != (a2 > 0), c1 != 0, c2 != 0, a1 != 0, a2 != 0 { return true }
    return (c1 == 0 && on(a, b, c)) || (c2 == 0 && on(a, b, d)) || (a1 == 0 && on(c, d, a))
      || (a2 == 0 && on(c, d, b))
  }
}
