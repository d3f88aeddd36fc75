import CTumbleChipmunk
import TumbleGeometry

/// Holds two points at one distance, as a rod without mass would.
public final class PinJoint: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - distance: In points; nil for what it is now.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, for one body twice, and for a distance of 0, which is a ``PivotJoint``.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector = .zero, anchorB: Vector = .zero, distance: Double? = nil,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("pin joint", .linear, a, b, definition) { object in
      try Rule.coordinate.check(anchorA, "anchorA", of: object)
      try Rule.coordinate.check(anchorB, "anchorB", of: object)
      let distance = distance ?? a.world(anchorA).distance(to: b.world(anchorB))
      guard distance != 0 else {
        throw PhysicsError.notAllowed(object: object, rule: "has a distance of 0; use a pivot joint for that")
      }
      try Rule.positiveLength.check(distance, "distance", of: object)
      // The engine measures the distance itself and prints a warning of 0; give it none to warn of.
      let meet = a.world(anchorA) == b.world(anchorB)
      let aside = anchorB + Vector(1, 0)
      let joint = EngineMemory.constraint(cpPinJoint.self) {
        cpPinJointInit($0, a.pointer, b.pointer, anchorA.c, (meet ? aside : anchorB).c)
      }
      cpPinJointSetAnchorB(joint, anchorB.c)
      cpPinJointSetDist(joint, distance)
      return joint
    }
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// In the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpPinJointGetAnchorA(pointer)) }
    set { set(newValue, .coordinate, "anchorA", cpPinJointSetAnchorA) }
  }

  /// In the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpPinJointGetAnchorB(pointer)) }
    set { set(newValue, .coordinate, "anchorB", cpPinJointSetAnchorB) }
  }

  /// In points.
  public var distance: Double {
    get { cpPinJointGetDist(pointer) }
    set { set(newValue, .positiveLength, "distance", cpPinJointSetDist) }
  }
}
