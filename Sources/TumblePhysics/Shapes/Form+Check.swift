extension Form {
  /// The farthest distance of the form from a point of its body's coordinates, in points.
  func reach(from point: Vector) -> Double { points.reduce(0) { max($0, $1.distance(to: point)) } + radius }

  var center: Vector { bounds?.center ?? .zero }

  /// The most corners of one polygon.
  static let maxCorners = 1000

  func check(_ object: String) throws {
    if case .circle = self {
      try Rule.positiveLength.check(radius, "radius", of: object)
    } else {
      try Rule.nonNegativeLength.check(radius, "radius", of: object)
    }
    switch self {
    case .circle(let center, _): try Rule.coordinate.check(center, "offset", of: object)
    case .segment(let from, let to, _):
      try Rule.coordinate.check(from, "from", of: object)
      try Rule.coordinate.check(to, "to", of: object)
      guard from.distance(to: to) >= 1e-9 else {
        throw PhysicsError.invalid(
          object: object, property: "to", value: "\(to)",
          rule: "must lie at least 1e-9 points from `from` (a dot is a circle)")
      }
    case .rect(let rect, _):
      // Of a box about the origin both corners are out where its size is, which is what is wrong then.
      if Rule.coordinate.allows(rect.min.x), Rule.coordinate.allows(rect.min.y) {
        try Rule.coordinate.check(rect.max, "max", of: object)
      }
      try Rule.positiveLength.check(rect.width, "width", of: object)
      try Rule.positiveLength.check(rect.height, "height", of: object)
      try Rule.coordinate.check(rect.min, "min", of: object)
    case .polygon(let corners, _): try Form.check(corners, object)
    }
  }

  private static func check(_ corners: [Vector], _ object: String) throws {
    func broken(_ rule: String) -> PhysicsError {
      .invalid(object: object, property: "corners", value: "\(corners.count) corners", rule: rule)
    }
    guard (3...maxCorners).contains(corners.count) else { throw broken("must be 3 to \(maxCorners)") }
    for corner in corners { try Rule.coordinate.check(corner, "corner", of: object) }
    let outline = Polygon(corners)
    guard outline.isWide else { throw broken("must enclose an area, not lie on a line") }
    guard outline.isConvex else {
      throw broken("must form a convex outline (Polygon.convexPieces() splits others)")
    }
  }
}

extension Polygon {
  /// The smallest convex outline around points, counter-clockwise, without corners on straight edges; nil
  /// where the points have no area between them. By Andrew's monotone chain.
  public static func convexHull(of points: [Vector]) -> Polygon? {
    guard points.allSatisfy(\.isFinite) else { return nil }
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<Vector>) -> [Vector] {
      var chain: [Vector] = []
      for point in points {
        while chain.count >= 2 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          if (b - a).cross(point - b) > 0 { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    let corners = chain(sorted).dropLast() + chain(sorted.reversed()).dropLast()
    let hull = Polygon(Array(corners))
    return hull.signedArea > 0 ? hull : nil
  }

  /// Splits an outline, which may be concave, into convex pieces that fill it, counter-clockwise: what a
  /// polygon shape wants. By cutting ears and joining them again while they stay convex (Hertel and
  /// Mehlhorn): at most four times the fewest pieces there could be.
  /// - Throws: ``PhysicsError/invalid(object:property:value:rule:)`` for fewer than three corners, more than
  ///   1,000, an outline without area, and one that crosses or touches itself.
  public func convexPieces() throws -> [Polygon] {
    func broken(_ rule: String) -> PhysicsError {
      .invalid(object: "outline", property: "corners", value: "\(corners.count) corners", rule: rule)
    }
    guard (3...Form.maxCorners).contains(corners.count) else {
      throw broken("must be 3 to \(Form.maxCorners)")
    }
    for corner in corners { try Rule.coordinate.check(corner, "corner", of: "outline") }
    guard signedArea != 0 else { throw broken("must enclose an area") }
    switch split() {
    case .crossed: throw broken("must form an outline that neither crosses nor touches itself")
    case .tooNarrow: throw broken("must form an outline wide enough to split")
    case .pieces(let pieces): return pieces
    }
  }
}
