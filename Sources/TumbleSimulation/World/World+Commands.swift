import TumbleGeometry
import TumbleFrames
import TumblePhysics

/// What a person holds a body with: a body of its own at the mouse, and a soft joint to what was grabbed. Neither is in
/// a trace, a hash or a snapshot.
struct MouseJoint {
  /// The id of the held body.
  var held: BodyID
  /// Kinematic, without a shape.
  var body: Body
}

extension World {
  /// A body that lies so near a point can be grabbed there, in points: a mouse is not that exact.
  private static let reach = 5.0
  /// The hand pulls with at most so many times the weight of what it holds: enough to swing a crate about, too little
  /// to pull it through a wall.
  private static let strength = 10.0
  /// The maximum speed at which the mouse joint pulls its body, in points per second: with twice the strength and more
  /// speed than this, crates of 32 points go through walls of 2.
  private static let maxSpeed = 2000.0
  /// Mouse joints have ids beyond all that a scene can have: a body that is added while one holds something has
  /// the same id as without.
  private static let mouseJointIDs = 1 << 40
  /// Where there is less gravity than this, in points per second squared, the mouse joint is as strong as with this much.
  private static let minGravity = 1000.0

  func check(_ command: Command) throws(WorldError) {
    switch command {
    case .grab(let vector), .move(let vector), .tilt(let vector), .point(let vector):
      guard abs(vector.x) <= Vector.largestCoordinate, abs(vector.y) <= Vector.largestCoordinate else {
        throw .badCommand("\(command) is out of the world: a coordinate is finite and at most 1e9")
      }
      if case .point = command, !inputs.usesPointer {
        throw .badCommand("this scene does not ask where the pointer is")
      }
    case .run(let layer, let speed):
      try check(layer)
      guard speed.magnitude <= Command.maxSpeed else {
        throw .badCommand("\(command) is too fast: a layer's speed is at most 1e6, either way")
      }
    case .scrub(let layer, let time):
      try check(layer)
      guard time.magnitude <= Command.maxTime else {
        throw .badCommand("\(command) goes too far: a layer's time is at most 1e9 seconds, either way")
      }
    case .input(let id, let value): try check(input: id, value)
    case .control(let id, let value): try check(control: id, value)
    case .release: break
    // What an edit may be is known as it is made.
    case .edit: break
    }
  }

  func carryOut(_ command: Command) throws {
    switch command {
    case .grab(let point): try grab(at: point)
    case .move(let point): try throwing { mouseJoint?.body.position = point }
    case .release: try release()
    case .point(let place): inputs.place = place
    case .tilt(let gravity): try setGravity(gravity)
    case .input(let id, let value):
      try check(input: id, value)
      setInput(id, to: value)
    case .control(let id, let value): try setControl(id, to: value)
    case .edit(let edit): try make(edit, isCommand: true)
    case .run(let layer, let speed): animation.run(layer, speed: speed, at: now)
    case .scrub(let layer, let goal):
      animation.scrub(layer, to: goal, from: now, until: nextTime)
    }
  }

  func setGravity(_ gravity: Vector) throws {
    animation.gravity = gravity
    model.setGravity(gravity)
    try throwing { space.gravity = gravity }
  }

  private func check(_ layer: String) throws(WorldError) {
    guard animation.layers[layer] == nil else { return }
    let hint = Nearest.word(to: layer, in: animation.layers.keys).map { "; did you mean '\($0)'?" }
    throw .badCommand("there is no layer '\(layer)'\(hint ?? "")")
  }

  private func grab(at point: Vector) throws {
    try release()
    let hits = space.shapes(near: point, within: Self.reach).filter { $0.shape.body.kind == .dynamic }
    // Of those that contain the point the one that is drawn in front; else the nearest.
    let containing = hits.filter { $0.distance <= 0 }
    let front = containing.max { a, b in
      let (one, other) = (a.shape.body.id, b.shape.body.id)
      return one == other ? a.shape.id < b.shape.id : description.isInFront(other, of: one)
    }
    guard let hit = front ?? hits.first else { return }
    grabs += 1
    let id = BodyID(Self.mouseJointIDs + grabs)
    let body = try Body(BodyDefinition(id: id, name: "hand", kind: .kinematic, position: point))
    let place = hit.distance <= 0 ? point : hit.point
    guard let joint = grip(body, on: hit.shape.body, at: place) else { return }
    try space.add(body)
    try space.add(joint)
    mouseJoint = MouseJoint(held: hit.shape.body.id, body: body)
  }

  /// The mouse joint of a body: at its center of gravity if it turns too easily to be held elsewhere; nil if that is out
  /// of bounds.
  private func grip(_ mouseJoint: Body, on body: Body, at place: Vector) -> PivotJoint? {
    let weight = body.mass * max(space.gravity.length, Self.minGravity)
    func joint(_ place: Vector) -> PivotJoint? {
      try? PivotJoint(
        grip: mouseJoint, on: body, at: place, maxForce: Self.strength * weight,
        id: JointID(Self.mouseJointIDs + grabs))
    }
    guard var grip = joint(place) else { return nil }
    if !grip.isSolvable {
      guard let central = joint(body.worldCenterOfGravity) else { return nil }
      grip = central
      // There and back again a coordinate is rounded, and at a moment next to nothing that is too far out already.
      grip.anchorB = body.centerOfGravity
    }
    grip.maxBias = Self.maxSpeed
    return grip
  }

  /// Removes the mouse joint and its body.
  func release() throws {
    guard let mouseJoint else { return }
    self.mouseJoint = nil
    try space.remove(mouseJoint.body)
  }
}
