import CTumbleChipmunk

/// Which shapes one side of a contact may be: what events are asked for and what rules are about.
public enum ContactSide {
  case any
  case type(CollisionType)
  case shape(Shape)
  /// Any shape of the body.
  case body(Body)

  func matches(_ shape: CShape) -> Bool {
    switch self {
    case .any: true
    case .type(let type): cpShapeGetCollisionType(shape) == cpCollisionType(type.number)
    case .shape(let wanted): wanted.pointer == shape
    case .body(let wanted): wanted.pointer == cpShapeGetBody(shape)
    }
  }

  func refers(to body: Body) -> Bool {
    switch self {
    case .any, .type: false
    case .shape(let shape): shape.body === body
    case .body(let other): other === body
    }
  }

  func refers(to shape: Shape) -> Bool {
    if case .shape(let other) = self { other === shape } else { false }
  }
}
