import CTumbleChipmunk

/// A spring that turns two bodies towards an angle between them.
public final class DampedRotarySpring: Constraint {
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
    try super.init("damped rotary spring", .angular, a, b, definition) { object in
      try Rule.finite.check(restAngle, "restAngle", of: object)
      try Rule.nonNegative.check(stiffness, "stiffness", of: object)
      try Rule.nonNegative.check(damping, "damping", of: object)
      return cpDampedRotarySpringNew(a.pointer, b.pointer, restAngle, stiffness, damping)
    }
  }

  /// Angle of A minus angle of B at rest, in radians.
  public var restAngle: Double {
    get { cpDampedRotarySpringGetRestAngle(pointer) }
    set {
      Rule.finite.require(newValue, "restAngle", of: description)
      cpDampedRotarySpringSetRestAngle(pointer, newValue)
    }
  }

  /// Torque a radian, in kilograms × points² / seconds².
  public var stiffness: Double {
    get { cpDampedRotarySpringGetStiffness(pointer) }
    set {
      Rule.nonNegative.require(newValue, "stiffness", of: description)
      cpDampedRotarySpringSetStiffness(pointer, newValue)
    }
  }

  /// Torque by angular speed, in kilograms × points² / second.
  public var damping: Double {
    get { cpDampedRotarySpringGetDamping(pointer) }
    set {
      Rule.nonNegative.require(newValue, "damping", of: description)
      cpDampedRotarySpringSetDamping(pointer, newValue)
    }
  }
}
