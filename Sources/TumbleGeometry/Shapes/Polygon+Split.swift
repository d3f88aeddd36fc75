extension Polygon {
  /// What comes of splitting an outline into convex pieces.
  package enum Split: Hashable, Sendable {
    case pieces([Polygon])
    /// It crosses or touches itself, or has no three corners that make a turn.
    case crossed
    /// Rounding leaves no ear to cut.
    case tooNarrow
  }

  /// Convex pieces that fill an outline with an area, counter-clockwise: ears are cut and joined again while they stay
  /// convex (Hertel and Mehlhorn).
  package func split() -> Split {
    let points = (signedArea > 0 ? corners : corners.reversed()).withoutStraightCorners()
    guard points.count >= 3, Polygon(points).crossing == nil else { return .crossed }
    guard let pieces = points.ears() else { return .tooNarrow }
    return .pieces(pieces.joined(points).map { piece in Polygon(piece.map { points[$0] }) })
  }
}

extension [Vector] {
  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Double { (self[b] - self[a]).cross(self[c] - self[b]) }

  /// Without repeated corners and those on a straight edge.
  fileprivate func withoutStraightCorners() -> [Vector] {
    var points = self
    var i = 0
    while points.count >= 3, i < points.count {
      let count = points.count
      if points.turn((i + count - 1) % count, i, (i + 1) % count) == 0 {
        points.remove(at: i)
        i = Swift.max(0, i - 1)
      } else {
        i += 1
      }
    }
    return points
  }

  /// The outline as triangles of indices; nil where rounding leaves no ear to cut.
  fileprivate func ears() -> [[Int]]? {
    var rest = Array<Int>(indices)
    var triangles: [[Int]] = []
    while rest.count > 3 {
      guard let ear = rest.indices.first(where: { isEar($0, rest) }) else { return nil }
      let count = rest.count
      triangles.append([rest[(ear + count - 1) % count], rest[ear], rest[(ear + 1) % count]])
      rest.remove(at: ear)
    }
    triangles.append(rest)
    return triangles
  }

  private func isEar(_ place: Int, _ rest: [Int]) -> Bool {
    let count = rest.count
    let (a, b, c) = (rest[(place + count - 1) % count], rest[place], rest[(place + 1) % count])
    guard turn(a, b, c) > 0 else { return false }
    return rest.allSatisfy { i in
      i == a || i == b || i == c || turn(a, b, i) < 0 || turn(b, c, i) < 0 || turn(c, a, i) < 0
    }
  }
}

/// From one corner of an outline to another.
private struct Edge: Hashable {
  var from: Int
  var to: Int
}

extension [[Int]] {
  /// Joins pieces over their common edges as long as they stay convex.
  ///
  /// In one pass: what could not be joined with a piece cannot be joined with it after that has grown, for its corners have
  /// only become wider.
  fileprivate func joined(_ points: [Vector]) -> [[Int]] {
    var pieces: [[Int]?] = self
    // A triangulation has an edge once in each direction.
    var owners: [Edge: Int] = [:]
    for (i, piece) in enumerated() { piece.forEachEdge { owners[$0] = i } }
    for i in indices {
      while let first = pieces[i], let (gone, joined) = pieces.join(i, first, owners, points) {
        pieces[gone] = nil
        pieces[i] = joined
        joined.forEachEdge { owners[$0] = i }
      }
    }
    return pieces.compactMap { $0 }
  }
}

extension [Int] {
  fileprivate func forEachEdge(_ act: (Edge) -> Void) {
    for i in indices { act(Edge(from: self[i], to: self[(i + 1) % count])) }
  }
}

extension [[Int]?] {
  /// The first later piece that is convex together with one, and both as one.
  fileprivate func join(_ i: Int, _ first: [Int], _ owners: [Edge: Int], _ points: [Vector])
    -> (gone: Int, joined: [Int])?
  {
    for edge in first.indices {
      let (from, to) = (first[edge], first[(edge + 1) % first.count])
      guard let j = owners[Edge(from: to, to: from)], j > i, let second = self[j],
        let start = second.firstIndex(of: to)
      else { continue }
      // Round the first from the edge's end to its start, then on round the second.
      let head = (1...first.count).map { first[(edge + $0) % first.count] }
      let tail = (2..<second.count).map { second[(start + $0) % second.count] }
      let joined = head + tail
      if Polygon(joined.map { points[$0] }).isStrictlyConvex { return (j, joined) }
    }
    return nil
  }
}

extension Polygon {
  /// Whether every corner of a counter-clockwise outline turns left; straight ones allowed.
  fileprivate var isStrictlyConvex: Bool {
    let count = corners.count
    return corners.indices.allSatisfy { i in
      let (a, b, c) = (corners[i], corners[(i + 1) % count], corners[(i + 2) % count])
      return (b - a).cross(c - b) >= 0
    }
  }
}
