import TumbleFrames

// A file's references are resolved as it is read; a program may make any.

extension Scene {
  /// That there is no such body, in words; nil if there is one.
  fileprivate func missing(_ body: Int) -> String? {
    bodies.indices.contains(body) ? nil : "body \(body), and the scene has \(bodies.count)"
  }
}

extension Scene.Joint {
  /// A body that it holds and that the scene does not have, in words; nil if it has both.
  package func missing(from scene: Scene) -> String? { scene.missing(a) ?? scene.missing(b) }
}

extension Scene.Field {
  /// A body that it names and that the scene does not have, in words; nil if it has it.
  package func missing(from scene: Scene) -> String? { body.flatMap(scene.missing) }
}

extension Scene.Emitter {
  /// A body that it names and that the scene does not have, in words; nil if it has it.
  package func missing(from scene: Scene) -> String? { body.flatMap(scene.missing) }
}

extension Scene.Rule {
  /// Something that it names and that the scene does not have, in words; nil if it has all.
  package func missing(from scene: Scene) -> String? {
    first.missing(from: scene) ?? second.missing(from: scene)
  }
}

extension Scene.Selector {
  fileprivate func missing(from scene: Scene) -> String? {
    switch self {
    case .anything: return nil
    case .bodies(let indices): return indices.lazy.compactMap(scene.missing).first
    case .shapes(let places):
      for place in places {
        if let missing = scene.missing(place.body) { return missing }
        let body = scene.bodies[place.body]
        if !body.shapes.indices.contains(place.shape) {
          return "shape \(place.shape) of '\(body.id)', which has \(body.shapes.count)"
        }
      }
      return nil
    }
  }
}

extension Scene {
  /// The templates that a trigger, a rule or an input names: nothing is made of the others.
  package var usedTemplates: [Body] {
    guard !templates.isEmpty else { return [] }
    let writer = SceneWriter()
    let others =
      triggers.map { FormatNode.mapping(writer.trigger($0)) }
      + inputs.map { FormatNode.mapping(writer.input($0)) }
    return templates.filter { template in
      rules.contains { ($0.firstTemplates + $0.secondTemplates).contains(template.id) }
        || others.contains { $0.names(template.id) }
    }
  }
}

extension FormatNode {
  /// true for a value that is a name, or has one in it.
  fileprivate func names(_ name: String) -> Bool {
    switch self {
    case .plain(let text), .text(let text): text == name || text.hasPrefix(name + ".")
    case .list(let list): list.contains { $0.names(name) }
    case .mapping(let mapping): mapping.contains { $0.1.names(name) }
    }
  }
}
