import Foundation
import Yams

extension SceneModel {
  /// Makes an edit of a person's, as `apply` does. Where it changes what other objects may count on, such as
  /// a body's kind, it is refused if the scene's text could not be read any more.
  package mutating func take(
    _ edit: Edit, motion: (Int) -> Motion? = { _ in nil }
  ) throws(EditRefusal) -> [SceneChange] {
    var next = self
    let changes = try next.apply(edit, motion: motion)
    if case .set(let object, let path, _) = edit, try PropertyPath(path).isCountedOn,
      let refusal = next.refusalOfText(about: object), refusalOfText(about: object) == nil
    {
      throw refusal
    }
    self = next
    return changes
  }

  /// Returns what is wrong with the scene's text, first of an object; nil if it reads.
  private func refusalOfText(about object: SceneObject) -> EditRefusal? {
    let read = SceneReader().read(Data(SceneWriter().text(compact).utf8), file: "", name: scene.name)
    let errors = read.diagnostics.filter { $0.severity == .error }
    let first = errors.first { error in object.id.map { error.message.contains("'\($0)'") } ?? false }
    return (first ?? errors.first).map { EditRefusal($0.message, hint: $0.hint) }
  }

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

  private mutating func make(_ edit: Edit, _ motion: (Int) -> Motion?) throws(EditRefusal) -> [SceneChange] {
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
    case .slice(let from, let to): return try slice(from: from, to: to, motion)
    }
  }
}

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
    if kind == .trigger, let id = PropertyTree(node, .trigger)["id"], let index = index(of: .trigger, id) {
      return try replaceTrigger(index, id, by: node)
    }
    return try add(type, node, motion)
  }

  /// Puts a trigger in the place of another, whose name it takes over, or the lack of one.
  private mutating func replaceTrigger(
    _ index: Int, _ id: String, by node: Node
  ) throws(EditRefusal) -> [SceneChange] {
    guard var trigger = try build(node, as: Scene.Trigger.self, replacing: id).records.first else {
      return []
    }
    trigger.id = scene.triggers[index].id
    scene.triggers[index] = trigger
    return [.changed(.trigger, index)]
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
    let own = id.map { [$0] + (kind == .joint ? hingeParts(of: $0).map { scene.joints[$0].id } : []) }
    builder.names.protect(except: Set(own ?? []), templates: indices(of: .template))
    if kind == .emitter {
      builder.emittersBefore = present(.emitter).map { scene.emitters[$0] }.filter { $0.id != id }
    }
    // A layer stands below the one in whose time it runs.
    let layers = kind == .layer ? Array(scene.layers.prefix { $0.id != id }) : scene.layers
    for layer in layers { builder.names.layers[layer.id] = SourcePlace() }
    builder.parts.take(
      categories: scene.categories, groups: scene.groups, templates: scene.templates.map(\.id))
    builder.scene.world = scene.world
    (builder.scene.view, builder.scene.camera) = (scene.view, scene.camera)
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
    builder.source[Scene.Trigger.self] = others.map { _ in record }
    builder.tally.actions = builder.scene.triggers.reduce(0) { $0 + $1.actions.count }
    let made = builder.scene.animationsOfActions
    builder.knownActionIDs["animation"] = builder.actionIDs("animation").union(made)
    builder.knownActionIDs["joint"] = builder.actionIDs("joint").union(builder.scene.jointsOfActions)
  }

  /// Returns a body with the path of its picture, if that is found.
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

  /// Returns an emitter with the paths of its particles' pictures, if they are found.
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
  mutating func forgetWithParts(_ kind: SceneObject.Kind, _ index: Int) -> [SceneChange] {
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

// What changes over time by a rule of the scene.
extension SceneModel {
  /// Returns the target of an animation that changes a property of an object, by the path that sets it.
  package func target(_ owner: String, _ path: String) throws(EditRefusal) -> AnimationTarget {
    let kind = object(named: owner).kind
    if let property = AnimatableProperty(settable: path, ofEmitter: kind == .emitter), property.owner == kind
    {
      return AnimationTarget(owner, property)
    }
    let paths = AnimatableProperty.all(of: kind).compactMap(\.traits.key)
    let nearest = Nearest.word(to: path, in: paths).map { "did you mean '\($0)'?" }
    throw EditRefusal(
      "'\(Excerpts.short(path))' of '\(owner)' cannot change over time, only at once",
      hint: nearest ?? (paths.isEmpty ? nil : "what can: " + paths.joined(separator: ", ")))
  }

  /// Reads the value of a property that can be animated, by the reader's rules.
  package func value(of target: AnimationTarget, _ text: String) throws(EditRefusal) -> AnimatableValue {
    let pairs: [(Node, Node)] = [
      (Node("id"), Node("change")), (Node("of"), Node(target.description)), (Node("type"), Node("basic")),
      (Node("to"), try SceneSnippet.node(text)),
    ]
    let (animations, _) = try build(Node(pairs), as: Scene.Animation.self)
    guard case .basic(let ends)? = animations.first?.definition.content, let value = ends.to else {
      throw EditRefusal("'\(Excerpts.short(text))' is no value of '\(target)'")
    }
    return value
  }

  /// Notes the animation of a change, in place of the one of its id.
  package mutating func note(_ animation: Scene.Animation) {
    forget(animation: animation.id)
    scene.animations.append(animation)
  }

  /// A value as the scene format has it.
  package static func text(of value: AnimatableValue) -> String { SceneWriter().value(value).flow }
}

// Pins hold a body to the background: a static body without shapes, and a pivot.
extension SceneModel {
  mutating func pin(
    _ id: String, at place: Vector, name: String, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    let index = try find(.body, id)
    guard scene.bodies[index].kind == .dynamic else {
      throw EditRefusal(
        "'\(id)' is \(scene.bodies[index].kind.rawValue), and only a dynamic body can be pinned")
    }
    let holder: FormatNode.Mapping = [
      ("id", .text(name)), ("kind", .plain("static")), ("at", .vector(place)),
    ]
    let joint: FormatNode.Mapping = [
      ("id", .text(Edit.pinJoint(name))), ("type", .plain("pivot")), ("a", .text(name)), ("b", .plain(id)),
      ("at", .vector(place)),
    ]
    return try add(.body, Node(.mapping(holder)), motion) + add(.joint, Node(.mapping(joint)), motion)
  }

  mutating func unpin(_ id: String) throws(EditRefusal) -> [SceneChange] {
    let index = try find(.body, id)
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

/// The change that an edit made, for a world to follow.
package enum SceneChange {
  /// An object of a kind whose indices stay: a body, a joint, a field, a fluid, an emitter, a rule or a
  /// trigger.
  case added(SceneObject.Kind, Int)
  case removed(SceneObject.Kind, Int)
  case changed(SceneObject.Kind, Int)
  /// A copy of a body: rules that name the original apply to it too.
  case copiedBody(Int, of: Int)
  /// The key at the start of the path that was set.
  case changedBody(Int, from: Scene.Body, key: String)
  case addedAnimation(id: String)
  case removedAnimation(id: String)
  case changedAnimation(id: String)
  /// A list of inputs, controls or templates is another.
  case changedList(SceneObject.Kind)
  case changedLayers(from: [Scene.Layer])
  case changedWorld(from: Scene.World)
  case changedView, changedCamera
}
