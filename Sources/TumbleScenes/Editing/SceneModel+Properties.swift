import TumbleFrames
import TumbleGeometry
import Yams

// To set a property an object is written as the scene format has it, changed there, and read again: so each key of the
// format can be set, and what is refused is refused in the reader's own words.

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
  package func text(of object: SceneObject) -> String? {
    (try? written(object)).map { Written.mapping($0.mapping).flow }
  }

  private func tree(of object: SceneObject) throws(EditRefusal) -> PropertyTree {
    let (mapping, section) = try written(object)
    return try PropertyTree(mapping, section)
  }

  private func written(_ object: SceneObject) throws(EditRefusal) -> (
    mapping: Written.Mapping, section: SectionName
  ) {
    let writer = SceneWriter()
    switch object {
    case .world: return (writer.world(scene.world), .world)
    case .view: return (Format.viewFields.write(scene.view), .view)
    case .body(let id): return (try writer.body(scene.bodies[find(body: id)], in: scene), .body)
    case .joint(let id):
      let joint = scene.joints[try find(joint: id)]
      // A program may have made any.
      if let missing = joint.missing(from: scene) { throw EditRefusal("the joint '\(id)' holds \(missing)") }
      return (writer.joint(joint, in: scene), .joint)
    case .field(let id):
      let field = scene.fields[try find(field: id)]
      if let missing = field.missing(from: scene) { throw EditRefusal("the field '\(id)' is on \(missing)") }
      return (writer.field(field, in: scene), .field)
    case .fluid(let id):
      return (try writer.fluid(scene.fluids[find(fluid: id)], in: scene), .fluid)
    case .emitter(let id):
      let emitter = scene.emitters[try find(emitter: id)]
      if let missing = emitter.missing(from: scene) {
        throw EditRefusal("the emitter '\(id)' is on \(missing)")
      }
      return (writer.emitter(emitter, in: scene), .emitter)
    case .animation(let id):
      return (try writer.animation(scene.animations[find(animation: id)]), .animation)
    case .input(let id): return (try writer.input(scene.inputs[find(input: id)]), .input)
    }
  }

  /// A body of one shape has the shape's keys.
  private func bodyPath(_ path: PropertyPath, in tree: PropertyTree) -> PropertyPath {
    guard tree.section == .body, Self.shapeKeys.contains(path.head), tree.count("shapes") > 0 else {
      return path
    }
    return PropertyPath(steps: [.key("shapes"), .place(0)] + path.steps)
  }

  /// What is read of an object's text with a property set.
  private func remade(
    _ object: SceneObject, _ section: SectionName, _ id: String, _ path: PropertyPath, _ value: Node?,
    _ read: (SceneBuilder) -> Void
  ) throws(EditRefusal) -> SceneBuilder {
    var tree = try tree(of: object)
    try tree.set(path, to: value)
    return try build(tree.root, section, replacing: id, read)
  }

  mutating func set(
    _ path: PropertyPath, of object: SceneObject, to value: Node?, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    guard path.head != "id" else {
      throw EditRefusal("the id of \(object) cannot be changed", hint: "copy it under another id")
    }
    switch object {
    case .body(let id): return try set(path, ofBody: find(body: id), to: value, motion)
    case .joint(let id):
      let index = try find(joint: id)
      let made = try remade(object, .joint, id, path, value) { $0.readJoints() }
      guard let joint = made.scene.joints.first else { throw EditRefusal("\(object) cannot be read") }
      guard made.scene.joints.count == 1 else {
        throw EditRefusal(
          "\(object) would become \(made.scene.joints.count) joints", hint: "remove it, and add the other one"
        )
      }
      scene.joints[index] = joint
      return [.changedJoint(index)]
    case .field(let id):
      let index = try find(field: id)
      let made = try remade(object, .field, id, path, value) { $0.readFields() }
      guard let field = made.scene.fields.first else { throw EditRefusal("\(object) cannot be read") }
      scene.fields[index] = field
      return [.changedField(index)]
    case .fluid(let id):
      let index = try find(fluid: id)
      let made = try remade(object, .fluid, id, path, value) { $0.readFluids() }
      guard let fluid = made.scene.fluids.first else { throw EditRefusal("\(object) cannot be read") }
      scene.fluids[index] = fluid
      return [.changedFluid(index)]
    case .emitter(let id):
      let index = try find(emitter: id)
      let made = try remade(object, .emitter, id, path, value) { $0.readEmitters() }
      guard let emitter = made.scene.emitters.first else { throw EditRefusal("\(object) cannot be read") }
      scene.emitters[index] = withTextures(emitter)
      return [.changedEmitter(index)]
    case .animation(let id):
      let index = try find(animation: id)
      let made = try remade(object, .animation, id, path, value) { $0.readAnimations() }
      guard let animation = made.scene.animations.first else { throw EditRefusal("\(object) cannot be read") }
      scene.animations[index] = animation
      return [.changedAnimation(id: id)]
    case .input(let id):
      let index = try find(input: id)
      let made = try remade(object, .input, id, path, value) { $0.readInputs() }
      guard let input = made.scene.inputs.last else { throw EditRefusal("\(object) cannot be read") }
      scene.inputs[index] = input
      return [.changedInputs]
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
    // A part of the position (`at[0]`) is set in the current position. Other keys must not depend on how far the body has moved.
    if isMotion, let now = motion(index) { place(now, body: index) }
    var tree = try tree(of: .body(before.id))
    let shapes = tree.count("shapes")
    if Self.shapeKeys.contains(path.head), shapes > 0 {
      if path.head == "density" { tree.remove("mass", "moment") }
      let isOutline = Format.forms.contains(path.head)
      guard !isOutline || shapes == 1 else {
        throw EditRefusal(
          "'\(before.id)' has \(shapes) shapes", hint: "name one of them, such as shapes[0].\(path.head)")
      }
      for shape in 0..<shapes {
        try tree.set(PropertyPath(steps: [.key("shapes"), .place(shape)] + path.steps), to: value)
      }
    } else {
      try tree.set(path, to: value)
    }
    if path.head == "mass", value == nil { tree.remove("moment") }
    if path.head == "kind" {
      if tree["kind"] == "static" { tree.remove("velocity", "angularVelocity") }
      if tree.has("kind"), tree["kind"] != "dynamic" { tree.remove("asleep") }
    }
    let made = try build(tree.root, .body, replacing: before.id) { builder in
      builder.tally.shapes -= before.shapes.count
      builder.bodiesBefore -= 1
      builder.readBodies()
    }
    // The one body of a repeater has another id.
    guard made.scene.bodies.count == 1, var body = made.scene.bodies.first, body.id == before.id else {
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
}
