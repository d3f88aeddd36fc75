import TumbleFrames
import TumbleGeometry
import Yams

// Objects that are added: read by the reader's own rules, in the scene as it is now.
extension SceneModel {
  mutating func add(
    _ kind: SceneObject.Kind, _ node: Node, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    guard let type = kind.record else {
      throw EditRefusal("there is one \(kind.rawValue), and no other can be added")
    }
    if kind == .joint {
      for key in ["a", "b"] {
        guard let id = PropertyTree(node, .joint)[key], let index = body(id) else { continue }
        if let now = motion(index) { place(now, body: index) }
      }
    }
    return try add(type, node, motion)
  }

  private mutating func add<Entry: SceneRecord>(
    _ type: Entry.Type, _ node: Node, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    let (records, made) = try build(node, as: type)
    if Entry.kind == .body { scene.groups = made.parts.groups }
    if Entry.kind == .animation {
      scene.animations.removeAll { old in records.contains { $0.id == old.id } }
    }
    var changes: [SceneChange] = []
    for record in records {
      append(record.withPictures(of: self))
      switch Entry.kind {
      case .animation: changes.append(.addedAnimation(id: record.id))
      case .input: changes.append(.changedInputs)
      default: changes.append(.added(Entry.kind, scene[keyPath: Entry.list].count - 1))
      }
    }
    if Entry.kind == .body { changes += try addSoftJoints(of: made, motion) }
    return changes
  }

  /// Adds the joints of soft bodies, whose bodies have been added, and of what they are tied to.
  private mutating func addSoftJoints(
    of made: SceneBuilder, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    for index in made.tiedBodies { if let now = motion(index) { place(now, body: index) } }
    made.scene.bodies = scene.bodies
    made.makeSoftJoints()
    if let refusal = EditRefusal(made.reading.found) { throw refusal }
    return made.scene.joints.map { joint in
      append(joint)
      return .added(.joint, scene.joints.count - 1)
    }
  }

  /// Reads one object by the reader's own rules, in this scene.
  func build<Entry: SceneRecord>(
    _ node: Node, as type: Entry.Type, replacing id: String? = nil,
    _ prepare: (SceneBuilder) -> Void = { _ in }
  ) throws(EditRefusal) -> (records: [Entry], builder: SceneBuilder) {
    let (section, kind) = (Entry.section, Entry.kind)
    let reading = SceneSnippet.reading(pointsPerMeter: scene.world.pointsPerMeter)
    guard let record = reading.record(node, section) else {
      throw EditRefusal(reading.found) ?? EditRefusal("this is not \(section.section.noun)")
    }
    var root = Record(section: .scene, place: SourcePlace())
    let entry = Located(value: .record(record), place: record.place)
    root.add(Entry.key, record.place, Located(value: .list([entry]), place: record.place))
    let builder = SceneBuilder(root, reading: reading, pictures: nil)
    for kind in SceneObject.Kind.allCases { builder.names.add(indices(of: kind), kind) }
    builder.names.protect(except: id)
    if kind == .emitter {
      builder.emittersBefore = present(.emitter).map { scene.emitters[$0] }.filter { $0.id != id }
    }
    for layer in scene.layers { builder.names.layers[layer.id] = SourcePlace() }
    builder.parts.take(categories: scene.categories, groups: scene.groups)
    builder.scene.world = scene.world
    builder.scene.layers = scene.layers
    if kind == .body {
      builder.tally = tally
      builder.bodiesBefore = scene.bodies.count
    } else {
      builder.scene.bodies = scene.bodies
      if kind == .animation || kind == .input { builder.scene.joints = scene.joints }
      if kind == .input {
        builder.scene.inputs = scene.inputs.filter { $0.id != id }
        builder.scene.templates = scene.templates
      }
    }
    builder.jointsBefore = scene.joints.count
    prepare(builder)
    let before = builder.scene[keyPath: Entry.list].count
    Entry.read(builder)
    if let refusal = EditRefusal(reading.found) { throw refusal }
    return (Array(builder.scene[keyPath: Entry.list].dropFirst(before)), builder)
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
