import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension Scene.Joint {
  /// The joint, between two bodies that are in a space; not in it yet.
  func constraint(_ number: JointID, _ a: Body, _ b: Body) throws -> Constraint {
    let definition = ConstraintDefinition(
      id: number, name: id, maxForce: maxForce ?? .infinity, errorBias: errorBias,
      maxBias: maxBias ?? .infinity, breakForce: breakAt ?? .infinity,
      collideBodies: collideBodies)
    switch form {
    case .pin(let anchorA, let anchorB, let length):
      return try PinJoint(a, b, anchorA: anchorA, anchorB: anchorB, distance: length, definition)
    case .slide(let anchorA, let anchorB, let min, let max):
      return try SlideJoint(a, b, anchorA: anchorA, anchorB: anchorB, min: min, max: max, definition)
    case .pivot(let anchorA, let anchorB):
      return try PivotJoint(a, b, anchorA: anchorA, anchorB: anchorB, definition)
    case .groove(let from, let to, let anchorB):
      return try GrooveJoint(a, b, from: from, to: to, anchorB: anchorB, definition)
    case .spring(let anchorA, let anchorB, let restLength, let stiffness, let damping):
      let spring = try DampedSpring(
        a, b, anchorA: anchorA, anchorB: anchorB, restLength: restLength, stiffness: stiffness,
        damping: damping, definition)
      if let forceCurve { spring.forceCurve = try forceCurve.table }
      if let dampingCurve { spring.dampingCurve = try Scene.SpringCurve(dampingCurve).table }
      return spring
    case .rotarySpring(let restAngle, let stiffness, let damping):
      let spring = try DampedRotarySpring(
        a, b, restAngle: restAngle, stiffness: stiffness, damping: damping, definition)
      if let forceCurve { spring.torqueCurve = try forceCurve.table }
      if let dampingCurve { spring.dampingCurve = try Scene.SpringCurve(dampingCurve).table }
      return spring
    case .rotaryLimit(let min, let max):
      return try RotaryLimit(a, b, min: min, max: max, definition)
    case .ratchet(let phase, let click):
      return try Ratchet(a, b, phase: phase, ratchet: click, definition)
    case .gear(let phase, let ratio):
      return try Gear(a, b, phase: phase, ratio: ratio, definition)
    case .motor(let rate):
      return try Motor(a, b, rate: rate, definition)
    }
  }
}

extension Scene.SpringCurve {
  /// The straight lines between two points that a timing function becomes.
  private static let pieces = 16

  /// As physics takes it: a timing function in short straight lines.
  fileprivate var table: ForceCurve {
    get throws {
      var table = points.prefix(1).map { ForceCurve.Point(at: $0.x, force: $0.y) }
      for (from, to) in zip(points, points.dropFirst()) {
        if timing != .linear {
          for piece in 1..<Self.pieces {
            let share = Double(piece) / Double(Self.pieces)
            let at = from.x + (to.x - from.x) * share
            // Between two numbers that are neighbours there is none.
            guard at > table[table.count - 1].at, at < to.x else { continue }
            let force = from.y + (to.y - from.y) * timing.value(at: share)
            table.append(ForceCurve.Point(at: at, force: min(max(force, -1e15), 1e15)))
          }
        }
        table.append(ForceCurve.Point(at: to.x, force: to.y))
      }
      return try ForceCurve(table)
    }
  }
}
