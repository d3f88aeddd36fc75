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
    set { set(newValue, .finite, "phase", cpRatchetJointSetPhase) }
  }

  /// From tooth to tooth, in radians; its sign says which way is free.
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
