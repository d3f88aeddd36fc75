import TumbleFrames

/// What a property is called as a channel of a graph.
enum PropertyChannels {
  /// The channels that show a property of an object; none for what cannot be plotted.
  ///
  /// - Parameter key: The key at the start of the property's path.
  static func names(of object: SceneObject, key: String) -> [String] {
    switch object {
    case .body(let name): (body[key] ?? []).map { "\(name).\($0)" }
    case .joint(let name): (joint[key] ?? []).map { "\(name).\($0)" }
    case .world: key == "gravity" ? ["world.gravity.x", "world.gravity.y"] : []
    case .field(let name): key == "strength" ? ["\(name).strength"] : []
    case .fluid(let name): key == "level" ? ["\(name).level"] : []
    case .emitter(let name): Channel.OfEmitter(rawValue: key) == nil ? [] : ["\(name).\(key)"]
    case .input: []
    case .view, .animation: []
    }
  }

  private static let body: [String: [String]] = [
    "at": ["x", "y"], "angle": ["angle"], "velocity": ["velocity.x", "velocity.y"],
    "angularVelocity": ["spin"],
    "opacity": ["opacity"], "scale": ["scale.x", "scale.y"],
    "color": ["color.red", "color.green", "color.blue", "color.alpha"],
    "surfaceVelocity": ["surfaceVelocity.x", "surfaceVelocity.y"],
  ]
  private static let joint: [String: [String]] = [
    "restLength": ["restLength"], "rate": ["rate"], "length": ["length"],
    "min": ["min", "length"], "max": ["max", "length"], "anchorA": ["anchorA.x", "anchorA.y"],
    "anchorB": ["anchorB.x", "anchorB.y"], "maxForce": ["force"], "breakAt": ["force"],
  ]
}
