import TumbleAnimation
import TumbleFrames
import TumblePhysics
import TumbleScenes

extension World {
  /// Takes the world from `steps` / rate to one step later.
  ///
  /// - Parameter commands: What takes effect at the start of this step, in order.
  /// - Returns: The bodies that were lost in this step, the joints that broke, and the animations that ended.
  /// - Throws: `WorldError.badCommand` where a command's point is out of bounds or its layer does not exist, and
  ///   `WorldError.stopped` where the engine can't go on; `WorldError.refused` for an edit that cannot be made. No step was
  ///   taken then, though the commands before an edit that was refused have been carried out.
  @discardableResult
  public func step(_ commands: [Command] = []) throws(WorldError) -> StepReport {
    var hasEdits = false
    failedCommand = nil
    for (place, command) in commands.enumerated() {
      failedCommand = place
      if case .edit = command { hasEdits = true }
      // An edit before it may add the input: that is known as it is carried out.
      if hasEdits, case .input = command { continue }
      try check(command)
    }
    (marks, refusals) = ([], [])
    onPhase?(.animation)
    do {
      for (place, command) in commands.enumerated() {
        failedCommand = place
        try begin(with: command)
      }
    } catch {
      throw stopped(by: error)
    }
    failedCommand = nil
    do {
      try animate()
      if !fields.all.isEmpty { space.fieldTime = Double(steps + 1) / Double(rate) }
      try applyInputs()
      onPhase?(.physics)
      lost = try stepSpace().map { BodyID($0) }
      try forgetBroken()
      try shatterBodies()
    } catch {
      log.noteFailure(step: steps)
      throw stopped(by: error)
    }
    steps += 1
    onPhase?(.snapshot)
    // Before anyone asks what time it is, or adds an animation.
    animation.endScrubs(at: now)
    collectContacts()
    // Before triggers remove what it happened to.
    watched?.look(self)
    if triggers != nil { runTriggers() }
    swap(&previous, &snapshot)
    write(&snapshot)
    joinTeleports()
    if !placed.isEmpty { joinPlaced() }
    onPhase?(.end)
    return StepReport(
      step: steps, lost: lost.map { model.scene.bodies[$0.number].id },
      broken: brokenJoints.map { model.scene.joints[$0.number].id },
      shattered: shattered.map { model.scene.bodies[$0.number].id }, ended: animationEvents, refused: refusals
    )
  }

  /// Carries out a command of the step that begins.
  func begin(with command: Command) throws {
    try carryOut(command)
    log.note(.ofStep(command), step: steps)
  }

  func stopped(by error: any Error) -> WorldError {
    error as? WorldError ?? .stopped(step: steps, reason: "\(error)")
  }

  /// Steps the engine; returns the ids of the bodies that diverged, rising.
  private func stepSpace() throws -> [Int] {
    do {
      try space.step(1 / Double(rate))
      return []
    } catch PhysicsError.diverged(let lost) {
      return try forget(lost)
    }
  }

  /// Forgets bodies that the space has removed, and their joints.
  private func forget(_ lost: [LostBody]) throws -> [Int] {
    let lost = lost.compactMap { bodies.find($0.id.number) }
    for body in lost {
      try body.letGo(by: self)
      lose(body)
    }
    for body in lost where !fields.all.isEmpty {
      for field in model.fields(of: body.index) {
        model.forget(.field, field)
        forget(fields[field])
      }
    }
    for joint in joints.present where joint.constraint?.space == nil { lose(joint) }
    removeOrphans()
    return lost.map(\.index)
  }

  /// Forgets the joints that broke, which the space has let go of.
  private func forgetBroken() throws {
    guard !space.brokenConstraints.isEmpty || !brokenJoints.isEmpty else { return }
    brokenJoints = space.brokenConstraints.map(\.constraint.id)
    guard !brokenJoints.isEmpty else { return }
    let parts = model.parts(of: brokenJoints.map(\.number))
    for part in parts { try joints[part].leave(self) }
    brokenJoints = (brokenJoints + parts.map { JointID($0) }).sorted()
    for id in brokenJoints { lose(joints[id.number]) }
    removeOrphans()
  }

  private func collectContacts() {
    contacts.removeAll(keepingCapacity: true)
    let least = hitThreshold ?? .infinity
    for event in space.contactEvents {
      guard let contact = Contact(event) else { continue }
      // Those that only triggers asked for.
      if contact.kind == .hit, contact.impulse.length < least { continue }
      // Of removed bodies too: what they touched has ended.
      if !contact.isSensor {
        if contact.kind == .began { touchingPairs += 1 }
        if contact.kind == .ended { touchingPairs -= 1 }
      }
      if bodies[contact.a.number].body != nil, bodies[contact.b.number].body != nil {
        contacts.append(contact)
      }
    }
  }
}
