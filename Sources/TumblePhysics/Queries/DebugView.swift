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

  public struct Contact: Hashable, Sendable {
    /// The body with the lower id, and the other.
    public var a: BodyID
    public var b: BodyID
    public var point: Vector
    /// From a to b, of length 1.
    public var normal: Vector
    /// In points.
    public var depth: Double
    /// What b got from a in the latest step at all of their points together, in kilograms × points / second.
    public var impulse: Vector
  }

  /// In id order, as are the constraints.
  public var shapes: [Shape] = []
  public var constraints: [Constraint] = []
  /// Of the latest step, in the order of the bodies' ids.
  public var contacts: [Contact] = []
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
  public func touchingPoints() -> [DebugView.Contact] {
    var found: [DebugView.Contact] = []
    for body in bodies where body.kind == .dynamic {
      let contacts = body.contacts.filter { $0.other.body.kind != .dynamic || $0.other.body.id > body.id }
      for contact in contacts.sorted(by: { $0.other.body.id < $1.other.body.id }) {
        let other = contact.other.body.id
        let isFirst = other > body.id
        let sign: Double = isFirst ? 1 : -1
        for point in contact.points {
          found.append(
            DebugView.Contact(
              a: isFirst ? body.id : other, b: isFirst ? other : body.id,
              point: point.position, normal: contact.normal * sign, depth: point.depth,
              impulse: contact.impulse * -sign))
        }
      }
    }
    return found
  }
}
