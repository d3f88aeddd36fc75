import TumblePhysics

// A property that the engine can change in place is changed there: what leans on the body goes on leaning.
// For all else the body is made again where it is, with its joints, under its own ids.

extension WorldBody {
  /// Follows a change of the scene's body.
  /// - Parameters:
  ///   - old: The scene's body before.
  ///   - key: The key at the start of the path that was set.
  func change(from old: Scene.Body, key: String, in world: World) throws {
    let new = world.model.scene.bodies[index]
    guard let body else { return }
    if new.kind != old.kind { try checkKind(of: new, in: world) }
    if new.needsAnotherBody(than: old) {
      try rebuild(body, from: old, in: world)
    } else {
      try body.setMass(new, old)
      try body.setMotion(new, old)
      try setSurfaces(of: body, new, old)
    }
    if SceneModel.motionKeys.contains(key) { try setPlace(new, key, in: world) }
    if new.isAsleep != old.isAsleep {
      if new.isAsleep { try world.space.sleep(self.body ?? body) } else { body.wake() }
    }
    if new.appearance != old.appearance {
      appearance = new.appearance
      world.showLooks(of: id)
    }
    if size != nil { size = new.bounds?.size }
    let description = description(in: world)
    if description != world.description.bodies[index] {
      world.description.bodies[index] = description
      world.reshapeEmitters(ofBody: index)
    }
    if new.texture != old.texture { world.noteTexture(of: self, from: old.texture) }
  }

  private func checkKind(of new: Scene.Body, in world: World) throws {
    guard new.kind == .static else { return }
    let mover = world.animation.schedule.entries.first { entry in
      entry.tracks.contains { $0.target.isMotion && $0.target.object == .body(id) }
    }
    if let mover {
      throw EditRefusal(
        "'\(name)' is moved by the animation '\(mover.key)', and a static body does not move",
        hint: "remove the animation first")
    }
  }

  private func setSurfaces(of body: Body, _ new: Scene.Body, _ old: Scene.Body) throws {
    guard new.shapes != old.shapes else { return }
    for (piece, definition) in zip(body.shapes, try new.pieceDefinitions()) {
      try throwing { piece.friction = definition.friction }
      try throwing { piece.elasticity = definition.elasticity }
      try throwing { piece.surfaceVelocity = definition.surfaceVelocity }
      piece.filter = definition.filter
    }
    retakeSurfaces(of: body)
  }

  /// Takes anew, from a body's new shapes, the velocities to which its animated surfaces go back.
  private func retakeSurfaces(of body: Body) {
    guard let animated = surfaces else { return }
    var retaken = AnimatedSurfaces(body.shapes)
    retaken.shown = animated.shown
    retaken.apply()
    surfaces = retaken
  }

  private func setPlace(_ new: Scene.Body, _ key: String, in world: World) throws {
    guard let body else { return }
    switch key {
    case "at": try throwing { body.position = new.position }
    case "angle": try throwing { body.angle = new.angle }
    case "velocity": try throwing { body.velocity = new.velocity }
    default: try throwing { body.angularVelocity = new.angularVelocity }
    }
    if world.steps == 0 { start = SceneModel.Motion(of: body) }
    body.wake()
    if key == "at" || key == "angle" { world.placed.append(id) }
  }

  // MARK: - Made again

  private func rebuild(_ old: Body, from oldOwn: Scene.Body, in world: World) throws {
    let space = world.space
    var own = world.model.scene.bodies[index]
    (own.position, own.angle) = (old.position, old.angle)
    let (velocity, spin) = (old.velocity, old.angularVelocity)
    let isHeld = drive?.isHeld == true
    (own.velocity, own.angularVelocity) = own.kind == .static ? (.zero, 0) : (velocity, spin)
    let newTypes = types(for: own)
    let oldJoints = world.joints.present.filter { joint in
      let own = world.model.scene.joints[joint.index]
      return own.a == index || own.b == index
    }
    let standIn = try own.standIn(id, types: newTypes, in: space)
    for joint in oldJoints { try joint.check(in: world, standIns: [index: standIn]) }
    // From here on nothing is refused.
    let (made, shapes) = try own.made(id, types: newTypes)
    try letGo(by: world)
    try space.remove(old)
    body = made
    try space.add(made, shapes)
    for joint in oldJoints { try joint.make(in: world) }
    for field in world.model.fields(of: index) { try world.fields[field].putBack(in: world) }
    types = newTypes
    retakeSurfaces(of: made)
    if drive != nil, own.kind != oldOwn.kind {
      // An animation that holds it takes hold of it again.
      drive = own.kind == .static ? nil : KinematicDriver(isDynamic: own.kind == .dynamic)
      if own.kind == .static { world.animation.driven.removeAll { $0 === self } }
    } else if isHeld {
      made.setKind(.kinematic)
      try throwing { made.velocity = velocity }
      try throwing { made.angularVelocity = spin }
    }
  }

  /// Collision types for the shapes of the changed body, or of a copy or a piece. Rules speak of a shape by
  /// its place; those beyond are known as the body's last one is.
  func types(for new: Scene.Body) -> [CollisionType] {
    new.shapes.indices.map { types.indices.contains($0) ? types[$0] : types.last ?? 0 }
  }
}

extension Scene.Body {
  /// Returns true if the engine needs another body, or other shapes.
  fileprivate func needsAnotherBody(than old: Scene.Body) -> Bool {
    guard kind == old.kind, shapes.count == old.shapes.count else { return true }
    for (new, old) in zip(shapes, old.shapes)
    where new.form != old.form || new.before != old.before || new.after != old.after
      || new.isSensor != old.isSensor
    {
      return true
    }
    guard kind == .dynamic else { return false }
    return (ownMass == nil) != (old.ownMass == nil)
  }
}

extension Body {
  fileprivate func setMass(_ new: Scene.Body, _ old: Scene.Body) throws {
    guard new.kind == .dynamic, kind == .dynamic || new.ownMass != old.ownMass else { return }
    if let own = new.ownMass {
      guard own != old.ownMass else { return }
      try throwing { mass = own.mass }
      try throwing { centerOfGravity = own.center }
      return try throwing { moment = own.moment }
    }
    guard new.shapes.map(\.mass) != old.shapes.map(\.mass) else { return }
    for (piece, definition) in zip(shapes, try new.pieceDefinitions()) {
      if definition.density > 0 { try piece.setDensity(definition.density) }
      if definition.mass > 0 { try piece.setMass(definition.mass) }
    }
  }

  fileprivate func setMotion(_ new: Scene.Body, _ old: Scene.Body) throws {
    let motion = BodyDefinition(new, id).motion
    if motion != BodyDefinition(old, id).motion { try throwing { self.motion = motion } }
    if new.isBullet != old.isBullet { isBullet = new.isBullet }
  }
}
