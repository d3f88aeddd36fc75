import TumbleGeometry

/// How a body's centre of gravity moves in the course of a step, if nothing stops it.
struct Course {
  /// In the world, at the start of the step.
  let center: Vector
  /// In radians.
  let angle: Double
  /// How far it goes, and how far it turns, by the end of the step.
  var way = Vector.zero
  var turn = 0.0

  init(_ body: Body, _ dt: Double) {
    center = body.worldCenterOfGravity
    angle = body.angle
    guard body.kind != .static, !body.isSleeping else { return }
    if let move = body.move {
      guard !move.arrived else { return }
      let share = min(dt / move.left, 1)
      turn = (move.angle - angle) * share
      let goal = body.position.interpolated(to: move.position, by: share)
      way = goal + body.centerOfGravity.rotated(by: angle + turn) - center
    } else {
      let motion = stepMotion(of: body.pointer)
      way = motion.velocity * dt
      turn = motion.angularVelocity * dt
    }
  }

  var isStill: Bool { way == .zero && turn == 0 }

  func center(at moment: Double) -> Vector { center + way * moment }

  /// Where a point ends up that is taken along from a moment of the step on.
  func carried(_ point: Vector, from moment: Double) -> Vector {
    center(at: 1) + (point - center(at: moment)).rotated(by: turn * (1 - moment))
  }

  /// The most that a point so far from the centre moves in the step.
  func farthest(reach: Double) -> Double { way.length + turn.magnitude * reach }
}
