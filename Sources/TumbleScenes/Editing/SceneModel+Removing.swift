import TumbleFrames

// Objects that are removed, and what cannot be without them.
extension SceneModel {
  mutating func remove(_ object: SceneObject) throws(EditRefusal) -> [SceneChange] {
    switch object {
    case .body(let id):
      let index = try find(body: id)
      let joints = joints(of: index)
      let fields = fields(of: index)
      for joint in joints { forget(joint: joint) }
      for field in fields { forget(field: field) }
      forget(body: index)
      return joints.map { .removedJoint($0) } + fields.map { .removedField($0) } + [.removedBody(index)]
    case .joint(let id):
      let index = try find(joint: id)
      let gone = [index] + parts(of: [index])
      for joint in gone { forget(joint: joint) }
      return gone.map { .removedJoint($0) }
    case .field(let id):
      let index = try find(field: id)
      forget(field: index)
      return [.removedField(index)]
    case .fluid(let id):
      let index = try find(fluid: id)
      forget(fluid: index)
      return [.removedFluid(index)]
    case .emitter(let id):
      let index = try find(emitter: id)
      forget(emitter: index)
      return [.removedEmitter(index)]
    case .animation(let id):
      let index = try find(animation: id)
      scene.animations.remove(at: index)
      return [.removedAnimation(id: id)]
    case .input(let id):
      let index = try find(input: id)
      if let trigger = scene.triggers.firstIndex(where: { $0.event.input == id }) {
        throw EditRefusal("\(object) cannot be removed: \(scene.name(ofTrigger: trigger)) waits for it")
      }
      scene.inputs.remove(at: index)
      return [.changedInputs]
    case .world, .view: throw EditRefusal("\(object) cannot be removed")
    }
  }
}
