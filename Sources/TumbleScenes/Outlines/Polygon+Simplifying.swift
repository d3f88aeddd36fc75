import TumbleGeometry

extension Polygon {
  /// The same outline with fewer corners: none of those left out is further than a tolerance from it.
  ///
  /// By Douglas and Peucker's way of halving, from the two corners that lie furthest apart along a side of the bounds. Where it would
  /// cross itself, or have more corners than may be, the tolerance is made to fit.
  ///
  /// - Parameters:
  ///   - tolerance: In points, 0 or more.
  ///   - most: The most corners.
  /// - Returns: nil for an outline that encloses nothing to speak of.
  public func simplified(tolerance: Double, most: Int = 256) -> Polygon? {
    var tolerance = tolerance
    for _ in 0..<24 {
      let corners = kept(tolerance)
      let outline = Polygon(corners)
      guard corners.count >= 3, !outline.isFlat, outline.isWide else { return nil }
      if corners.count > most {
        tolerance = max(tolerance, 1e-3) * 1.5
      } else if outline.crossing != nil {
        tolerance /= 2
      } else {
        return outline
      }
    }
    return nil
  }

  private func kept(_ tolerance: Double) -> [Vector] {
    guard corners.count > 3 else { return corners }
    func order(_ a: Int, _ b: Int) -> Bool { (corners[a].x, corners[a].y) < (corners[b].x, corners[b].y) }
    guard let first = corners.indices.min(by: order), let last = corners.indices.max(by: order) else {
      return corners
    }
    var isKept = [Bool](repeating: false, count: corners.count)
    (isKept[first], isKept[last]) = (true, true)
    let count = corners.count
    // Stretches by their first corner and how many further on the last one is.
    var open = [(first, (last - first + count) % count), (last, (first - last + count) % count)]
    while let (start, length) = open.popLast() {
      guard length > 1 else { continue }
      let (a, b) = (corners[start], corners[(start + length) % count])
      var (furthest, distance) = (0, tolerance)
      for step in 1..<length {
        let away = Self.distance(corners[(start + step) % count], from: a, to: b)
        if away > distance { (furthest, distance) = (step, away) }
      }
      guard furthest > 0 else { continue }
      isKept[(start + furthest) % count] = true
      open.append((start, furthest))
      open.append(((start + furthest) % count, length - furthest))
    }
    return corners.indices.filter { isKept[$0] }.map { corners[$0] }
  }

  /// Of a point from a stretch of a line.
  private static func distance(_ point: Vector, from a: Vector, to b: Vector) -> Double {
    let way = b - a
    guard way.lengthSquared > 0 else { return point.distance(to: a) }
    let part = min(max((point - a).dot(way) / way.lengthSquared, 0), 1)
    return point.distance(to: a + way * part)
  }
}
