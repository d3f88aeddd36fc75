/// A body that animations move: where it has to be after this step, and its velocity when they release it.
struct KinematicDriver {
  /// One coordinate's place after this step.
  struct Goal {
    var value: Double
    /// The change by the curve, per second.
    var rate: Double
    /// Is true if the curve was not where the body is: the body appears there, moving as the curve does, and
    /// sweeps nothing aside on the way.
    var isTeleport: Bool
  }

  /// Is true if physics has the body while no animation does.
  let isDynamic: Bool
  /// Is true while an animation holds it.
  var isHeld = false
  /// Is true if a scrub moved it: then it is released at rest.
  var isScrubbed = false
  /// The velocity of the body's position, in points per second, with which it goes on where no animation says
  /// otherwise.
  var velocity = Vector.zero
  /// The angular velocity in radians per second.
  var angularVelocity = 0.0
  /// The velocity by the curve at the end of the latest step, in points per second: an animation that takes
  /// over starts with it. A kinematic body has it too, though it stops where no animation holds it.
  var curveVelocity = Vector.zero
  /// The angular velocity by the curve at the end of the latest step, in radians per second.
  var curveAngularVelocity = 0.0
  /// The correction of a follower: what its velocity at the end of the latest step differs by from the mean
  /// velocity that took it there, in points and radians per second.
  var correction = (velocity: Vector.zero, spin: 0.0)
  var x: Goal?
  var y: Goal?
  var angle: Goal?

  init(isDynamic: Bool) { self.isDynamic = isDynamic }

  var hasGoal: Bool { x != nil || y != nil || angle != nil }

  /// Returns the destination of a coordinate, and where it is put first.
  ///
  /// - Returns: The target; the start, which is `current` unless it jumps; the velocity to go on with; that
  ///   of the curve.
  static func way(
    _ goal: Goal?, from current: Double, velocity: Double, step dt: Double, isDynamic: Bool
  ) -> (target: Double, start: Double, velocity: Double, rate: Double) {
    guard let goal else { return (current + velocity * dt, current, velocity, velocity) }
    let target = Vector.bounded(goal.value)
    // Where a curve is vertical its slope says nothing about the step.
    let isUsable = goal.rate.magnitude <= steepest
    let rate = isUsable ? goal.rate : goal.isTeleport ? 0 : (target - current) / dt
    let start = goal.isTeleport ? Vector.bounded(target - rate * dt) : current
    return (target, start, isDynamic ? rate : 0, rate)
  }

  /// The rate above which a curve is vertical, not a velocity.
  static let steepest = 1e7
}

/// A body that an animation put elsewhere in a step, and which of its coordinates.
struct Teleport {
  let body: BodyID
  let x: Bool
  let y: Bool
  let angle: Bool

  /// Creates a teleport; nil for a drive that does not jump.
  init?(of body: BodyID, _ drive: KinematicDriver) {
    self.body = body
    x = drive.x?.isTeleport == true
    y = drive.y?.isTeleport == true
    angle = drive.angle?.isTeleport == true
    guard x || y || angle else { return nil }
  }
}

/// The sample of a track at a moment, as far as the step that begins there needs it.
struct TrackArrival {
  /// The moment in the time of the track's animation.
  let time: MediaTime
  let value: AnimatableValue
  let angle: Double?
  let iteration: Int
  let groupRestarts: Int

  init(_ sample: AnimationSample, at time: MediaTime) {
    self.time = time
    value = sample.value
    angle = sample.angle
    iteration = sample.state.iteration
    groupRestarts = sample.groupRestarts
  }
}
