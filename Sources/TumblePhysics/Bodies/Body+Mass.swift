import CTumbleChipmunk
import TumbleGeometry

extension Body {
  /// In kilograms: the body's own, or the sum of its shapes' while they are in a space. 0 for a dynamic body that has
  /// none yet, infinite for a body that is not dynamic. Setting it gives the body a mass of its own.
  public var mass: Double {
    get { cpBodyGetMass(pointer) }
    set {
      Rule.mass.require(newValue, "mass", of: description)
      requireOwnMassAllowed("mass")
      let own = ownMass
      ownMass = OwnMass(
        mass: newValue, moment: own?.moment ?? .infinity, centerOfGravity: own?.centerOfGravity ?? .zero)
      applyOwnMass()
    }
  }

  /// About the centre of gravity, in kilograms × points²; infinite for a body that does not turn. Settable on a body
  /// that has a mass of its own.
  public var moment: Double {
    get { cpBodyGetMoment(pointer) }
    set {
      Rule.moment.require(newValue, "moment", of: description)
      guard ownMass != nil else { trap("\(description) has no mass of its own; set that before its moment") }
      ownMass?.moment = newValue
      applyOwnMass()
    }
  }

  /// In the body's coordinates, in points. Settable on a body that has a mass of its own; the body stays in its place.
  public var centerOfGravity: Vector {
    get { Vector(cpBodyGetCenterOfGravity(pointer)) }
    set {
      Rule.coordinate.require(newValue, "centerOfGravity", of: description)
      guard ownMass != nil else {
        trap("\(description) has no mass of its own; set that before its centre of gravity")
      }
      ownMass?.centerOfGravity = newValue
      applyOwnMass()
    }
  }

  /// Changes what the body is. To kinematic or static it loses its velocity and the forces gathered; back to dynamic it
  /// has the mass, moment and centre of gravity of before again. In a space it wakes, and what touches it with it. The
  /// contacts of a body made static end, and those with what moves begin anew.
  public func setKind(_ newKind: BodyDefinition.Kind) {
    guard newKind != kind else { return }
    cancelMove()
    let space = space
    // Before the change: the engine asks for the kind when it wakes a body, and would find the new one.
    wakeWithNeighbours()
    // The engine keeps the forces until the body is dynamic again.
    (force, torque) = (.zero, 0)
    kind = newKind
    switch newKind {
    case .dynamic: cpBodySetType(pointer, CP_BODY_TYPE_DYNAMIC)
    case .kinematic: cpBodySetType(pointer, CP_BODY_TYPE_KINEMATIC)
    case .static: cpBodySetType(pointer, CP_BODY_TYPE_STATIC)
    }
    if newKind == .dynamic { applyOwnMass() }
    if let space {
      cpSpaceReindexShapesForBody(space.pointer, pointer)
      if newKind == .static {
        space.endContacts(of: self)
        space.wakeAround(self)
      }
      space.needsCheck = true
    }
  }

  /// Hands the engine the body's own mass, where that counts.
  func applyOwnMass() {
    guard kind == .dynamic, let own = ownMass else { return }
    let position = cpBodyGetPosition(pointer)
    cpBodyActivate(pointer)
    cpBodySetMass(pointer, own.mass)
    cpBodySetMoment(pointer, own.moment)
    cpBodySetCenterOfGravity(pointer, own.centerOfGravity.c)
    // The engine moves the body when its centre of gravity does; it stays where it is.
    cpBodySetAngle(pointer, cpBodyGetAngle(pointer))
    cpBodySetPosition(pointer, position)
    space?.needsCheck = true
  }

  /// Shapes that are in no space give no mass.
  func loseShapeMass() {
    guard kind == .dynamic, ownMass == nil else { return }
    let position = cpBodyGetPosition(pointer)
    cpBodySetMass(pointer, 0)
    cpBodySetMoment(pointer, 0)
    cpBodySetCenterOfGravity(pointer, cpVect(x: 0, y: 0))
    cpBodySetAngle(pointer, cpBodyGetAngle(pointer))
    cpBodySetPosition(pointer, position)
  }

  private func requireOwnMassAllowed(_ property: String) {
    guard kind == .dynamic else { trap("\(description) is \(kind); only a dynamic body has a \(property)") }
    guard ownMass != nil || !hasShapeMass else {
      trap("\(description) has the mass of its shapes; it cannot have one of its own as well")
    }
  }

  /// Whether a shape in the space gives the body mass.
  var hasShapeMass: Bool { shapes.contains { $0.mass > 0 } }
}
