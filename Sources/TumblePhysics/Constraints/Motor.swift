import CTumbleChipmunk

/// Keeps two bodies turning against each other at a rate; its `maxForce` is the torque it has for that.
public final class Motor: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - rate: Angular velocity of B minus that of A, in radians per second.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, rate: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("motor", .angular, a, b, definition) { object in
      try Rule.finite.check(rate, "rate", of: object)
      return EngineMemory.constraint(cpSimpleMotor.self) {
        cpSimpleMotorInit($0, a.pointer, b.pointer, -rate)
      }
    }
  }

  /// Angular velocity of B minus that of A, in radians per second.
  public var rate: Double {
    get { -cpSimpleMotorGetRate(pointer) }
    set { set(newValue, .finite, "rate") { cpSimpleMotorSetRate($0, -$1) } }
  }
}
