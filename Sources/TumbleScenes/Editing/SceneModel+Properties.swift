import Yams

// To set a property an object is written as the scene format has it, changed there, and read again: so each
// key of the format can be set, and what is refused is refused in the reader's own words.

extension SceneModel {
  /// The keys that say where a body is and how it moves.
  package static let motionKeys: Set = ["at", "angle", "velocity", "angularVelocity"]
  /// The keys of a body that stand for its shapes.
  private static let shapeKeys = Set(
    Format.forms + SceneProperty.surfaceKeys + Format.filterKeys.map(\.name))

  /// A property as the scene format has it, such as `0.5`; nil where there is none, or it is left out.
  package func text(of object: SceneObject, _ path: String) -> String? {
    guard let path = try? PropertyPath(path), let tree = try? tree(of: object) else { return nil }
    return tree.text(bodyPath(path, in: tree))
  }

  /// An object as a mapping of the scene format.
  package func node(of object: SceneObject) -> FormatNode? {
    (try? written(object)).map { .mapping($0.mapping) }
  }

  private func tree(of object: SceneObject) throws(EditRefusal) -> PropertyTree {
    let (mapping, section) = try written(object)
    return PropertyTree(Node(.mapping(mapping)), section)
  }

  private func written(_ object: SceneObject) throws(EditRefusal) -> (
    mapping: FormatNode.Mapping, section: SectionName
  ) {
    if object == .world { return (SceneWriter().world(scene.world), .world) }
    if object == .camera { return (SceneWriter().camera(scene.camera ?? Scene.Camera()), .camera) }
    guard let type = object.kind.record, let id = object.id else {
      return (Format.viewFields.write(scene.view), .view)
    }
    return try (written(type, find(object.kind, id), of: object), type.section)
  }

  private func written<Entry: SceneRecord>(
    _ type: Entry.Type, _ index: Int, of object: SceneObject
  ) throws(EditRefusal) -> FormatNode.Mapping {
    let record = scene[keyPath: Entry.list][index]
    // A program may have made any.
    if let problem = record.problem(in: scene) { throw EditRefusal("\(object) \(problem)") }
    if let joint = record as? Scene.Joint {
      return SceneWriter().joint(joint, hingeParts(of: joint.id).map { scene.joints[$0] }, in: scene)
    }
    return (record.present(in: self) ?? record).written(by: SceneWriter(), in: scene)
  }

  /// Returns the path within a body: one that lists its shapes has the shape's keys in the first of them.
  private func bodyPath(_ path: PropertyPath, in tree: PropertyTree) -> PropertyPath {
    guard tree.section == .body, Self.shapeKeys.contains(path.head), tree.count("shapes") > 0 else {
      return path
    }
    return PropertyPath(steps: [.key("shapes"), .place(0)] + path.steps)
  }

  mutating func set(
    _ path: PropertyPath, of object: SceneObject, to value: Node?, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    guard path.head != "id" else {
      throw EditRefusal("the id of \(object) cannot be changed", hint: "copy it under another id")
    }
    switch object.kind {
    case .body: return try set(path, ofBody: find(.body, object.id ?? ""), to: value, motion)
    case .world:
      let before = scene.world
      scene.world = try read(object, with: path, value) { $0.world($1) }
      return [.changedWorld(from: before)]
    case .view:
      scene.view = try read(object, with: path, value) { Format.viewFields.object($1) }
      return [.changedView]
    case .camera:
      scene.camera = try read(object, with: path, value) { $0.camera($1) }
      return [.changedCamera]
    default:
      guard let type = object.kind.record, let id = object.id else { return [] }
      return try set(path, type, id, object, to: value)
    }
  }

  private mutating func set<Entry: SceneRecord>(
    _ path: PropertyPath, _ type: Entry.Type, _ id: String, _ object: SceneObject, to value: Node?
  ) throws(EditRefusal) -> [SceneChange] {
    let index = try find(Entry.kind, id)
    let layers = scene.layers
    var tree = try tree(of: object)
    if Entry.section == .body {
      try setShapes(path, in: &tree, of: id, to: value)
    } else {
      if Entry.kind == .joint, tree["type"] == "pivot", ["motor", "limits", "spring"].contains(path.head) {
        try tree.set(PropertyPath("type"), to: Node(ComposedJoint.hinge.rawValue))
      }
      try tree.set(path, to: value)
    }
    let (records, _) = try build(tree.root, as: type, replacing: id)
    if let joints = records as? [Scene.Joint], tree["type"] == ComposedJoint.hinge.rawValue {
      return setHinge(index, to: joints)
    }
    guard let record = records.first else { throw EditRefusal("\(object) cannot be read") }
    guard records.count == 1 else {
      throw EditRefusal(
        "\(object) would become \(records.count) \(Entry.key)", hint: "remove it, and add the other one")
    }
    let rod = follow(record as? Scene.Joint, insteadOf: index)
    scene[keyPath: Entry.list][index] = record.withPictures(of: self)
    if let rod { return [.changed(.joint, index), .changed(.joint, rod)] }
    return switch Entry.kind {
    case .animation: [.changedAnimation(id: id)]
    case .input, .control, .template: [.changedList(Entry.kind)]
    case .layer: [.changedLayers(from: layers)]
    default: [.changed(Entry.kind, index)]
    }
  }

  /// Lets the rod of a prismatic joint's motor follow the groove as it will be.
  ///
  /// - Returns: Which joint that is; nil if there is none.
  private mutating func follow(_ new: Scene.Joint?, insteadOf index: Int) -> Int? {
    guard let new, case .groove(_, _, let anchorB) = new.form, let drive = new.slideDrive,
      scene.joints[index].form != new.form, let old = scene.joints[index].slideDrive,
      let rod = joint(new.id + ComposedJoint.Part.motor.suffix), scene.joints[rod].partOf == new.id,
      let speed = scene.joints[rod].slideSpeed(along: old)
    else { return nil }
    scene.joints[rod].drive(anchorB, along: drive, at: speed)
    return rod
  }

  /// Gives a hinge its joints anew: its parts stay, come and go.
  private mutating func setHinge(_ index: Int, to joints: [Scene.Joint]) -> [SceneChange] {
    var changes: [SceneChange] = []
    let old = [index] + hingeParts(of: scene.joints[index].id)
    for new in joints {
      guard let place = old.first(where: { scene.joints[$0].id == new.id }) else {
        append(new)
        changes.append(.added(.joint, scene.joints.count - 1))
        continue
      }
      guard scene.joints[place] != new else { continue }
      scene.joints[place] = new
      changes.append(.changed(.joint, place))
    }
    for place in old where !joints.contains(where: { $0.id == scene.joints[place].id }) {
      forget(.joint, place)
      changes.append(.removed(.joint, place))
    }
    return changes
  }

  /// Reads what there is one of again, with another value of a property.
  private func read<Object>(
    _ object: SceneObject, with path: PropertyPath, _ value: Node?,
    _ read: (SceneBuilder, Record) -> Object
  ) throws(EditRefusal) -> Object {
    var tree = try tree(of: object)
    try tree.set(path, to: value)
    let reading = SceneSnippet.reading(pointsPerMeter: scene.world.pointsPerMeter)
    let builder = SceneBuilder(
      Record(section: .scene, place: SourcePlace()), reading: reading, pictures: nil)
    builder.names.add(indices(of: .body), .body)
    let changed = reading.record(tree.root, tree.section).map { read(builder, $0) }
    guard let changed, !reading.hasErrors else {
      throw EditRefusal(reading.found) ?? EditRefusal("\(object) cannot be read")
    }
    return changed
  }

  private mutating func set(
    _ path: PropertyPath, ofBody index: Int, to value: Node?, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    let before = scene.bodies[index]
    let isMotion = Self.motionKeys.contains(path.head)
    // A part of the position (`at[0]`) is set in the current position. Other keys must not depend on how far
    // the body has moved.
    if isMotion, let now = motion(index) { place(now, body: index) }
    var tree = try tree(of: .body(before.id))
    try setShapes(path, in: &tree, of: before.id, to: value)
    if path.head == "mass", value == nil { tree.remove("moment") }
    if path.head == "kind" {
      if tree["kind"] == "static" { tree.remove("velocity", "angularVelocity") }
      if tree.has("kind"), tree["kind"] != "dynamic" { tree.remove("asleep") }
    }
    let (bodies, made) = try build(tree.root, as: Scene.Body.self, replacing: before.id) { builder in
      builder.tally.count(before, times: -1)
      builder.bodiesBefore -= 1
    }
    // The one body of a repeater has another id.
    guard bodies.count == 1, var body = bodies.first, body.id == before.id else {
      throw EditRefusal("an existing body cannot become a repeater", hint: "add a body with 'repeat'")
    }
    if body.texture?.name == before.texture?.name {
      body.texture = before.texture
    } else {
      body = withTexture(body)
    }
    scene.groups = made.parts.groups
    scene.bodies[index] = body
    tally.count(before, times: -1)
    tally.count(body)
    return [.changedBody(index, from: before, key: path.head)]
  }

  /// Sets a property of a body, or of all of its shapes where the key is one of theirs.
  private func setShapes(
    _ path: PropertyPath, in tree: inout PropertyTree, of id: String, to value: Node?
  ) throws(EditRefusal) {
    let shapes = tree.count("shapes")
    if Self.shapeKeys.contains(path.head), shapes > 0 {
      if path.head == "density" { tree.remove("mass", "moment") }
      let isOutline = Format.forms.contains(path.head)
      guard !isOutline || shapes == 1 else {
        throw EditRefusal(
          "'\(id)' has \(shapes) shapes", hint: "name one of them, such as shapes[0].\(path.head)")
      }
      for shape in 0..<shapes {
        try tree.set(PropertyPath(steps: [.key("shapes"), .place(shape)] + path.steps), to: value)
      }
    } else {
      try tree.set(path, to: value)
    }
  }

  /// Returns the object and the path of a property, such as `breeze` and `strength`; nil if its object is
  /// gone.
  package func property(_ text: String) -> (object: SceneObject, path: String)? {
    guard let dot = text.firstIndex(of: ".") else { return nil }
    let owner = String(text[..<dot])
    let object = object(named: owner)
    if object.kind == .body, body(owner) == nil { return nil }
    return (object, String(text[text.index(after: dot)...]))
  }

  /// Returns the edits by which a control sets its properties: those of what is there.
  package func edits(control id: String, to value: Double) throws(EditRefusal) -> [Edit] {
    guard let control = scene.controls.first(where: { $0.id == id }) else {
      let hint = Nearest.word(to: id, in: scene.controls.map(\.id)).map { "did you mean '\($0)'?" }
      throw EditRefusal("there is no control '\(Excerpts.short(id))'", hint: hint)
    }
    guard let text = control.text(for: value) else {
      throw EditRefusal("'\(id)' " + (control.refusal(of: value) ?? ""))
    }
    return control.properties.compactMap { property($0).map { .set($0.object, path: $0.path, value: text) } }
  }

  /// Sets a control in the scene as it is written.
  package mutating func set(control id: String, to value: Double) throws(EditRefusal) {
    var next = self
    for edit in try edits(control: id, to: value) { _ = try next.apply(edit) }
    self = next
  }

  /// Returns the value that a control shows, that of the first of its properties; nil if that is gone, or is
  /// nothing that it can set.
  package func value(ofControl id: String) -> Double? {
    guard let control = scene.controls.first(where: { $0.id == id }), let first = control.properties.first,
      let (object, path) = property(first)
    else { return nil }
    let text = text(of: object, path) ?? defaultText(of: object, path)
    return text.flatMap { control.value(ofProperty: $0, pointsPerMeter: scene.world.pointsPerMeter) }
  }

  /// Returns the meaning of a key that is left out; nil if that is no plain value.
  private func defaultText(of object: SceneObject, _ path: String) -> String? {
    let known = SceneProperty.settable(of: object.kind)
    guard let start = path.firstIndex(of: "[") else { return known.first { $0.name == path }?.defaultText }
    let both = known.first { $0.name == path[..<start] }?.defaultValue?.vector
    return both.map { (path.hasSuffix("[0]") ? $0.x : $0.y).shortText }
  }

  /// The control without what it sets of what is gone; nil where nothing is left.
  func control(_ control: Scene.Control) -> Scene.Control? {
    var control = control
    control.properties = control.properties.filter { property($0) != nil }
    return control.properties.isEmpty ? nil : control
  }
}

extension Scene {
  /// Sets a control in the scene as it is written: what it sets is what the scene starts with.
  ///
  /// - Throws: `EditRefusal`, and nothing has changed.
  public mutating func set(control id: String, to value: Double) throws(EditRefusal) {
    var model = SceneModel(self)
    try model.set(control: id, to: value)
    self = model.compact
  }
}
