/// An object of a scene that edits add, set and remove: by its kind, and by its id in the scene.
public struct SceneObject: Hashable, Sendable {
  public let kind: Kind
  /// nil for the world and its view, of which there is one each.
  public let id: String?

  /// The raw values are the words of a recording.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case world
    case view
    case body
    case joint
    case animation
    case field
    case fluid
    case emitter
    /// An entry of `keys`.
    case input
    /// A time that animations share.
    case layer
    /// An entry of `when`.
    case trigger
    case control
    case rule
    /// What triggers make bodies of.
    case template
  }

  private init(of kind: Kind, _ id: String? = nil) { (self.kind, self.id) = (kind, id) }

  /// nil if the kind has ids and none is given, or has none and one is given.
  public init?(_ kind: Kind, id: String?) {
    guard (id == nil) == (kind == .world || kind == .view) else { return nil }
    self.init(of: kind, id)
  }

  public static let world = SceneObject(of: .world)
  public static let view = SceneObject(of: .view)
  public static func body(_ id: String) -> SceneObject { SceneObject(of: .body, id) }
  public static func joint(_ id: String) -> SceneObject { SceneObject(of: .joint, id) }
  public static func animation(_ id: String) -> SceneObject { SceneObject(of: .animation, id) }
  public static func field(_ id: String) -> SceneObject { SceneObject(of: .field, id) }
  public static func fluid(_ id: String) -> SceneObject { SceneObject(of: .fluid, id) }
  public static func emitter(_ id: String) -> SceneObject { SceneObject(of: .emitter, id) }
  public static func input(_ id: String) -> SceneObject { SceneObject(of: .input, id) }
  public static func layer(_ id: String) -> SceneObject { SceneObject(of: .layer, id) }
  /// A trigger that has no id is `trigger-3` where it is the third.
  public static func trigger(_ id: String) -> SceneObject { SceneObject(of: .trigger, id) }
  public static func control(_ id: String) -> SceneObject { SceneObject(of: .control, id) }
  /// A rule that has no id is `rule-3` where it is the third.
  public static func rule(_ id: String) -> SceneObject { SceneObject(of: .rule, id) }
  public static func template(_ id: String) -> SceneObject { SceneObject(of: .template, id) }
}

extension SceneObject: CustomStringConvertible {
  /// Such as `the body 'crate1'`.
  public var description: String { id.map { "the \(kind.rawValue) '\($0)'" } ?? "the \(kind.rawValue)" }
}
