import TumbleFrames

// Objects that are removed, and what cannot be without them.
extension SceneModel {
  mutating func remove(_ object: SceneObject) throws(EditRefusal) -> [SceneChange] {
    guard let id = object.id else { throw EditRefusal("\(object) cannot be removed") }
    let index = try find(object.kind, id)
    switch object.kind {
    case .animation:
      scene.animations.remove(at: index)
      return [.removedAnimation(id: id)]
    case .input:
      if let trigger = present(.trigger).first(where: { scene.triggers[$0].event.input == id }) {
        throw EditRefusal("\(object) cannot be removed: \(scene.name(ofTrigger: trigger)) waits for it")
      }
      scene.inputs.remove(at: index)
      return [.changedList(.input)]
    case .layer:
      let before = scene.layers
      if let animation = scene.animations.first(where: { $0.layer == id }) {
        throw EditRefusal("\(object) cannot be removed: the animation '\(animation.id)' plays in it")
      }
      if let layer = before.first(where: { $0.parent == id }) {
        throw EditRefusal("\(object) cannot be removed: the layer '\(layer.id)' runs in its time")
      }
      scene.layers.remove(at: index)
      return [.changedLayers(from: before)]
    case .control:
      scene.controls.remove(at: index)
      return [.changedList(.control)]
    case .template:
      scene.templates.remove(at: index)
      return [.changedList(.template)]
    default: return forgetWithParts(object.kind, index)
    }
  }

  /// Forgets an object and what cannot be without it: a body's joints and fields, a joint's parts.
  private mutating func forgetWithParts(_ kind: SceneObject.Kind, _ index: Int) -> [SceneChange] {
    let gone: [(kind: SceneObject.Kind, index: Int)] =
      switch kind {
      case .body:
        joints(of: index).map { (.joint, $0) } + fields(of: index).map { (.field, $0) } + [(.body, index)]
      case .joint: [(.joint, index)] + parts(of: [index]).map { (.joint, $0) }
      default: [(kind, index)]
      }
    for object in gone { forget(object.kind, object.index) }
    return gone.map { .removed($0.kind, $0.index) }
  }
}
