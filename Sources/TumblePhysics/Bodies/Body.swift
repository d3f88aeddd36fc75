import CTumbleChipmunk
import TumbleGeometry

/// A rigid body: a place, an angle and a motion, to which shapes are attached.
///
/// It lives as long as something refers to it; being in a space is a separate fact (``Space/add(_:)-(Body)``). Outside
/// a space it stays readable and can be added to another. Setting a property to a value that its rule forbids is a
/// precondition failure with a sentence; a ``BodyDefinition`` that breaks a rule throws.
public final class Body: Identifiable {
  /// As the definition has it; else it rises in the order of creation and is never used twice in a process.
  public let id: BodyID
  /// What error messages call the body; nil for its id.
  public let name: String?
  /// Yours: this library never looks at it. It lives as long as the body; one that refers to the body in turn keeps it
  /// alive for ever.
  public var userData: Any?
  let pointer: CBody

  /// Mass and moment of the body's own, kept here because the engine forgets them in a body that is not dynamic.
  var ownMass: OwnMass?
  var neverTurns: Bool
  public internal(set) var kind: BodyDefinition.Kind
  /// Set by the integrator in the middle of a step, for the space to read after it.
  var diverged = false {
    didSet { if diverged { space?.hasLostBodies = true } }
  }
  var move: Move?
  var ownIsBullet: Bool
  var stop: BulletStop?

  /// Gravity scale, damping and speed limits that differ from the space's.
  public var motion: BodyMotion {
    get { ownMotion }
    set { requireSuccess { try setMotion(newValue) } }
  }
  private var ownMotion: BodyMotion

  /// Sets ``motion``.
  /// - Throws: for a number out of range.
  public func setMotion(_ motion: BodyMotion) throws {
    try motion.check(description)
    ownMotion = motion
    activate()
    refreshIntegrators()
  }

  /// - Throws: ``PhysicsError/invalid(object:property:value:rule:)`` for a value that breaks a rule.
  public init(_ definition: BodyDefinition = BodyDefinition()) throws {
    let id = definition.id ?? BodyID(Identity.next())
    let name = definition.name
    let label = Body.label(name, id)
    try Rule.coordinate.check(definition.position, "position", of: label)
    try Rule.finite.check(definition.angle, "angle", of: label)
    try Rule.finite.check(definition.velocity, "velocity", of: label)
    try Rule.finite.check(definition.angularVelocity, "angularVelocity", of: label)
    if let center = definition.centerOfGravity {
      try Rule.coordinate.check(center, "centerOfGravity", of: label)
    }
    if let mass = definition.mass { try Rule.mass.check(mass, "mass", of: label) }
    if let moment = definition.moment { try Rule.moment.check(moment, "moment", of: label) }
    try definition.motion.check(label)
    if definition.mass == nil, definition.moment != nil || definition.centerOfGravity != nil {
      throw PhysicsError.notAllowed(
        object: label,
        rule: "has a moment or a centre of gravity but no mass; give it a mass, or leave all to its shapes"
          + " (fixedRotation says that it never turns)")
    }

    self.id = id
    self.name = name
    self.kind = definition.kind
    self.ownMotion = definition.motion
    neverTurns = definition.fixedRotation
    ownIsBullet = definition.isBullet
    ownMass = definition.mass.map {
      OwnMass(mass: $0, moment: definition.moment, centerOfGravity: definition.centerOfGravity)
    }
    switch definition.kind {
    case .dynamic:
      // The engine takes a finite moment here and an infinite one from the setter alone.
      let own = definition.fixedRotation ? .infinity : definition.moment ?? .infinity
      let moment = definition.mass == nil ? 0 : own
      pointer = cpBodyNew(definition.mass ?? 0, moment)
    case .kinematic: pointer = cpBodyNewKinematic()
    case .static: pointer = cpBodyNewStatic()
    }
    cpBodySetUserData(pointer, Unmanaged.passUnretained(self).toOpaque())
    if definition.kind == .dynamic, let center = definition.centerOfGravity, center != .zero {
      cpBodySetCenterOfGravity(pointer, center.c)
    }
    cpBodySetAngle(pointer, definition.angle)
    cpBodySetPosition(pointer, definition.position.c)
    if definition.kind != .static {
      cpBodySetVelocity(pointer, definition.velocity.c)
      cpBodySetAngularVelocity(pointer, definition.angularVelocity)
    }
    refreshIntegrators()
    LifetimeCount.rise(.body)
  }

  deinit {
    cpBodyFree(pointer)
    LifetimeCount.fall(.body)
  }

  /// The owner of a C body.
  static func of(_ pointer: CBody) -> Body {
    guard let data = cpBodyGetUserData(pointer) else { trap("a C body without its Swift owner") }
    return Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
  }

  /// The space that the body is in.
  public var space: Space? { cpBodyGetSpace(pointer).map(Space.of) }

  /// Wakes the body and its group: with all their shapes, which the engine puts into its tree again.
  func activate() {
    guard let space, CTumbleChipmunk.cpBodyIsSleeping(pointer) != 0 else { return cpBodyActivate(pointer) }
    space.withTreeStack { cpBodyActivate(pointer) }
  }

  func refreshIntegrators() {
    setIntegrators(of: pointer, special: !motion.isPlain, moving: move != nil)
  }

  static func label(_ name: String?, _ id: BodyID) -> String {
    name.map { "body '\($0)'" } ?? "body \(id)"
  }
}

/// A body's own mass, as against that of its shapes.
struct OwnMass {
  var mass: Double
  /// nil for that of the shapes.
  var moment: Double?
  /// nil for that of the shapes.
  var centerOfGravity: Vector?
}

extension Body: Hashable {
  /// Whether they are one and the same.
  public static func == (a: Body, b: Body) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Body: CustomStringConvertible {
  /// `body 'crate1'`, or `body 7` for one without a name.
  public var description: String { Body.label(name, id) }
}
