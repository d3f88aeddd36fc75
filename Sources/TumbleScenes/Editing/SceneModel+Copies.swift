import TumbleFrames
import TumbleGeometry

// Copies of objects, and pieces of bodies: what rules say of the original holds for them.
extension SceneModel {
  mutating func duplicate(
    _ ids: [String], _ names: [String], by offset: Vector, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    guard ids.count == names.count, !ids.isEmpty, Set(ids).count == ids.count else {
      throw EditRefusal("each object that is copied is named once, and its copy gets one name")
    }
    guard ids.count <= Edit.maxCopies else {
      throw EditRefusal("\(ids.count) objects are copied at once, and \(Edit.maxCopies) are the most")
    }
    var copies: [Int: Int] = [:]
    var changes: [SceneChange] = []
    let writer = SceneWriter()
    for (id, name) in zip(ids, names) {
      guard joint(id) == nil, index(of: .emitter, id) == nil else { continue }
      let index = try find(.body, id)
      if let now = motion(index) { place(now, body: index) }
      var body = scene.bodies[index]
      body.id = name
      body.position += offset
      let node = try SceneSnippet.node(writer.body(body, in: scene).flow)
      changes += try add(.body, node, motion)
      copies[index] = scene.bodies.count - 1
      changes.removeLast()
      changes.append(.copiedBody(scene.bodies.count - 1, of: index))
      extendRules(to: scene.bodies.count - 1, as: index)
    }
    let copiedJoints = Dictionary(zip(ids, names)) { first, _ in first }
    for (id, name) in zip(ids, names) {
      guard let index = joint(id) else { continue }
      var joint = scene.joints[index]
      joint.partOf = joint.partOf.flatMap { copiedJoints[$0] }
      guard let a = copies[joint.a], let b = copies[joint.b] else {
        throw EditRefusal(
          "'\(id)' holds a body that is not copied", hint: "copy both of its bodies with it")
      }
      (joint.id, joint.a, joint.b) = (name, a, b)
      let node = try SceneSnippet.node(writer.joint(joint, in: scene).flow)
      changes += try add(.joint, node, { _ in nil })
    }
    for (id, name) in zip(ids, names) {
      guard let index = index(of: .emitter, id) else { continue }
      var emitter = scene.emitters[index]
      emitter.id = name
      if let copy = emitter.body.flatMap({ copies[$0] }) {
        emitter.body = copy
      } else {
        // What stays on its body is moved in the body's coordinates.
        let angle = emitter.body.map { motion($0)?.angle ?? scene.bodies[$0].angle } ?? 0
        emitter.position += offset.rotated(by: -angle)
      }
      let node = try SceneSnippet.node(writer.emitter(emitter, in: scene).flow)
      changes += try add(.emitter, node, { _ in nil })
    }
    return changes
  }

  /// What rules say of a body holds for its copy, which comes after all others.
  private mutating func extendRules(to copy: Int, as original: Int) {
    func extended(_ selector: Scene.Selector) -> Scene.Selector {
      switch selector {
      case .anything: .anything
      case .bodies(let bodies): .bodies(bodies.contains(original) ? bodies + [copy] : bodies)
      case .shapes(let shapes):
        .shapes(
          shapes
            + shapes.filter { $0.body == original }.map { Scene.ShapePlace(body: copy, shape: $0.shape) })
      }
    }
    for index in scene.rules.indices {
      scene.rules[index].first = extended(scene.rules[index].first)
      scene.rules[index].second = extended(scene.rules[index].second)
    }
    extendTriggers(to: scene.bodies[copy].id, as: scene.bodies[original].id)
  }

  /// What rules say of a template holds for bodies that were spawned from it.
  package mutating func extendRules(to ids: [Int], spawnedFrom template: String) {
    func extended(_ selector: Scene.Selector) -> Scene.Selector {
      switch selector {
      case .anything: .anything
      case .bodies(let bodies): .bodies(Set(bodies + ids).sorted())
      case .shapes(let shapes):
        .shapes(
          Set(
            shapes
              + ids.flatMap { id in
                scene.bodies[id].shapes.indices.map { Scene.ShapePlace(body: id, shape: $0) }
              }
          ).sorted())
      }
    }
    for index in scene.rules.indices {
      if scene.rules[index].firstTemplates.contains(template) {
        scene.rules[index].first = extended(scene.rules[index].first)
      }
      if scene.rules[index].secondTemplates.contains(template) {
        scene.rules[index].second = extended(scene.rules[index].second)
      }
    }
  }

  /// Puts pieces in a body's place, which rules go on to speak of.
  package mutating func replace(body index: Int, by pieces: [Scene.Body]) -> [SceneChange] {
    let joints = joints(of: index)
    for joint in joints { forget(.joint, joint) }
    forget(.body, index)
    var changes: [SceneChange] = joints.map { .removed(.joint, $0) } + [.removed(.body, index)]
    for piece in pieces {
      var piece = piece
      piece.id = freeName(piece.id)
      append(piece)
      extendRules(to: scene.bodies.count - 1, as: index)
      changes.append(.copiedBody(scene.bodies.count - 1, of: index))
    }
    return changes
  }
}
