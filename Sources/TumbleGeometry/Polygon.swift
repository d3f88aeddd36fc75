/// A closed outline by its corners; the last corner joins the first.
public struct Polygon: Hashable, Sendable, Codable {
  /// The corners in order, in either direction round.
  public var corners: [Vector]

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ corners: [Vector]) { self.corners = corners }

  /// A rectangle about the origin, counter-clockwise from its lower left corner.
  public init(box size: Size) { self.init(Rect(center: .zero, size: size).corners) }
}

extension Polygon {
  /// The enclosed area; negative if the corners run clockwise.
  public var signedArea: Double {
    guard corners.count > 2 else { return 0 }
    // About the first corner, so that a far-away outline does not lose its digits.
    let origin = corners[0]
    var sum = 0.0
    for i in 1..<corners.count - 1 { sum += (corners[i] - origin).cross(corners[i + 1] - origin) }
    return sum / 2
  }

  /// Is true if no corner turns inwards and the outline goes round once; collinear corners are allowed.
  public var isConvex: Bool {
    let count = corners.count
    guard count > 2 else { return false }
    let sign = signedArea
    guard sign != 0 else { return false }
    var turns = 0.0
    for i in 0..<count {
      let before = corners[(i + 1) % count] - corners[i]
      let after = corners[(i + 2) % count] - corners[(i + 1) % count]
      let turn = before.cross(after)
      if turn * sign < 0 || (turn == 0 && before.dot(after) <= 0) { return false }
      turns += arcTangent(turn, before.dot(after))
    }
    return abs(abs(turns) - 2 * .pi) < 1e-6
  }

  /// Returns true if the point is inside, by the even-odd rule; a point on an edge may fall on either side.
  public func contains(_ point: Vector) -> Bool {
    var inside = false
    var previous = corners.last ?? .zero
    for corner in corners {
      if (corner.y > point.y) != (previous.y > point.y) {
        let x = corner.x + (point.y - corner.y) / (previous.y - corner.y) * (previous.x - corner.x)
        if point.x < x { inside.toggle() }
      }
      previous = corner
    }
    return inside
  }

  /// The smallest rectangle around all corners; nil without corners.
  public var bounds: Rect? { Rect(around: corners) }

  /// The result of splitting an outline into convex pieces.
  package enum Split: Hashable, Sendable {
    case pieces([Polygon])
    /// The polygon crosses or touches itself, or has no three corners that make a turn.
    case crossed
    /// Rounding leaves no ear to cut.
    case tooNarrow
  }

  /// Convex pieces that fill an outline with an area, counter-clockwise: ears are cut and joined again while
  /// they stay convex (Hertel and Mehlhorn).
  package func split() -> Split {
    let points = (signedArea > 0 ? corners : corners.reversed()).withoutStraightCorners()
    guard points.count >= 3, Polygon(points).crossing == nil else { return .crossed }
    guard let pieces = points.ears() else { return .tooNarrow }
    return .pieces(pieces.joined(points).map { piece in Polygon(piece.map { points[$0] }) })
  }
}

extension [Vector] {
  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Double { (self[b] - self[a]).cross(self[c] - self[b]) }

  /// The polygon without repeated corners and those on a straight edge.
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

/// An edge from one corner of an outline to another.
private struct Edge: Hashable {
  var from: Int
  var to: Int
}

extension [[Int]] {
  /// Joins pieces over their common edges as long as they stay convex.
  ///
  /// In one pass: what could not be joined with a piece cannot be joined with it after that has grown, for
  /// its corners have only become wider.
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
  /// Returns the first later piece that is convex together with one, and the outline of both; nil if there is
  /// none.
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
  /// Is true if every corner of a counter-clockwise outline turns left; straight ones allowed.
  fileprivate var isStrictlyConvex: Bool {
    let count = corners.count
    return corners.indices.allSatisfy { i in
      let (a, b, c) = (corners[i], corners[(i + 1) % count], corners[(i + 2) % count])
      return (b - a).cross(c - b) >= 0
    }
  }

  /// Two edges, by their first corners, that share a point they should not; nil for a simple outline.
  package var crossing: (Int, Int)? {
    let count = corners.count
    for i in 0..<count {
      let (a, b) = (corners[i], corners[(i + 1) % count])
      for j in i + 1..<count {
        let (c, d) = (corners[j], corners[(j + 1) % count])
        if j == i + 1 || (i == 0 && j == count - 1) {
          // Neighbors share a corner; they may not run back over each other.
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

  /// Is true if all corners lie on a line.
  package var isFlat: Bool {
    guard let first = corners.first,
      let farthest = corners.max(by: { first.distance(to: $0) < first.distance(to: $1) })
    else { return true }
    return corners.allSatisfy { ($0 - first).cross(farthest - first) == 0 }
  }

  /// Is true if it encloses more than a line does, so that the engine can work with it.
  package var isWide: Bool {
    guard let bounds else { return false }
    let extent = max(bounds.width, bounds.height)
    return extent >= 1e-9 && abs(signedArea) >= 1e-9 * extent * extent
  }

  /// Returns true if the segments a–b and c–d share a point.
  private static func segmentsMeet(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Bool {
    func side(_ p: Vector, _ q: Vector, _ r: Vector) -> Double { (q - p).cross(r - p) }
    func on(_ p: Vector, _ q: Vector, _ r: Vector) -> Bool { Rect(min: p, max: p).including(q).contains(r) }
    let (c1, c2, a1, a2) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b))
    if (c1 > 0) != (c2 > 0), (a1 > 0) != (a2 > 0), c1 != 0, c2 != 0, a1 != 0, a2 != 0 { return true }
    return (c1 == 0 && on(a, b, c)) || (c2 == 0 && on(a, b, d)) || (a1 == 0 && on(c, d, a))
      || (a2 == 0 && on(c, d, b))
  }

  /// The part of a convex polygon on one side of a line: where the way from the line's point goes against the
  /// normal.
  public func clipped(against normal: Vector, through point: Vector) -> Polygon {
    var kept: [Vector] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[index + 1 < corners.count ? index + 1 : 0]
      let (height, nextHeight) = ((corner - point).dot(normal), (next - point).dot(normal))
      if height <= 0 { kept.append(corner) }
      // The edge crosses the line: Sutherland and Hodgman, 1974.
      if (height < 0 && nextHeight > 0) || (height > 0 && nextHeight < 0) {
        kept.append(corner.interpolated(to: next, by: height / (height - nextHeight)))
      }
    }
    return Polygon(kept)
  }

  /// The part of a convex polygon that is nearer to one of some points than to the others: what of it lies in
  /// that point's Voronoi cell. It has no corners if that is nothing.
  public func cell(of index: Int, among points: [Vector]) -> Polygon {
    var cell = self
    for (other, point) in points.enumerated() where other != index && point != points[index] {
      let middle = points[index].interpolated(to: point, by: 0.5)
      cell = cell.clipped(against: point - points[index], through: middle)
      if cell.corners.count < 3 { return Polygon([]) }
    }
    return cell
  }

  /// The center of its area; the first corner where it has none.
  public var centroid: Vector {
    guard let origin = corners.first else { return .zero }
    var (sum, area) = (Vector.zero, 0.0)
    for (corner, next) in zip(corners.dropFirst(), corners.dropFirst(2)) {
      let double = (corner - origin).cross(next - origin)
      sum += (corner - origin + (next - origin)) * double
      area += double
    }
    return area == 0 ? origin : origin + sum / (3 * area)
  }
}
