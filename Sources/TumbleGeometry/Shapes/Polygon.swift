/// A closed outline by its corners; the last corner joins the first.
public struct Polygon: Hashable, Sendable, Codable {
  public var corners: [Vector]

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
    for i in 1..<corners.count - 1 {
      sum += (corners[i] - origin).cross(corners[i + 1] - origin)
    }
    return sum / 2
  }

  /// Whether no corner turns inwards and the outline goes round once; collinear corners are allowed.
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

  /// Whether the point is inside, by the even-odd rule; a point on an edge may fall on either side.
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

  public var bounds: Rect? { Rect(around: corners) }
}
