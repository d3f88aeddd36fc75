import CTumbleChipmunk

/// Holds two points at one distance, as a rod without mass would.
public final class PinJoint: Constraint {
  /// Creates a rod that keeps two anchors a distance apart.
  /// - Parameters:
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - distance: In points; nil for what it is now.
  /// - Throws: For numbers out of range, for one body twice, and for a distance of 0, which is a
  ///   ``PivotJoint``.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector = .zero, anchorB: Vector = .zero, distance: Double? = nil,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("pin joint", .linear, a, b, definition) { object in
      try Rule.check(anchorA, anchorB, of: object)
      let distance = distance ?? a.world(anchorA).distance(to: b.world(anchorB))
      guard distance != 0 else {
        throw PhysicsError.notAllowed(object: object, rule: "has a distance of 0; use a pivot joint for that")
      }
      try Rule.positiveLength.check(distance, "distance", of: object)
      // The engine measures the distance itself and prints a warning of 0; give it none to warn of.
      let meet = a.world(anchorA) == b.world(anchorB)
      let aside = anchorB + Vector(1, 0)
      let joint: CConstraint = EngineMemory.make(cpPinJoint.self) {
        cpPinJointInit($0, a.pointer, b.pointer, anchorA.c, (meet ? aside : anchorB).c)
      }
      cpPinJointSetAnchorB(joint, anchorB.c)
      cpPinJointSetDist(joint, distance)
      return joint
    }
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// The anchor in the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpPinJointGetAnchorA(pointer)) }
    set { set(newValue, .coordinate, "anchorA", cpPinJointSetAnchorA) }
  }

  /// The anchor in the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpPinJointGetAnchorB(pointer)) }
    set { set(newValue, .coordinate, "anchorB", cpPinJointSetAnchorB) }
  }

  /// The distance that is kept, in points.
  public var distance: Double {
    get { cpPinJointGetDist(pointer) }
    set { set(newValue, .positiveLength, "distance", cpPinJointSetDist) }
  }
}

/// Keeps the distance of two points between a least and a most, as a rope or a rod with play would.
public final class SlideJoint: Constraint {
  /// Creates a string that keeps the distance of two anchors between two limits.
  /// - Parameters:
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - min: The least distance, in points.
  ///   - max: The most, in points; infinity for no limit.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector = .zero, anchorB: Vector = .zero, min: Double = 0,
    max: Double = .infinity,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("slide joint", .linear, a, b, definition) { object in
      try Rule.check(anchorA, anchorB, of: object)
      try Rule.nonNegativeLength.check(min, "min", of: object)
      try Rule.lengthOrInfinite.check(max, "max", of: object)
      try Rule.check(min, notAbove: max, of: object)
      return EngineMemory.make(cpSlideJoint.self) {
        cpSlideJointInit($0, a.pointer, b.pointer, anchorA.c, anchorB.c, min, max)
      }
    }
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// The anchor in the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpSlideJointGetAnchorA(pointer)) }
    set { set(newValue, .coordinate, "anchorA", cpSlideJointSetAnchorA) }
  }

  /// The anchor in the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpSlideJointGetAnchorB(pointer)) }
    set { set(newValue, .coordinate, "anchorB", cpSlideJointSetAnchorB) }
  }

  /// The least length in points. If it is above the most, the most wins.
  public var min: Double {
    get { cpSlideJointGetMin(pointer) }
    set { set(newValue, .nonNegativeLength, "min", cpSlideJointSetMin) }
  }

  /// The largest length in points; infinity for no limit.
  public var max: Double {
    get { cpSlideJointGetMax(pointer) }
    set { set(newValue, .lengthOrInfinite, "max", cpSlideJointSetMax) }
  }
}

/// Holds a point of body B on a line of body A, along which it slides.
public final class GrooveJoint: Constraint {
  /// Creates a slot in one body, along which an anchor of another slides.
  /// - Parameters:
  ///   - from: The start of the groove in the coordinates of `a`, in points.
  ///   - to: The end of the groove in the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: For numbers out of range, for a groove without length, and for one body twice.
  public init(
    _ a: Body, _ b: Body, from: Vector, to: Vector, anchorB: Vector = .zero,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("groove joint", .sliding, a, b, definition) { object in
      try Rule.coordinate.check(from, "from", of: object)
      try Rule.coordinate.check(to, "to", of: object)
      try Rule.coordinate.check(anchorB, "anchorB", of: object)
      try Rule.positiveLength.check(from.distance(to: to), "length", of: object)
      return EngineMemory.make(cpGrooveJoint.self) {
        cpGrooveJointInit($0, a.pointer, b.pointer, from.c, to.c, anchorB.c)
      }
    }
  }

  /// The anchors; that on body A is the point of the groove nearest to where body B is held.
  override var anchors: (a: Vector, b: Vector) {
    let (from, to) = groove
    let anchorB = anchorB
    let point = bodyA.local(bodyB.world(anchorB))
    let share = (point - from).dot(to - from) / (to - from).lengthSquared
    return (from.interpolated(to: to, by: Swift.min(Swift.max(share, 0), 1)), anchorB)
  }

  /// The groove's start and end, in the coordinates of body A, in points.
  public var groove: (from: Vector, to: Vector) {
    get { (Vector(cpGrooveJointGetGrooveA(pointer)), Vector(cpGrooveJointGetGrooveB(pointer))) }
    set {
      let (from, to) = newValue
      assign {
        try Rule.coordinate.check(from, "from", of: description)
        try Rule.coordinate.check(to, "to", of: description)
        try Rule.positiveLength.check(from.distance(to: to), "length", of: description)
        activateBodies()
        cpGrooveJointSetGrooveA(pointer, from.c)
        cpGrooveJointSetGrooveB(pointer, to.c)
        space?.needsCheck = true
      }
    }
  }

  /// The anchor in the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpGrooveJointGetAnchorB(pointer)) }
    set {
      set(newValue, .coordinate, "anchorB", cpGrooveJointSetAnchorB)
      space?.needsCheck = true
    }
  }
}

/// Holds a point of one body on a point of the other, about which both may turn: a hinge, or a nail.
public final class PivotJoint: Constraint {
  /// Creates a pivot that holds a point of one body on a point of another.
  /// - Parameters:
  ///   - anchorA: In the coordinates of `a`, in points.
  ///   - anchorB: In the coordinates of `b`, in points.
  /// - Throws: For numbers out of range, and for one body twice.
  public init(
    _ a: Body, _ b: Body, anchorA: Vector, anchorB: Vector,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("pivot joint", .planar, a, b, definition) { object in
      try Rule.check(anchorA, anchorB, of: object)
      return EngineMemory.make(cpPivotJoint.self) {
        cpPivotJointInit($0, a.pointer, b.pointer, anchorA.c, anchorB.c)
      }
    }
  }

  /// Creates a joint at a point of the world, with the bodies where they are now.
  /// - Throws: For numbers out of range, and for one body twice.
  public convenience init(
    _ a: Body, _ b: Body, at point: Vector, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try self.init(a, b, anchorA: a.local(point), anchorB: b.local(point), definition)
  }

  /// A soft hold on a point of a body, as of a mouse: it follows the hand (a kinematic body that is moved)
  /// without tearing through walls, and drops nothing.
  /// - Parameters:
  ///   - hand: Where the body is held; usually kinematic, and moved with ``Body/move(to:angle:over:)``.
  ///   - body: What is held.
  ///   - point: In the world; best where the hand is, for the body's sake.
  ///   - maxForce: The most that the hand pulls with; some ten times the body's weight suits a mouse.
  ///   - id: The id of the joint, as in a ``ConstraintDefinition``.
  /// - Throws: For numbers out of range, and for one body twice.
  public convenience init(
    grip hand: Body, on body: Body, at point: Vector, maxForce: Double, id: JointID? = nil
  ) throws {
    // 15 % of the way to the hand every 60th of a second: it lags a little and does not jerk.
    let definition = ConstraintDefinition(id: id, maxForce: maxForce, errorBias: gripBias)
    try self.init(hand, body, anchorA: hand.local(point), anchorB: body.local(point), definition)
  }

  override var anchors: (a: Vector, b: Vector) { (anchorA, anchorB) }

  /// The anchor in the coordinates of body A, in points.
  public var anchorA: Vector {
    get { Vector(cpPivotJointGetAnchorA(pointer)) }
    set {
      set(newValue, .coordinate, "anchorA", cpPivotJointSetAnchorA)
      space?.needsCheck = true
    }
  }

  /// The anchor in the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpPivotJointGetAnchorB(pointer)) }
    set {
      set(newValue, .coordinate, "anchorB", cpPivotJointSetAnchorB)
      space?.needsCheck = true
    }
  }
}

/// The error bias of a grip: 0.85 to the power of 60, multiplied out, for libm's `pow` differs between
/// processors.
private let gripBias = (0..<60).reduce(1.0) { product, _ in product * 0.85 }
