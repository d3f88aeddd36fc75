import CTumbleChipmunk
import TumbleGeometry

/// Where a kinematic body is on its way to.
struct Move {
  var position: Vector
  var angle: Double
  /// In seconds.
  var left: Double
  var arrived = false
}

extension Body {
  /// Sends a kinematic body to a place: it gets there exactly when steps of so many seconds in all have been taken,
  /// at a constant velocity that pushes what is in the way, and then stands still.
  ///
  /// Its position and angle are then the very numbers given here. Setting the position, the angle or another target
  /// in between takes the place of the rest.
  /// - Throws: for a body that is not kinematic, a target out of range, or a duration that is not from 1e-9 to 1e9
  ///   seconds.
  public func move(to position: Vector, angle: Double? = nil, over duration: Double) throws {
    guard kind == .kinematic else {
      throw PhysicsError.notAllowed(
        object: description, rule: "is \(kind); only a kinematic body moves to a target")
    }
    let angle = angle ?? self.angle
    try Rule.coordinate.check(position, "target position", of: description)
    try Rule.finite.check(angle, "target angle", of: description)
    try Rule.duration.check(duration, "duration", of: description)
    move = Move(position: position, angle: angle, left: duration)
    refreshIntegrators()
  }

  /// Stops a move on its way; the body stands still from the next step.
  public func cancelMove() {
    guard move != nil else { return }
    move = nil
    cpBodySetVelocity(pointer, cpVect(x: 0, y: 0))
    cpBodySetAngularVelocity(pointer, 0)
    refreshIntegrators()
  }

  /// The part of the rest of the way that a step takes, 1 at the end; nil one step after the arrival.
  func advanceMove(by step: Double) -> (position: Vector, angle: Double, share: Double)? {
    // Through the object that has it: each access to the body's property would retain and release that.
    guard let extras, let move = extras.move, !move.arrived else {
      extras?.move = nil
      return nil
    }
    // A billionth of a step is rounding, not a way left to go.
    let isLast = move.left <= step * (1 + 1e-9)
    let share = isLast ? 1 : step / move.left
    extras.move?.left = move.left - step
    extras.move?.arrived = isLast
    return (move.position, move.angle, share)
  }
}
