import CTumbleChipmunk

/// Lets one body turn against the other in one direction only, from tooth to tooth, like a socket wrench.
public final class Ratchet: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - phase: Where the first tooth is, in radians.
  ///   - ratchet: From tooth to tooth, in radians; its sign says which way is free.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, phase: Double = 0, ratchet: Double,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("ratchet", .angular, a, b, definition) { object in
      try Rule.finite.check(phase, "phase", of: object)
      try Rule.notZero.check(ratchet, "ratchet", of: object)
      return EngineMemory.constraint(cpRatchetJoint.self) {
        cpRatchetJointInit($0, a.pointer, b.pointer, phase, ratchet)
      }
    }
  }

  /// Where the first tooth is, in radians.
  public var phase: Double {
    get { cpRatchetJointGetPhase(pointer) }
    set { requireSuccess { try setPhase(newValue) } }
  }

  /// Sets ``phase``.
  /// - Throws: for a number out of range.
  public func setPhase(_ phase: Double) throws {
    try set(phase, .finite, "phase", cpRatchetJointSetPhase)
  }

  /// From tooth to tooth, in radians; its sign says which way is free.
  public var ratchet: Double {
    get { cpRatchetJointGetRatchet(pointer) }
    set { requireSuccess { try setRatchet(newValue) } }
  }

  /// Sets ``ratchet``.
  /// - Throws: for a number out of range.
  public func setRatchet(_ ratchet: Double) throws {
    try set(ratchet, .notZero, "ratchet", cpRatchetJointSetRatchet)
  }

  /// The tooth at which it holds now, in radians.
  public var angle: Double {
    get { cpRatchetJointGetAngle(pointer) }
    set { requireSuccess { try setAngle(newValue) } }
  }

  /// Sets ``angle``.
  /// - Throws: for a number out of range.
  public func setAngle(_ angle: Double) throws {
    try set(angle, .finite, "angle", cpRatchetJointSetAngle)
  }
}
