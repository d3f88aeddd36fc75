import TumblePhysics

extension World {
  func carryOut(_ action: Scene.Action, _ firing: TriggerState.Firing, _ place: Int) throws {
    switch action {
    case .set(let property, let value, let timing): try set(property, to: value, timing, firing)
    case .animate(let text):
      guard let named = try named(text, firing) else { return }
      try make(.add(.animation, named.text))
    case .start(let ids): for id in ids { try start(id) }
    case .stop(let names, let keeps): for name in names { try stop(name, keeps: keeps, firing) }
    case .layers(let change, let ids): for id in ids { self.change(layer: id, change) }
    case .impulse(let selector, let impulse):
      for body in targets(selector, firing) { try body.hit(impulse) }
    case .remove(let selector):
      for body in targets(selector, firing) { try make(.remove(.body(body.name))) }
    case .respawn(let selector): for body in targets(selector, firing) { try body.putBack(in: self) }
    case .burst(let selector, let impact, let strength):
      for body in targets(selector, firing) { addBurst(impact, at: body, strength: strength, firing) }
    case .slice(let selector, let cut):
      guard let cut = stroke(of: cut) else { return }
      try slice(targets(selector, firing), cut, firing.trigger)
    case .spawn(let spawn):
      for _ in 0..<spawn.count { try self.spawn(spawn, firing.trigger, seed: firing.trigger * 100 + place) }
    case .attach(let text):
      guard let named = try named(text, firing), named.id.map({ !isThere(joint: $0) }) ?? true else { return }
      try make(.add(.joint, named.text))
    case .detach(let ids): for id in ids where isThere(joint: id) { try make(.remove(.joint(id))) }
    case .mark(let text): marks.append(text)
    case .end: hasEnded = true
    case .signal: break
    }
  }

  /// Returns true if a joint of that name is there: the name of one that broke stays known, but it can be
  /// attached again.
  private func isThere(joint name: String) -> Bool {
    joint(name).map { joints[$0.number].constraint != nil } ?? false
  }

  func targets(_ selector: Scene.BodySelector, _ firing: TriggerState.Firing?) -> [WorldBody] {
    if selector.isAnything { return bodies.present }
    return selector.names.flatMap { name -> [WorldBody] in
      switch name {
      case Scene.BodySelector.it where firing != nil: [firing?.it].compactMap { $0.map { bodies[$0] } }
      case Scene.BodySelector.other where firing != nil: [firing?.other].compactMap { $0.map { bodies[$0] } }
      default: body(Scene.BodySelector.owner(of: name)).map { [bodies[$0.number]] } ?? spawned(from: name)
      }
    }.filter { $0.body != nil }
  }

  /// The bodies that were spawned from a template and are there, the oldest first.
  func spawned(from template: String) -> [WorldBody] { bodies.present.filter { $0.template == template } }

  /// The name of the body of an event; nil for one that is gone.
  private func name(_ id: Int?) -> String? { id.flatMap { bodies[$0].body == nil ? nil : bodies[$0].name } }

  /// Returns the text with the bodies' names; nil if the bodies of the event are gone.
  private func named(_ text: String, _ firing: TriggerState.Firing) throws -> ActionText? {
    let text = try ActionText(text)
    let owners = text.owners
    let (it, other) = (name(firing.it), name(firing.other))
    if owners.contains(Scene.BodySelector.it), it == nil { return nil }
    if owners.contains(Scene.BodySelector.other), other == nil { return nil }
    return try text.named(it: it, other: other)
  }

  private func set(
    _ property: String, to value: String, _ timing: Scene.ChangeTiming?, _ firing: TriggerState.Firing
  ) throws {
    let parts = property.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    var owner = parts[0]
    if body(owner) == nil, Scene.BodySelector.isOfEvent(owner) {
      guard let name = name(owner == Scene.BodySelector.it ? firing.it : firing.other) else { return }
      owner = name
    }
    if case .transition(let transition)? = timing {
      try change(owner, parts[1], to: value, by: transition)
    } else if let timing {
      try change(owner, parts[1], to: value, timing)
    } else {
      try make(.set(model.object(named: owner), path: parts[1], value: value))
    }
  }

  private func stop(_ name: String, keeps: Bool, _ firing: TriggerState.Firing) throws {
    var keys = [name]
    if let dot = name.firstIndex(of: ".") {
      let owner = String(name[..<dot])
      if model.object(named: owner).kind == .body {
        keys = targets(Scene.BodySelector([owner]), firing).map { $0.name + name[dot...] }
      }
    } else if animation.schedule[name] == nil {
      // Of one that is about `it` each body has its own.
      keys = animationKeys.filter { key in
        self.name(animation.movedBodies[key]?.number).map { key == "\(name)-\($0)" } ?? false
      }
    }
    for key in keys { try stopAnimation(key, keepsPresentation: keeps) }
  }

  /// Starts an animation as edits have it by now; nothing happens to one that was removed.
  private func start(_ id: String) throws {
    guard let place = model.animation(id) else { return }
    let own = model.scene.animations[place]
    try addAnimation(own.definition, of: own.target, key: own.id, layer: own.layer)
  }

  private func change(layer id: String, _ change: Scene.LayerChange) {
    guard let node = animation.layers[id],
      let timing = model.scene.layers.first(where: { $0.id == id })?.timing
    else { return }
    switch change {
    case .play: animation.run(id, speed: timing.speed == 0 ? 1 : timing.speed, at: now)
    case .pause: animation.run(id, speed: 0, at: now)
    case .rewind:
      animation.schedule.layers.cancelSlide(of: node)
      animation.schedule.layers.seek(node, to: MediaTime(timing.timeOffset), at: now)
    }
  }

  /// A cut with its places; nil for a stroke that has not been drawn.
  private func stroke(of cut: Scene.Cut) -> Scene.Cut? {
    guard let id = cut.stroke else { return cut }
    guard let index = inputs.inputs.firstIndex(where: { $0.id == id }), let from = inputs.presses[index],
      let to = inputs.place, from != to
    else { return nil }
    return Scene.Cut(from: from, to: to)
  }

  // MARK: - Spawning

  private func spawn(_ spawn: Scene.Spawn, _ trigger: Int, seed place: Int) throws {
    guard var body = model.scene.templates.first(where: { $0.id == spawn.template }) else { return }
    var random = triggers?.random[place] ?? SplitMix64(seed: UInt64(bitPattern: Int64(spawn.seed)))
    // Drawn whether it is made or not.
    func part() -> Double { random.nextFraction() * 2 - 1 }
    let origin = spawn.isAtPointer ? inputs.place ?? spawn.position : spawn.position
    body.position = origin + Vector(part() * spawn.spread.x, part() * spawn.spread.y)
    body.velocity = spawn.velocity ?? body.velocity
    body.velocity += Vector(part() * spawn.velocitySpread.x, part() * spawn.velocitySpread.y)
    body.angle = spawn.angle ?? body.angle
    body.angularVelocity = spawn.angularVelocity ?? body.angularVelocity
    triggers?.random[place] = random
    let there = spawned(from: spawn.template)
    if there.count >= spawn.max {
      guard spawn.replacesOldest, let oldest = there.first else { return }
      try make(.remove(.body(oldest.name)))
    }
    if let fullness = fullness(adding: [body]) {
      return refuse("\(model.scene.name(ofTrigger: trigger)): \(fullness)", trigger)
    }
    try self.spawn(body)
  }

  private func spawn(_ template: Scene.Body) throws {
    var body = template
    var number = triggers?.lastNumbers[template.id] ?? 0
    repeat {
      number += 1
      body.id = "\(template.id)-\(number)"
    } while self.body(body.id) != nil || joint(body.id) != nil
    triggers?.lastNumbers[template.id] = number
    model.add(body)
    let index = model.scene.bodies.count - 1
    do {
      append(try WorldBody(index, in: self, types: templateTypes[template.id], template: template.id))
    } catch {
      model.removeLastBody()
      throw error
    }
    descriptionRevision += 1
  }
}

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

  /// Pulls the body to a place, with less than the whole force where that is nearer than the reach, in
  /// points.
  func draw(to place: Vector, _ force: Double, _ reach: Double) throws {
    guard let body else { return }
    let way = place - body.worldCenterOfGravity
    let part = min(way.length / reach, 1)
    guard part > 0 else { return }
    try body.apply(force: way.normalized * (force * part), atWorld: body.worldCenterOfGravity)
  }

  /// Gives a kinematic body the velocity that takes it to a place within the step, or as near as its speed
  /// allows; false for any other body.
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
