import CTumbleChipmunk
import CTumbleSolver

/// A joint of two bodies: one of ``PinJoint``, ``SlideJoint``, ``PivotJoint``, ``GrooveJoint``,
/// ``DampedSpring``, ``DampedRotarySpring``, ``RotaryLimit``, ``Ratchet``, ``Gear`` and ``Motor``.
///
/// Every kind is made from two different bodies, its own numbers and a ``ConstraintDefinition`` that says how
/// strong it is. Making one throws for one body twice and numbers out of range. Anchors are in points, in the
/// coordinates of their bodies.
///
/// It keeps both bodies alive. A constraint whose bodies cannot answer to it (two that are static or
/// kinematic; for one of angles, two that do not turn) stays in the space but has no effect until one of them
/// can. Setting a property wakes both bodies; a value that its rule forbids is a precondition failure, and an
/// error within ``throwing(_:)``.
///
/// Angles and rates of two bodies are those of B against A in every kind, as in scene files: a positive rate
/// turns B counter-clockwise, seen from A. (The engine counts those of its motors and rotary springs the
/// other way round.)
public class Constraint: Identifiable {
  /// The conditions under which a body can answer to a constraint and its equations have a solution.
  enum Kind {
    /// Acts on points: one body with a finite mass is enough.
    case linear
    /// Acts on points in both directions at once, by a matrix that must have an inverse.
    case planar
    /// A planar constraint with a lever on body A that grows as the bodies are pulled apart.
    case sliding
    /// Acts on angles: one body that turns is enough.
    case angular
  }

  /// The id that the definition gives; else one that rises in the order of creation and is never used twice
  /// in a process.
  public let id: JointID
  /// The name of the constraint in error messages; nil for its id.
  public let name: String?
  /// The first body.
  public let bodyA: Body
  /// The second body.
  public let bodyB: Body
  let pointer: CConstraint
  let kind: Kind
  fileprivate let noun: String
  /// Is true while the engine has the constraint: in a space, and with a body that can answer to it.
  var isActive = false
  /// Is true once a space at its end has taken over giving back the C objects of all that die with it at
  /// once.
  var leavesMemory = false
  private var ownBreakForce: Double
  /// The reference to the space, unretained: a space clears it as it lets go.
  private var spaceReference: Unmanaged<Space>?

  /// The space that the constraint is in.
  public internal(set) var space: Space? {
    get { spaceReference?.takeUnretainedValue() }
    set { spaceReference = newValue.map(Unmanaged.passUnretained) }
  }

  /// The points at which it holds its bodies, in the bodies' coordinates.
  var anchors: (a: Vector, b: Vector) { (.zero, .zero) }

  // Internal, as all that a subclass needs: this library makes every kind there is.
  init(
    _ noun: String, _ kind: Kind, _ a: Body, _ b: Body, _ definition: ConstraintDefinition,
    make: (_ object: String) throws -> CConstraint
  ) throws {
    let id = definition.id ?? JointID(Identity.next())
    let label = Constraint.label(noun, definition.name, id, a, b)
    guard a !== b else { throw PhysicsError.notAllowed(object: label, rule: "needs two different bodies") }
    try Rule.nonNegativeOrInfinite.check(definition.maxForce, "maxForce", of: label)
    if let bias = definition.errorBias { try Rule.fraction.check(bias, "errorBias", of: label) }
    try Rule.nonNegativeOrInfinite.check(definition.maxBias, "maxBias", of: label)
    try Rule.nonNegativeOrInfinite.check(definition.breakForce, "breakForce", of: label)

    let pointer = try make(label)
    self.id = id
    self.name = definition.name
    bodyA = a
    bodyB = b
    self.kind = kind
    self.noun = noun
    self.pointer = pointer
    ownBreakForce = definition.breakForce
    cpConstraintSetUserData(pointer, Unmanaged.passUnretained(self).toOpaque())
    cpConstraintSetMaxForce(pointer, definition.maxForce)
    if let bias = definition.errorBias { cpConstraintSetErrorBias(pointer, bias) }
    cpConstraintSetMaxBias(pointer, definition.maxBias)
    cpConstraintSetCollideBodies(pointer, definition.collideBodies ? 1 : 0)
    LifetimeCount.rise(.constraint)
  }

  deinit {
    cpConstraintDestroy(pointer)
    if !leavesMemory { EngineMemory.giveBack(pointer) }
    LifetimeCount.fall(.constraint)
  }

  /// The owner of a C constraint.
  static func of(_ pointer: CConstraint) -> Constraint {
    guard let data = cpConstraintGetUserData(pointer) else { trap("a C constraint without its Swift owner") }
    return Unmanaged<Constraint>.fromOpaque(data).takeUnretainedValue()
  }

  /// The most that it pulls or turns with; infinity for no limit.
  public final var maxForce: Double {
    get { cpConstraintGetMaxForce(pointer) }
    set { set(newValue, .nonNegativeOrInfinite, "maxForce", cpConstraintSetMaxForce) }
  }

  /// The part of an error that is left after a second, 0 to 1.
  public final var errorBias: Double {
    get { cpConstraintGetErrorBias(pointer) }
    set { set(newValue, .fraction, "errorBias", cpConstraintSetErrorBias) }
  }

  /// The fastest that an error is corrected, in points or radians per second.
  public final var maxBias: Double {
    get { cpConstraintGetMaxBias(pointer) }
    set { set(newValue, .nonNegativeOrInfinite, "maxBias", cpConstraintSetMaxBias) }
  }

  /// The force, or of a constraint of angles the torque, above which it breaks; infinity for never. A step in
  /// which its ``impulse`` divided by the length of the step is more, either way, takes it out of the space
  /// as it ends, and ``Space/brokenConstraints`` has it.
  public final var breakForce: Double {
    get { ownBreakForce }
    set {
      assign {
        try Rule.nonNegativeOrInfinite.check(newValue, "breakForce", of: description)
        activateBodies()
        ownBreakForce = newValue
        space?.breakable.hold(self, if: newValue < .infinity)
      }
    }
  }

  /// Is true if shapes of the two bodies collide with each other.
  public final var collideBodies: Bool {
    get { cpConstraintGetCollideBodies(pointer) != 0 }
    set {
      activateBodies()
      cpConstraintSetCollideBodies(pointer, newValue ? 1 : 0)
    }
  }

  /// Is true if it is a spring whose damping follows a curve.
  var hasDampingCurve: Bool { false }

  /// Gives it the damping that its curve has at the present speed.
  func followDampingCurve() {}

  /// Sets the damping of a spring without waking its bodies. They may fall asleep meanwhile, except in an
  /// engine whose fields are not known: its own call wakes them.
  final func setDampingQuietly(_ damping: Double, _ apply: (CConstraint, Double) -> Void) {
    if Solver.knowsEngine { ctumble_set_damping(pointer, damping) } else { apply(pointer, damping) }
  }

  final func dampingCurveChanged() {
    activateBodies()
    space?.curvedDampers.hold(self, if: hasDampingCurve)
  }

  /// Sets a number by a function of the engine, if its rule allows it.
  final func set(
    _ value: Double, _ rule: Rule, _ property: String, _ apply: (CConstraint, Double) -> Void
  ) {
    assign {
      try rule.check(value, property, of: description)
      activateBodies()
      apply(pointer, value)
    }
  }

  /// Sets a vector by a function of the engine, if its rule allows it.
  final func set(
    _ value: Vector, _ rule: Rule, _ property: String, _ apply: (CConstraint, cpVect) -> Void
  ) {
    assign {
      try rule.check(value, property, of: description)
      activateBodies()
      apply(pointer, value.c)
    }
  }

  /// Wakes both bodies. The engine does so with every setter, but on whatever stack there is.
  final func activateBodies() {
    bodyA.activate()
    bodyB.activate()
  }

  package final func other(than body: Body) -> Body { bodyA === body ? bodyB : bodyA }

  /// The impulse that it applied in the latest step, in kilograms × points / second (× points). 0 while it
  /// has no effect. That of the two springs has a sign: above 0 it pushes the anchors apart, or turns B
  /// counter-clockwise.
  public final var impulse: Double { isActive ? solvedImpulse : 0 }

  var solvedImpulse: Double { cpConstraintGetImpulse(pointer) }

  /// The points at which it holds its bodies, in the world; the bodies' positions for a constraint of angles.
  public final var ends: (a: Vector, b: Vector) {
    let anchors = anchors
    return (bodyA.world(anchors.a), bodyB.world(anchors.b))
  }

  fileprivate static func label(_ noun: String, _ name: String?, _ id: JointID, _ a: Body, _ b: Body)
    -> String
  {
    (name.map { "\(noun) '\($0)'" } ?? "\(noun) \(id)") + " of \(a) and \(b)"
  }
}

extension Constraint: Hashable {
  /// Returns true if both are one object.
  public static func == (a: Constraint, b: Constraint) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Constraint: CustomStringConvertible {
  /// The text `pin joint 'rope' of body 'hook' and body 'lamp'`.
  public var description: String { Constraint.label(noun, name, id, bodyA, bodyB) }
}

/// The values that every constraint is made from, apart from its own numbers.
public struct ConstraintDefinition: Hashable, Sendable {
  /// The constraint's id; nil for one that rises in the order of creation. Constraints are listed in the
  /// order of their ids; no two of a space have the same, so give ids to all of them or to none.
  public var id: JointID?
  /// The name of the constraint in error messages; nil for its id.
  public var name: String?
  /// The most that it pulls or turns with, in kilograms × points / seconds² (× points); infinity for no
  /// limit.
  public var maxForce: Double
  /// The part of an error that is left after a second, 0 to 1; nil for the engine's 0.9 to the power of 60.
  public var errorBias: Double?
  /// The fastest that an error is corrected, in points or radians per second.
  public var maxBias: Double
  /// The force above which it breaks, in kilograms × points / seconds² (× points); infinity for never.
  public var breakForce: Double
  /// Is true if shapes of the two bodies collide with each other.
  public var collideBodies: Bool

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    id: JointID? = nil, name: String? = nil, maxForce: Double = .infinity, errorBias: Double? = nil,
    maxBias: Double = .infinity, breakForce: Double = .infinity, collideBodies: Bool = true
  ) {
    self.id = id
    self.name = name
    self.maxForce = maxForce
    self.errorBias = errorBias
    self.maxBias = maxBias
    self.breakForce = breakForce
    self.collideBodies = collideBodies
  }
}

extension Constraint {
  /// Is true if a step would take the constraint: the equations of one with anchors too far out for the
  /// moments of its bodies have no solution in floating point. A groove's may lose theirs as its bodies are
  /// pulled apart.
  public var isSolvable: Bool { !canAct || validationError() == nil }

  /// Is true if one of its bodies can answer; the engine aborts on a constraint of two that cannot.
  var canAct: Bool {
    switch kind {
    case .linear, .planar, .sliding: bodyA.kind == .dynamic || bodyB.kind == .dynamic
    case .angular: bodyA.turns || bodyB.turns
    }
  }

  /// Returns why its equations have no solution; nil if they have one.
  ///
  /// The engine divides by the determinant of the matrix of a planar constraint, and aborts on a 0, to which
  /// it rounds when turning is easier than moving by more than the digits of a double.
  func validationError() -> String? {
    guard kind == .planar || kind == .sliding else { return nil }
    let anchors = anchors
    var reachA = anchors.a.distance(to: bodyA.centerOfGravity)
    let reachB = anchors.b.distance(to: bodyB.centerOfGravity)
    // A groove holds its first body where the second one is, however far that has been pulled.
    if kind == .sliding { reachA += bodyA.world(anchors.a).distance(to: bodyB.world(anchors.b)) }
    let turning = bodyA.inverseMoment * reachA * reachA + bodyB.inverseMoment * reachB * reachB
    let moving = bodyA.inverseMass + bodyB.inverseMass
    guard turning <= moving * 1e12 else {
      return
        "its anchors are too far out, or too far apart, for the bodies' moments of inertia; give them larger "
        + "moments"
    }
    return nil
  }
}

extension Body {
  var turns: Bool { kind == .dynamic && moment.isFinite }
  var inverseMass: Double { kind == .dynamic ? 1 / mass : 0 }
  var inverseMoment: Double { turns ? 1 / moment : 0 }

  /// The body's constraints that are in its space, in id order.
  public var constraints: [Constraint] {
    space?.constraints.filter { $0.bodyA === self || $0.bodyB === self } ?? []
  }
}

// Joints that are made of two of the engine's each, held as the bodies are now. The first bears what its
// definition says; of the second only the kind differs. Add both with ``Space/add(_:)-([Constraint])``.
extension Constraint {
  /// Holds a point and the angle of two bodies.
  /// - Parameters:
  ///   - point: In the world.
  ///   - stiffness: Torque a radian, for a weld that gives; nil for one that does not.
  ///   - damping: Torque by angular speed, where there is a stiffness.
  /// - Throws: As the pivot, and the gear or rotary spring, that it is made of.
  public static func weld(
    _ a: Body, _ b: Body, at point: Vector, stiffness: Double? = nil, damping: Double = 0,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws -> [Constraint] {
    let pivot = try PivotJoint(a, b, at: point, definition)
    let second = definition.ofPart
    if let stiffness {
      return [
        pivot,
        try DampedRotarySpring(
          a, b, restAngle: b.angle - a.angle, stiffness: stiffness, damping: damping, second),
      ]
    }
    return [pivot, try Gear(a, b, phase: b.angle - a.angle, ratio: 1, second)]
  }

  /// Lets a wheel move along an axis of a chassis, on a spring, and turn.
  /// - Parameters:
  ///   - chassis: What has the axis.
  ///   - wheel: Held at its position, which is where the spring rests.
  ///   - axis: In the chassis' coordinates: the way up. Only the direction counts.
  ///   - travel: How far it moves from end to end, in points.
  ///   - stiffness: Force per point.
  ///   - damping: Force by speed.
  /// - Throws: As the groove and the spring that it is made of.
  public static func suspension(
    of chassis: Body, _ wheel: Body, axis: Vector = Vector(0, 1), travel: Double, stiffness: Double,
    damping: Double, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws -> [Constraint] {
    let places = Suspension(center: chassis.local(wheel.position), axis: axis, travel: travel)
    return [
      try GrooveJoint(chassis, wheel, from: places.from, to: places.to, anchorB: .zero, definition),
      try DampedSpring(
        chassis, wheel, anchorA: places.mount, restLength: places.restLength, stiffness: stiffness,
        damping: damping, definition.ofPart),
    ]
  }

  /// Lets a body slide along a line of another, and keeps it from turning against that.
  /// - Parameters:
  ///   - from: One end of the line, in the coordinates of a.
  ///   - to: The other.
  ///   - anchorB: What of b is on the line, in its coordinates.
  /// - Throws: As the groove and the gear that it is made of.
  public static func prismatic(
    _ a: Body, _ b: Body, from: Vector, to: Vector, anchorB: Vector = .zero,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws -> [Constraint] {
    [
      try GrooveJoint(a, b, from: from, to: to, anchorB: anchorB, definition),
      try Gear(a, b, phase: b.angle - a.angle, ratio: 1, definition.ofPart),
    ]
  }
}

extension ConstraintDefinition {
  /// The definition for the second constraint of a joint: a torque and a force have different limits, and no
  /// two have one id.
  fileprivate var ofPart: ConstraintDefinition {
    var part = self
    (part.id, part.maxForce, part.breakForce) = (nil, .infinity, .infinity)
    return part
  }
}

extension Space {
  /// Adds constraints in their order: all of them, or none where one cannot be added.
  /// - Throws: As ``add(_:)-(Constraint)``.
  public func add(_ constraints: [Constraint]) throws {
    for index in constraints.indices {
      do { try add(constraints[index]) } catch {
        for added in constraints[..<index].reversed() { try remove(added) }
        throw error
      }
    }
  }
}
