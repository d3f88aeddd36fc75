import CTumbleChipmunk

/// Names a field of a space, for changing it and taking it back; never used twice in a process.
public struct FieldID: Hashable, Sendable {
  let number: Int
}

extension Space {
  /// The fields in the order in which they were added, which is that in which they act.
  public var fields: [(id: FieldID, field: ForceField)] {
    influences?.fields.map { (FieldID(number: $0.number), $0.value) } ?? []
  }

  /// Adds a field, which acts from the next step on. What sleeps where it acts wakes.
  /// - Parameter body: In whose coordinates the field is, turning and moving with it; it does not act on that
  ///   body itself, and goes with it. nil (the default): the world's.
  /// - Throws: For a number out of range, and a body that is not in this space.
  @discardableResult
  public func add(_ field: ForceField, on body: Body? = nil) throws -> FieldID {
    try field.check()
    if let body, body.space !== self {
      throw PhysicsError.bodyNotInSpace(object: "\(field.effect.kind.rawValue) field", body: body.description)
    }
    let id = FieldID(number: needInfluences().append(field, frame: body))
    wakeInField(at: (influences?.terms.count ?? 0) - 1)
    return id
  }

  /// Puts another field in a field's place. What sleeps where either acts wakes.
  /// - Throws: For a number out of range, and if there is no such field in this space.
  public func set(_ field: ForceField, for id: FieldID) throws {
    try field.check()
    let index = try index(of: id)
    guard let influences, influences.fields[index].value != field else { return }
    wakeInField(at: index)
    influences.set(field, at: index)
    wakeInField(at: index)
  }

  /// Sets a field's strength alone, which allocates nothing. What sleeps where it acts wakes if it is
  /// another.
  /// - Throws: For a number out of range, and if there is no such field in this space.
  public func setStrength(_ strength: Double, of id: FieldID) throws {
    let index = try index(of: id)
    guard let influences, influences.terms[index].strength != strength else { return }
    try ForceField.check(strength: strength, of: influences.terms[index].effect)
    influences.setStrength(strength, at: index)
    wakeInField(at: index)
  }

  /// Takes a field away. What sleeps where it acts wakes.
  /// - Throws: If there is no such field in this space.
  public func remove(_ id: FieldID) throws {
    let index = try index(of: id)
    wakeInField(at: index)
    influences?.removeField(at: index)
    dropEmptyInfluences()
  }

  /// The time at which fields that change by themselves (`noise` with a rate) are taken, in seconds: set it
  /// before a step. The space never moves it.
  public var fieldTime: Double {
    get { influences?.time ?? 0 }
    set {
      precondition(newValue.isFinite, "the time of fields is a finite number of seconds")
      influences?.time = newValue
    }
  }

  /// Returns true if a field is in this space: one on a body leaves with the body.
  public func holds(_ id: FieldID) -> Bool { influences?.fields.contains { $0.number == id.number } ?? false }

  private func index(of id: FieldID) throws -> Int {
    guard let index = influences?.fields.firstIndex(where: { $0.number == id.number }) else {
      throw PhysicsError.notInSpace(object: "field \(id.number)")
    }
    return index
  }

  func needInfluences() -> Influences {
    if let influences { return influences }
    let made = Influences()
    influences = made
    for body in bodies { body.refreshIntegrators() }
    return made
  }

  func dropEmptyInfluences() {
    guard influences?.isEmpty == true else { return }
    influences = nil
    for body in bodies { body.refreshIntegrators() }
  }

  /// Takes away the fields that are in a body's coordinates.
  func removeFields(of body: Body) {
    guard let influences else { return }
    for index in influences.fields.indices.reversed() where influences.fields[index].frame === body {
      wakeInField(at: index)
      influences.removeField(at: index)
    }
    dropEmptyInfluences()
  }

  // MARK: - Sleepers

  /// Wakes what sleeps where a field acts.
  private func wakeInField(at index: Int) {
    guard hasSleepers(pointer), let influences else { return }
    let term = influences.terms[index]
    for i in bodyPointers.indices where isSleeping(bodyPointers[i]) {
      if influences.acts(term, on: bodyPointers[i]) { Body.of(bodyPointers[i]).activate() }
    }
  }

  /// Wakes what sleeps where a field does not stay as it is, and what is pulled back by those that it pulls:
  /// before a step.
  func wakeInRestlessFields() {
    guard let influences else { return }
    if influences.hasReaction {
      for entry in influences.fields where entry.value.hasReaction { entry.frame?.stayAwake() }
    }
    guard hasSleepers(pointer) else { return }
    for index in influences.terms.indices where influences.terms[index].isRestless {
      if influences.isChanging(influences.terms[index]) { wakeInField(at: index) }
    }
  }
}
