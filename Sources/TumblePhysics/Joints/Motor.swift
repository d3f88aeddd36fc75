import CTumbleChipmunk

/// Keeps two bodies turning against each other at a rate; its `maxForce` is the torque it has for that.
public final class Motor: Constraint {
  /// Creates a motor that turns two bodies against each other at a rate.
  ///
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - rate: Angular velocity of B minus that of A, in radians per second.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, rate: Double, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("motor", .angular, a, b, definition) { object in
      try Rule.finite.check(rate, "rate", of: object)
      return EngineMemory.make(cpSimpleMotor.self) {
        cpSimpleMotorInit($0, a.pointer, b.pointer, -rate)
      }
    }
  }

  /// The angular velocity of B minus that of A, in radians per second.
  public var rate: Double {
    get { -cpSimpleMotorGetRate(pointer) }
    set { set(newValue, .finite, "rate") { cpSimpleMotorSetRate($0, -$1) } }
  }
}

/// Keeps the angles of two bodies in a ratio, as toothed wheels do.
public final class Gear: Constraint {
  /// Creates a gear that keeps the ratio of two bodies' angles.
  /// - Parameters:
  ///   - phase: Angle of B × ratio minus angle of A, in radians.
  ///   - ratio: Turns of A for a turn of B.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, phase: Double = 0, ratio: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("gear", .angular, a, b, definition) { object in
      try Rule.finite.check(phase, "phase", of: object)
      try Rule.notZero.check(ratio, "ratio", of: object)
      return EngineMemory.make(cpGearJoint.self) {
        cpGearJointInit($0, a.pointer, b.pointer, phase, ratio)
      }
    }
  }

  /// The angle of B × ratio minus that of A, in radians.
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

/// Keeps the angle between two bodies in a range, which may be many turns.
public final class RotaryLimit: Constraint {
  /// Creates a limit of the angle between two bodies.
  /// - Parameters:
  ///   - min: The least angle of B minus angle of A, in radians.
  ///   - max: The most angle of B minus angle of A, in radians.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, min: Double, max: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("rotary limit", .angular, a, b, definition) { object in
      try Rule.finite.check(min, "min", of: object)
      try Rule.finite.check(max, "max", of: object)
      try Rule.check(min, notAbove: max, of: object)
      return EngineMemory.make(cpRotaryLimitJoint.self) {
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

/// Lets one body turn against the other in one direction only, from tooth to tooth, like a socket wrench.
public final class Ratchet: Constraint {
  /// Creates a ratchet that lets two bodies turn against each other one way.
  /// - Parameters:
  ///   - phase: Where the first tooth is, in radians.
  ///   - ratchet: From tooth to tooth, in radians; its sign says which way is free.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, phase: Double = 0, ratchet: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("ratchet", .angular, a, b, definition) { object in
      try Rule.finite.check(phase, "phase", of: object)
      try Rule.notZero.check(ratchet, "ratchet", of: object)
      return EngineMemory.make(cpRatchetJoint.self) {
        cpRatchetJointInit($0, a.pointer, b.pointer, phase, ratchet)
      }
    }
  }

  /// The angle of the first tooth, in radians.
  public var phase: Double {
    get { cpRatchetJointGetPhase(pointer) }
    set { set(newValue, .finite, "phase", cpRatchetJointSetPhase) }
  }

  /// The angle from tooth to tooth, in radians; its sign says which way is free.
  public var ratchet: Double {
    get { cpRatchetJointGetRatchet(pointer) }
    set { set(newValue, .notZero, "ratchet", cpRatchetJointSetRatchet) }
  }

  /// The tooth at which it holds now, in radians.
  public var angle: Double {
    get { cpRatchetJointGetAngle(pointer) }
    set { set(newValue, .finite, "angle", cpRatchetJointSetAngle) }
  }
}
