import CTumbleChipmunk

/// A spring between two points.
///
/// Its `maxForce` bounds what the stiffness pulls and pushes with. The damping is the engine's and keeps to
/// no bound.
public final class DampedSpring: Constraint {
  /// Creates a damped spring between an anchor of one body and an anchor of another.
  /// - Parameters:
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - restLength: In points; nil for the distance now.
  ///   - stiffness: Force per point, in kilograms / seconds².
  ///   - damping: Force by speed, in kilograms / second.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector = .zero, anchorB: Vector = .zero, restLength: Double? = nil,
    stiffness: Double, damping: Double, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("damped spring", .linear, a, b, definition) { object in
      try Rule.check(anchorA, anchorB, of: object)
      let length = restLength ?? a.world(anchorA).distance(to: b.world(anchorB))
      try Rule.nonNegativeLength.check(length, "restLength", of: object)
      try Rule.nonNegative.check(stiffness, "stiffness", of: object)
      try Rule.nonNegative.check(damping, "damping", of: object)
      let spring: CConstraint = EngineMemory.make(cpDampedSpring.self) {
        cpDampedSpringInit($0, a.pointer, b.pointer, anchorA.c, anchorB.c, length, stiffness, damping)
      }
      cpDampedSpringSetSpringForceFunc(spring, elasticForce)
      return spring
    }
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// A curve of the force that pulls the ends together by the spring's extension beyond ``restLength``, in
  /// place of ``stiffness``; below 0 it pushes. nil (the default): the stiffness.
  /// ``Constraint/maxForce`` bounds it too.
  public var forceCurve: ForceCurve? {
    didSet {
      let function: cpDampedSpringForceFunc = forceCurve == nil ? elasticForce : curvedForce
      activateBodies()
      cpDampedSpringSetSpringForceFunc(pointer, function)
    }
  }

  /// A curve of the force that slows the ends down by the speed at which they come apart, in points per
  /// second, in place of ``damping``; below 0, where they come nearer, the force is below 0 too. nil (the
  /// default): the damping.
  ///
  /// A step takes the coefficient that the speed at its start has, so no curve turns a motion round, and one
  /// that would speed it up does nothing. ``damping`` reads as that of the latest step.
  public var dampingCurve: ForceCurve? {
    didSet { dampingCurveChanged() }
  }

  override var hasDampingCurve: Bool { dampingCurve != nil }

  override func followDampingCurve() {
    guard let dampingCurve else { return }
    let ends = ends
    let way = (ends.b - ends.a).normalized
    let speed = (bodyB.velocity(atWorld: ends.b) - bodyA.velocity(atWorld: ends.a)).dot(way)
    setDampingQuietly(dampingCurve.coefficient(at: speed), cpDampedSpringSetDamping)
  }

  /// The anchor in the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpDampedSpringGetAnchorA(pointer)) }
    set { set(newValue, .coordinate, "anchorA", cpDampedSpringSetAnchorA) }
  }

  /// The anchor in the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpDampedSpringGetAnchorB(pointer)) }
    set { set(newValue, .coordinate, "anchorB", cpDampedSpringSetAnchorB) }
  }

  /// The rest length in points.
  public var restLength: Double {
    get { cpDampedSpringGetRestLength(pointer) }
    set { set(newValue, .nonNegativeLength, "restLength", cpDampedSpringSetRestLength) }
  }

  /// The force per point, in kilograms / seconds².
  public var stiffness: Double {
    get { cpDampedSpringGetStiffness(pointer) }
    set { set(newValue, .nonNegative, "stiffness", cpDampedSpringSetStiffness) }
  }

  /// The force by speed, in kilograms / second.
  public var damping: Double {
    get { cpDampedSpringGetDamping(pointer) }
    set { set(newValue, .nonNegative, "damping", cpDampedSpringSetDamping) }
  }
}

/// Computes the force by the table. The owner of the constraint is looked up here only.
private func curvedForce(_ spring: CConstraint?, _ length: cpFloat) -> cpFloat {
  let spring = spring.unsafelyUnwrapped
  guard length > 0, let curve = unsafeDowncast(Constraint.of(spring), to: DampedSpring.self).forceCurve
  else { return 0 }
  let force = -curve.force(at: length - cpDampedSpringGetRestLength(spring))
  let limit = cpConstraintGetMaxForce(spring)
  return min(max(force, -limit), limit)
}

/// Computes the force as the engine does, in the same order and hence to the same bits, but no more than
/// `maxForce`, which the engine leaves to its other constraints.
private func elasticForce(_ spring: CConstraint?, _ length: cpFloat) -> cpFloat {
  // Between two points in one place there is no direction to push in: the engine would report what it cannot
  // apply.
  guard length > 0 else { return 0 }
  let force = (cpDampedSpringGetRestLength(spring) - length) * cpDampedSpringGetStiffness(spring)
  let limit = cpConstraintGetMaxForce(spring)
  return min(max(force, -limit), limit)
}

/// A spring that turns two bodies towards an angle between them.
///
/// Its `maxForce` bounds the torque of the stiffness. The damping is the engine's and keeps to no bound.
public final class DampedRotarySpring: Constraint {
  /// Creates a damped spring that turns two bodies to an angle to each other.
  /// - Parameters:
  ///   - restAngle: Angle of B minus angle of A at rest, in radians.
  ///   - stiffness: Torque a radian, in kilograms × points² / seconds².
  ///   - damping: Torque by angular speed, in kilograms × points² / second.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, restAngle: Double = 0, stiffness: Double, damping: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("damped rotary spring", .angular, a, b, definition) { object in
      try Rule.finite.check(restAngle, "restAngle", of: object)
      try Rule.nonNegative.check(stiffness, "stiffness", of: object)
      try Rule.nonNegative.check(damping, "damping", of: object)
      let spring: CConstraint = EngineMemory.make(cpDampedRotarySpring.self) {
        cpDampedRotarySpringInit($0, a.pointer, b.pointer, -restAngle, stiffness, damping)
      }
      cpDampedRotarySpringSetSpringTorqueFunc(spring, elasticTorque)
      return spring
    }
  }

  /// The impulse that the stiffness gave body B in the latest step.
  fileprivate var elasticImpulse = 0.0

  /// The engine adds what the damping gave body A to what the stiffness gave body B.
  override var solvedImpulse: Double { 2 * elasticImpulse - super.solvedImpulse }

  /// The torque that it turns back with by how much more than ``restAngle`` the angle is, in place of
  /// ``stiffness``. nil (the default): the stiffness.
  /// ``Constraint/maxForce`` bounds it too.
  public var torqueCurve: ForceCurve? {
    didSet { activateBodies() }
  }

  /// The torque that it slows down with by the speed at which the angle grows, in radians per second, in
  /// place of ``damping``; as a ``DampedSpring/dampingCurve``.
  public var dampingCurve: ForceCurve? {
    didSet { dampingCurveChanged() }
  }

  override var hasDampingCurve: Bool { dampingCurve != nil }

  override func followDampingCurve() {
    guard let dampingCurve else { return }
    let speed = bodyB.angularVelocity - bodyA.angularVelocity
    setDampingQuietly(dampingCurve.coefficient(at: speed), cpDampedRotarySpringSetDamping)
  }

  /// The angle of B minus that of A at rest, in radians.
  public var restAngle: Double {
    get { -cpDampedRotarySpringGetRestAngle(pointer) }
    set { set(newValue, .finite, "restAngle") { cpDampedRotarySpringSetRestAngle($0, -$1) } }
  }

  /// The torque a radian, in kilograms × points² / seconds².
  public var stiffness: Double {
    get { cpDampedRotarySpringGetStiffness(pointer) }
    set { set(newValue, .nonNegative, "stiffness", cpDampedRotarySpringSetStiffness) }
  }

  /// The torque by angular speed, in kilograms × points² / second.
  public var damping: Double {
    get { cpDampedRotarySpringGetDamping(pointer) }
    set { set(newValue, .nonNegative, "damping", cpDampedRotarySpringSetDamping) }
  }
}

/// Computes the torque as the engine does, in the same order and hence to the same bits, but no more than
/// `maxForce`, which the engine leaves to its other constraints.
private func elasticTorque(_ spring: CConstraint?, _ angle: cpFloat) -> cpFloat {
  let spring = spring.unsafelyUnwrapped
  let limit = cpConstraintGetMaxForce(spring)
  let owner = unsafeDowncast(Constraint.of(spring), to: DampedRotarySpring.self)
  // The engine counts the angle of A against B.
  let turn = angle - cpDampedRotarySpringGetRestAngle(spring)
  let wanted =
    owner.torqueCurve.map { -$0.force(at: -turn) } ?? turn * cpDampedRotarySpringGetStiffness(spring)
  let torque = min(max(wanted, -limit), limit)
  let step = cpSpaceGetCurrentTimeStep(cpConstraintGetSpace(spring))
  owner.elasticImpulse = torque * step
  return torque
}

/// A force that depends on a number, as a table says it: a straight line from each point to the next. Below
/// the first point it is as at that, and above the last as at the last.
///
/// A ``DampedSpring`` and a ``DampedRotarySpring`` take one in place of their stiffness and one in place of
/// their damping.
public struct ForceCurve: Hashable, Sendable {
  /// A force at a stretch of a spring.
  public struct Point: Hashable, Sendable {
    /// The quantity that the force depends on: points, radians, or either per second.
    public var at: Double
    /// The force in kilograms × points / seconds² (× points).
    public var force: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(at: Double, force: Double) {
      self.at = at
      self.force = force
    }
  }

  /// The points of the curve by rising ``Point/at``.
  public let points: [Point]

  /// Creates a curve through points.
  /// - Throws: ``PhysicsError/invalid(object:property:value:rule:)`` for no points, for points that do not
  ///   rise, and for numbers that are not finite or beyond 1e9 (a force: 1e15), either way.
  public init(_ points: [Point]) throws {
    guard !points.isEmpty else {
      throw PhysicsError.invalid(
        object: "force curve", property: "points", value: "none", rule: "must have one point at least")
    }
    for (index, point) in points.enumerated() {
      try Rule.within(-Rule.far...Rule.far).check(point.at, "at", of: "force curve")
      try Rule.within(-1e15...1e15).check(point.force, "force", of: "force curve")
      guard index == 0 || points[index - 1].at < point.at else {
        throw PhysicsError.invalid(
          object: "force curve", property: "at", value: "\(point.at) after \(points[index - 1].at)",
          rule: "must rise from point to point")
      }
    }
    self.points = points
  }

  /// A function as a table of so many points, the ends of the range among them.
  /// - Throws: As ``init(_:)``, and for fewer than two points.
  public init(over range: ClosedRange<Double>, count: Int, _ force: (Double) -> Double) throws {
    guard count >= 2 else {
      throw PhysicsError.invalid(
        object: "force curve", property: "count", value: "\(count)", rule: "must be 2 or more")
    }
    try self.init(
      (0..<count).map { index in
        let share = Double(index) / Double(count - 1)
        // The upper end to the bit.
        let at =
          index == count - 1
          ? range.upperBound : range.lowerBound + (range.upperBound - range.lowerBound) * share
        return Point(at: at, force: force(at))
      })
  }

  /// The force at a number.
  public func force(at value: Double) -> Double {
    let next = points.insertionIndex { $0.at <= value }
    guard next > 0 else { return points[0].force }
    let before = points[next - 1]
    guard next < points.count else { return before.force }
    let after = points[next]
    return before.force + (value - before.at) * ((after.force - before.force) / (after.at - before.at))
  }

  /// The coefficient of a damper that follows the curve at a speed, in force by speed; 0 where the curve
  /// would speed the motion up.
  func coefficient(at speed: Double) -> Double {
    guard speed.isFinite else { return 0 }
    // At rest there is no force; what it would be a moment later counts.
    let speed = abs(speed) < 1e-6 ? (speed < 0 ? -1e-6 : 1e-6) : speed
    return max(force(at: speed) / speed, 0)
  }
}
