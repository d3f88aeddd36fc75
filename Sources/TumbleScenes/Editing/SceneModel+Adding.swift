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
    if !Entry.kind.isNamed, Entry.kind != .animation, Entry.kind != .input { try checkName(of: node, type) }
    let layers = scene.layers
    let (records, made) = try build(node, as: type)
    if Entry.kind == .body { scene.groups = made.parts.groups }
    if Entry.kind == .animation {
      scene.animations.removeAll { old in records.contains { $0.name == old.id } }
    }
    var changes: [SceneChange] = []
    for record in records {
      append(record.withPictures(of: self))
      switch Entry.kind {
      case .animation: changes.append(.addedAnimation(id: record.name))
      case .input, .control, .template: changes.append(.changedList(Entry.kind))
      case .layer: changes.append(.changedLayers(from: layers))
      default: changes.append(.added(Entry.kind, scene[keyPath: Entry.list].count - 1))
      }
    }
    if Entry.kind == .body { changes += try addSoftJoints(of: made, motion) }
    return changes
  }

  /// Checks that an object has an id of its own, by which other edits name it.
  private func checkName<Entry: SceneRecord>(of node: Node, _ type: Entry.Type) throws(EditRefusal) {
    guard let id = PropertyTree(node, Entry.section)["id"] else {
      throw EditRefusal(
        "\(Entry.section.section.noun) that is added has no id",
        hint: "such as id: \(freeName(Entry.kind.rawValue))")
    }
    guard index(of: Entry.kind, id) == nil else {
      throw EditRefusal("there is another \(Entry.kind.rawValue) '\(Excerpts.short(id))'")
    }
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
    for kind in SceneObject.Kind.allCases where kind.isNamed { builder.names.add(indices(of: kind), kind) }
    builder.names.protect(except: id, templates: indices(of: .template))
    if kind == .emitter {
      builder.emittersBefore = present(.emitter).map { scene.emitters[$0] }.filter { $0.id != id }
    }
    // A layer stands below the one in whose time it runs.
    let layers = kind == .layer ? Array(scene.layers.prefix { $0.id != id }) : scene.layers
    for layer in layers { builder.names.layers[layer.id] = SourcePlace() }
    builder.parts.take(
      categories: scene.categories, groups: scene.groups, templates: scene.templates.map(\.id))
    builder.scene.world = scene.world
    builder.scene.view = scene.view
    builder.scene.layers = layers
    builder.jointsBefore = scene.joints.count
    switch kind {
    case .body:
      builder.tally = tally
      builder.bodiesBefore = scene.bodies.count
    case .joint, .field, .fluid, .emitter, .template: builder.scene.bodies = scene.bodies
    default: giveScene(to: builder, kind, except: id, record)
    }
    prepare(builder)
    let before = builder.scene[keyPath: Entry.list].count
    Entry.read(builder)
    if let refusal = EditRefusal(reading.found) { throw refusal }
    return (Array(builder.scene[keyPath: Entry.list].dropFirst(before)), builder)
  }

  /// Shows a builder all that an object of the scene may speak of.
  private func giveScene(
    to builder: SceneBuilder, _ kind: SceneObject.Kind, except id: String?, _ record: Record
  ) {
    (builder.scene.bodies, builder.scene.joints) = (scene.bodies, scene.joints)
    (builder.scene.fields, builder.scene.fluids) = (scene.fields, scene.fluids)
    (builder.scene.emitters, builder.scene.templates) = (scene.emitters, scene.templates)
    (builder.scene.controls, builder.scene.actionTextures) = (scene.controls, scene.actionTextures)
    builder.scene.inputs = kind == .input ? scene.inputs.filter { $0.id != id } : scene.inputs
    guard kind == .trigger else { return }
    builder.scene.animations = scene.animations
    // Signals go to the other triggers and come from them, and what their actions add can be named.
    let others = present(.trigger).filter { name(of: scene.triggers[$0], at: $0) != id }
    builder.scene.triggers = others.map { scene.triggers[$0] }
    builder.source.triggers = others.map { _ in record }
    builder.tally.actions = builder.scene.triggers.reduce(0) { $0 + $1.actions.count }
    let made = builder.scene.animationsOfActions
    builder.knownActionIDs["animation"] = builder.actionIDs("animation").union(made)
    builder.knownActionIDs["joint"] = builder.actionIDs("joint").union(builder.scene.jointsOfActions)
  }

  /// With the path of its picture, where that is found.
  func withTexture(_ body: Scene.Body) -> Scene.Body {
    guard let name = body.texture?.name else { return body }
    var body = body
    func found(among bodies: [Scene.Body]) -> Scene.Texture? {
      bodies.lazy.compactMap(\.texture).first { $0.name == name && $0.path != nil }
    }
    let known =
      found(among: scene.bodies) ?? found(among: scene.templates)
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
