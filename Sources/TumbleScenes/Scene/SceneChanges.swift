/// The parts of a scene that may be other than written while it runs, by its triggers, animations, controls
/// and inputs. What a person does by hand, such as an edit or a drag, is no part of it.
package struct SceneChanges {
  /// Keys of the scene format by what has them: the ids of objects, `world` and `view`, and `it` and `other`
  /// for any body.
  private var keys: [String: Set<String>] = [:]
  /// The ids of bodies that inputs and actions push, pull or put somewhere, beyond their properties.
  private var pushed: Set<String> = []
  /// Is true if they may do so to every body.
  private var pushesAnything = false
  /// The ids of joints that actions add.
  private var attachedJoints: Set<String> = []
  /// The ids of bodies that such joints may hold, `it` and `other` among them.
  private var attachedBodies: Set<String> = []
  /// Is true if an action cuts bodies into pieces.
  package private(set) var slices = false
  /// Is true if an action makes bodies from templates.
  package private(set) var spawns = false
  /// Is true if an action ends the run.
  package private(set) var ends = false

  package init(_ scene: Scene) {
    for target in scene.animations.flatMap(\.targets) { note(target.object, target.property.name) }
    for property in scene.controls.flatMap(\.properties) { note(property) }
    for drive in scene.inputs.flatMap(\.drives) { note(drive) }
    for action in scene.triggers.flatMap(\.actions) { note(action) }
  }

  /// Keys of bodies that are looks alone.
  package static let looks = Set(
    (Format.appearanceFields.map(\.key) + Format.styleKeys + [Format.gradientKey]).map(\.name)
      + ["texture", "impact", "size"])
  /// Keys of bodies that give them shapes, or say what those meet.
  package static let shapeKeys = Set(Format.forms + Format.filterKeys.map(\.name) + ["shapes", "sensor"])
  /// Names that animations have for keys of the format.
  private static let formatKeys = ["position": "at"]

  private mutating func note(_ drive: Scene.Drive) {
    switch drive {
    case .motor(let id, _): note(id, "rate")
    case .length(let id, _): note(id, "restLength")
    case .force(let bodies, _), .toward(let bodies, _, _), .follow(let bodies, _): note(bodies)
    }
  }

  private mutating func note(_ action: Scene.Action) {
    switch action {
    case .set(let property, _, _): note(property)
    case .animate(let text): for target in (try? ActionText(text).targets) ?? [] { note(target) }
    case .impulse(let bodies, _), .respawn(let bodies), .remove(let bodies): note(bodies)
    case .slice(let bodies, _):
      note(bodies)
      slices = true
    case .attach(let text):
      guard let text = try? ActionText(text) else { return }
      attachedBodies.formUnion(text.owners)
      if let id = text.id { attachedJoints.insert(id) }
    case .spawn: spawns = true
    case .end: ends = true
    case .start, .stop, .layers, .detach, .burst, .mark, .signal: break
    }
  }

  private mutating func note(_ bodies: Scene.BodySelector) {
    pushesAnything = pushesAnything || bodies.isAnything
    pushed.formUnion(bodies.names.map(Scene.BodySelector.owner))
  }

  private mutating func note(_ property: String) {
    guard let dot = property.firstIndex(of: ".") else { return }
    note(String(property[..<dot]), String(property[property.index(after: dot)...]))
  }

  private mutating func note(_ owner: String, _ path: String) {
    let key = String(path.prefix { $0 != "." && $0 != "[" })
    keys[owner, default: []].insert(Self.formatKeys[key] ?? key)
  }

  // MARK: - What is asked

  /// Returns true if a key of a joint, a field, a fluid or the world may be set.
  package func maySet(_ owner: String, _ key: String) -> Bool { keys[owner]?.contains(key) ?? false }

  /// Returns true if any key of a field, a fluid, the world or the view may be set.
  package func maySet(anythingOf owner: String) -> Bool { keys[owner] != nil }

  /// Returns true if a key of a body, or of what is spawned from a template, may be set.
  package func maySet(body id: String, _ key: String) -> Bool {
    Self.names(of: id).contains { keys[$0]?.contains(key) ?? false }
  }

  /// Returns true if a body may be other than it is written in more than its looks, or be moved by more than
  /// physics.
  package func mayAlter(body id: String) -> Bool {
    pushesAnything
      || Self.names(of: id).contains { name in
        pushed.contains(name) || attachedBodies.contains(name)
          || !(keys[name] ?? []).isSubset(of: Self.looks)
      }
  }

  /// Returns true if an action adds a joint of an id, be it in place of one that was taken away.
  package func mayAttach(_ joint: String) -> Bool { attachedJoints.contains(joint) }

  /// The name for a body in triggers.
  private static func names(of id: String) -> [String] {
    [id, Scene.BodySelector.it, Scene.BodySelector.other]
  }
}
