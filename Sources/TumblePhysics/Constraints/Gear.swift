import CTumbleChipmunk

/// Keeps the angles of two bodies in a ratio, as toothed wheels do.
public final class Gear: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - phase: Angle of B × ratio minus angle of A, in radians.
  ///   - ratio: Turns of A for a turn of B.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, phase: Double = 0, ratio: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("gear", .angular, a, b, definition) { object in
      try Rule.finite.check(phase, "phase", of: object)
      try Rule.notZero.check(ratio, "ratio", of: object)
      return EngineMemory.constraint(cpGearJoint.self) {
        cpGearJointInit($0, a.pointer, b.pointer, phase, ratio)
      }
    }
  }

  /// Angle of B × ratio minus angle of A, in radians.
  public var phase: Double {
    get { cpGearJointGetPhase(pointer) }
    set { set(newValue, .finite, "phase", cpGearJointSetPhase) }
  }

  /// Turns of A for a turn of B.
  public var ratio: Double {
    get { cpGearJointGetRatio(pointer) }
    set { set(newValue, .notZero, "ratio", cpGearJointSetRatio) }
  }
}
