import TumbleFrames
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
      return try DampedSpring(
        a, b, anchorA: anchorA, anchorB: anchorB, restLength: restLength, stiffness: stiffness,
        damping: damping, definition)
    case .rotarySpring(let restAngle, let stiffness, let damping):
      return try DampedRotarySpring(
        a, b, restAngle: restAngle, stiffness: stiffness, damping: damping, definition)
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
