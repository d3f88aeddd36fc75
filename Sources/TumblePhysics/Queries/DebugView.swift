import TumbleGeometry

/// What a picture for finding mistakes shows of a space: values, in the world, to draw as one likes.
public struct DebugView: Hashable, Sendable {
  public struct Shape: Hashable, Sendable, Identifiable {
    public var id: ShapeID
    public var kind: BodyDefinition.Kind
    public var isSleeping: Bool
    public var isSensor: Bool
    public var outline: Outline
    public var boundingBox: Rect
  }

  public struct Constraint: Hashable, Sendable, Identifiable {
    public var id: JointID
    /// Where it takes hold of its bodies.
    public var a: Vector
    public var b: Vector
  }

  /// In id order, as are the constraints.
  public var shapes: [Shape] = []
  public var constraints: [Constraint] = []
  /// Of the latest step, in the order of the bodies' ids.
  public var contacts: [Touch] = []
}

extension Space {
  /// Everything there is to see now.
  public var debugView: DebugView {
    var view = DebugView()
    view.shapes = shapes.map { shape in
      DebugView.Shape(
        id: shape.id, kind: shape.body.kind, isSleeping: shape.body.isSleeping, isSensor: shape.isSensor,
        outline: shape.outline.placed(by: shape.body.transform), boundingBox: shape.boundingBox)
    }
    view.constraints = constraints.map { constraint in
      let ends = constraint.ends
      return DebugView.Constraint(id: constraint.id, a: ends.a, b: ends.b)
    }
    view.contacts = touchingPoints()
    return view
  }

  /// Where bodies touch after the latest step, in the order of their ids; something dynamic has a part in each.
  public func touchingPoints() -> [Touch] {
    var found: [Touch] = []
    for body in bodies where body.kind == .dynamic {
      let contacts = body.contacts.filter { $0.other.body.kind != .dynamic || $0.other.body.id > body.id }
      for contact in contacts.sorted(by: { $0.other.body.id < $1.other.body.id }) {
        let other = contact.other.body.id
        let isFirst = other > body.id
        let sign: Double = isFirst ? 1 : -1
        for point in contact.points {
          found.append(
            Touch(
              a: isFirst ? body.id : other, b: isFirst ? other : body.id,
              point: point.position, normal: contact.normal * sign, depth: point.depth,
              impulse: contact.impulse * -sign))
        }
      }
    }
    return found
  }
}
