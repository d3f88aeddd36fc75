/// An entry of a list of a scene.
///
/// Conformances say all that is particular to a list; ``SceneWriter`` and ``SceneDifference`` go by them.
protocol SceneEntry: Sendable {
  static var place: SceneList<Self> { get }
  /// The key of the file's list that it stands in.
  var key: String { get }
  /// The id; empty for an entry without one.
  var name: String { get }
  /// A phrase where it names a body that the scene does not have, such as "holds body 7, …"; nil where all
  /// is there.
  func problem(in scene: Scene) -> String?
}

/// The place of a list in scenes and in their files.
struct SceneList<Entry> {
  let entries: WritableKeyPath<Scene, [Entry]>
  /// The keys of the lists of a file that make this one; edits add to the first.
  let keys: [String]
  let write: (Entry, SceneWriter, Scene) -> FormatNode.Mapping

  init(
    _ entries: WritableKeyPath<Scene, [Entry]>, _ keys: String...,
    write: @escaping (Entry, SceneWriter, Scene) -> FormatNode.Mapping
  ) {
    (self.entries, self.keys, self.write) = (entries, keys, write)
  }
}

extension SceneEntry {
  static var list: WritableKeyPath<Scene, [Self]> { place.entries }
  static var key: String { place.keys[0] }
  var key: String { Self.key }
  var name: String { "" }
  func problem(in scene: Scene) -> String? { nil }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping {
    Self.place.write(self, writer, scene)
  }
}

extension SceneEntry where Self: Identifiable<String> {
  var name: String { id }
}

/// The entry of a list that edits add, set and remove; ``SceneModel`` goes by the conformances.
protocol SceneRecord: SceneEntry {
  static var kind: SceneObject.Kind { get }
  static var section: SectionName { get }
  /// Reads the list, and appends what is in it to the builder's scene.
  static func read(_ builder: SceneBuilder)
  /// The record with the paths of its pictures, where they are found.
  func withPictures(of model: SceneModel) -> Self
  /// The record without what it says of objects that are gone; nil where it is about nothing else.
  func present(in model: SceneModel) -> Self?
}

extension SceneRecord {
  static var section: SectionName { SectionName(rawValue: kind.rawValue) ?? .scene }
  func withPictures(of model: SceneModel) -> Self { self }
  func present(in model: SceneModel) -> Self? { self }
}

extension SceneObject.Kind {
  /// The type of the records of a list; nil of what there is one of.
  var record: (any SceneRecord.Type)? {
    switch self {
    case .body: Scene.Body.self
    case .joint: Scene.Joint.self
    case .animation: Scene.Animation.self
    case .field: Scene.Field.self
    case .fluid: Scene.Fluid.self
    case .emitter: Scene.Emitter.self
    case .input: Scene.Input.self
    case .layer: Scene.Layer.self
    case .trigger: Scene.Trigger.self
    case .control: Scene.Control.self
    case .rule: Scene.Rule.self
    case .template: Template.self
    case .world, .view, .camera: nil
    }
  }

  /// The section of the format that describes such an object.
  var section: SectionName { record?.section ?? SectionName(rawValue: rawValue) ?? .view }

  /// Is true for objects of which the world keeps a state by their indices: they stay in their lists when
  /// they are gone.
  var isIndexed: Bool { isNamed || self == .rule || self == .trigger }

  /// Is true for objects whose ids are all different, whatever their kinds.
  var isNamed: Bool { [.body, .joint, .field, .fluid, .emitter].contains(self) }
}

extension Scene.Body: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .body }
  static var place: SceneList<Self> { SceneList(\.bodies, "bodies") { $1.body($0, in: $2) } }
  static func read(_ builder: SceneBuilder) { builder.readBodies() }
  func withPictures(of model: SceneModel) -> Scene.Body { model.withTexture(self) }
}

extension Scene.Joint: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .joint }
  static var place: SceneList<Self> { SceneList(\.joints, "joints") { $1.joint($0, in: $2) } }
  static func read(_ builder: SceneBuilder) { builder.readJoints() }
  package func problem(in scene: Scene) -> String? {
    (scene.missing(a) ?? scene.missing(b)).map { "holds \($0)" }
  }
}

extension Scene.Field: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .field }
  static var place: SceneList<Self> { SceneList(\.fields, "fields") { $1.field($0, in: $2) } }
  static func read(_ builder: SceneBuilder) { builder.readFields() }
  package func problem(in scene: Scene) -> String? { body.flatMap(scene.missing).map { "is on \($0)" } }
}

extension Scene.Fluid: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .fluid }
  static var place: SceneList<Self> { SceneList(\.fluids, "fluids") { $1.fluid($0, in: $2) } }
  static func read(_ builder: SceneBuilder) { builder.readFluids() }
}

extension Scene.Emitter: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .emitter }
  static var place: SceneList<Self> { SceneList(\.emitters, "emitters") { $1.emitter($0, in: $2) } }
  static func read(_ builder: SceneBuilder) { builder.readEmitters() }
  package func problem(in scene: Scene) -> String? { body.flatMap(scene.missing).map { "is on \($0)" } }
  func withPictures(of model: SceneModel) -> Scene.Emitter { model.withTextures(self) }
}

extension Scene.Animation: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .animation }
  static var place: SceneList<Self> {
    SceneList(\.animations, "animations") { entry, writer, _ in writer.animation(entry) }
  }
  static func read(_ builder: SceneBuilder) { builder.readAnimations() }
}

extension Scene.Input: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .input }
  static var place: SceneList<Self> { SceneList(\.inputs, "keys", "pointer") { $1.input($0, in: $2) } }
  static func read(_ builder: SceneBuilder) { builder.readInputs() }
  var key: String { pointer == nil ? "keys" : "pointer" }
}

extension Scene.Layer: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .layer }
  static var place: SceneList<Self> {
    SceneList(\.layers, "layers") { entry, writer, _ in writer.layer(entry) }
  }
  static func read(_ builder: SceneBuilder) { builder.readLayers() }
}

extension Scene.Trigger: SceneRecord {
  static var kind: SceneObject.Kind { .trigger }
  static var place: SceneList<Self> {
    SceneList(\.triggers, "when") { entry, writer, _ in writer.trigger(entry) }
  }
  var name: String { id ?? "" }
  static func read(_ builder: SceneBuilder) { builder.readTriggers() }
  func present(in model: SceneModel) -> Scene.Trigger? { model.trigger(self) }
}

extension Scene.Control: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .control }
  static var place: SceneList<Self> {
    SceneList(\.controls, "controls") { entry, writer, _ in writer.control(entry) }
  }
  static func read(_ builder: SceneBuilder) { builder.readControls() }
  func present(in model: SceneModel) -> Scene.Control? { model.control(self) }
}

extension Scene.Rule: SceneRecord {
  static var kind: SceneObject.Kind { .rule }
  static var place: SceneList<Self> { SceneList(\.rules, "rules") { $1.rule($0, in: $2) } }
  var name: String { id ?? "" }
  static func read(_ builder: SceneBuilder) { builder.readRules() }
  package func problem(in scene: Scene) -> String? {
    (first.missing(from: scene) ?? second.missing(from: scene)).map { "is about \($0)" }
  }
  func present(in model: SceneModel) -> Scene.Rule? { model.rule(self) { $0 } }
}

/// A template as an edit has it: a body that is made only as the scene runs.
struct Template: SceneRecord {
  var body: Scene.Body

  static var kind: SceneObject.Kind { .template }
  static var section: SectionName { .body }
  static var place: SceneList<Self> { SceneList(\.templateRecords, "templates") { $1.body($0.body, in: $2) } }
  var name: String { body.id }
  static func read(_ builder: SceneBuilder) { builder.readTemplates() }
  func withPictures(of model: SceneModel) -> Template { Template(body: model.withTexture(body)) }
}

extension Scene.Scenery: SceneEntry, Identifiable {
  static var place: SceneList<Self> {
    SceneList(\.scenery, "scenery") { entry, writer, _ in writer.scenery(entry) }
  }
}

extension Scene.Graph: SceneEntry {
  static var place: SceneList<Self> {
    SceneList(\.graphs, "graph") { entry, writer, _ in writer.graph(entry) }
  }
}

extension Scene.Expectation: SceneEntry {
  static var place: SceneList<Self> {
    SceneList(\.expectations, "expect") { entry, writer, _ in writer.expectation(entry) }
  }
}

extension Scene {
  fileprivate var templateRecords: [Template] {
    get { templates.map { Template(body: $0) } }
    set { templates = newValue.map(\.body) }
  }
}
