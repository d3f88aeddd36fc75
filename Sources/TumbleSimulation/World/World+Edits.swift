import TumblePhysics

extension World {
  /// Carries out a command at once, between two steps: as at the start of the next step, but shown already.
  /// - Throws: `WorldError.badCommand` and `WorldError.refused`; nothing has changed then.
  public func apply(_ command: Command) throws(WorldError) {
    try check(command)
    do {
      try carryOut(command)
      try restartAnimations()
    } catch {
      throw error as? WorldError ?? .badCommand("\(error)")
    }
    log.note(.betweenSteps(command), step: steps)
    showEdits()
  }

  /// Makes an edit at once, between two steps.
  /// - Throws: `WorldError.refused`; nothing has changed then.
  public func apply(_ edit: Edit) throws(WorldError) { try apply(.edit(edit)) }

  /// An id that nothing has, for what is about to be added: the base with the next free number.
  public func freeName(_ base: String) -> String { model.freeName(base) }

  /// Makes an edit in the model by the reader's rules, and then in the engine; or leaves both as they are.
  ///
  /// - Parameter isCommand: Whether it comes from outside: then what leaves a scene that cannot be read is
  ///   refused.
  func make(_ edit: Edit, isCommand: Bool = false) throws(WorldError) {
    let before = model
    let changes: [SceneChange]
    // The start is cut where the scene says that its bodies are, as it is once more when it is saved.
    let isSlice = if case .slice = edit { true } else { false }
    func motion(_ index: Int) -> SceneModel.Motion? { isSlice && steps == 0 ? nil : self.motion(of: index) }
    do {
      changes =
        isCommand ? try model.take(edit, motion: motion) : try model.apply(edit, motion: motion)
    } catch {
      throw .refused(message: error.message, hint: error.hint)
    }
    if isSlice, let fullness = fullness(adding: []) {
      model = before
      throw .refused(message: fullness, hint: nil)
    }
    for (index, change) in changes.enumerated() {
      do {
        if isSlice { try followOrSkip(change) } else { try follow(change) }
      } catch {
        // Of the edits that come to several changes only those that add can fail on the way.
        for done in changes[..<index].reversed() { takeBack(done) }
        let refusal = refusal(error, of: change)
        model = before
        throw refusal
      }
    }
    if isCommand, steps == 0 { animation.isRestartDue = true }
    if case .set(let object, let path, _) = edit { endChange(of: object, path) }
  }

  /// Returns the motion of a body; nil for one that the engine does not have, or not yet.
  func motion(of index: Int) -> SceneModel.Motion? {
    bodies.find(index)?.body.map { SceneModel.Motion(of: $0) }
  }

  /// Returns the engine's error in the scene's words.
  private func refusal(_ error: any Error, of change: SceneChange) -> WorldError {
    if let error = error as? WorldError { return error }
    if let error = error as? EditRefusal { return .refused(message: error.message, hint: error.hint) }
    let object: Scene.ObjectPath =
      switch change {
      case .copiedBody(let index, _), .changedBody(let index, _, _): .body(index)
      case .added(.rule, let index), .changed(.rule, let index): .rule(index)
      case .added(.trigger, let index), .changed(.trigger, let index): .trigger(index)
      case .added(let kind, let index), .changed(let kind, let index):
        kind.worldRecord?.path(index) ?? .world
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
    case .added(.rule, _), .removed(.rule, _), .changed(.rule, _): try changeRules()
    case .added(.trigger, let index): add(trigger: index)
    case .removed(.trigger, let index): remove(trigger: index)
    case .changed(.trigger, let index): self.change(trigger: index)
    case .added(let kind, let index): if let type = kind.worldRecord { try add(type, index) }
    case .removed(let kind, let index): if let type = kind.worldRecord { try remove(type, index) }
    case .changed(let kind, let index): if let type = kind.worldRecord { try self.change(type, index) }
    case .copiedBody(let index, let original):
      let types = bodies[original].types(for: model.scene.bodies[index])
      append(try WorldBody(index, in: self, types: types, copyOf: original))
    case .changedBody(let index, let old, let key):
      try bodies[index].change(from: old, key: key, in: self)
    case .addedAnimation(let id), .changedAnimation(let id): try start(id, change)
    case .removedAnimation(let id): removeAnimation(key: id)
    case .changedList(.input): inputs = inputs.changed(to: model.scene.inputs)
    case .changedList(.template): try changeRules()
    // What they do follows from the scene alone.
    case .changedList: break
    case .changedLayers(let old): try changeLayers(from: old)
    case .changedWorld(let old): try changeWorld(from: old)
    case .changedCamera: camera.change(in: self)
    case .changedView:
      (description.view, description.hasSky) = (model.scene.view.rect, model.scene.view.hasSky)
    }
    descriptionRevision += 1
  }

  private func takeBack(_ change: SceneChange) {
    switch change {
    case .added(let kind, _): if let type = kind.worldRecord { removeLast(type) }
    case .copiedBody: removeLast(WorldBody.self)
    default: break
    }
  }

  private func start(_ id: String, _ change: SceneChange) throws {
    guard let place = model.animation(id) else { return }
    let own = model.scene.animations[place]
    var origin: MediaTime?
    if case .changedAnimation = change {
      guard let entry = animation.schedule[id] else {
        // Before the first step all of them start anew after the edit, and one that waits begins when it is
        // started.
        if steps == 0 || !own.autoplay { return }
        throw EditRefusal("the animation '\(id)' is over", hint: "add it again: it begins when it is added")
      }
      if entry.layer == own.layer.map({ animation.layers[$0] }) ?? TimeHierarchy.root {
        origin = entry.origin
      }
    } else if !own.autoplay {
      return removeAnimation(key: id)
    }
    do {
      try addAnimation(own.definition, of: own.target, key: id, layer: own.layer, origin: origin)
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
    if world.gravity != old.gravity { try setGravity(world.gravity) }
    try space.change(from: old, to: world)
  }

  // MARK: - What is shown

  /// Shows edits between two steps: what was put elsewhere or added was there before too, all else comes from
  /// where it came.
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

  /// Joins the snapshots before and after this step for what an edit put elsewhere: it did not fly there.
  func joinPlaced() {
    for id in placed {
      guard let before = previous.index(of: id), let now = snapshot.index(of: id) else { continue }
      previous.bodies[before].position = snapshot.bodies[now].position
      previous.bodies[before].angle = snapshot.bodies[now].angle
    }
    placed.removeAll(keepingCapacity: true)
  }
}
