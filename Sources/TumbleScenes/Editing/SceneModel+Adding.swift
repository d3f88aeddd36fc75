import TumbleFrames
import TumbleGeometry
import Yams

// Objects that are added: read by the reader's own rules, in the scene as it is now.
extension SceneModel {
  mutating func add(
    _ kind: SceneObject.Kind, _ node: Node, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    switch kind {
    case .body:
      let made = try build(node, .body) { $0.readBodies() }
      if let soft = made.softs.first {
        throw EditRefusal(
          "'\(soft.id)' is made of bodies and joints, and bodies are added without joints",
          hint: "write it into the scene's file")
      }
      scene.groups = made.parts.groups
      return made.scene.bodies.map { body in
        append(withTexture(body))
        return .addedBody(scene.bodies.count - 1)
      }
    case .joint:
      for key in ["a", "b"] {
        guard let id = PropertyTree(node, .joint)[key], let index = body(id) else { continue }
        if let now = motion(index) { place(now, body: index) }
      }
      let made = try build(node, .joint) { $0.readJoints() }
      return made.scene.joints.map { joint in
        append(joint)
        return .addedJoint(scene.joints.count - 1)
      }
    case .animation:
      let made = try build(node, .animation) { $0.readAnimations() }
      return made.scene.animations.map { animation in
        scene.animations.removeAll { $0.id == animation.id }
        scene.animations.append(animation)
        return .addedAnimation(id: animation.id)
      }
    case .field:
      let made = try build(node, .field) { $0.readFields() }
      return made.scene.fields.map { field in
        append(field)
        return .addedField(scene.fields.count - 1)
      }
    case .fluid:
      let made = try build(node, .fluid) { $0.readFluids() }
      return made.scene.fluids.map { fluid in
        append(fluid)
        return .addedFluid(scene.fluids.count - 1)
      }
    case .emitter:
      let made = try build(node, .emitter) { $0.readEmitters() }
      return made.scene.emitters.map { emitter in
        append(withTextures(emitter))
        return .addedEmitter(scene.emitters.count - 1)
      }
    case .input:
      let made = try build(node, .input) { $0.readInputs() }
      scene.inputs += made.scene.inputs.suffix(1)
      return [.changedInputs]
    case .world, .view: throw EditRefusal("there is one \(kind.rawValue), and no other can be added")
    }
  }

  /// Reads one object by the reader's own rules, in this scene.
  func build(
    _ node: Node, _ section: SectionName, replacing id: String? = nil, _ read: (SceneBuilder) -> Void
  ) throws(EditRefusal) -> SceneBuilder {
    let reading = SceneSnippet.reading(pointsPerMeter: scene.world.pointsPerMeter)
    guard let record = reading.record(node, section) else {
      throw EditRefusal(reading.found) ?? EditRefusal("this is not \(section.section.noun)")
    }
    let key =
      [
        "body": "bodies", "joint": "joints", "animation": "animations", "field": "fields", "fluid": "fluids",
        "emitter": "emitters", "input": "keys",
      ][section.rawValue] ?? ""
    var root = Record(section: .scene, place: SourcePlace())
    let entry = Located(value: .record(record), place: record.place)
    root.add(key, record.place, Located(value: .list([entry]), place: record.place))
    let builder = SceneBuilder(root, reading: reading, pictures: nil)
    for (index, field) in scene.fields.enumerated() where hasField(index) {
      builder.names.add(field.id, .field, at: index)
    }
    for (index, fluid) in scene.fluids.enumerated() where hasFluid(index) {
      builder.names.add(fluid.id, .fluid, at: index)
    }
    for (index, emitter) in scene.emitters.enumerated() where hasEmitter(index) {
      builder.names.add(emitter.id, .emitter, at: index)
      if section == .emitter, emitter.id != id { builder.emittersBefore.append(emitter) }
    }
    builder.names.add(bodyIndices, .body)
    builder.names.add(jointIndices, .joint)
    builder.names.protect(except: id)
    for layer in scene.layers { builder.names.layers[layer.id] = SourcePlace() }
    builder.parts.take(categories: scene.categories, groups: scene.groups)
    builder.scene.world = scene.world
    builder.scene.layers = scene.layers
    if section == .body {
      builder.tally = tally
      builder.bodiesBefore = scene.bodies.count
    } else {
      builder.scene.bodies = scene.bodies
      if section == .animation || section == .input { builder.scene.joints = scene.joints }
      if section == .input {
        builder.scene.inputs = scene.inputs.filter { $0.id != id }
        builder.scene.templates = scene.templates
      }
      builder.jointsBefore = scene.joints.count
    }
    read(builder)
    if let refusal = EditRefusal(reading.found) { throw refusal }
    return builder
  }

  /// With the path of its picture, where that is found.
  func withTexture(_ body: Scene.Body) -> Scene.Body {
    guard let name = body.texture?.name else { return body }
    var body = body
    let known =
      scene.bodies.lazy.compactMap(\.texture).first { $0.name == name && $0.path != nil }
      ?? scene.actionTextures.first { $0.name == name }
    body.texture?.path = known?.path ?? scene.path(ofPicture: name)
    return body
  }

  /// Likewise the pictures of its particles.
  func withTextures(_ emitter: Scene.Emitter) -> Scene.Emitter {
    let known =
      scene.emitters.flatMap(\.textures) + scene.bodies.lazy.compactMap(\.texture) + scene.actionTextures
    var emitter = emitter
    for index in emitter.textures.indices {
      let name = emitter.textures[index].name
      emitter.textures[index].path =
        known.first { $0.name == name && $0.path != nil }?.path ?? scene.path(ofPicture: name)
    }
    return emitter
  }
}
