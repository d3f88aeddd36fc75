import CTumbleChipmunk

/// Which shapes one side of a contact may be: what events are asked for and what rules are about.
public enum ContactSide: Hashable, Sendable {
  case any
  case type(CollisionType)
  case shape(ShapeID)
  /// Any shape of the body.
  case body(BodyID)

  func matches(_ shape: CShape) -> Bool {
    switch self {
    case .any: true
    case .type(let type): cpShapeGetCollisionType(shape) == cpCollisionType(type.number)
    case .shape(let id): Shape.of(shape).id == id
    case .body(let id): Shape.of(shape).body.id == id
    }
  }
}
