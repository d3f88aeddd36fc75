// A change over time is an explicit transaction around one property: the model value changes at once, and an
// animation whose key is the property leads what is seen there, from where it is.

extension World {
  /// Returns the value of a property of the scene where no animation says otherwise; nil if there is no such
  /// property. A body's position and angle are always those that are seen.
  public func modelValue(of target: AnimationTarget) -> AnimatableValue? {
    guard let object = found(target) else { return nil }
    return target.property.isMotion
      ? object.motion(target.property)?.value
      : object.modelValue(of: target.property, in: self) ?? object.plainValue(of: target.property, in: self)
  }

  /// Returns the value of a property of the scene that is seen after the latest step; nil if there is no such
  /// property.
  public func presentationValue(of target: AnimationTarget) -> AnimatableValue? {
    guard let object = found(target), !target.property.isMotion else { return modelValue(of: target) }
    return object.shownValue(of: target.property, in: self) ?? modelValue(of: target)
  }

  private func found(_ target: AnimationTarget) -> (any AnimatedObject)? {
    guard let object = object(of: target).flatMap({ object($0) }), object.isThere(in: self) else {
      return nil
    }
    return object
  }

  // MARK: - Changing

  /// Changes a property over time, from what is seen now; where a spring does so, with its velocity. A change
  /// of the same property that is under way is replaced; one to the value that it has already changes
  /// nothing.
  func change(_ owner: String, _ path: String, to text: String, _ timing: Scene.ChangeTiming) throws {
    let target: AnimationTarget
    let value: AnimatableValue
    do {
      target = try model.target(owner, path)
      value = try model.value(of: target, text)
    } catch {
      throw WorldError.refused(message: error.message, hint: error.hint)
    }
    let resolved = try resolve(target)
    guard var seen = presentation(of: resolved, at: now) else { return }
    if resolved.isMotion {
      guard goal(of: target) != value else { return }
    } else {
      guard object(resolved.object)?.modelValue(of: resolved.property, in: self) != value,
        let path = target.property.traits.key
      else { return }
      // A file has the 8 bits of a color: a moment that is saved goes on from the same one.
      if case .color(let color) = seen.value, let kept = Color(hex: color.hex) { seen.value = .color(kept) }
      try make(.set(model.object(named: owner), path: path, value: text))
    }
    guard let definition = timing.animation(from: seen.value, to: value, velocity: seen.rate) else { return }
    let change = Scene.Animation(id: target.description, target: target, definition: definition)
    model.note(change)
    try addAnimation(change.definition, of: target, key: change.id)
    if !resolved.isMotion { showProperties(at: now) }
  }

  /// Returns the end of a property's change that is under way; nil if there is none.
  private func goal(of target: AnimationTarget) -> AnimatableValue? {
    guard animation.schedule[target.description] != nil,
      let place = model.animation(target.description)
    else { return nil }
    switch model.scene.animations[place].definition.content {
    case .basic(let ends): return ends.to
    case .spring(let spring): return spring.ends.to
    default: return nil
    }
  }

  // MARK: - Ending

  /// Takes an animation away: what it moved shows the value that was set last, or what is seen becomes that.
  func stopAnimation(_ key: String, keepsPresentation: Bool) throws {
    let moved = keepsPresentation ? animation.schedule[key]?.tracks.map(\.target) ?? [] : []
    let kept = moved.compactMap { target -> (TrackTarget, AnimatableValue)? in
      guard !target.isMotion else { return nil }
      // A size shows as a scale.
      let target = target.property == .size ? TrackTarget(object: target.object, property: .scale) : target
      return object(target.object)?.shownValue(of: target.property, in: self).map { (target, $0) }
    }
    removeAnimation(key: key)
    forgetChange(key)
    for (target, value) in kept {
      guard let object = sceneObject(target.object), let path = target.property.traits.key else { continue }
      try make(.set(object, path: path, value: SceneModel.text(of: value)))
    }
  }

  private func sceneObject(_ id: ObjectID) -> SceneObject? {
    let record = object(id) as? any WorldRecord
    return SceneObject(id.kind, id: record.flatMap { model.id(of: id.kind, $0.index) })
  }

  /// Ends the changes over time of a property that is set at once, and of its parts.
  func endChange(of object: SceneObject, _ path: String) {
    guard let property = AnimatableProperty(settable: path, ofEmitter: object.kind == .emitter) else {
      return
    }
    let ended: [AnimatableProperty] =
      property == .position ? [.position, .positionX, .positionY] : [property]
    for property in ended {
      let key = AnimationTarget(object.name, property).description
      removeAnimation(key: key)
      forgetChange(key)
    }
  }

  /// Forgets a change over time that has ended: the scene keeps none.
  func forgetChange(_ key: String) {
    if key.contains(".") { model.forget(animation: key) }
  }

  /// Shows animations of a body's looks over values that have just been set.
  func showLooks(of body: BodyID) {
    for property in Appearance.properties + [.size] {
      let target = TrackTarget(object: .body(body), property: property)
      if let sample = animation.schedule.presentation(of: target, at: now) {
        bodies[body.number].show(sample.value, of: property)
      }
    }
  }
}
