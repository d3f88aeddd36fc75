import CTumbleChipmunk
import TumbleGeometry

extension Shape {
  /// What the engine made of the form and collides with, in the body's coordinates, in points.
  public var outline: Outline {
    switch form {
    case .circle, .segment: form
    case .rect, .polygon:
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
