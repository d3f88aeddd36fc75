import TumbleFrames

/// An entry of a list of a scene that edits add, set and remove.
///
/// Conformances say all that is particular to a kind of object here; ``SceneModel`` goes by them.
protocol SceneRecord: Sendable {
  /// The id; empty for a trigger or a rule without one.
  var name: String { get }
  static var kind: SceneObject.Kind { get }
  static var section: SectionName { get }
  /// The key of the list in a scene's file.
  static var key: String { get }
  static var list: WritableKeyPath<Scene, [Self]> { get }
  /// Reads the list, and appends what is in it to the builder's scene.
  static func read(_ builder: SceneBuilder)
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping
  /// A phrase where it names a body that the scene does not have, such as "holds body 7, …"; nil where all
  /// is there.
  func problem(in scene: Scene) -> String?
  /// The record with the paths of its pictures, where they are found.
  func withPictures(of model: SceneModel) -> Self
  /// The record without what it says of objects that are gone; nil where it is about nothing else.
  func present(in model: SceneModel) -> Self?
}

extension SceneRecord {
  func problem(in scene: Scene) -> String? { nil }
  func withPictures(of model: SceneModel) -> Self { self }
  func present(in model: SceneModel) -> Self? { self }
}

extension SceneRecord where Self: Identifiable<String> {
  var name: String { id }
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
    case .world, .view: nil
    }
  }

  /// The section of the format that describes such an object.
  var section: SectionName { record?.section ?? (self == .world ? .world : .view) }

  /// Is true for objects of which the world keeps a state by their indices: they stay in their lists when
  /// they are gone.
  var isIndexed: Bool { isNamed || self == .rule || self == .trigger }

  /// Is true for objects whose ids are all different, whatever their kinds.
  var isNamed: Bool { [.body, .joint, .field, .fluid, .emitter].contains(self) }
}

extension Scene.Body: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .body }
  static var section: SectionName { .body }
  static var key: String { "bodies" }
  static var list: WritableKeyPath<Scene, [Scene.Body]> { \.bodies }
  static func read(_ builder: SceneBuilder) { builder.readBodies() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.body(self, in: scene) }
  func withPictures(of model: SceneModel) -> Scene.Body { model.withTexture(self) }
}

extension Scene.Joint: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .joint }
  static var section: SectionName { .joint }
  static var key: String { "joints" }
  static var list: WritableKeyPath<Scene, [Scene.Joint]> { \.joints }
  static func read(_ builder: SceneBuilder) { builder.readJoints() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping {
    writer.joint(self, in: scene)
  }
  func problem(in scene: Scene) -> String? { missing(from: scene).map { "holds \($0)" } }
}

extension Scene.Field: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .field }
  static var section: SectionName { .field }
  static var key: String { "fields" }
  static var list: WritableKeyPath<Scene, [Scene.Field]> { \.fields }
  static func read(_ builder: SceneBuilder) { builder.readFields() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping {
    writer.field(self, in: scene)
  }
  func problem(in scene: Scene) -> String? { missing(from: scene).map { "is on \($0)" } }
}

extension Scene.Fluid: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .fluid }
  static var section: SectionName { .fluid }
  static var key: String { "fluids" }
  static var list: WritableKeyPath<Scene, [Scene.Fluid]> { \.fluids }
  static func read(_ builder: SceneBuilder) { builder.readFluids() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping {
    writer.fluid(self, in: scene)
  }
}

extension Scene.Emitter: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .emitter }
  static var section: SectionName { .emitter }
  static var key: String { "emitters" }
  static var list: WritableKeyPath<Scene, [Scene.Emitter]> { \.emitters }
  static func read(_ builder: SceneBuilder) { builder.readEmitters() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping {
    writer.emitter(self, in: scene)
  }
  func problem(in scene: Scene) -> String? { missing(from: scene).map { "is on \($0)" } }
  func withPictures(of model: SceneModel) -> Scene.Emitter { model.withTextures(self) }
}

extension Scene.Animation: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .animation }
  static var section: SectionName { .animation }
  static var key: String { "animations" }
  static var list: WritableKeyPath<Scene, [Scene.Animation]> { \.animations }
  static func read(_ builder: SceneBuilder) { builder.readAnimations() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.animation(self) }
}

extension Scene.Input: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .input }
  static var section: SectionName { .input }
  static var key: String { "keys" }
  static var list: WritableKeyPath<Scene, [Scene.Input]> { \.inputs }
  static func read(_ builder: SceneBuilder) { builder.readInputs() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.input(self) }
}

extension Scene.Layer: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .layer }
  static var section: SectionName { .layer }
  static var key: String { "layers" }
  static var list: WritableKeyPath<Scene, [Scene.Layer]> { \.layers }
  static func read(_ builder: SceneBuilder) { builder.readLayers() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.layer(self) }
}

extension Scene.Trigger: SceneRecord {
  static var kind: SceneObject.Kind { .trigger }
  static var section: SectionName { .trigger }
  static var key: String { "when" }
  static var list: WritableKeyPath<Scene, [Scene.Trigger]> { \.triggers }
  var name: String { id ?? "" }
  static func read(_ builder: SceneBuilder) { builder.readTriggers() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.trigger(self) }
  func present(in model: SceneModel) -> Scene.Trigger? { model.trigger(self) }
}

extension Scene.Control: SceneRecord, Identifiable {
  static var kind: SceneObject.Kind { .control }
  static var section: SectionName { .control }
  static var key: String { "controls" }
  static var list: WritableKeyPath<Scene, [Scene.Control]> { \.controls }
  static func read(_ builder: SceneBuilder) { builder.readControls() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.control(self) }
  func present(in model: SceneModel) -> Scene.Control? { model.control(self) }
}

extension Scene.Rule: SceneRecord {
  static var kind: SceneObject.Kind { .rule }
  static var section: SectionName { .rule }
  static var key: String { "rules" }
  static var list: WritableKeyPath<Scene, [Scene.Rule]> { \.rules }
  var name: String { id ?? "" }
  static func read(_ builder: SceneBuilder) { builder.readRules() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.rule(self, in: scene) }
  func problem(in scene: Scene) -> String? { missing(from: scene).map { "is about \($0)" } }
  func present(in model: SceneModel) -> Scene.Rule? { model.rule(self) { $0 } }
}

/// A template as an edit has it: a body that is made only as the scene runs.
struct Template: SceneRecord {
  var body: Scene.Body

  static var kind: SceneObject.Kind { .template }
  static var section: SectionName { .body }
  static var key: String { "templates" }
  static var list: WritableKeyPath<Scene, [Template]> { \.templateRecords }
  var name: String { body.id }
  static func read(_ builder: SceneBuilder) { builder.readTemplates() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.body(body, in: scene) }
  func withPictures(of model: SceneModel) -> Template { Template(body: model.withTexture(body)) }
}

extension Scene {
  fileprivate var templateRecords: [Template] {
    get { templates.map { Template(body: $0) } }
    set { templates = newValue.map(\.body) }
  }
}
