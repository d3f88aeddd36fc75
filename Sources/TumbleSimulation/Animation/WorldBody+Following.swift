import Foundation
import TumblePhysics

// A body that follows stays dynamic: each step it gets the velocity that takes it where a damped spring at
// the curve's place would have it at the step's end. The spring's motion is the closed form of the damped
// oscillator, with the step's gravity and a curve that goes on evenly, so that it is stable at any frequency
// and the same for any mass.

extension WorldBody {
  /// Gives a follower that is let go the velocity at which its spring moved it, in place of the mean of the
  /// latest step.
  func takeCorrection(of body: Body, _ drive: inout KinematicDriver) throws {
    let (velocity, spin) = drive.correction
    guard velocity != .zero || spin != 0 else { return }
    try throwing { body.velocity += velocity }
    try throwing { body.angularVelocity += spin }
    drive.correction = (.zero, 0)
  }

  /// Pulls the body to where animations have it at the end of a step.
  /// - Parameter dt: The length of the step, in seconds.
  func follow(
    _ follow: Scene.Follow, _ body: Body, _ drive: inout KinematicDriver, in world: World, over dt: Double
  ) throws {
    defer { (drive.x, drive.y, drive.angle) = (nil, nil, nil) }
    let pull = FollowerPull(follow, rate: world.rate, over: dt)
    let motion = world.model.scene.bodies[index]
    try takeCorrection(of: body, &drive)
    let (velocity, spin) = (body.velocity, body.angularVelocity)
    let slowing = motion.damping ?? world.space.damping
    let kept = slowing == 1 ? 1 : pow(slowing, dt)
    if let goal = drive.angle, body.moment.isFinite {
      let end = pull.motion(
        from: body.angle, spin, to: goal, acceleration: 0, mass: body.moment, limit: follow.maxTorque)
      let mean = (end.place - body.angle) / dt
      try throwing { body.angularVelocity = mean }
      drive.correction.spin = end.velocity - mean * kept
    }
    // The spring pulls at the center of gravity, about which the body turns.
    let arm = body.worldCenterOfGravity - body.position
    let gravity = world.space.gravity * motion.gravityScale
    let place = body.worldCenterOfGravity
    var (ends, mean) = ((x: velocity.x, y: velocity.y), velocity)
    if let goal = drive.x {
      let end = pull.motion(
        from: place.x, velocity.x, to: goal, offset: arm.x, acceleration: gravity.x, mass: body.mass,
        limit: follow.maxForce)
      (ends.x, mean.x) = (end.velocity, (end.place - place.x) / dt)
    }
    if let goal = drive.y {
      let end = pull.motion(
        from: place.y, velocity.y, to: goal, offset: arm.y, acceleration: gravity.y, mass: body.mass,
        limit: follow.maxForce)
      (ends.y, mean.y) = (end.velocity, (end.place - place.y) / dt)
    }
    try throwing { body.velocity = mean }
    // What the engine adds in the step, gravity and damping, is in the closed form already.
    drive.correction.velocity = Vector(
      drive.x == nil ? 0 : ends.x - (mean.x * kept + gravity.x * dt),
      drive.y == nil ? 0 : ends.y - (mean.y * kept + gravity.y * dt))
  }
}

/// The pull of a follower's spring over a step.
private struct FollowerPull {
  private let spring: Spring
  /// Squared radians per second squared.
  private let stiffness: Double
  private let dt: Double

  init(_ follow: Scene.Follow, rate: Int, over dt: Double) {
    // A slower spring holds a weight so far away that the distance leaves no digits for the step.
    let frequency = min(max(follow.frequency, 1e-3), Double(rate) / 4)
    self.dt = dt
    spring = (try? Spring(response: 1 / frequency, dampingRatio: follow.damping)) ?? Spring()
    stiffness = spring.stiffness / spring.mass
  }

  /// Returns the place and the velocity of one coordinate at the end of the step.
  /// - Parameters:
  ///   - goal: The curve at the end of the step, which is taken to go on evenly through it.
  ///   - offset: What is pulled lies so far beyond what the curve leads.
  ///   - acceleration: Beside the spring's.
  ///   - limit: The largest force; nil: none.
  func motion(
    from place: Double, _ velocity: Double, to goal: KinematicDriver.Goal, offset: Double = 0,
    acceleration: Double, mass: Double, limit: Double?
  ) -> (place: Double, velocity: Double) {
    let rate = goal.rate.magnitude > KinematicDriver.steepest ? 0 : goal.rate
    let end = Vector.bounded(goal.value) + offset
    // Where the spring holds what accelerates so.
    let sag = acceleration / stiffness
    let swing = spring.motion(
      displacement: place - (end - rate * dt) - sag, velocity: velocity - rate, after: dt)
    let result = (place: end + sag + swing.displacement, velocity: rate + swing.velocity)
    guard let limit, mass > 0 else { return result }
    let force = mass * ((result.velocity - velocity) / dt - acceleration)
    guard force.magnitude > limit else { return result }
    let limited = velocity + (acceleration + (force > 0 ? limit : -limit) / mass) * dt
    return (place + (velocity + limited) / 2 * dt, limited)
  }
}
