import TumblePhysics

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

  /// Returns the name in errors of an object that the engine may refuse.
  private func subject(_ object: Scene.ObjectPath) -> String {
    func id<T>(_ list: [T], _ index: Int, _ id: KeyPath<T, String>) -> String {
      list.indices.contains(index) ? list[index][keyPath: id] : "\(index)"
    }
    return switch object {
    case .world: "the world"
    case .body(let index): "'\(id(scene.bodies, index, \.id))'"
    case .shape(let place): "a shape of '\(id(scene.bodies, place.body, \.id))'"
    case .joint(let index): "'\(id(scene.joints, index, \.id))'"
    case .rule: "this rule"
    case .field(let index): "the field '\(id(scene.fields, index, \.id))'"
    case .fluid(let index): "the fluid '\(id(scene.fluids, index, \.id))'"
    case .emitter(let index): "the emitter '\(id(scene.emitters, index, \.id))'"
    case .trigger: "this trigger"
    case .view, .camera, .scenery, .input, .control, .layer, .animation, .graph, .expectation: "this scene"
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

/// Checks a scene that was read against the engine: builds its world, and tells what that refuses, and what
/// it finds odd, by line and column.
///
/// The reader knows the format: names, units, templates, outlines. What bodies, joints and the engine make of
/// it is known here alone, by asking the same code that runs the world.
///
///     let outcome = SceneLinter().lint(try SceneLibrary().read("crates"))
///     let world = try World(outcome.get())
public struct SceneLinter: Sendable {
  /// Creates a linter.
  public init() {}

  /// The same outcome with what is found added to its diagnostics; its scene is nil if that cannot be built.
  /// A scene that the reader refused is left as it is.
  public func lint(_ outcome: SceneReader.Outcome) -> SceneReader.Outcome {
    guard let scene = outcome.scene, let source = outcome.source else { return outcome }
    var findings = SceneFindings(scene, source, outcome.found)
    // Before anything is built: it bounds the memory that building and stepping take.
    if findings.checkPairs() { build(scene, &findings) }
    return outcome.with(findings.list)
  }

  private func build(_ scene: Scene, _ findings: inout SceneFindings) {
    do {
      let built = try BuiltScene(scene, maxProblems: 100)
      for problem in built.problems { findings.add(problem) }
      findings.explainSleepless(built.keptAwake)
      guard !findings.list.hasErrors else { return }
      findings.findOverlaps(built)
      findings.findStiffSprings(built)
      findings.findHeavyLoads(built)
      findings.findRounded()
      findings.findFalling()
      findings.findOffCenter()
      findings.findUnbreakable()
      findings.findTunnelling(built)
      findings.findIdleRules()
      findings.findIdleFields()
      findings.findIdleTriggers()
      findings.check(templatesOf: try World(scene, built))
    } catch {
      findings.list.error(SourcePlace(), "the scene cannot be built: \(error)")
    }
  }
}

extension Scene {
  /// Returns the reason why the event of a trigger never comes, and the key that says so; nil where it may.
  package func idleEvent(ofTrigger index: Int) -> (key: String, text: String)? {
    SceneFindings(self, .nowhere, .unplaced).idleEvent(of: triggers[index])
  }
}

extension SceneLibrary {
  /// Reads a scene as `read` does, and checks it against the engine.
  public func check(_ nameOrPath: String) throws -> SceneReader.Outcome {
    SceneLinter().lint(try read(nameOrPath))
  }
}

extension SceneFindings {
  /// Says why bodies that were to start asleep do not: what moves by the clock keeps awake all that touches
  /// it or hangs on it, through however many joints.
  mutating func explainSleepless(_ bodies: [Int]) {
    guard !bodies.isEmpty else { return }
    var neighbours: [Int: [(body: Int, joint: Int)]] = [:]
    for (index, joint) in scene.joints.enumerated() {
      neighbours[joint.a, default: []].append((joint.b, index))
      neighbours[joint.b, default: []].append((joint.a, index))
    }
    for body in bodies {
      let id = scene.bodies[body].id
      guard let holder = holder(of: body, neighbours) else {
        warn(
          .body(body), ["asleep"], "'\(id)' starts awake: something kinematic touches it, or what it touches",
          hint: "move it away, or leave out 'asleep'")
        continue
      }
      let (joint, mover) = (scene.joints[holder.joint], scene.bodies[holder.body])
      let isDirect = joint.a == body || joint.b == body
      error(
        .body(body), ["asleep"],
        isDirect
          ? "'\(id)' cannot sleep: the joint '\(joint.id)' holds it to '\(mover.id)', which is kinematic"
          : """
          '\(id)' cannot sleep: it hangs, joint by joint, on '\(mover.id)', which is kinematic (by \
          '\(joint.id)')
          """
      )
    }
  }

  /// The kinematic body that joints lead to, and the last of those joints; nil if none do.
  private func holder(
    of start: Int, _ neighbours: [Int: [(body: Int, joint: Int)]]
  ) -> (body: Int, joint: Int)? {
    var seen: Set<Int> = [start]
    var island = [start]
    var holder: (body: Int, joint: Int)?
    var next = 0
    while next < island.count {
      for (other, joint) in neighbours[island[next]] ?? [] {
        switch scene.bodies[other].kind {
        case .static: break
        case .kinematic: if joint < holder?.joint ?? .max { holder = (other, joint) }
        case .dynamic: if seen.insert(other).inserted { island.append(other) }
        }
      }
      next += 1
    }
    return holder
  }
}

extension SceneFindings {
  /// Warns of fields and fluids that do nothing, or not what they say.
  mutating func findIdleFields() {
    let templates = scene.usedTemplates
    for (index, field) in scene.fields.enumerated() {
      let force = field.force
      if !isMet(force.categories, by: { $0 != field.body }, or: templates),
        !changes.maySet(field.id, "categories")
      {
        warn(
          .field(index), ["categories"],
          "the field '\(field.id)' acts on no body: none that is dynamic is of its kinds")
      } else if force.strength == 0, !changes.maySet(anythingOf: field.id), force.effect.kind != .drag,
        force.effect.kind != .spring
      {
        warn(.field(index), ["strength"], "the field '\(field.id)' does nothing: its strength is 0")
      }
      if force.hasReaction, let body = field.body, !mayBeDynamic(scene.bodies[body]) {
        warn(
          .field(index), ["reaction"],
          "nothing pulls '\(scene.bodies[body].id)' back: it is \(scene.bodies[body].kind.rawValue)",
          hint: "only a dynamic body can be pulled")
      }
      let stiffest = Double(scene.world.rate) * Double(scene.world.rate)
      if case .spring = force.effect, !force.isForce, force.strength > stiffest {
        warn(
          .field(index), ["strength"],
          "the field '\(field.id)' is stiffer than a step can follow: no more than \(stiffest) counts",
          hint: "a lower strength, or a higher rate")
      }
    }
    for (index, fluid) in scene.fluids.enumerated() {
      let bottom = fluid.liquid.outline.map(\.y).min() ?? 0
      if fluid.liquid.surface <= bottom, !changes.maySet(anythingOf: fluid.id) {
        warn(
          .fluid(index), ["level"],
          "the fluid '\(fluid.id)' is empty: its level is not above its lowest corner, \(bottom)")
      } else if !isMet(fluid.liquid.categories, by: { _ in true }, or: templates),
        !changes.maySet(fluid.id, "categories")
      {
        warn(
          .fluid(index), ["categories"],
          "the fluid '\(fluid.id)' lifts no body: none that is dynamic is of its kinds")
      }
    }
  }

  /// Returns true if a dynamic body has a shape of some kinds, or may have one. A body that has none may get
  /// some by an edit.
  private func isMet(
    _ categories: UInt32, by isMeant: (Int) -> Bool, or templates: [Scene.Body]
  ) -> Bool {
    func isOfKinds(_ body: Scene.Body) -> Bool {
      mayBeDynamic(body)
        && (body.shapes.contains { $0.filter.categories & categories != 0 } || maySetShapes(of: body))
    }
    return categories == ~0 || templates.contains(where: isOfKinds)
      || scene.bodies.indices.contains { isMeant($0) && isOfKinds(scene.bodies[$0]) }
  }

  /// Returns true for a body that is dynamic, or may be.
  func mayBeDynamic(_ body: Scene.Body) -> Bool {
    body.kind == .dynamic || changes.maySet(body: body.id, "kind")
  }

  /// Returns true for a body that may get another shape, or whose shapes may get other filters.
  func maySetShapes(of body: Scene.Body) -> Bool {
    SceneChanges.shapeKeys.contains { changes.maySet(body: body.id, $0) }
  }
}
extension SceneFindings {
  /// Warns of joints that are to break at more than they ever apply.
  mutating func findUnbreakable() {
    for (index, joint) in scene.joints.enumerated() {
      guard let breakAt = joint.breakAt, let maxForce = joint.maxForce, maxForce <= breakAt,
        !joint.form.exceedsMaxForce, !changes.mayAttach(joint.id),
        !["maxForce", "breakAt", "damping", "dampingCurve"].contains(where: { changes.maySet(joint.id, $0) })
      else { continue }
      warn(
        .joint(index), ["breakAt"],
        """
        '\(joint.id)' never breaks: it pulls with \(maxForce.shortText) at most, and breaks above \
        \(breakAt.shortText)
        """,
        hint: "give it a maxForce above breakAt, or none")
    }
  }
}

extension Scene.JointForm {
  /// Is true if it may apply more than its `maxForce`, as the damping of springs does.
  fileprivate var exceedsMaxForce: Bool {
    switch self {
    case .spring(_, _, _, _, let damping), .rotarySpring(_, _, let damping): damping > 0
    default: false
    }
  }
}
