import TumbleGeometry
import TumblePhysics
import TumbleScenes

// What triggers and inputs do with a body. Nothing happens to one that has gone.

extension WorldBody {
  func hit(_ impulse: Scene.Impulse) throws {
    guard let body else { return }
    let place = impulse.place ?? body.centerOfGravity
    if impulse.isLocal {
      try body.apply(impulse: impulse.amount, atLocal: place)
    } else {
      try body.apply(impulse: impulse.amount, atWorld: body.world(place))
    }
  }

  /// Applies the part of a force that an input's value, -1 to 1, says.
  func push(_ force: Scene.Force, _ value: Double) throws {
    guard let body else { return }
    let place = force.place ?? body.centerOfGravity
    if force.isLocal {
      try body.apply(force: force.amount * value, atLocal: place)
    } else {
      try body.apply(force: force.amount * value, atWorld: body.world(place))
    }
  }

  /// Pulls the body to a place, with less than the whole force where that is nearer than the reach, in points.
  func draw(to place: Vector, _ force: Double, _ reach: Double) throws {
    guard let body else { return }
    let way = place - body.worldCenterOfGravity
    let part = min(way.length / reach, 1)
    guard part > 0 else { return }
    try body.apply(force: way.normalized * (force * part), atWorld: body.worldCenterOfGravity)
  }

  /// Gives a kinematic body the velocity that takes it to a place within the step, or as near as its speed allows; false for
  /// any other body.
  func follow(_ place: Vector, _ speed: Double, rate: Int) throws -> Bool {
    guard let body, body.kind == .kinematic else { return false }
    let way = (place - body.position) * Double(rate)
    try throwing { body.velocity = way.length > speed ? way.normalized * speed : way }
    return true
  }

  /// Puts the body back where it started.
  func putBack(in world: World) throws {
    guard let body else { return }
    try letGo(by: world)
    try throwing { body.position = start.position }
    try throwing { body.angle = start.angle }
    if body.kind != .static {
      try throwing { body.velocity = start.velocity }
      try throwing { body.angularVelocity = start.angularVelocity }
    }
    body.wake()
    world.placed.append(id)
  }
}
