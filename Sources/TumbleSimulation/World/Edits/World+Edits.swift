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
    snapshot.bodyIDs = bodyIDs
    previous.bodyIDs = bodyIDs
  }

  /// nil for one that the engine does not have, or not yet.
  private func motion(of index: Int) -> SceneModel.Motion? {
    guard bodies.indices.contains(index) else { return nil }
    return bodies[index].map {
      SceneModel.Motion(
        position: $0.position, angle: $0.angle, velocity: $0.velocity, angularVelocity: $0.angularVelocity)
    }
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
      try add(
        body: index, types: types(for: model.scene.bodies[index], from: collisionTypes[original]),
        copyOf: original)
    case .changedBody(let index, let old, let key): try changeBody(index, from: old, key: key)
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
    case .body: try add(body: index, types: nil)
    case .joint: try add(joint: index)
    case .field: try add(field: index)
    case .fluid: try add(fluid: index)
    case .emitter: add(emitter: index)
    case .world, .view, .animation, .input: break
    }
  }

  private func remove(_ kind: SceneObject.Kind, _ index: Int) throws {
    switch kind {
    case .body: try remove(body: index)
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
    case .added(.body, let index), .copiedBody(let index, _):
      if let body = bodies.removeLast() { try? space.remove(body) }
      appearance.removeLast()
      collisionTypes.removeLast()
      animation.removeLastBody()
      triggers?.removeLastBody()
      watched?.removeLastBody()
      description.bodies.removeLast()
      present.removeAll { $0 == index }
      forgetName(ofBody: index)
    case .added(.joint, let index):
      if let joint = joints.removeLast() { try? space.remove(joint) }
      description.joints.removeLast()
      presentJoints.removeAll { $0 == index }
      forgetName(ofJoint: index)
    default: break
    }
  }

  func add(
    body index: Int, types: [CollisionType]?, template: String? = nil, copyOf original: Int? = nil
  ) throws {
    let body = model.scene.bodies[index]
    let types = types ?? body.shapes.map { _ in 0 }
    _ = try standIn(for: body, BodyID(index), types: types)
    let (made, shapes) = try make(body, BodyID(index), types: types)
    try put(made, shapes)
    if body.isAsleep { try? space.sleep(made) }
    bodies.append(made)
    appearance.append(body.appearance)
    collisionTypes.append(types)
    present.append(index)
    bodyIDs[body.id] = BodyID(index)
    animation.addBody(body.id, BodyID(index))
    triggers?.addBody(body, template: template, copyOf: original)
    watched?.addBody(body.id, template: template, copyOf: original)
    var added = BodyDescription(of: body)
    (added.template, added.original) = (template, original.map { BodyID($0) })
    description.bodies.append(added)
  }

  /// A body and its shapes, in no space yet.
  func make(_ body: Scene.Body, _ id: BodyID, types: [CollisionType]) throws -> (Body, [Shape]) {
    let made = try Body(BodyDefinition(body, id))
    var shapes: [Shape] = []
    for (number, shape) in body.shapes.enumerated() {
      shapes += try shape.made(on: made, of: body, type: types.indices.contains(number) ? types[number] : 0)
    }
    return (made, shapes)
  }

  /// Puts a body with its shapes into the space.
  func put(_ body: Body, _ shapes: [Shape]) throws {
    try space.add(body)
    for shape in shapes { try space.add(shape) }
  }

  private func add(joint index: Int) throws {
    let joint = model.scene.joints[index]
    try check(joint: index)
    let made = try make(joint: index)
    try space.add(made)
    joints.append(made)
    presentJoints.append(index)
    jointIDs[joint.id] = JointID(index)
    animation.addJoint(joint.id, JointID(index))
    description.joints.append(JointDescription(of: joint))
  }

  func make(joint index: Int) throws -> Constraint {
    let joint = model.scene.joints[index]
    guard let a = bodies[joint.a], let b = bodies[joint.b] else {
      throw EditRefusal("the joint '\(joint.id)' holds a body that has gone")
    }
    return try joint.constraint(JointID(index), a, b)
  }

  private func remove(body index: Int) throws {
    if let mouseJoint, mouseJoint.held.number == index { try release() }
    if let body = bodies[index] { try space.remove(body) }
    bodies[index] = nil
    present.removeAll { $0 == index }
    forgetName(ofBody: index)
    removeOrphans()
    animation.forget(BodyID(index))
    triggers?.forget(body: index)
    watched?.forget(body: index)
    forgetLook(of: index)
  }

  private func remove(joint index: Int) throws {
    if let joint = joints[index] { try space.remove(joint) }
    joints[index] = nil
    presentJoints.removeAll { $0 == index }
    forgetName(ofJoint: index)
    removeOrphans()
    animation.values.forget(.joint(JointID(index)))
  }

  private func forgetName(ofBody index: Int) {
    bodyIDs = bodyIDs.filter { $0.value.number != index }
    animation.bodyIDs = bodyIDs
  }

  private func forgetName(ofJoint index: Int) {
    jointIDs = jointIDs.filter { $0.value.number != index }
    animation.jointIDs = jointIDs
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
}
