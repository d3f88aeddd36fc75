import CTumbleChipmunk

/// A spring that turns two bodies towards an angle between them.
///
/// Its `maxForce` bounds the torque of the stiffness. The damping is the engine's and keeps to no bound.
public final class DampedRotarySpring: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - restAngle: Angle of B minus angle of A at rest, in radians.
  ///   - stiffness: Torque a radian, in kilograms × points² / seconds².
  ///   - damping: Torque by angular speed, in kilograms × points² / second.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, restAngle: Double = 0, stiffness: Double, damping: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("damped rotary spring", .angular, a, b, definition) { object in
      try Rule.finite.check(restAngle, "restAngle", of: object)
      try Rule.nonNegative.check(stiffness, "stiffness", of: object)
      try Rule.nonNegative.check(damping, "damping", of: object)
      let spring = EngineMemory.constraint(cpDampedRotarySpring.self) {
        cpDampedRotarySpringInit($0, a.pointer, b.pointer, -restAngle, stiffness, damping)
      }
      cpDampedRotarySpringSetSpringTorqueFunc(spring, elasticTorque)
      return spring
    }
  }

  /// What the stiffness gave body B in the latest step.
  fileprivate var elasticImpulse = 0.0

  /// The engine adds what the damping gave body A to what the stiffness gave body B.
  override var solvedImpulse: Double { 2 * elasticImpulse - super.solvedImpulse }

  /// The torque that it turns back with by how much more than ``restAngle`` the angle is, in place of ``stiffness``. nil (the
  /// default): the stiffness. ``maxForce`` bounds it too.
  public var torqueCurve: ForceCurve? {
    didSet { activateBodies() }
  }

  /// The torque that it slows down with by the speed at which the angle grows, in radians per second, in place of ``damping``;
  /// as a ``DampedSpring/dampingCurve``.
  public var dampingCurve: ForceCurve? {
    didSet { dampingCurveChanged() }
  }

  override var hasDampingCurve: Bool { dampingCurve != nil }

  override func followDampingCurve() {
    guard let dampingCurve else { return }
    let speed = bodyB.angularVelocity - bodyA.angularVelocity
    setDampingQuietly(dampingCurve.coefficient(at: speed), cpDampedRotarySpringSetDamping)
  }

  /// Angle of B minus angle of A at rest, in radians.
  public var restAngle: Double {
    get { -cpDampedRotarySpringGetRestAngle(pointer) }
    set { set(newValue, .finite, "restAngle") { cpDampedRotarySpringSetRestAngle($0, -$1) } }
  }

  /// Torque a radian, in kilograms × points² / seconds².
  public var stiffness: Double {
    get { cpDampedRotarySpringGetStiffness(pointer) }
    set { set(newValue, .nonNegative, "stiffness", cpDampedRotarySpringSetStiffness) }
  }

  /// Torque by angular speed, in kilograms × points² / second.
  public var damping: Double {
    get { cpDampedRotarySpringGetDamping(pointer) }
    set { set(newValue, .nonNegative, "damping", cpDampedRotarySpringSetDamping) }
  }
}

/// As the engine's own, in the same order and hence the same bits, but no more than `maxForce`, which the engine leaves to
/// its other constraints.
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
