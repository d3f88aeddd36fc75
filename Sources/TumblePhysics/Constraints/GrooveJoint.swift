import CTumbleChipmunk
import TumbleGeometry

/// Holds a point of body B on a line of body A, along which it slides.
public final class GrooveJoint: Constraint {
  /// - Parameters:
  ///   - a: What it is fixed to.
  ///   - b: The other one; it cannot be `a`.
  ///   - from: The groove's start in the coordinates of `a`, in points.
  ///   - to: Its end, likewise.
  ///   - anchorB: In the coordinates of `b`, in points.
  ///   - definition: How strong it is, and whether the two collide.
  /// - Throws: for numbers out of range, for a groove without length, and for one body twice.
  public init(
    _ a: Body, _ b: Body, from: Vector, to: Vector, anchorB: Vector = .zero,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws {
    try super.init("groove joint", .sliding, a, b, definition) { object in
      try Rule.coordinate.check(from, "from", of: object)
      try Rule.coordinate.check(to, "to", of: object)
      try Rule.coordinate.check(anchorB, "anchorB", of: object)
      try Rule.positiveLength.check(from.distance(to: to), "length", of: object)
      return EngineMemory.constraint(cpGrooveJoint.self) {
        cpGrooveJointInit($0, a.pointer, b.pointer, from.c, to.c, anchorB.c)
      }
    }
  }

  /// On body A: the point of the groove nearest to where body B is held.
  override var anchors: (a: Vector, b: Vector) {
    let (from, to) = groove
    let anchorB = anchorB
    let point = bodyA.local(bodyB.world(anchorB))
    let share = (point - from).dot(to - from) / (to - from).lengthSquared
    return (from.interpolated(to: to, by: Swift.min(Swift.max(share, 0), 1)), anchorB)
  }

  /// The groove's start and end, in the coordinates of body A, in points.
  public var groove: (from: Vector, to: Vector) {
    get {
      (Vector(cpGrooveJointGetGrooveA(pointer)), Vector(cpGrooveJointGetGrooveB(pointer)))
    }
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

  /// In the coordinates of body B, in points.
  public var anchorB: Vector {
    get { Vector(cpGrooveJointGetAnchorB(pointer)) }
    set {
      set(newValue, .coordinate, "anchorB", cpGrooveJointSetAnchorB)
      space?.needsCheck = true
    }
  }
}
