import TumblePhysics

/// The joint by which a person holds a body: a body of its own at the mouse, and a soft joint to what was
/// grabbed. Neither is in a trace, a hash or a snapshot.
struct MouseJoint {
  var held: BodyID
  /// The body of the hand, kinematic and without a shape.
  var body: Body

  /// A body that lies so near a point can be grabbed there, in points: a mouse is not that exact.
  fileprivate static let reach = 5.0
  /// The hand pulls with at most so many times the weight of what it holds: enough to swing a crate about,
  /// too little to pull it through a wall.
  fileprivate static let strength = 10.0
  /// The maximum speed at which the mouse joint pulls its body, in points per second: with twice the strength
  /// and more speed than this, crates of 32 points go through walls of 2.
  fileprivate static let maxSpeed = 2000.0
  /// Mouse joints have ids beyond all that a scene can have: a body that is added while one holds something
  /// has the same id as without.
  fileprivate static let firstID = 1 << 40
  /// The gravity below which the mouse joint is as strong as with this much, in points per second squared.
  fileprivate static let minGravity = 1000.0

  /// The mouse joint of a body: at its center of gravity if it turns too easily to be held elsewhere; nil if
  /// that is out of bounds.
  /// - Parameters:
  ///   - hand: The body at the mouse.
  ///   - id: The joint's.
  ///   - gravity: In points per second squared.
  fileprivate static func grip(
    _ hand: Body, on body: Body, at place: Vector, _ id: JointID, gravity: Double
  ) -> PivotJoint? {
    let weight = body.mass * max(gravity, minGravity)
    func joint(_ place: Vector) -> PivotJoint? {
      try? PivotJoint(
        grip: hand, on: body, at: place, maxForce: strength * weight, id: id)
    }
    guard var grip = joint(place) else { return nil }
    if !grip.isSolvable {
      guard let central = joint(body.worldCenterOfGravity) else { return nil }
      grip = central
      // There and back again a coordinate is rounded, and at a moment next to nothing that is too far out
      // already.
      grip.anchorB = body.centerOfGravity
    }
    grip.maxBias = maxSpeed
    return grip
  }
}

extension World {
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
    case .run(let layer, let speed):
      try check(command)
      animation.run(layer, speed: speed, at: now)
    case .scrub(let layer, let goal):
      try check(command)
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
    let hits = space.shapes(near: point, within: MouseJoint.reach).filter { $0.shape.body.kind == .dynamic }
    // Of those that contain the point the one that is drawn in front; else the nearest.
    let containing = hits.filter { $0.distance <= 0 }
    let front = containing.max { a, b in
      let (one, other) = (a.shape.body.id, b.shape.body.id)
      return one == other ? a.shape.id < b.shape.id : description.isInFront(other, of: one)
    }
    guard let hit = front ?? hits.first else { return }
    grabs += 1
    let id = BodyID(MouseJoint.firstID + grabs)
    let body = try Body(BodyDefinition(id: id, name: "hand", kind: .kinematic, position: point))
    let place = hit.distance <= 0 ? point : hit.point
    guard
      let joint = MouseJoint.grip(
        body, on: hit.shape.body, at: place, JointID(MouseJoint.firstID + grabs),
        gravity: space.gravity.length)
    else { return }
    try space.add(body)
    try space.add(joint)
    mouseJoint = MouseJoint(held: hit.shape.body.id, body: body)
  }

  /// Removes the mouse joint and its body.
  func release() throws {
    guard let mouseJoint else { return }
    self.mouseJoint = nil
    try space.remove(mouseJoint.body)
  }
}

/// The commands that a world was given, in order: with the scene, all that its state depends on.
struct WorldLog: Sendable {
  struct Entry: Sendable {
    /// The number of steps that had been taken.
    let step: Int
    let act: Act
  }

  enum Act: Sendable {
    /// The command was shown in the snapshots at once.
    case betweenSteps(Command)
    case ofStep(Command)
    /// A step began, and the engine could not take it. Its animations have gone on all the same.
    case failure
  }

  private(set) var entries: [Entry] = []

  mutating func note(_ act: Act, step: Int) { entries.append(Entry(step: step, act: act)) }

  /// Notes a step that failed, at most twice: a world that is stuck may be asked to step any number of times.
  /// From the second time on nothing changes: the first has ended animations, and the next one lets go of
  /// what they moved.
  mutating func noteFailure(step: Int) {
    let latest = entries.suffix(2).filter { entry in
      if case .failure = entry.act { entry.step == step } else { false }
    }
    if latest.count < 2 { note(.failure, step: step) }
  }
}

extension World {
  /// The commands carried out so far, in order, each with the number of steps that had been taken before it.
  /// The state of a world depends on its scene and on these alone.
  public var commands: [StampedCommand] {
    log.entries.compactMap { entry in
      switch entry.act {
      case .betweenSteps(let command), .ofStep(let command):
        StampedCommand(step: entry.step, command: command)
      case .failure: nil
      }
    }
  }

  /// Makes another world in the same state: with the same snapshots, contacts and ids, and the same bits
  /// after whatever commands both are given from then on. The two share nothing, so the copy may go to
  /// another thread.
  ///
  /// The engine cannot copy its state. So the copy is built from the scene and takes every step with every
  /// command again, which takes as long as these steps took. It has this world's ``hitThreshold``; its
  /// ``onPhase`` is nil.
  ///
  /// - Throws: `WorldError` if a step or a command cannot be repeated; for a world whose state is that of its
  ///   scene and its ``commands`` this does not happen. This world stays as it is.
  public func copy() throws(WorldError) -> sending World {
    let copy = try World(scene)
    copy.hitThreshold = hitThreshold
    for entry in log.entries {
      try copy.run(to: entry.step)
      switch entry.act {
      case .betweenSteps(let command): try copy.apply(command)
      case .ofStep(let command):
        do { try copy.begin(with: command) } catch { throw copy.stopped(by: error) }
      case .failure: _ = try? copy.step()
      }
    }
    try copy.run(to: steps)
    return copy
  }

  private func run(to step: Int) throws(WorldError) {
    while steps < step { try self.step() }
  }
}

extension Command {
  /// Is true for a command about an input, a control or a layer, which an edit may add.
  var namesObject: Bool {
    switch self {
    case .input, .control, .run, .scrub: true
    case .grab, .move, .release, .tilt, .point, .edit: false
    }
  }
}
