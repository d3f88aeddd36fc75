import TumblePhysics

extension World {
  /// Writes the state into an existing snapshot, whose memory is reused.
  func write(_ snapshot: inout FrameSnapshot) {
    snapshot.step = steps
    snapshot.gravity = space.gravity
    if !fluids.all.isEmpty || !fields.all.isEmpty { writeFields(&snapshot) }
    // In id order: the mouse joint's body comes last and is not read.
    space.readPoses(into: &poses)
    let bodies = bodies.present
    snapshot.bodies.fill(with: BodySnapshot(id: 0, position: .zero, angle: 0), count: bodies.count)
    // Without sleeping no body has to be asked.
    let canSleep = model.scene.world.sleepAfter != nil
    for index in bodies.indices {
      let body = bodies[index]
      let pose = poses[index]
      snapshot.bodies[index] = BodySnapshot(
        id: body.id, position: pose.position, angle: pose.angle, velocity: pose.velocity,
        angularVelocity: pose.angularVelocity, isSleeping: canSleep && body.body?.isSleeping == true,
        appearance: body.appearance)
    }
    let joints = joints.present
    if snapshot.joints.count != joints.count {
      snapshot.joints = joints.map { JointSnapshot(id: $0.id, a: .zero, b: .zero) }
    }
    for index in joints.indices {
      guard let ends = joints[index].constraint?.ends else { continue }
      snapshot.joints[index] = JointSnapshot(id: joints[index].id, a: ends.a, b: ends.b)
    }
    if let own = model.scene.camera { snapshot.camera = camera.pose(own, snapshot, in: self) }
    if !looks.isEmpty || !snapshot.looks.isEmpty { snapshot.looks = looks }
    if !emitters.all.isEmpty { writeEmitters(&snapshot) }
    writeTrails(&snapshot)
    if !burst.bursts.isEmpty || !snapshot.bursts.isEmpty { snapshot.bursts = burst.bursts }
    guard hasNewNames else { return }
    hasNewNames = false
    snapshot.bodyIDs = model.knownIndices(of: .body).mapValues { BodyID($0) }
    previous.bodyIDs = snapshot.bodyIDs
  }

  /// Joins the snapshots before and after a jump, for renderers that draw between the two. What of a body
  /// went on as it was, its angle or its height, is left so.
  func joinTeleports() {
    guard !animation.teleported.isEmpty else { return }
    for index in animation.teleported.indices {
      let teleport = animation.teleported[index]
      guard let before = previous.index(of: teleport.body),
        let now = snapshot.index(of: teleport.body)
      else {
        continue
      }
      if teleport.x { previous.bodies[before].position.x = snapshot.bodies[now].position.x }
      if teleport.y { previous.bodies[before].position.y = snapshot.bodies[now].position.y }
      if teleport.angle { previous.bodies[before].angle = snapshot.bodies[now].angle }
    }
    // Joints are in the same order in both snapshots; an edit may have added some.
    var before = 0
    for index in snapshot.joints.indices {
      let now = snapshot.joints[index]
      while before < previous.joints.count, previous.joints[before].id < now.id { before += 1 }
      guard before < previous.joints.count, previous.joints[before].id == now.id else { continue }
      let joint = model.scene.joints[now.id.number]
      if let end = endBefore(now.a, on: BodyID(joint.a)) { previous.joints[before].a = end }
      if let end = endBefore(now.b, on: BodyID(joint.b)) { previous.joints[before].b = end }
    }
  }

  /// Returns the position of a point of a body before a step in which the body jumped; nil for other bodies.
  private func endBefore(_ end: Vector, on body: BodyID) -> Vector? {
    guard animation.teleported.sortedIndex(of: body, by: { $0.body }) != nil,
      let before = previous.index(of: body),
      let now = snapshot.index(of: body)
    else { return nil }
    let (old, new) = (previous.bodies[before], snapshot.bodies[now])
    return old.position + (end - new.position).rotated(by: old.angle - new.angle)
  }
}

extension Array {
  /// Makes it as long as it is to be, of one value, if it is not: else its memory is reused as it is.
  mutating func fill(with value: Element, count wanted: Int) {
    if count != wanted { self = Array(repeating: value, count: wanted) }
  }
}

// A transition changes the scene at once. What a picture needs to show it, the old look and the step of the
// change, goes into snapshots beside the state, so that the past and a picture of any moment are the same
// each time.

extension World {
  /// Sets a body's texture or color, which a transition shows from now on.
  func change(_ owner: String, _ path: String, to text: String, by transition: Transition) throws {
    guard let index = model.knownIndex(of: .body, owner) else { return }
    let body = bodies[index]
    let (texture, color) = (model.scene.bodies[index].texture, body.appearance.color)
    if body.firstTexture == nil { body.firstTexture = texture?.path ?? "" }
    try make(.set(.body(owner), path: path, value: text))
    guard model.scene.bodies[index].texture != texture || body.appearance.color != color else { return }
    description.bodies[index].texture = body.shownTexture
    note(
      LookChange(
        body: body.id, step: steps, picture: place(of: model.scene.bodies[index].texture?.path),
        oldPicture: place(of: texture?.path), oldColor: color,
        transition: Self.place(of: transition, in: &description.transitions)))
  }

  /// Notes a texture that was set at once: a body that has had a transition shows it since this step, and the
  /// past does not.
  func noteTexture(of body: WorldBody, from old: Scene.Texture?) {
    guard body.firstTexture != nil else { return }
    note(
      LookChange(
        body: body.id, step: steps, picture: place(of: model.scene.bodies[body.index].texture?.path),
        oldPicture: place(of: old?.path), oldColor: body.appearance.color))
  }

  func forgetLook(of body: Int) { looks.removeAll { $0.body.number == body } }

  private func note(_ change: LookChange) {
    let place = looks.partitioningIndex { $0.body >= change.body }
    if place < looks.count, looks[place].body == change.body {
      looks[place] = change
    } else {
      looks.insert(change, at: place)
    }
    descriptionRevision += 1
  }

  private func place(of path: String?) -> Int? { path.map { Self.place(of: $0, in: &description.pictures) } }

  private static func place<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
    if let place = list.firstIndex(of: value) { return place }
    list.append(value)
    return list.count - 1
  }
}
