import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension World {
  /// Carries out a command at once, between two steps: as at the start of the next step, but shown already.
  ///
  /// - Throws: `WorldError.badCommand` and `WorldError.refused`; nothing has changed then.
  public func apply(_ command: Command) throws(WorldError) {
    try check(command)
    do {
      try carryOut(command)
    } catch {
      throw error as? WorldError ?? .badCommand("\(error)")
    }
    log.note(.betweenSteps(command), step: steps)
    showEdits()
  }

  /// An id that nothing has, for what is about to be added: the base with the next free number.
  public func freeName(_ base: String) -> String { model.freeName(base) }

  /// Makes an edit in the model by the reader's rules, and then in the engine; or leaves both as they are.
  ///
  /// - Parameter isCommand: Whether it comes from outside: then what leaves a scene that cannot be read is
  ///   refused.
  func make(_ edit: Edit, isCommand: Bool = false) throws(WorldError) {
    let before = model
    let changes: [SceneChange]
    do {
      changes =
        isCommand ? try model.take(edit, motion: motion(of:)) : try model.apply(edit, motion: motion(of:))
    } catch {
      throw .refused(message: error.message, hint: error.hint)
    }
    for (index, change) in changes.enumerated() {
      do {
        try follow(change)
      } catch {
        // Of the edits that come to several changes only those that add can fail on the way.
        for done in changes[..<index].reversed() { takeBack(done) }
        let refusal = refusal(error, of: change)
        model = before
        throw refusal
      }
    }
    if case .set(let object, let path, _) = edit { endChange(of: object, path) }
  }

  /// nil for one that the engine does not have, or not yet.
  func motion(of index: Int) -> SceneModel.Motion? {
    bodies.find(index)?.body.map { SceneModel.Motion(of: $0) }
  }

  /// What the engine says, in the scene's words.
  private func refusal(_ error: any Error, of change: SceneChange) -> WorldError {
    if let error = error as? WorldError { return error }
    if let error = error as? EditRefusal { return .refused(message: error.message, hint: error.hint) }
    let object: Scene.ObjectPath =
      switch change {
      case .copiedBody(let index, _), .changedBody(let index, _, _): .body(index)
      case .added(let kind, let index), .changed(let kind, let index):
        switch kind {
        case .body: .body(index)
        case .joint: .joint(index)
        case .field: .field(index)
        case .fluid: .fluid(index)
        case .emitter: .emitter(index)
        case .world, .view, .animation, .input: .world
        }
      default: .world
      }
    var findings = SceneFindings(model.scene, .nowhere, .unplaced)
    findings.add(BuiltScene.Problem(object: object, error: error))
    let refusal = EditRefusal(findings.list) ?? EditRefusal("\(error)")
    return .refused(message: refusal.message, hint: refusal.hint)
  }

  // MARK: - In the engine

  /// Each change is made as a whole or not at all.
  func follow(_ change: SceneChange) throws {
    switch change {
    case .added(let kind, let index): try add(kind, index)
    case .removed(let kind, let index): try remove(kind, index)
    case .changed(let kind, let index): try self.change(kind, index)
    case .copiedBody(let index, let original):
      let types = bodies[original].types(for: model.scene.bodies[index])
      append(try WorldBody(index, in: self, types: types, copyOf: original))
    case .changedBody(let index, let old, let key):
      try bodies[index].change(from: old, key: key, in: self)
    case .addedAnimation(let id), .changedAnimation(let id): try start(id, change)
    case .removedAnimation(let id): removeAnimation(key: id)
    case .changedInputs: inputs = inputs.changed(to: model.scene.inputs)
    case .changedWorld(let old): try changeWorld(from: old)
    case .changedView: description.view = model.scene.view.rect
    }
    descriptionRevision += 1
  }

  private func add(_ kind: SceneObject.Kind, _ index: Int) throws {
    switch kind {
    case .body: append(try WorldBody(index, in: self))
    case .joint: try add(joint: index)
    case .field: try add(field: index)
    case .fluid: try add(fluid: index)
    case .emitter: add(emitter: index)
    case .world, .view, .animation, .input: break
    }
  }

  private func remove(_ kind: SceneObject.Kind, _ index: Int) throws {
    switch kind {
    case .body: try remove(WorldBody.self, index)
    case .joint: try remove(joint: index)
    case .field: try remove(field: index)
    case .fluid: try remove(fluid: index)
    case .emitter: remove(emitter: index)
    case .world, .view, .animation, .input: break
    }
  }

  private func change(_ kind: SceneObject.Kind, _ index: Int) throws {
    switch kind {
    case .joint: try rebuild(joint: index)
    case .field: try change(field: index)
    case .fluid: try change(fluid: index)
    case .emitter: change(emitter: index)
    case .body, .world, .view, .animation, .input: break
    }
  }

  private func takeBack(_ change: SceneChange) {
    switch change {
    case .added(.body, _), .copiedBody: removeLast(WorldBody.self)
    case .added(.joint, let index):
      if let joint = joints.removeLast() { try? space.remove(joint) }
      description.joints.removeLast()
      presentJoints.removeAll { $0 == index }
    default: break
    }
  }

  private func add(joint index: Int) throws {
    let joint = model.scene.joints[index]
    try check(joint: index)
    let made = try make(joint: index)
    try space.add(made)
    joints.append(made)
    presentJoints.append(index)
    description.joints.append(JointDescription(of: joint))
  }

  func make(joint index: Int) throws -> Constraint {
    let joint = model.scene.joints[index]
    guard let a = bodies[joint.a].body, let b = bodies[joint.b].body else {
      throw EditRefusal("the joint '\(joint.id)' holds a body that has gone")
    }
    return try joint.constraint(JointID(index), a, b)
  }

  private func remove(joint index: Int) throws {
    if let joint = joints[index] { try space.remove(joint) }
    joints[index] = nil
    presentJoints.removeAll { $0 == index }
    removeOrphans()
    animation.values.forget(.joint(JointID(index)))
  }

  private func rebuild(joint index: Int) throws {
    guard let old = joints[index] else { return }
    try check(joint: index)
    try space.remove(old)
    try replace(joint: index)
    description.joints[index] = JointDescription(of: model.scene.joints[index])
  }

  /// Makes a joint again, for bodies that are in the space.
  func replace(joint index: Int) throws {
    let made = try make(joint: index)
    try space.add(made)
    joints[index] = made
    for property in AnimatableProperty.all(of: .joint) {
      let target = TrackTarget(object: .joint(JointID(index)), property: property)
      guard let shown = animation.values[target]?.shown else { continue }
      animation.values[target] = made.value(of: property).map {
        AnimatedValue(model: $0, shown: property.bounded(shown, of: made))
      }
    }
    for property in AnimatableProperty.all(of: .joint) {
      if let value = animation.values[.joint(JointID(index)), property] {
        made.show(value.shown, of: property)
      }
    }
  }

  /// The joints of a body that are in the space, by rising indices.
  func joints(of body: Int) -> [Int] {
    presentJoints.filter { model.scene.joints[$0].a == body || model.scene.joints[$0].b == body }
  }

  private func start(_ id: String, _ change: SceneChange) throws {
    guard let place = model.animation(id) else { return }
    let own = model.scene.animations[place]
    var origin: MediaTime?
    if case .changedAnimation = change {
      guard let entry = animation.schedule[id] else {
        throw EditRefusal("the animation '\(id)' is over", hint: "add it again: it begins when it is added")
      }
      if entry.layer == own.layer.map({ animation.layers[$0] }) ?? TimeHierarchy.root {
        origin = entry.origin
      }
    }
    do {
      try add(own.definition, of: own.target, key: id, layer: own.layer, origin: origin)
    } catch {
      if case .badAnimation(_, let reason) = error { throw EditRefusal(reason) }
      throw error
    }
  }

  private func changeWorld(from old: Scene.World) throws {
    let world = model.scene.world
    guard world.rate == old.rate, world.spatialHash == old.spatialHash else {
      throw EditRefusal(
        "\(world.rate == old.rate ? "the spatial hash" : "the rate") of a world that runs cannot be changed",
        hint: "it takes effect when the world begins again")
    }
    // What the engine takes for nil it knows best itself.
    let plain = try Space()
    let definition = SpaceDefinition(world)
    if world.gravity != old.gravity { try setGravity(world.gravity) }
    if world.damping != old.damping { try throwing { space.damping = world.damping } }
    if world.iterations != old.iterations { try throwing { space.iterations = world.iterations } }
    if world.sleepAfter != old.sleepAfter {
      try throwing { space.sleepTimeThreshold = definition.sleepTimeThreshold }
    }
    if world.restSpeed != old.restSpeed {
      try throwing { space.idleSpeedThreshold = definition.idleSpeedThreshold }
    }
    if world.collisionSlop != old.collisionSlop {
      try throwing { space.collisionSlop = definition.collisionSlop ?? plain.collisionSlop }
    }
    if world.collisionBias != old.collisionBias {
      try throwing { space.collisionBias = definition.collisionBias ?? plain.collisionBias }
    }
    if world.collisionPersistence != old.collisionPersistence {
      try throwing { space.collisionPersistence = world.collisionPersistence }
    }
  }

  // MARK: - What is shown

  /// Shows edits between two steps: what was put elsewhere or added was there before too, all else comes from where it came.
  func showEdits() {
    let before = previous
    write(&snapshot)
    previous.gravity = snapshot.gravity
    previous.bodies = snapshot.bodies.map { body in
      guard !placed.contains(body.id), var old = before[body.id] else { return body }
      old.appearance = body.appearance
      return old
    }
    previous.joints = snapshot.joints.map { joint in
      let own = model.scene.joints[joint.id.number]
      let (a, b) = (BodyID(own.a), BodyID(own.b))
      return placed.contains(a) || placed.contains(b) ? joint : before[joint.id] ?? joint
    }
    (previous.levels, previous.strengths) = (snapshot.levels, snapshot.strengths)
    if steps == 0 { previous = snapshot }
    placed.removeAll(keepingCapacity: true)
  }

  /// What an edit put elsewhere in this step did not fly there.
  func joinPlaced() {
    for id in placed {
      guard let before = previous.index(of: id), let now = snapshot.index(of: id) else {
        continue
      }
      previous.bodies[before].position = snapshot.bodies[now].position
      previous.bodies[before].angle = snapshot.bodies[now].angle
    }
    placed.removeAll(keepingCapacity: true)
  }
}
