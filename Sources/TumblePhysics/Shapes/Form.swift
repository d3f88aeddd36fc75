import TumbleGeometry

/// What a shape looks like, in its body's coordinates, in points.
public enum Form: Hashable, Sendable {
  case circle(radius: Double, offset: Vector = .zero)
  /// A line with round ends.
  case segment(from: Vector, to: Vector, radius: Double = 0)
  /// Convex, in either direction round. A radius rounds the corners outwards; with one, the engine reports the contact
  /// point of a circle mirrored, so leave it at 0 where events read points.
  case polygon([Vector], radius: Double = 0)
  /// A box about the body's position, `width` × `height`; the radius as for a polygon.
  case box(Size, radius: Double = 0)
  /// A box anywhere.
  case rect(Rect, radius: Double = 0)
}

extension Form {
  /// Larger by a margin all round, its corners rounded by as much.
  func grown(by margin: Double) -> Form {
    switch self {
    case .circle(let radius, let offset): .circle(radius: radius + margin, offset: offset)
    case .segment(let from, let to, let radius): .segment(from: from, to: to, radius: radius + margin)
    case .polygon(let corners, let radius): .polygon(corners, radius: radius + margin)
    case .box(let size, let radius): .box(size, radius: radius + margin)
    case .rect(let rect, let radius): .rect(rect, radius: radius + margin)
    }
  }

  /// How far the form reaches from a point of its body's coordinates, in points.
  func reach(from point: Vector) -> Double {
    let (points, radius) = span
    return points.reduce(0) { max($0, $1.distance(to: point)) } + radius
  }

  /// The middle of the form's bounds.
  var center: Vector { Rect(around: span.points)?.center ?? .zero }

  /// The points that the form lies around, and how far it goes beyond them.
  private var span: (points: [Vector], radius: Double) {
    switch self {
    case .circle(let radius, let offset): ([offset], radius)
    case .segment(let from, let to, let radius): ([from, to], radius)
    case .polygon(let corners, let radius): (corners, radius)
    case .box(let size, let radius): (Polygon(box: size).corners, radius)
    case .rect(let rect, let radius):
      ([rect.min, rect.max, Vector(rect.min.x, rect.max.y), Vector(rect.max.x, rect.min.y)], radius)
    }
  }

  /// The most corners of one polygon.
  static let maxCorners = 1000

  func check(_ object: String) throws {
    switch self {
    case .circle(let radius, let offset):
      try Rule.positiveLength.check(radius, "radius", of: object)
      try Rule.coordinate.check(offset, "offset", of: object)
    case .segment(let from, let to, let radius):
      try Rule.coordinate.check(from, "from", of: object)
      try Rule.coordinate.check(to, "to", of: object)
      try Rule.nonNegativeLength.check(radius, "radius", of: object)
      guard from.distance(to: to) >= 1e-9 else {
        throw PhysicsError.invalid(
          object: object, property: "to", value: "\(to)",
          rule: "must lie at least 1e-9 points from `from` (a dot is a circle)")
      }
    case .box(let size, let radius):
      try Rule.positiveLength.check(size.width, "width", of: object)
      try Rule.positiveLength.check(size.height, "height", of: object)
      try Rule.nonNegativeLength.check(radius, "radius", of: object)
    case .rect(let rect, let radius):
      try Rule.coordinate.check(rect.min, "min", of: object)
      try Rule.coordinate.check(rect.max, "max", of: object)
      try Rule.positiveLength.check(rect.width, "width", of: object)
      try Rule.positiveLength.check(rect.height, "height", of: object)
      try Rule.nonNegativeLength.check(radius, "radius", of: object)
    case .polygon(let corners, let radius):
      try Rule.nonNegativeLength.check(radius, "radius", of: object)
      try Form.check(corners, object)
    }
  }

  private static func check(_ corners: [Vector], _ object: String) throws {
    func broken(_ rule: String) -> PhysicsError {
      .invalid(object: object, property: "corners", value: "\(corners.count) corners", rule: rule)
    }
    guard (3...maxCorners).contains(corners.count) else { throw broken("must be 3 to \(maxCorners)") }
    for corner in corners { try Rule.coordinate.check(corner, "corner", of: object) }
    let outline = Polygon(corners)
    guard let bounds = outline.bounds else { return }
    let extent = max(bounds.width, bounds.height)
    guard abs(outline.signedArea) >= 1e-9 * extent * extent, extent >= 1e-9 else {
      throw broken("must enclose an area, not lie on a line")
    }
    guard outline.isConvex else {
      throw broken("must form a convex outline (Polygon.convexPieces() splits others)")
    }
  }
}
