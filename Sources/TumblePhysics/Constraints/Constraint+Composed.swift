import TumbleGeometry

// Joints that are made of two of the engine's each, held as the bodies are now. The first bears what its definition says; of
// the second only the kind differs. Add both with ``Space/add(_:)-([Constraint])``.
extension Constraint {
  /// Holds a point and the angle of two bodies.
  /// - Parameters:
  ///   - point: In the world.
  ///   - stiffness: Torque a radian, for a weld that gives; nil for one that does not.
  ///   - damping: Torque by angular speed, where there is a stiffness.
  /// - Throws: as the pivot, and the gear or rotary spring, that it is made of.
  public static func weld(
    _ a: Body, _ b: Body, at point: Vector, stiffness: Double? = nil, damping: Double = 0,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws -> [Constraint] {
    let pivot = try PivotJoint(a, b, at: point, definition)
    let second = definition.ofPart
    if let stiffness {
      return [
        pivot,
        try DampedRotarySpring(
          a, b, restAngle: b.angle - a.angle, stiffness: stiffness, damping: damping, second),
      ]
    }
    return [pivot, try Gear(a, b, phase: b.angle - a.angle, ratio: 1, second)]
  }

  /// Lets a wheel move along an axis of a chassis, on a spring, and turn.
  /// - Parameters:
  ///   - chassis: What has the axis.
  ///   - wheel: Held at its position, which is where the spring rests.
  ///   - axis: In the chassis' coordinates: the way up. Only the direction counts.
  ///   - travel: How far it moves from end to end, in points.
  ///   - stiffness: Force per point.
  ///   - damping: Force by speed.
  /// - Throws: as the groove and the spring that it is made of.
  public static func suspension(
    of chassis: Body, _ wheel: Body, axis: Vector = Vector(0, 1), travel: Double, stiffness: Double,
    damping: Double, _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws -> [Constraint] {
    let places = Suspension(center: chassis.local(wheel.position), axis: axis, travel: travel)
    return [
      try GrooveJoint(chassis, wheel, from: places.from, to: places.to, anchorB: .zero, definition),
      try DampedSpring(
        chassis, wheel, anchorA: places.mount, restLength: places.restLength, stiffness: stiffness,
        damping: damping, definition.ofPart),
    ]
  }

  /// Lets a body slide along a line of another, and keeps it from turning against that.
  /// - Parameters:
  ///   - from: One end of the line, in the coordinates of a.
  ///   - to: The other.
  ///   - anchorB: What of b is on the line, in its coordinates.
  /// - Throws: as the groove and the gear that it is made of.
  public static func prismatic(
    _ a: Body, _ b: Body, from: Vector, to: Vector, anchorB: Vector = .zero,
    _ definition: ConstraintDefinition = ConstraintDefinition()
  ) throws -> [Constraint] {
    [
      try GrooveJoint(a, b, from: from, to: to, anchorB: anchorB, definition),
      try Gear(a, b, phase: b.angle - a.angle, ratio: 1, definition.ofPart),
    ]
  }
}

extension ConstraintDefinition {
  /// For the second constraint of a joint: a torque and a force have different limits, and no two have one id.
  fileprivate var ofPart: ConstraintDefinition {
    var part = self
    (part.id, part.maxForce, part.breakForce) = (nil, .infinity, .infinity)
    return part
  }
}

extension Space {
  /// Adds constraints in their order: all of them, or none where one cannot be added.
  /// - Throws: as ``add(_:)-(Constraint)``.
  public func add(_ constraints: [Constraint]) throws {
    for index in constraints.indices {
      do { try add(constraints[index]) } catch {
        for added in constraints[..<index].reversed() { try remove(added) }
        throw error
      }
    }
  }
}
