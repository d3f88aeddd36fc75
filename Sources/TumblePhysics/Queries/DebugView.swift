import CTumbleChipmunk
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
    public var point: Vector
    /// From the body with the lower id, of length 1.
    public var normal: Vector
    public var depth: Double
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
    for body in bodies {
      let contacts = body.contacts.filter { $0.other.kind != .dynamic || $0.other.id > body.id }
      for contact in contacts.sorted(by: { $0.other.id < $1.other.id }) where body.kind == .dynamic {
        let sign: Double = contact.other.id > body.id ? 1 : -1
        for point in contact.points {
          view.contacts.append(
            DebugView.Contact(point: point.position, normal: contact.normal * sign, depth: point.depth))
        }
      }
    }
    return view
  }
}

extension Body {
  /// What the body pushed or was pushed by in the latest step, the normal away from it.
  fileprivate var contacts: [(other: Body, normal: Vector, points: ContactPoints)] {
    var found: [(other: Body, normal: Vector, points: ContactPoints)] = []
    withUnsafeMutablePointer(to: &found) { list in
      cpBodyEachArbiter(
        pointer,
        { _, arbiter, list in
          guard let arbiter, let list else { return }
          var (a, b): (CBody?, CBody?)
          cpArbiterGetBodies(arbiter, &a, &b)
          guard let b else { return }
          list.assumingMemoryBound(to: [(other: Body, normal: Vector, points: ContactPoints)].self)
            .pointee.append((Body.of(b), Vector(cpArbiterGetNormal(arbiter)), ContactPoints(arbiter)))
        }, list)
    }
    return found
  }
}
