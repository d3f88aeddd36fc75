import CTumbleChipmunk
import TumbleGeometry

/// A spring between two points.
///
/// Its `maxForce` bounds what the stiffness pulls and pushes with. The damping is the engine's and keeps to no bound.
public final class DampedSpring: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - restLength: In points; nil for the distance now.
  ///   - stiffness: Force per point, in kilograms / seconds².
  ///   - damping: Force by speed, in kilograms / second.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector = .zero, anchorB: Vector = .zero, restLength: Double? = nil,
    stiffness: Double, damping: Double, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("damped spring", .linear, a, b, definition) { object in
      try Rule.coordinate.check(anchorA, "anchorA", of: object)
      try Rule.coordinate.check(anchorB, "anchorB", of: object)
      let length = restLength ?? a.world(anchorA).distance(to: b.world(anchorB))
      try Rule.nonNegativeLength.check(length, "restLength", of: object)
      try Rule.nonNegative.check(stiffness, "stiffness", of: object)
      try Rule.nonNegative.check(damping, "damping", of: object)
      let spring = EngineMemory.constraint(cpDampedSpring.self) {
        cpDampedSpringInit($0, a.pointer, b.pointer, anchorA.c, anchorB.c, length, stiffness, damping)
      }
      cpDampedSpringSetSpringForceFunc(spring, elasticForce)
      return spring
    }
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// What it pulls its ends together with by how much longer than ``restLength`` it is, in place of ``stiffness``; below 0 it
  /// pushes. nil (the default): the stiffness. ``maxForce`` bounds it too.
  public var forceCurve: ForceCurve? {
    didSet {
      let function: cpDampedSpringForceFunc = forceCurve == nil ? elasticForce : curvedForce
      activateBodies()
      cpDampedSpringSetSpringForceFunc(pointer, function)
    }
  }

  /// What it slows its ends down with by the speed at which they come apart, in points per second, in place of ``damping``;
  /// below 0, where they come nearer, the force is below 0 too. nil (the default): the damping.
  ///
  /// A step takes the coefficient that the speed at its start has, so no curve turns a motion round, and one that would
  /// speed it up does nothing. ``damping`` reads as that of the latest step.
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

  /// In the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpDampedSpringGetAnchorA(pointer)) }
    set { set(newValue, .coordinate, "anchorA", cpDampedSpringSetAnchorA) }
  }

  /// In the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpDampedSpringGetAnchorB(pointer)) }
    set { set(newValue, .coordinate, "anchorB", cpDampedSpringSetAnchorB) }
  }

  /// In points.
  public var restLength: Double {
    get { cpDampedSpringGetRestLength(pointer) }
    set { set(newValue, .nonNegativeLength, "restLength", cpDampedSpringSetRestLength) }
  }

  /// Force per point, in kilograms / seconds².
  public var stiffness: Double {
    get { cpDampedSpringGetStiffness(pointer) }
    set { set(newValue, .nonNegative, "stiffness", cpDampedSpringSetStiffness) }
  }

  /// Force by speed, in kilograms / second.
  public var damping: Double {
    get { cpDampedSpringGetDamping(pointer) }
    set { set(newValue, .nonNegative, "damping", cpDampedSpringSetDamping) }
  }
}

/// By the table. Its owner is looked up here only.
private func curvedForce(_ spring: CConstraint?, _ length: cpFloat) -> cpFloat {
  let spring = spring.unsafelyUnwrapped
  guard length > 0, let curve = unsafeDowncast(Constraint.of(spring), to: DampedSpring.self).forceCurve
  else { return 0 }
  let force = -curve.force(at: length - cpDampedSpringGetRestLength(spring))
  let limit = cpConstraintGetMaxForce(spring)
  return min(max(force, -limit), limit)
}

/// As the engine's own, in the same order and hence the same bits, but no more than `maxForce`, which the engine leaves to
/// its other constraints.
private func elasticForce(_ spring: CConstraint?, _ length: cpFloat) -> cpFloat {
  // Between two points in one place there is no direction to push in: the engine would report what it cannot apply.
  guard length > 0 else { return 0 }
  let force = (cpDampedSpringGetRestLength(spring) - length) * cpDampedSpringGetStiffness(spring)
  let limit = cpConstraintGetMaxForce(spring)
  return min(max(force, -limit), limit)
}
