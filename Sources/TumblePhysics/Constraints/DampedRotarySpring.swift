import CTumbleChipmunk

/// A spring that turns two bodies towards an angle between them.
public final class DampedRotarySpring: Constraint {
  public let core: ConstraintCore

  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - restAngle: Angle of A minus angle of B at rest, in radians.
  ///   - stiffness: Torque a radian, in kilograms × points² / seconds².
  ///   - damping: Torque by angular speed, in kilograms × points² / second.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, restAngle: Double = 0, stiffness: Double, damping: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    core = try ConstraintCore("damped rotary spring", .angular, a, b, definition) { object in
      try Rule.finite.check(restAngle, "restAngle", of: object)
      try Rule.nonNegative.check(stiffness, "stiffness", of: object)
      try Rule.nonNegative.check(damping, "damping", of: object)
      return cpDampedRotarySpringNew(a.pointer, b.pointer, restAngle, stiffness, damping)
    }
  }

  /// Angle of A minus angle of B at rest, in radians.
  public var restAngle: Double {
    get { cpDampedRotarySpringGetRestAngle(core.pointer) }
    set {
      Rule.finite.require(newValue, "restAngle", of: description)
      cpDampedRotarySpringSetRestAngle(core.pointer, newValue)
    }
  }

  /// Torque a radian, in kilograms × points² / seconds².
  public var stiffness: Double {
    get { cpDampedRotarySpringGetStiffness(core.pointer) }
    set {
      Rule.nonNegative.require(newValue, "stiffness", of: description)
      cpDampedRotarySpringSetStiffness(core.pointer, newValue)
    }
  }

  /// Torque by angular speed, in kilograms × points² / second.
  public var damping: Double {
    get { cpDampedRotarySpringGetDamping(core.pointer) }
    set {
      Rule.nonNegative.require(newValue, "damping", of: description)
      cpDampedRotarySpringSetDamping(core.pointer, newValue)
    }
  }
}
