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
