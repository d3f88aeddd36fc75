import CTumbleChipmunk

/// Keeps the angle between two bodies in a range, which may be many turns.
public final class RotaryLimit: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - min: The least angle of B minus angle of A, in radians.
  ///   - max: The most angle of B minus angle of A, in radians.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, min: Double, max: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("rotary limit", .angular, a, b, definition) { object in
      try Rule.finite.check(min, "min", of: object)
      try Rule.finite.check(max, "max", of: object)
      guard min <= max else {
        throw PhysicsError.invalid(
          object: object, property: "min", value: "\(min)", rule: "must not be above max (\(max))")
      }
      return EngineMemory.constraint(cpRotaryLimitJoint.self) {
        cpRotaryLimitJointInit($0, a.pointer, b.pointer, min, max)
      }
    }
  }

  /// The least angle of B minus angle of A, in radians.
  public var min: Double {
    get { cpRotaryLimitJointGetMin(pointer) }
    set { set(newValue, .finite, "min", cpRotaryLimitJointSetMin) }
  }

  /// The most angle of B minus angle of A, in radians.
  public var max: Double {
    get { cpRotaryLimitJointGetMax(pointer) }
    set { set(newValue, .finite, "max", cpRotaryLimitJointSetMax) }
  }
}
