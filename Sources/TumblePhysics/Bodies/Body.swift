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
  let pointer: CBody

  /// Mass and moment of the body's own, kept here because the engine forgets them in a body that is not dynamic.
  var ownMass: OwnMass?
  var neverTurns: Bool
  public internal(set) var kind: BodyDefinition.Kind
  /// Set by the integrator in the middle of a step, for the space to read after it.
  var diverged = false {
    didSet { if diverged { space?.hasLostBodies = true } }
  }
  /// Set by a space at its end, which gives back the C objects of all that die with it at once.
  var leavesMemory = false
  var extras: Extras?

  /// What few bodies have. It is apart to keep the others small: two lines of the cache.
  final class Extras {
    var userData: Any?
    var motion = BodyMotion()
    var move: Move?
    var isBullet = false
    var stop: BulletStop?
  }

  private func madeExtras() -> Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  /// Yours: this library never looks at it. It lives as long as the body; one that refers to the body in turn keeps it
  /// alive forever.
  public var userData: Any? {
    get { extras?.userData }
    set { if newValue != nil || extras != nil { madeExtras().userData = newValue } }
  }

  var move: Move? {
    get { extras?.move }
    set { if newValue != nil || extras != nil { madeExtras().move = newValue } }
  }

  var ownIsBullet: Bool {
    get { extras?.isBullet ?? false }
    set { if newValue || extras != nil { madeExtras().isBullet = newValue } }
  }

  var stop: BulletStop? {
    get { extras?.stop }
    set { if newValue != nil || extras != nil { madeExtras().stop = newValue } }
  }

  /// Gravity scale, damping and speed limits that differ from the space's.
  public var motion: BodyMotion {
    get { extras?.motion ?? BodyMotion() }
    set {
      assign {
        try newValue.check(description)
        if extras != nil || !newValue.isPlain { madeExtras().motion = newValue }
        space?.limitedBodies.hold(self, if: newValue.hasSpeedLimit)
        activate()
        refreshIntegrators()
      }
    }
  }

  /// What answers in a step how a dynamic body moves from then on, in place of the engine's own formula; nil (the default)
  /// for that. Fields that slow down, and limits of speed, come after it. An answer that is not finite takes the body out,
  /// as anything does that goes wrong in a step.
  public var velocityFunction: VelocityFunction? {
    didSet {
      activate()
      refreshIntegrators()
    }
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
    neverTurns = definition.fixedRotation
    ownMass = definition.mass.map {
      OwnMass(mass: $0, moment: definition.moment, centerOfGravity: definition.centerOfGravity)
    }
    pointer = EngineMemory.make(cpBody.self)
    switch definition.kind {
    case .dynamic:
      // The engine takes a finite moment here and an infinite one from the setter alone.
      let own = definition.fixedRotation ? .infinity : definition.moment ?? .infinity
      cpBodyInit(pointer, definition.mass ?? 0, definition.mass == nil ? 0 : own)
    case .kinematic:
      cpBodyInit(pointer, 0, 0)
      cpBodySetType(pointer, CP_BODY_TYPE_KINEMATIC)
    case .static:
      cpBodyInit(pointer, 0, 0)
      cpBodySetType(pointer, CP_BODY_TYPE_STATIC)
    }
    if !definition.motion.isPlain { madeExtras().motion = definition.motion }
    if definition.isBullet { madeExtras().isBullet = true }
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
    cpBodyDestroy(pointer)
    if !leavesMemory { EngineMemory.giveBack(pointer) }
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
    let isSpecial = !motion.isPlain || velocityFunction != nil
    setIntegrators(
      of: pointer, isSpecial ? .special : space?.influences != nil ? .influenced : .plain,
      moving: move != nil)
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
