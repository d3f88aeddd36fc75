import TumblePhysics

// A body under an animation is kinematic: each step it gets the velocity that takes it to the curve's place
// at the step's end, and arrives there to the bit. One that was dynamic goes back to physics with the curve's
// own velocity.

/// A step in an animation's own time.
struct TrackSpan {
  let start: MediaTime
  /// The time at the end of the step; before the start where time runs back.
  let end: MediaTime
  /// The local seconds that pass in a second of the world.
  let speed: Double
  /// The length of the step, in seconds of the world.
  let step: Double
  /// Is true if the body is taken through this step by hand.
  let isScrubbed: Bool
}

extension WorldBody {
  /// Puts the body where a track has it at a time of the track's own; does nothing for a track of its looks.
  func place(by track: Track, at time: MediaTime) throws {
    guard track.target.isMotion, let body, let sample = track.sampler.sample(at: time) else { return }
    switch (track.target.property, sample.value) {
    case (.position, .vector(let position)): try throwing { body.position = position.bounded }
    case (.positionX, .number(let x)):
      try throwing { body.position = Vector(x, body.position.y).bounded }
    case (.positionY, .number(let y)):
      try throwing { body.position = Vector(body.position.x, y).bounded }
    case (.angle, .number(let angle)): try throwing { body.angle = Vector.bounded(angle) }
    default: break
    }
    if let angle = sample.angle { try throwing { body.angle = Vector.bounded(angle) } }
  }

  /// Says where a track has the body at a step's end.
  /// - Parameters:
  ///   - drive: The body's; nil for one that nothing drives.
  ///   - arrival: Where the track arrived in the step before, and then in this one; nil if it does not go on
  ///     from there.
  static func setGoals(
    _ tracks: UnsafeBufferPointer<PlacedTrack>, _ j: Int, _ body: Body, _ span: TrackSpan,
    _ drive: inout KinematicDriver?, _ arrival: inout TrackArrival?
  ) {
    // Its value alone: what it costs to find how that changes is saved where nobody asks.
    let before: TrackArrival? =
      if let arrival, arrival.time == span.start { arrival } else {
        tracks[j].sampler.sample(at: span.start, speed: 0).map { TrackArrival($0, at: span.start) }
      }
    let sample: AnimationSample
    let lead: Double?
    if let there = tracks[j].sampler.sample(at: span.end, speed: span.speed) {
      (sample, lead) = (there, nil)
      arrival = TrackArrival(there, at: span.end)
    } else {
      arrival = nil
      // What ends in this step, whether it began before it or in it, arrives at its end.
      guard
        let last = tracks[j].sampler.ending(from: span.start, to: span.end, speed: span.speed)
      else { return }
      (sample, lead) = (last.sample, last.lead)
    }
    guard drive != nil else { return }
    // One that goes back to physics in the middle of a step has flown on since; a kinematic one stands at the
    // end.
    let isReleased = drive?.isDynamic == true && span.speed != 0 && !span.isScrubbed
    let flight = isReleased ? (lead ?? 0) / span.speed.magnitude : 0
    let wraps =
      if let before,
        before.iteration != sample.state.iteration || before.groupRestarts != sample.groupRestarts
      { wraps(before, sample, tracks[j].sampler, span) } else { false }
    func goal(_ value: Double, _ rate: Double, from current: Double, _ old: Double?, unit: Double)
      -> KinematicDriver.Goal
    {
      let isTeleport: Bool
      if let old {
        let isElsewhere = (current - old).magnitude > 1e-6 * unit
        let isStep = rate == 0 && value != old && isStill(tracks[j].sampler, span)
        isTeleport = wraps || isElsewhere || isStep
      } else {
        // The first step: its curve begins at the body, or elsewhere.
        isTeleport = (value - current).magnitude > 2 * rate.magnitude * span.step + unit / 2
      }
      let flown = rate.magnitude <= KinematicDriver.steepest ? rate * flight : 0
      return KinematicDriver.Goal(value: value + flown, rate: rate, isTeleport: isTeleport)
    }
    drive?.isScrubbed = span.isScrubbed
    switch (tracks[j].target.property, sample.value, sample.rate, before?.value) {
    case (.position, .vector(let place), .vector(let rate), let old):
      drive?.x = goal(place.x, rate.x, from: body.position.x, old?.vector?.x, unit: 1)
      drive?.y = goal(place.y, rate.y, from: body.position.y, old?.vector?.y, unit: 1)
    case (.positionX, .number(let x), .number(let rate), let old):
      drive?.x = goal(x, rate, from: body.position.x, old?.number, unit: 1)
    case (.positionY, .number(let y), .number(let rate), let old):
      drive?.y = goal(y, rate, from: body.position.y, old?.number, unit: 1)
    case (.angle, .number(let angle), .number(let rate), let old):
      drive?.angle = goal(angle, rate, from: body.angle, old?.number, unit: 0.1)
    default: break
    }
    if let angle = sample.angle {
      var turn = goal(angle, sample.angleRate, from: body.angle, before?.angle, unit: 0.1)
      // A closed path begins again where it ended, but a turn behind.
      if let old = before?.angle, before?.iteration != sample.state.iteration {
        turn.isTeleport = turn.isTeleport || (angle - old).magnitude > .pi
      }
      drive?.angle = turn
    }
  }

  private static func isStill(_ sampler: AnimationSampler, _ span: TrackSpan) -> Bool {
    guard let sample = sampler.sample(at: span.start, speed: span.speed) else { return false }
    return sample.rate.length == 0 && sample.angleRate == 0
  }

  /// Returns true if a new cycle begins away from where the one before it ended.
  private static func wraps(
    _ before: TrackArrival, _ sample: AnimationSample, _ sampler: AnimationSampler, _ span: TrackSpan
  ) -> Bool {
    if before.iteration != sample.state.iteration, !sampler.isSeamless { return true }
    guard before.groupRestarts != sample.groupRestarts else { return false }
    let rate = sampler.sample(at: span.start, speed: span.speed)?.rate.length ?? 0
    let reach = max(rate, sample.rate.length) * span.step
    return before.value.distance(to: sample.value) > 2 * reach + 0.5
  }

  /// Sends the body on its way if an animation holds it, and lets it go if none does any more.
  /// - Parameter dt: The length of the step, in seconds.
  func move(in world: World, over dt: Double) throws {
    guard let body, var drive else { return }
    if drive.hasGoal, drive.isDynamic, let follow = world.model.scene.bodies[index].follow {
      if drive.isHeld {
        drive.isHeld = false
        try release(body, drive)
      }
      try self.follow(follow, body, &drive, in: world, over: dt)
    } else if drive.hasGoal {
      if !drive.isHeld {
        (drive.velocity, drive.angularVelocity) = velocity(of: body)
        (drive.isHeld, drive.correction) = (true, (.zero, 0))
        // Two that nothing moves cannot be held together.
        try letGo(by: world)
        body.setKind(.kinematic)
      }
      if let teleport = Teleport(of: id, drive) { world.animation.teleported.append(teleport) }
      try move(body, &drive, dt)
    } else if drive.isHeld {
      drive.isHeld = false
      try release(body, drive)
    } else {
      try takeCorrection(of: body, &drive)
    }
    self.drive = drive
  }

  private func move(_ body: Body, _ drive: inout KinematicDriver, _ dt: Double) throws {
    let position = body.position
    let isDynamic = drive.isDynamic
    let x = KinematicDriver.way(
      drive.x, from: position.x, velocity: drive.velocity.x, step: dt, isDynamic: isDynamic)
    let y = KinematicDriver.way(
      drive.y, from: position.y, velocity: drive.velocity.y, step: dt, isDynamic: isDynamic)
    let turn = KinematicDriver.way(
      drive.angle, from: body.angle, velocity: drive.angularVelocity, step: dt, isDynamic: isDynamic)
    if Vector(x.start, y.start) != position {
      try throwing { body.position = Vector(x.start, y.start).bounded }
    }
    if turn.start != body.angle { try throwing { body.angle = turn.start } }
    try body.move(to: Vector(x.target, y.target).bounded, angle: turn.target, over: dt)
    drive.velocity = Vector(x.velocity, y.velocity)
    drive.angularVelocity = turn.velocity
    drive.curveVelocity = Vector(x.rate, y.rate)
    drive.curveAngularVelocity = turn.rate
    (drive.x, drive.y, drive.angle) = (nil, nil, nil)
  }

  /// The motion of the body for a world that begins now, in which animations take hold of it anew: a
  /// coordinate that they leave alone has the velocity with which it goes on, and a body that they let go in
  /// the next step has the one with which it is let go. nil once the body has gone.
  func motionNow(in world: World) -> SceneModel.Motion? {
    guard let body else { return nil }
    var motion = SceneModel.Motion(of: body)
    guard let drive, drive.isHeld else {
      motion.velocity += drive?.correction.velocity ?? .zero
      motion.angularVelocity += drive?.correction.spin ?? 0
      return motion
    }
    let led = ledCoordinates(in: world)
    guard led.x || led.y || led.angle else {
      (motion.velocity, motion.angularVelocity) = drive.released(body)
      return motion
    }
    if !led.angle { motion.angularVelocity = drive.angularVelocity }
    let own = drive.velocity + body.arm.perpendicular * motion.angularVelocity
    if !led.x { motion.velocity.x = own.x }
    if !led.y { motion.velocity.y = own.y }
    return motion
  }

  /// The coordinates that animations lead to a value at the end of the next step.
  private func ledCoordinates(in world: World) -> (x: Bool, y: Bool, angle: Bool) {
    let (now, next, layers) = (world.now, world.nextTime, world.animation.schedule.layers)
    var led = (x: false, y: false, angle: false)
    for entry in world.animation.schedule.entries {
      for track in entry.tracks where track.target.isMotion && track.target.object == .body(id) {
        let arrival = track.sampler.arrival(
          from: layers.localTime(of: entry.layer, at: now) - entry.origin,
          to: layers.localTime(of: entry.layer, at: next) - entry.origin,
          speed: layers.speed(of: entry.layer))
        guard arrival != nil else { continue }
        switch track.target.property {
        case .position: (led.x, led.y) = (true, true)
        case .positionX: led.x = true
        case .positionY: led.y = true
        default: led.angle = true
        }
      }
    }
    return led
  }

  /// Gives the body back to physics with the curve's velocity, or at rest after a scrub, whose speed is that
  /// of a slider and no curve's; a kinematic body stands where it was taken.
  private func release(_ body: Body, _ drive: KinematicDriver) throws {
    if drive.isDynamic { body.setKind(.dynamic) }
    let (velocity, spin) = drive.released(body)
    try throwing { body.velocity = velocity }
    try throwing { body.angularVelocity = spin }
  }
}

extension KinematicDriver {
  /// The velocity of a body's center of gravity, and its angular one, as it is let go.
  fileprivate func released(_ body: Body) -> (Vector, Double) {
    if isScrubbed { return (.zero, 0) }
    return (velocity + body.arm.perpendicular * angularVelocity, angularVelocity)
  }
}

extension Body {
  /// The vector from its position to its center of gravity.
  fileprivate var arm: Vector { world(centerOfGravity) - position }
}
