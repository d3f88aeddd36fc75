import TumbleFrames
import TumbleGeometry
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
    return try PropertyTree(mapping, section)
  }

  private func written(_ object: SceneObject) throws(EditRefusal) -> (
    mapping: FormatNode.Mapping, section: SectionName
  ) {
    if object == .world { return (SceneWriter().world(scene.world), .world) }
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
    return (record.present(in: self) ?? record).written(by: SceneWriter(), in: scene)
  }

  /// A body of one shape has the shape's keys.
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
      var tree = try tree(of: object)
      try tree.set(path, to: value)
      let builder = try plainBuilder()
      if let record = builder.reading.record(tree.root, .world) { scene.world = builder.world(record) }
      if let refusal = EditRefusal(builder.reading.found) { throw refusal }
      return [.changedWorld(from: before)]
    case .view:
      var tree = try tree(of: object)
      try tree.set(path, to: value)
      let builder = try plainBuilder()
      var view = Scene.View()
      if let record = builder.reading.record(tree.root, .view) { Format.viewFields.read(record, into: &view) }
      if let refusal = EditRefusal(builder.reading.found) { throw refusal }
      scene.view = view
      return [.changedView]
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
      try tree.set(path, to: value)
    }
    let (records, _) = try build(tree.root, as: type, replacing: id)
    guard let record = records.first else { throw EditRefusal("\(object) cannot be read") }
    guard records.count == 1 else {
      throw EditRefusal(
        "\(object) would become \(records.count) \(Entry.key)", hint: "remove it, and add the other one")
    }
    scene[keyPath: Entry.list][index] = record.withPictures(of: self)
    return switch Entry.kind {
    case .animation: [.changedAnimation(id: id)]
    case .input, .control, .template: [.changedList(Entry.kind)]
    case .layer: [.changedLayers(from: layers)]
    default: [.changed(Entry.kind, index)]
    }
  }

  private func plainBuilder() throws(EditRefusal) -> SceneBuilder {
    SceneBuilder(
      Record(section: .scene, place: SourcePlace()),
      reading: SceneSnippet.reading(pointsPerMeter: scene.world.pointsPerMeter), pictures: nil)
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
      builder.tally.shapes -= before.shapes.count
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
    tally.shapes += body.shapes.count - before.shapes.count
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
}
