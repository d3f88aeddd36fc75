import TumbleScenes

// Values of properties as animations have them, read of what is shown and of a scene.

extension FrameSnapshot {
  /// The value of a target in this moment; nil for one that is not there, or that a snapshot does not have.
  func value(of target: AnimationTarget, in description: WorldDescription) -> AnimatableValue? {
    switch target.property.owner {
    case .body:
      guard let body = self[target.object] else { return nil }
      switch target.property {
      case .position, .positionX, .positionY, .angle:
        return target.property.motionValue(position: body.position, angle: body.angle)
      case .color: return .color(body.appearance.color ?? .white)
      default: return body.appearance[target.property]
      }
    // A moment of the past has none of what was added later.
    case .field: return description.field(target.object).flatMap { number($0, of: strengths) }
    case .fluid: return description.fluid(target.object).flatMap { number($0, of: levels) }
    case .world: return .vector(gravity)
    default: return nil
    }
  }

  private func number(_ index: Int, of values: [Double]) -> AnimatableValue? {
    values.indices.contains(index) ? .number(values[index]) : nil
  }
}

extension Scene {
  /// The value of a target as the scene begins, before animations; nil for one that is not there.
  func value(of target: AnimationTarget) -> AnimatableValue? {
    switch target.property.owner {
    case .body:
      guard let body = bodies.first(where: { $0.id == target.object }) else { return nil }
      switch target.property {
      case .position, .positionX, .positionY, .angle:
        return target.property.motionValue(position: body.position, angle: body.angle)
      case .color: return .color(body.appearance.color ?? .white)
      case .size: return body.bounds.map { .size($0.size) }
      case .surfaceVelocity: return body.shapes.first.map { .vector($0.surfaceVelocity) }
      default: return body.appearance[target.property]
      }
    case .joint:
      guard let joint = joints.first(where: { $0.id == target.object }) else { return nil }
      if target.property == .maxForce { return .number(joint.maxForce ?? 1e6) }
      var (form, found) = (joint.form, AnimatableValue?.none)
      form.forEachValue(
        number: { if $0 == target.property.name { found = .number($1) } },
        vector: { if $0 == target.property.name { found = .vector($1) } })
      return found
    case .field: return fields.first { $0.id == target.object }.map { .number($0.force.strength) }
    case .fluid: return fluids.first { $0.id == target.object }.map { .number($0.liquid.surface) }
    // Factors of what its cells say.
    case .emitter: return emitters.contains { $0.id == target.object } ? .number(1) : nil
    case .world: return .vector(world.gravity)
    case .camera: return (camera ?? Camera())[target.property]
    default: return nil
    }
  }

  /// The value that the format's text sets a target to; nil where it is none.
  func value(of target: AnimationTarget, parsing text: String) -> AnimatableValue? {
    guard let key = target.property.traits.key, let object = target.ownerObject else { return nil }
    var scene = self
    guard (try? scene.apply(.set(object, path: key, value: text))) != nil else { return nil }
    return scene.value(of: target)
  }
}

extension AnimationTarget {
  var ownerObject: SceneObject? {
    SceneObject(property.owner, id: property.owner.isSingle ? nil : object)
  }
}

extension [Keyframe<AnimatableValue>] {
  /// The number of a value that changes most over the keys.
  var widestNumber: (AnimatableValue) -> Double {
    guard let first else { return { _ in 0 } }
    func number(_ index: Int) -> (AnimatableValue) -> Double {
      let component = (first.value.kind == .color ? AnimatableProperty.color : .position).numbers[index]
      return { component.number(of: $0) }
    }
    let count = first.value.kind == .color ? 4 : first.value.kind == .number ? 1 : 2
    func span(_ index: Int) -> Double {
      let values = map { number(index)($0.value) }
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    let widest = (0..<count).max { span($0) < span($1) } ?? 0
    return number(widest)
  }
}
