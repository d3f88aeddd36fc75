import CTumbleChipmunk
import TumbleGeometry

/// Keeps the distance of two points between a least and a most, as a rope or a rod with play would.
public final class SlideJoint: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - min: The least distance, in points.
  ///   - max: The most, in points; infinity for no limit.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector = .zero, anchorB: Vector = .zero, min: Double = 0,
    max: Double = .infinity,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("slide joint", .linear, a, b, definition) { object in
      try Rule.coordinate.check(anchorA, "anchorA", of: object)
      try Rule.coordinate.check(anchorB, "anchorB", of: object)
      try Rule.nonNegativeLength.check(min, "min", of: object)
      try Rule.lengthOrInfinite.check(max, "max", of: object)
      guard min <= max else {
        throw PhysicsError.invalid(
          object: object, property: "min", value: "\(min)", rule: "must not be above max (\(max))")
      }
      return EngineMemory.constraint(cpSlideJoint.self) {
        cpSlideJointInit($0, a.pointer, b.pointer, anchorA.c, anchorB.c, min, max)
      }
    }
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// In the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpSlideJointGetAnchorA(pointer)) }
    set { set(newValue, .coordinate, "anchorA", cpSlideJointSetAnchorA) }
  }

  /// In the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpSlideJointGetAnchorB(pointer)) }
    set { set(newValue, .coordinate, "anchorB", cpSlideJointSetAnchorB) }
  }

  /// In points. With a least above the most, the most wins.
  public var min: Double {
    get { cpSlideJointGetMin(pointer) }
    set { set(newValue, .nonNegativeLength, "min", cpSlideJointSetMin) }
  }

  /// In points; infinity for no limit.
  public var max: Double {
    get { cpSlideJointGetMax(pointer) }
    set { set(newValue, .lengthOrInfinite, "max", cpSlideJointSetMax) }
  }
}
