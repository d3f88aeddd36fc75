import CTumbleChipmunk
import TumbleGeometry

extension Body {
  /// In kilograms: the body's own, or the sum of its shapes' while they are in a space. 0 for a dynamic body that has
  /// none yet, infinite for a body that is not dynamic. Setting it gives the body a mass of its own, which one
  /// that is not dynamic, or has the mass of its shapes, refuses.
  public var mass: Double {
    get { cpBodyGetMass(pointer) }
    set {
      assign {
        try Rule.mass.check(newValue, "mass", of: description)
        guard kind == .dynamic else {
          throw PhysicsError.notAllowed(
            object: description, rule: "is \(kind); only a dynamic body has a mass")
        }
        guard ownMass != nil || !hasShapeMass else {
          throw PhysicsError.notAllowed(
            object: description, rule: "has the mass of its shapes; it cannot have one of its own as well")
        }
        ownMass = OwnMass(mass: newValue, moment: ownMass?.moment, centerOfGravity: ownMass?.centerOfGravity)
        applyMass()
      }
    }
  }

  /// About the centre of gravity, in kilograms × points²: as given, else that of the shapes in the space; infinite for a
  /// body that does not turn. Settable on a body that has a mass of its own.
  public var moment: Double {
    get { cpBodyGetMoment(pointer) }
    set {
      assign {
        try Rule.moment.check(newValue, "moment", of: description)
        try checkOwnMass("its moment")
        ownMass?.moment = newValue
        applyMass()
      }
    }
  }

  /// Whether the body never turns: its moment is infinite then, and counts again when this is taken back.
  public var fixedRotation: Bool {
    get { neverTurns }
    set {
      guard newValue != neverTurns else { return }
      neverTurns = newValue
      // The engine adds up the body's shapes again as one of them changes.
      if let shape = shapes.first(where: { $0.mass > 0 }) { cpShapeSetMass(shape.pointer, shape.mass) }
      applyMass()
    }
  }

  /// In the body's coordinates, in points: as given, else that of the shapes in the space. Settable on a body that has a
  /// mass of its own; the body stays in its place.
  public var centerOfGravity: Vector {
    get { Vector(cpBodyGetCenterOfGravity(pointer)) }
    set {
      assign {
        try Rule.coordinate.check(newValue, "centerOfGravity", of: description)
        try checkOwnMass("its centre of gravity")
        ownMass?.centerOfGravity = newValue
        applyMass()
      }
    }
  }

  private func checkOwnMass(_ property: String) throws {
    guard ownMass != nil else {
      throw PhysicsError.notAllowed(
        object: description, rule: "has no mass of its own; set that before \(property)")
    }
  }

  /// Changes what the body is. To kinematic or static it loses its velocity and the forces gathered; back to dynamic it
  /// has the mass, moment and centre of gravity of before again. In a space it wakes, and what touches it with it. The
  /// contacts of a body made static end, and those with what moves begin again.
  public func setKind(_ newKind: BodyDefinition.Kind) {
    guard newKind != kind else { return }
    cancelMove()
    let space = space
    space?.dropStickyJoints { $0.holds(self) }
    // Before the change: the engine asks for the kind when it wakes a body, and would find the new one.
    wakeWithNeighbours()
    // The engine keeps the forces until the body is dynamic again.
    (force, torque) = (.zero, 0)
    kind = newKind
    let type =
      switch newKind {
      case .dynamic: CP_BODY_TYPE_DYNAMIC
      case .kinematic: CP_BODY_TYPE_KINEMATIC
      case .static: CP_BODY_TYPE_STATIC
      }
    guard let space else {
      cpBodySetType(pointer, type)
      return applyMass()
    }
    space.withTreeStack { cpBodySetType(pointer, type) }
    applyMass()
    space.withTreeStack { cpSpaceReindexShapesForBody(space.pointer, pointer) }
    if newKind == .static {
      space.endContacts(of: self)
      space.wakeAround(self)
    }
    space.needsCheck = true
  }

  /// Hands the engine what it cannot add up by itself: the body's own mass, and that it never turns.
  func applyMass() {
    guard kind == .dynamic else { return }
    guard let own = ownMass else {
      guard neverTurns, mass > 0 else { return }
      activate()
      cpBodySetMoment(pointer, .infinity)
      space?.needsCheck = true
      return
    }
    let distribution = own.moment == nil || own.centerOfGravity == nil ? MassDistribution(shapes) : nil
    let center = own.centerOfGravity ?? distribution?.centerOfGravity ?? .zero
    let moment = own.moment ?? own.mass * (distribution?.momentPerMass(about: center) ?? .infinity)
    let position = cpBodyGetPosition(pointer)
    activate()
    cpBodySetMass(pointer, own.mass)
    cpBodySetMoment(pointer, neverTurns ? .infinity : moment)
    cpBodySetCenterOfGravity(pointer, center.c)
    // The engine moves the body when its centre of gravity does; it stays where it is.
    cpBodySetAngle(pointer, cpBodyGetAngle(pointer))
    cpBodySetPosition(pointer, position)
    space?.needsCheck = true
  }

  /// As a shape comes into the space or leaves it; the engine has added up the shapes' masses.
  func shapesChanged() {
    let isMeasured = ownMass.map { $0.moment == nil || $0.centerOfGravity == nil } ?? neverTurns
    if isMeasured { applyMass() }
  }

  /// Shapes that are in no space give no mass.
  func loseShapeMass() {
    guard kind == .dynamic else { return }
    guard ownMass == nil else { return shapesChanged() }
    let position = cpBodyGetPosition(pointer)
    cpBodySetMass(pointer, 0)
    cpBodySetMoment(pointer, 0)
    cpBodySetCenterOfGravity(pointer, cpVect(x: 0, y: 0))
    cpBodySetAngle(pointer, cpBodyGetAngle(pointer))
    cpBodySetPosition(pointer, position)
  }

  /// Whether a shape in the space gives the body mass.
  var hasShapeMass: Bool { shapes.contains { $0.mass > 0 } }
}
