import TumbleFrames

/// The channels of a graph that show a property of an object.
enum PropertyChannels {
  /// The names of the channels; none for what cannot be plotted.
  ///
  /// - Parameter key: The key at the start of the property's path.
  static func names(of object: SceneObject, key: String) -> [String] {
    guard let owner = object.kind == .world ? "world" : object.id else { return [] }
    var names: [String] = []
    if let property = AnimatableProperty(settable: key, ofEmitter: object.kind == .emitter),
      property.owner == object.kind
    {
      names = PropertyComponent.all(of: property).map(\.name)
    }
    return (measured[object.kind]?[key] ?? names).map { "\(owner).\($0)" }
  }

  /// The channels of what is measured in place of what is set, or beside it.
  private static let measured: [SceneObject.Kind: [String: [String]]] = [
    .body: ["velocity": ["velocity.x", "velocity.y"], "angularVelocity": ["spin"]],
    .joint: [
      "length": ["length"], "min": ["min", "length"], "max": ["max", "length"], "maxForce": ["force"],
      "breakAt": ["force"],
    ],
  ]
}
