import TumblePhysics

extension World {
  /// Takes the world from `steps` / rate to one step later.
  /// - Parameter commands: What takes effect at the start of this step, in order.
  /// - Returns: The bodies that were lost in this step, the joints that broke, and the animations that ended.
  /// - Throws: `WorldError.badCommand` where a command's point is out of bounds or its layer does not exist,
  ///   and `WorldError.stopped` where the engine can't go on; `WorldError.refused` for an edit that cannot be
  ///   made. No step was taken then, though the commands before an edit that was refused have been carried
  ///   out.
  @discardableResult
  public func step(_ commands: [Command] = []) throws(WorldError) -> StepReport {
    var hasEdits = false
    failedCommand = nil
    for (place, command) in commands.enumerated() {
      failedCommand = place
      if case .edit = command { hasEdits = true }
      // An edit before it may add what it names: that is known as it is carried out.
      if hasEdits, command.namesObject { continue }
      try check(command)
    }
    (marks, refusals) = ([], [])
    onPhase?(.animation)
    do {
      for (place, command) in commands.enumerated() {
        failedCommand = place
        try begin(with: command)
      }
      try restartAnimations()
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
    if steps == 1 { (animation.placed, animation.kept) = ([], [:]) }
    onPhase?(.snapshot)
    // Before anyone asks what time it is, or adds an animation.
    animation.endScrubs(at: now)
    animation.noteLayers(step: steps)
    collectContacts()
    noteBursts()
    // Before triggers remove what it happened to.
    watched?.look(self)
    if triggers?.isEmpty == false { runTriggers() } else { triggers?.forgetPresses() }
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
      let (a, b) = (bodies[contact.a.number], bodies[contact.b.number])
      guard a.body != nil, b.body != nil else { continue }
      contacts.append(contact)
      guard contact.kind == .began, !contact.isSensor else { continue }
      for body in [a, b] where body.drive != nil { animation.noteTouch(of: body.id, step: steps) }
    }
  }
}

extension Contact {
  init?(_ event: ContactEvent) {
    let kind: Kind
    switch event.kind {
    case .ended: kind = .ended
    case .began: kind = .began
    case .hit: kind = .hit
    case .persisted: return nil
    }
    var point = Vector.zero
    if !event.points.isEmpty {
      for index in event.points.indices { point += event.points[index].position }
      point = point / Double(event.points.count)
    }
    self.init(
      kind: kind, a: event.bodyA, b: event.bodyB, point: point, normal: event.normal, impulse: event.impulse,
      energyLost: event.energyLost, isSensor: event.isSensor)
  }
}

/// The result of a step besides the new state.
public struct StepReport: Hashable, Sendable {
  /// Steps taken, this one included.
  public var step: Int
  /// The names of the bodies that were not finite any more or more than 1e9 points away, in the scene's
  /// order: they left the world with their shapes and joints, and the others go on.
  public var lost: [String] = []
  /// The names of the joints that broke, in the scene's order: they left the world.
  public var broken: [String] = []
  /// The names of the bodies that fell to pieces, in the scene's order; the pieces are bodies of their own.
  public var shattered: [String] = []
  /// The animations that ended, each reported once.
  public var ended: [AnimationEvent] = []
  /// The reasons why triggers could not do something: a sentence, once of each trigger.
  public var refused: [String] = []

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    step: Int, lost: [String] = [], broken: [String] = [], shattered: [String] = [],
    ended: [AnimationEvent] = [], refused: [String] = []
  ) {
    self.step = step
    self.lost = lost
    self.broken = broken
    self.shattered = shattered
    self.ended = ended
    self.refused = refused
  }
}

extension StepReport {
  /// A sentence about the bodies that were lost; nil if none was.
  public var lossMessage: String? {
    guard !lost.isEmpty else { return nil }
    return "step \(step): \(lost.joined(separator: ", ")) went out of all bounds (not finite, or more than "
      + "1e9 points away) and \(lost.count == 1 ? "was" : "were") removed; the others go on"
  }
}

/// A part of a world's step, in their order.
public enum StepPhase: Hashable, Sendable, CaseIterable {
  /// Commands and animations.
  case animation
  /// The engine's step.
  case physics
  /// The part of the step of our own in which bodies move by their velocities.
  case positions
  /// The part in which shapes that may touch are found, and where they do.
  case contacts
  /// The part with the impulses of contacts and joints, and what is looked at after the step.
  case solving
  /// Contacts and the snapshot.
  case snapshot
  /// The step is over.
  case end
}
