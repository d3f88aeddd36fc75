import TumbleFrames
import TumbleGeometry
import Yams

/// What an edit changed, for a world to follow.
package enum SceneChange {
  case addedBody(Int)
  /// A body whose original it is to be like in what rules say of it.
  case copiedBody(Int, of: Int)
  case addedJoint(Int)
  case addedAnimation(id: String)
  case addedField(Int)
  case addedFluid(Int)
  case addedEmitter(Int)
  case removedField(Int)
  case removedFluid(Int)
  case removedEmitter(Int)
  case changedField(Int)
  case changedFluid(Int)
  case changedEmitter(Int)
  case removedBody(Int)
  case removedJoint(Int)
  case removedAnimation(id: String)
  /// The key at the start of the path that was set.
  case changedBody(Int, from: Scene.Body, key: String)
  case changedJoint(Int)
  case changedAnimation(id: String)
  /// One was added, removed or changed.
  case changedInputs
  case changedWorld(from: Scene.World)
  case changedView
}

extension SceneModel {
  /// Makes an edit, or leaves everything as it is.
  ///
  /// - Parameter motion: Where a body is now; nil where the model knows best.
  package mutating func apply(
    _ edit: Edit, motion: (Int) -> Motion? = { _ in nil }
  ) throws(EditRefusal) -> [SceneChange] {
    var next = self
    let changes = try next.make(edit, motion)
    self = next
    return changes
  }

  private mutating func make(
    _ edit: Edit, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    switch edit {
    case .add(let kind, let text):
      guard text.utf8.count <= Edit.maxTextBytes else {
        throw EditRefusal("the text has \(text.utf8.count) bytes, and \(Edit.maxTextBytes) are the most")
      }
      return try add(kind, try SceneSnippet.node(text), motion)
    case .remove(let object): return try remove(object)
    case .set(let object, let path, let value):
      guard value?.utf8.count ?? 0 <= Edit.maxTextBytes else {
        throw EditRefusal("the value has more than \(Edit.maxTextBytes) bytes")
      }
      return try set(PropertyPath(path), of: object, to: try value.map(SceneSnippet.node), motion)
    case .duplicate(let ids, let names, let offset): return try duplicate(ids, names, by: offset, motion)
    case .pin(let id, let place, let name): return try pin(id, at: place, name: name, motion)
    case .unpin(let id): return try unpin(id)
    }
  }

  // MARK: - Adding

  private mutating func add(
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
      builder.names.fields[field.id] = index
    }
    for (index, fluid) in scene.fluids.enumerated() where hasFluid(index) {
      builder.names.fluids[fluid.id] = index
    }
    for (index, emitter) in scene.emitters.enumerated() where hasEmitter(index) {
      builder.names.emitters[emitter.id] = index
      if section == .emitter, emitter.id != id { builder.emittersBefore.append(emitter) }
    }
    let (fields, fluids, emitters) = (builder.names.fields, builder.names.fluids, builder.names.emitters)
    builder.names.isTaken = { [bodyIndices, jointIndices] name in
      name != id
        && (bodyIndices[name] != nil || jointIndices[name] != nil || fields[name] != nil
          || fluids[name] != nil || emitters[name] != nil)
    }
    builder.names.bodies = bodyIndices
    builder.names.joints = jointIndices
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

  /// A picture that the scene has is found; another is left to those who draw.
  func withTexture(_ body: Scene.Body) -> Scene.Body {
    guard let name = body.texture?.name else { return body }
    var body = body
    let known =
      scene.bodies.lazy.compactMap(\.texture).first { $0.name == name && $0.path != nil }
      ?? scene.actionTextures.first { $0.name == name }
    body.texture?.path = known?.path
    return body
  }

  /// Likewise the pictures of its particles.
  func withTextures(_ emitter: Scene.Emitter) -> Scene.Emitter {
    let known =
      scene.emitters.flatMap(\.textures) + scene.bodies.lazy.compactMap(\.texture) + scene.actionTextures
    var emitter = emitter
    for index in emitter.textures.indices {
      let name = emitter.textures[index].name
      emitter.textures[index].path = known.first { $0.name == name && $0.path != nil }?.path
    }
    return emitter
  }

  // MARK: - Removing

  private mutating func remove(_ object: SceneObject) throws(EditRefusal) -> [SceneChange] {
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

  func find(body id: String) throws(EditRefusal) -> Int {
    if let index = body(id) { return index }
    throw missing("body", id, bodyIndices.keys)
  }

  func find(joint id: String) throws(EditRefusal) -> Int {
    if let index = joint(id) { return index }
    throw missing("joint", id, jointIndices.keys)
  }

  func find(animation id: String) throws(EditRefusal) -> Int {
    if let index = animation(id) { return index }
    throw missing("animation", id, scene.animations.map(\.id))
  }

  func find(field id: String) throws(EditRefusal) -> Int {
    if let index = field(id) { return index }
    throw missing("field", id, scene.fields.indices.filter(hasField).map { scene.fields[$0].id })
  }

  func find(fluid id: String) throws(EditRefusal) -> Int {
    if let index = fluid(id) { return index }
    throw missing("fluid", id, scene.fluids.indices.filter(hasFluid).map { scene.fluids[$0].id })
  }

  func find(emitter id: String) throws(EditRefusal) -> Int {
    if let index = emitter(id) { return index }
    throw missing("emitter", id, scene.emitters.indices.filter(hasEmitter).map { scene.emitters[$0].id })
  }

  /// The place of an entry of `keys`; the pointer's are the file's alone.
  func find(input id: String) throws(EditRefusal) -> Int {
    if let index = scene.inputs.firstIndex(where: { $0.id == id && $0.pointer == nil }) { return index }
    throw missing("input", id, scene.inputs.filter { $0.pointer == nil }.map(\.id))
  }

  private func missing(_ what: String, _ id: String, _ known: some Collection<String>) -> EditRefusal {
    let nearest = known.count <= 10_000 ? Nearest.word(to: id, in: known) : nil
    return EditRefusal(
      "there is no \(what) named '\(Excerpts.short(id))'", hint: nearest.map { "did you mean '\($0)'?" })
  }

  // MARK: - Copies and pins

  private mutating func duplicate(
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
      guard joint(id) == nil, emitter(id) == nil else { continue }
      let index = try find(body: id)
      if let now = motion(index) { place(now, body: index) }
      var body = scene.bodies[index]
      body.id = name
      body.position += offset
      let node = try SceneSnippet.node(Written.mapping(writer.body(body, in: scene)).flow)
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
      let node = try SceneSnippet.node(Written.mapping(writer.joint(joint, in: scene)).flow)
      changes += try add(.joint, node, { _ in nil })
    }
    for (id, name) in zip(ids, names) {
      guard let index = emitter(id) else { continue }
      var emitter = scene.emitters[index]
      emitter.id = name
      if let copy = emitter.body.flatMap({ copies[$0] }) {
        emitter.body = copy
      } else {
        // What stays on its body is moved in the body's coordinates.
        let angle = emitter.body.map { motion($0)?.angle ?? scene.bodies[$0].angle } ?? 0
        emitter.position += offset.rotated(by: -angle)
      }
      let node = try SceneSnippet.node(Written.mapping(writer.emitter(emitter, in: scene)).flow)
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
    for joint in joints { forget(joint: joint) }
    forget(body: index)
    var changes: [SceneChange] = joints.map { .removedJoint($0) } + [.removedBody(index)]
    for piece in pieces {
      var piece = piece
      piece.id = freeName(piece.id)
      append(piece)
      extendRules(to: scene.bodies.count - 1, as: index)
      changes.append(.copiedBody(scene.bodies.count - 1, of: index))
    }
    return changes
  }

  private mutating func pin(
    _ id: String, at place: Vector, name: String, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    let index = try find(body: id)
    guard scene.bodies[index].kind == .dynamic else {
      throw EditRefusal(
        "'\(id)' is \(scene.bodies[index].kind.rawValue), and only a dynamic body can be pinned")
    }
    let holder: Written.Mapping = [
      ("id", .text(name)), ("kind", .plain("static")), ("at", .vector(place)),
    ]
    let joint: Written.Mapping = [
      ("id", .text(Edit.pinJoint(name))), ("type", .plain("pivot")), ("a", .text(name)), ("b", .plain(id)),
      ("at", .vector(place)),
    ]
    return try add(.body, SceneSnippet.node(Written.mapping(holder).flow), motion)
      + add(.joint, SceneSnippet.node(Written.mapping(joint).flow), motion)
  }

  private mutating func unpin(_ id: String) throws(EditRefusal) -> [SceneChange] {
    let index = try find(body: id)
    let pins = joints(of: index).compactMap { joint -> Int? in
      let (a, name) = (scene.joints[joint].a, scene.joints[joint].id)
      return name == Edit.pinJoint(scene.bodies[a].id) && scene.bodies[a].shapes.isEmpty
        && scene.bodies[a].kind == .static ? a : nil
    }
    guard !pins.isEmpty else { throw EditRefusal("'\(id)' is not pinned") }
    var changes: [SceneChange] = []
    for pin in pins { changes += try remove(.body(scene.bodies[pin].id)) }
    return changes
  }
}
