import TumblePhysics
import TumbleScenes

/// The findings of the linter in a scene, and where each was written.
struct SceneFindings {
  let scene: Scene
  let source: SceneSource
  /// The parts of the scene that may not stay as they are written: nothing is said that such a change could
  /// make untrue.
  let changes: SceneChanges
  var list: DiagnosticList

  init(_ scene: Scene, _ source: SceneSource, _ list: DiagnosticList) {
    (self.scene, self.source, self.list) = (scene, source, list)
    changes = SceneChanges(scene)
  }

  mutating func error(
    _ object: Scene.ObjectPath, _ keys: [String] = [], _ message: String, hint: String? = nil
  ) {
    list.error(place(object, keys), message, hint: hint)
  }

  mutating func warn(
    _ object: Scene.ObjectPath, _ keys: [String] = [], _ message: String, hint: String? = nil
  ) {
    list.warn(place(object, keys), message, hint: hint)
  }

  private func place(_ object: Scene.ObjectPath, _ keys: [String]) -> SourcePlace {
    source.place(of: object, keys: keys) ?? SourcePlace()
  }

  /// Returns an object's name in errors.
  private func subject(_ object: Scene.ObjectPath) -> String {
    func id<T>(_ list: [T], _ index: Int, _ id: KeyPath<T, String>) -> String {
      list.indices.contains(index) ? list[index][keyPath: id] : "\(index)"
    }
    return switch object {
    case .view: "the view"
    case .world: "the world"
    case .body(let index): "'\(id(scene.bodies, index, \.id))'"
    case .shape(let place): "a shape of '\(id(scene.bodies, place.body, \.id))'"
    case .joint(let index): "'\(id(scene.joints, index, \.id))'"
    case .rule: "this rule"
    case .field(let index): "the field '\(id(scene.fields, index, \.id))'"
    case .fluid(let index): "the fluid '\(id(scene.fluids, index, \.id))'"
    case .emitter(let index): "the emitter '\(id(scene.emitters, index, \.id))'"
    case .scenery(let index): "the scenery '\(id(scene.scenery, index, \.id))'"
    case .trigger: "this trigger"
    case .input(let index): "the input '\(id(scene.inputs, index, \.id))'"
    case .control(let index): "the control '\(id(scene.controls, index, \.id))'"
    case .layer(let index): "the layer '\(id(scene.layers, index, \.id))'"
    case .animation(let index): "the animation '\(id(scene.animations, index, \.id))'"
    case .graph: "this graph"
    case .expectation: "this expectation"
    }
  }

  // MARK: - What the engine refuses

  /// Says in the scene's words what the engine says in its own.
  mutating func add(_ problem: BuiltScene.Problem) {
    let object = problem.object
    guard let error = problem.error as? PhysicsError else {
      return self.error(object, [], "\(problem.error)")
    }
    switch error {
    case .massless:
      guard case .body(let index) = object else { fallthrough }
      self.error(
        object, [],
        "the body '\(scene.bodies[index].id)' weighs nothing: it has no mass, and no shape with an area",
        hint: "give it a mass, or kind: static")
    case .unsolvable:
      self.error(
        object, ["at", "anchorA", "anchorB", "from"],
        "\(subject(object)) holds its bodies too far out for the engine to solve",
        hint: "hold them nearer to their centres, or give them larger moments")
    case .invalid(_, let property, let value, let rule):
      let key = Self.keys[property] ?? property
      self.error(object, [key], "'\(key)' of \(subject(object)) \(rule), not \(value)")
    case .notAllowed(_, let rule):
      // A second sentence says what to do.
      let parts = rule.split(separator: ". ", maxSplits: 1).map(String.init)
      self.error(
        object, [], "\(subject(object)) \(parts[0])",
        hint: parts.count > 1 ? parts[1].prefix(1).lowercased() + parts[1].dropFirst() : nil)
    default: self.error(object, [], "\(error)")
    }
  }

  /// The keys of the format for what the engine calls otherwise.
  private static let keys = [
    "position": "at", "offset": "center", "distance": "length", "width": "size", "height": "size",
    "corner": "corners", "ratchet": "click", "sleepTimeThreshold": "sleepAfter",
    "idleSpeedThreshold": "restSpeed", "speedLimit": "maxSpeed", "angularSpeedLimit": "maxAngularSpeed",
    "breakForce": "breakAt",
  ]
}
