import TumbleFrames

/// An entry of a list of a scene that edits add, set and remove.
///
/// Conformances say all that is particular to a kind of object here; ``SceneModel`` goes by them.
protocol SceneRecord: Sendable {
  var id: String { get }
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
}

extension SceneRecord {
  func problem(in scene: Scene) -> String? { nil }
  func withPictures(of model: SceneModel) -> Self { self }
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
    case .world, .view: nil
    }
  }
}

extension Scene.Body: SceneRecord {
  static var kind: SceneObject.Kind { .body }
  static var section: SectionName { .body }
  static var key: String { "bodies" }
  static var list: WritableKeyPath<Scene, [Scene.Body]> { \.bodies }
  static func read(_ builder: SceneBuilder) { builder.readBodies() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.body(self, in: scene) }
  func withPictures(of model: SceneModel) -> Scene.Body { model.withTexture(self) }
}

extension Scene.Joint: SceneRecord {
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

extension Scene.Field: SceneRecord {
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

extension Scene.Fluid: SceneRecord {
  static var kind: SceneObject.Kind { .fluid }
  static var section: SectionName { .fluid }
  static var key: String { "fluids" }
  static var list: WritableKeyPath<Scene, [Scene.Fluid]> { \.fluids }
  static func read(_ builder: SceneBuilder) { builder.readFluids() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping {
    writer.fluid(self, in: scene)
  }
}

extension Scene.Emitter: SceneRecord {
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

extension Scene.Animation: SceneRecord {
  static var kind: SceneObject.Kind { .animation }
  static var section: SectionName { .animation }
  static var key: String { "animations" }
  static var list: WritableKeyPath<Scene, [Scene.Animation]> { \.animations }
  static func read(_ builder: SceneBuilder) { builder.readAnimations() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.animation(self) }
}

extension Scene.Input: SceneRecord {
  static var kind: SceneObject.Kind { .input }
  static var section: SectionName { .input }
  static var key: String { "keys" }
  static var list: WritableKeyPath<Scene, [Scene.Input]> { \.inputs }
  static func read(_ builder: SceneBuilder) { builder.readInputs() }
  func written(by writer: SceneWriter, in scene: Scene) -> FormatNode.Mapping { writer.input(self) }
}
