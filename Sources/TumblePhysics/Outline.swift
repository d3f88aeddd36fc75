import CTumbleChipmunk
import TumbleGeometry

/// What a shape looks like after the engine has made of it what it collides with.
public enum Outline: Hashable, Sendable {
  case circle(center: Vector, radius: Double)
  /// A line with round ends.
  case segment(from: Vector, to: Vector, radius: Double)
  /// Counter-clockwise, its corners rounded outwards by the radius.
  case polygon([Vector], radius: Double)

  /// Turned and moved: lengths stay.
  func placed(by transform: Transform) -> Outline {
    switch self {
    case .circle(let center, let radius): .circle(center: transform.apply(center), radius: radius)
    case .segment(let from, let to, let radius):
      .segment(from: transform.apply(from), to: transform.apply(to), radius: radius)
    case .polygon(let corners, let radius): .polygon(corners.map(transform.apply), radius: radius)
    }
  }
}

extension Shape {
  /// In the body's coordinates, in points.
  public var outline: Outline {
    switch form {
    case .circle(let radius, let offset): .circle(center: offset, radius: radius)
    case .segment(let from, let to, let radius): .segment(from: from, to: to, radius: radius)
    case .box, .rect, .polygon:
      .polygon(
        (0..<cpPolyShapeGetCount(pointer)).map { Vector(cpPolyShapeGetVert(pointer, $0)) },
        radius: cpPolyShapeGetRadius(pointer))
    }
  }

  /// Tells a segment what it goes on to at both ends, in the body's coordinates: things slide over the joints of a chain
  /// of segments without catching on the ends.
  /// - Throws: for a shape that is not a segment, and for points out of range.
  public func setNeighbors(before: Vector, after: Vector) throws {
    guard case .segment = form else {
      throw PhysicsError.notAllowed(object: description, rule: "is not a segment; only those have neighbours")
    }
    try Rule.coordinate.check(before, "before", of: description)
    try Rule.coordinate.check(after, "after", of: description)
    cpSegmentShapeSetNeighbors(pointer, before.c, after.c)
  }
}
