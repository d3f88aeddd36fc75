import CTumbleChipmunk
import TumbleGeometry

/// Holds a point of one body on a point of the other, about which both may turn: a hinge, or a nail.
public final class PivotJoint: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector, anchorB: Vector,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("pivot joint", .planar, a, b, definition) { object in
      try Rule.coordinate.check(anchorA, "anchorA", of: object)
      try Rule.coordinate.check(anchorB, "anchorB", of: object)
      return EngineMemory.constraint(cpPivotJoint.self) {
        cpPivotJointInit($0, a.pointer, b.pointer, anchorA.c, anchorB.c)
      }
    }
  }

  /// At a point of the world, where the bodies are now.
  public convenience init(
    _ a: Body, _ b: Body, at point: Vector, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try self.init(a, b, anchorA: a.local(point), anchorB: b.local(point), definition)
  }

  /// A soft hold on a point of a body, as of a mouse: it follows the hand (a kinematic body that is moved) without
  /// tearing through walls, and drops nothing.
  /// - Parameters:
  ///   - hand: Where the body is held; usually kinematic, and moved with ``Body/move(to:angle:over:)``.
  ///   - body: What is held.
  ///   - point: In the world; best where the hand is, for the body's sake.
  ///   - maxForce: The most that the hand pulls with; some ten times the body's weight suits a mouse.
  ///   - id: As in a ``ConstraintDefinition``.
  public convenience init(
    grip hand: Body, on body: Body, at point: Vector, maxForce: Double, id: JointID? = nil
  ) throws {
    // 15 % of the way to the hand every 60th of a second: it lags a little and does not jerk.
    let definition = ConstraintDefinition(id: id, maxForce: maxForce, errorBias: gripBias)
    try self.init(hand, body, anchorA: hand.local(point), anchorB: body.local(point), definition)
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// In the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpPivotJointGetAnchorA(pointer)) }
    set {
      set(newValue, .coordinate, "anchorA", cpPivotJointSetAnchorA)
      space?.needsCheck = true
    }
  }

  /// In the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpPivotJointGetAnchorB(pointer)) }
    set {
      set(newValue, .coordinate, "anchorB", cpPivotJointSetAnchorB)
      space?.needsCheck = true
    }
  }
}

/// 0.85 to the power of 60, multiplied out: libm's `pow` differs between processors.
private let gripBias = (0..<60).reduce(1.0) { product, _ in product * 0.85 }
