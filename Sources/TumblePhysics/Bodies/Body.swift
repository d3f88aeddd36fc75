import CTumbleChipmunk

/// A rigid body: a place, an angle and a motion, to which shapes are attached.
///
/// It lives as long as something refers to it; being in a space is a separate fact
/// (``Space/add(_:)-(Body)``). Outside a space it stays readable and can be added to another. Setting a
/// property to a value that its rule forbids is a precondition failure with a sentence; a ``BodyDefinition``
/// that breaks a rule throws.
public final class Body: Identifiable {
  /// The id that the definition gives; else one that rises in the order of creation and is never used twice
  /// in a process.
  public let id: BodyID
  /// The name of the body in error messages; nil for its id.
  public let name: String?
  let pointer: CBody

  /// Mass and moment of the body's own, kept here because the engine forgets them in a body that is not
  /// dynamic.
  var ownMass: OwnMass?
  var neverTurns: Bool
  /// The kind of its motion: dynamic, kinematic or static.
  public internal(set) var kind: BodyDefinition.Kind
  /// Is true once the body has diverged: the integrator sets it in the middle of a step, for the space to
  /// read after it.
  var diverged = false {
    didSet { if diverged { space?.hasLostBodies = true } }
  }
  /// Is true once a space at its end has taken over giving back the C objects of all that die with it at
  /// once.
  var leavesMemory = false
  var extras: Extras?

  /// Properties that few bodies have, kept apart so that the others stay small: two lines of the cache.
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

  /// Yours: this library never looks at it. It lives as long as the body; one that refers to the body in turn
  /// keeps it alive forever.
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

  /// The gravity scale, damping and speed limits that differ from the space's.
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

  /// A function that answers in each step how a dynamic body goes on, in place of the engine's own formula;
  /// nil (the default) for that formula. Fields that slow down, and limits of speed, come after it. An answer
  /// that is not finite takes the body out, as anything does that goes wrong in a step.
  public var velocityFunction: VelocityFunction? {
    didSet {
      activate()
      refreshIntegrators()
    }
  }

  /// Creates a body, which is in no space yet.
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

  static func label(_ name: String?, _ id: BodyID) -> String { name.map { "body '\($0)'" } ?? "body \(id)" }
}

/// A body's own mass, as against that of its shapes.
struct OwnMass {
  var mass: Double
  /// The moment that was set; nil for that of the shapes.
  var moment: Double?
  /// The center of gravity that was set; nil for that of the shapes.
  var centerOfGravity: Vector?
}

extension Body: Hashable {
  /// Returns true if both are one object.
  public static func == (a: Body, b: Body) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Body: CustomStringConvertible {
  /// The text `body 'crate1'`, or `body 7` for one without a name.
  public var description: String { Body.label(name, id) }
}

/// The destination of a kinematic body.
struct Move {
  var position: Vector
  var angle: Double
  /// The time that is left, in seconds.
  var left: Double
  var arrived = false
}

extension Body {
  /// Sends a kinematic body to a place: it gets there exactly when steps of so many seconds in all have been
  /// taken, at a constant velocity that pushes what is in the way, and then stands still.
  ///
  /// Its position and angle are then the very numbers given here. Setting the position, the angle or another
  /// target in between takes the place of the rest.
  /// - Throws: For a body that is not kinematic, a target out of range, or a duration that is not from 1e-9
  ///   to 1e9 seconds.
  public func move(to position: Vector, angle: Double? = nil, over duration: Double) throws {
    guard kind == .kinematic else {
      throw PhysicsError.notAllowed(
        object: description, rule: "is \(kind); only a kinematic body moves to a target")
    }
    let angle = angle ?? self.angle
    try Rule.coordinate.check(position, "target position", of: description)
    try Rule.finite.check(angle, "target angle", of: description)
    try Rule.duration.check(duration, "duration", of: description)
    move = Move(position: position, angle: angle, left: duration)
    refreshIntegrators()
  }

  /// Stops a move on its way; the body stands still from the next step.
  public func cancelMove() {
    guard move != nil else { return }
    move = nil
    cpBodySetVelocity(pointer, cpVect(x: 0, y: 0))
    cpBodySetAngularVelocity(pointer, 0)
    refreshIntegrators()
  }

  /// The part of the rest of the way that a step takes, 1 at the end; nil one step after the arrival.
  func advanceMove(by step: Double) -> (position: Vector, angle: Double, share: Double)? {
    // Through the object that has it: each access to the body's property would retain and release that.
    guard let extras, let move = extras.move, !move.arrived else {
      extras?.move = nil
      return nil
    }
    // A billionth of a step is rounding, not a way left to go.
    let isLast = move.left <= step * (1 + 1e-9)
    let share = isLast ? 1 : step / move.left
    extras.move?.left = move.left - step
    extras.move?.arrived = isLast
    return (move.position, move.angle, share)
  }
}

// A force acts until the end of the next step, an impulse at once. Both wake a body; on one that is not
// dynamic they do nothing. What adds up to more than a number can hold makes the body diverge: the next step
// takes it out and says so.
extension Body {
  /// The force gathered for the next step, in kilograms × points / seconds².
  public var force: Vector {
    get { Vector(cpBodyGetForce(pointer)) }
    set {
      assign {
        try Rule.finite.check(newValue, "force", of: description)
        guard kind == .dynamic else { return }
        activate()
        cpBodySetForce(pointer, newValue.c)
      }
    }
  }

  /// The torque gathered for the next step, in kilograms × points² / seconds².
  public var torque: Double {
    get { cpBodyGetTorque(pointer) }
    set {
      assign {
        try Rule.finite.check(newValue, "torque", of: description)
        guard kind == .dynamic else { return }
        activate()
        cpBodySetTorque(pointer, newValue)
      }
    }
  }

  /// Pushes at a point of the world.
  /// - Throws: For a force that is not finite, and a point beyond 1e9 points.
  public func apply(force: Vector, atWorld point: Vector) throws {
    try push("force", force, point) { cpBodyApplyForceAtWorldPoint(pointer, force.c, point.c) }
  }

  /// Pushes at a point of the body, in the body's own direction.
  public func apply(force: Vector, atLocal point: Vector = .zero) throws {
    try push("force", force, point) { cpBodyApplyForceAtLocalPoint(pointer, force.c, point.c) }
  }

  /// Hits at a point of the world.
  public func apply(impulse: Vector, atWorld point: Vector) throws {
    try push("impulse", impulse, point) { cpBodyApplyImpulseAtWorldPoint(pointer, impulse.c, point.c) }
  }

  /// Hits at a point of the body, in the body's own direction.
  public func apply(impulse: Vector, atLocal point: Vector = .zero) throws {
    try push("impulse", impulse, point) { cpBodyApplyImpulseAtLocalPoint(pointer, impulse.c, point.c) }
  }

  private func push(_ property: String, _ value: Vector, _ point: Vector, _ push: () -> Void) throws {
    try Rule.finite.check(value, property, of: description)
    try Rule.coordinate.check(point, "\(property)'s point", of: description)
    // A body of no mass yet would be thrown to infinity.
    guard kind == .dynamic, mass > 0 else { return }
    activate()
    push()
    // The engine aborts at the next call on a body whose motion or force is not finite.
    if motionDisorder(pointer) != 0 || forceDisorder(pointer) != 0 { hold(pointer) }
  }
}
