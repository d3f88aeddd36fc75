import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

// A property that the engine can change in place is changed there: what leans on the body goes on leaning. For all else the
// body is made again where it is, with its joints, under its own ids.

extension World {
  func changeBody(_ index: Int, from old: Scene.Body, key: String) throws {
    let new = model.scene.bodies[index]
    guard let body = bodies[index] else { return }
    if new.kind != old.kind { try checkKind(of: new, BodyID(index)) }
    if Self.isAnother(new, than: old) {
      try rebuild(body: index, body, from: old)
    } else {
      try setMass(of: body, new, old)
      try setMotion(of: body, new, old)
      try setSurfaces(of: body, index, new, old)
    }
    if SceneModel.motionKeys.contains(key) { try setPlace(of: index, new, key) }
    if new.isAsleep != old.isAsleep {
      if new.isAsleep { try space.sleep(bodies[index] ?? body) } else { body.wake() }
    }
    if new.appearance != old.appearance {
      appearance[index] = new.appearance
      showLooks(of: BodyID(index))
    }
    if animation.sizes[BodyID(index)] != nil { animation.sizes[BodyID(index)] = new.bounds?.size }
    if new.kind != old.kind || new.shapes != old.shapes || new.texture != old.texture
      || new.textureFit != old.textureFit || new.castsShadow != old.castsShadow
      || new.style != old.style || new.layer != old.layer
    {
      let before = description.bodies[index]
      description.bodies[index] = BodyDescription(of: new)
      description.bodies[index].template = before.template
      description.bodies[index].original = before.original
      if firstTextures[index] != nil { description.bodies[index].texture = firstTexture(of: index) }
      reshapeEmitters(ofBody: index)
    }
    if new.texture != old.texture { noteTexture(of: index, from: old.texture) }
  }

  private func checkKind(of body: Scene.Body, _ id: BodyID) throws {
    guard body.kind == .static else { return }
    let mover = animation.schedule.entries.first { entry in
      entry.tracks.contains { $0.target.isMotion && $0.target.object == .body(id) }
    }
    if let mover {
      throw EditRefusal(
        "'\(body.id)' is moved by the animation '\(mover.key)', and a static body does not move",
        hint: "remove the animation first")
    }
  }

  /// Whether the engine needs another body, or other shapes.
  private static func isAnother(_ new: Scene.Body, than old: Scene.Body) -> Bool {
    guard new.kind == old.kind, new.shapes.count == old.shapes.count else { return true }
    for (new, old) in zip(new.shapes, old.shapes)
    where new.form != old.form || new.before != old.before || new.after != old.after
      || new.isSensor != old.isSensor
    {
      return true
    }
    guard new.kind == .dynamic else { return false }
    return (new.ownMass == nil) != (old.ownMass == nil)
  }

  private func setMass(of body: Body, _ new: Scene.Body, _ old: Scene.Body) throws {
    guard new.kind == .dynamic, body.kind == .dynamic || new.ownMass != old.ownMass else { return }
    if let own = new.ownMass {
      guard own != old.ownMass else { return }
      try throwing { body.mass = own.mass }
      try throwing { body.centerOfGravity = own.center }
      return try throwing { body.moment = own.moment }
    }
    guard new.shapes.map(\.mass) != old.shapes.map(\.mass) else { return }
    let definitions = try new.shapes.flatMap { try $0.pieces(of: new, type: 0).map(\.1) }
    for (piece, definition) in zip(body.shapes, definitions) {
      if definition.density > 0 { try piece.setDensity(definition.density) }
      if definition.mass > 0 { try piece.setMass(definition.mass) }
    }
  }

  private func setMotion(of body: Body, _ new: Scene.Body, _ old: Scene.Body) throws {
    let motion = BodyDefinition(new, body.id).motion
    if motion != BodyDefinition(old, body.id).motion { try throwing { body.motion = motion } }
    if new.isBullet != old.isBullet { body.isBullet = new.isBullet }
  }

  private func setSurfaces(of body: Body, _ index: Int, _ new: Scene.Body, _ old: Scene.Body) throws {
    guard new.shapes != old.shapes else { return }
    let definitions = try new.shapes.flatMap { try $0.pieces(of: new, type: 0).map(\.1) }
    for (piece, definition) in zip(body.shapes, definitions) {
      try throwing { piece.friction = definition.friction }
      try throwing { piece.elasticity = definition.elasticity }
      try throwing { piece.surfaceVelocity = definition.surfaceVelocity }
      piece.filter = definition.filter
    }
    retakeSurfaces(of: body, index)
  }

  /// An animated surface's velocity goes back to the new one.
  private func retakeSurfaces(of body: Body, _ index: Int) {
    guard let animated = animation.surfaces[index] else { return }
    animation.surfaces[index] = AnimatedSurfaces(body.shapes)
    animation.surfaces[index]?.shown = animated.shown
    animation.surfaces[index]?.apply()
  }

  private func setPlace(of index: Int, _ new: Scene.Body, _ key: String) throws {
    guard let body = bodies[index] else { return }
    switch key {
    case "at": try throwing { body.position = new.position }
    case "angle": try throwing { body.angle = new.angle }
    case "velocity": try throwing { body.velocity = new.velocity }
    default: try throwing { body.angularVelocity = new.angularVelocity }
    }
    if steps == 0 {
      triggers?.starts[index] = SceneModel.Motion(
        position: body.position, angle: body.angle, velocity: body.velocity,
        angularVelocity: body.angularVelocity)
    }
    body.wake()
    if key == "at" || key == "angle" { placed.append(BodyID(index)) }
  }

  // MARK: - Again

  private func rebuild(body index: Int, _ old: Body, from oldBody: Scene.Body) throws {
    var body = model.scene.bodies[index]
    (body.position, body.angle) = (old.position, old.angle)
    let (velocity, spin) = (old.velocity, old.angularVelocity)
    let isHeld = animation.drives[index]?.isHeld == true
    (body.velocity, body.angularVelocity) = body.kind == .static ? (.zero, 0) : (velocity, spin)
    let types = types(for: body, from: collisionTypes[index])
    let oldJoints = presentJoints.filter { holds($0, index) }
    let standIn = try standIn(for: body, BodyID(index), types: types)
    for joint in oldJoints { try check(joint: joint, standIns: [index: standIn]) }
    // From here on nothing is refused.
    let (made, shapes) = try make(body, BodyID(index), types: types)
    if let mouseJoint, mouseJoint.held.number == index { try release() }
    try space.remove(old)
    bodies[index] = made
    try put(made, shapes)
    for joint in oldJoints {
      let constraint = try make(joint: joint)
      try space.add(constraint)
      replace(joint: joint, by: constraint)
    }
    try putBackFields(of: index)
    collisionTypes[index] = types
    retakeSurfaces(of: made, index)
    if let drive = animation.drives[index], body.kind != oldBody.kind {
      animation.drives[index] =
        body.kind == .static ? nil : drive.handedOver(isDynamic: body.kind == .dynamic)
      if body.kind == .static { animation.driven.removeAll { $0 == BodyID(index) } }
    } else if isHeld {
      made.setKind(.kinematic)
      try throwing { made.velocity = velocity }
      try throwing { made.angularVelocity = spin }
    }
  }

  private func holds(_ joint: Int, _ body: Int) -> Bool {
    model.scene.joints[joint].a == body || model.scene.joints[joint].b == body
  }

  /// Rules speak of a shape by its place; those beyond are known as the body's last one is.
  func types(for body: Scene.Body, from old: [CollisionType]) -> [CollisionType] {
    body.shapes.indices.map { old.indices.contains($0) ? old[$0] : old.last ?? 0 }
  }

  func rebuild(joint index: Int) throws {
    guard let old = joints[index] else { return }
    try check(joint: index)
    try space.remove(old)
    let made = try make(joint: index)
    try space.add(made)
    replace(joint: index, by: made)
    description.joints[index] = JointDescription(of: model.scene.joints[index])
  }

  private func replace(joint index: Int, by made: Constraint) {
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
