/// An object of a world that has properties: by its name in the scene.
public enum SceneObject: Hashable, Sendable {
  case world
  case view
  case body(String)
  case joint(String)
  case animation(String)
  case field(String)
  case fluid(String)
  case emitter(String)
  /// An entry of `keys`.
  case input(String)

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
    case input
  }

  /// nil if the kind wants a name and there is none.
  public init?(_ kind: Kind, id: String?) {
    switch (kind, id) {
    case (.world, nil): self = .world
    case (.view, nil): self = .view
    case (.body, let id?): self = .body(id)
    case (.joint, let id?): self = .joint(id)
    case (.animation, let id?): self = .animation(id)
    case (.field, let id?): self = .field(id)
    case (.fluid, let id?): self = .fluid(id)
    case (.emitter, let id?): self = .emitter(id)
    case (.input, let id?): self = .input(id)
    default: return nil
    }
  }

  public var kind: Kind {
    switch self {
    case .world: .world
    case .view: .view
    case .body: .body
    case .joint: .joint
    case .animation: .animation
    case .field: .field
    case .fluid: .fluid
    case .emitter: .emitter
    case .input: .input
    }
  }

  /// nil for the world and its view.
  public var id: String? {
    switch self {
    case .world, .view: nil
    case .body(let id), .joint(let id), .animation(let id), .field(let id), .fluid(let id),
      .emitter(let id), .input(let id):
      id
    }
  }
}

extension SceneObject: CustomStringConvertible {
  /// Such as `the body 'crate1'`.
  public var description: String { id.map { "the \(kind.rawValue) '\($0)'" } ?? "the \(kind.rawValue)" }
}
