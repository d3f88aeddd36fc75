import TumblePhysics

extension SceneFindings {
  /// Warns of rules that can't make a difference: their bodies never meet, or other rules leave them nothing
  /// to decide.
  mutating func findIdleRules() {
    // Sets of many bodies are compared as often as rules are many: what would take too long is not looked at.
    var budget = 20_000_000
    for (index, rule) in scene.rules.enumerated() {
      if let reason = unmet(rule) {
        warn(.rule(index), ["between"], "this rule never counts: " + reason)
        continue
      }
      for (number, other) in scene.rules.enumerated() where number != index {
        guard decides(other, at: number, over: rule, at: index) else { continue }
        budget -= rule.first.size + rule.second.size + 8
        guard budget > 0 else { return }
        guard covers(other, rule) else { continue }
        let line = source.place(of: .rule(number))?.line ?? 0
        warn(
          .rule(index), ["between"],
          "this rule never counts: the one in line \(line) decides for the same bodies",
          hint: "'ignore' goes before all else, and of two rules for the same the later one counts")
        break
      }
    }
  }

  /// Returns the reason why no contact is ever one of the rule's; nil if one may be.
  private func unmet(_ rule: Scene.Rule) -> String? {
    var canMeet = false
    for (selector, templates) in [(rule.first, rule.firstTemplates), (rule.second, rule.secondTemplates)] {
      guard let bodies = selector.bodies, templates.isEmpty else {
        canMeet = true
        continue
      }
      if bodies.allSatisfy({ scene.bodies[$0].shapes.isEmpty && !maySetShapes(of: scene.bodies[$0]) }) {
        return "'\(bodies.first.map { scene.bodies[$0].id } ?? "")' has no shape to meet anything with"
      }
      canMeet = canMeet || bodies.contains { !staysStatic(scene.bodies[$0]) }
    }
    if !canMeet { return "all of both sides is static, and static bodies do not meet" }
    let hasTemplates = !rule.firstTemplates.isEmpty || !rule.secondTemplates.isEmpty
    if let first = rule.first.bodies, first.count == 1, first == rule.second.bodies, !hasTemplates,
      !changes.slices, scene.bodies[first[0]].shatter == nil,
      !changes.maySet(body: scene.bodies[first[0]].id, "shatter")
    {
      return "the shapes of a body do not meet each other"
    }
    return nil
  }

  /// Returns true if one rule leaves another nothing to decide for the pairs that both are about.
  private func decides(_ other: Scene.Rule, at number: Int, over rule: Scene.Rule, at index: Int) -> Bool {
    switch (other.effect, rule.effect) {
    case (.ignore, .ignore): number < index
    case (.ignore, _): true
    case (.oneWay(let a), .oneWay(let b)): a == b && number < index && other.first == rule.first
    case (.sticky, .sticky): number > index
    case (.override(let later), .override(let earlier)):
      number > index && (earlier.friction == nil || later.friction != nil)
        && (earlier.elasticity == nil || later.elasticity != nil)
        && (earlier.surfaceVelocity == nil || later.surfaceVelocity != nil)
    default: false
    }
  }

  private func covers(_ other: Scene.Rule, _ rule: Scene.Rule) -> Bool {
    // Whether what is spawned is of both sides is not looked into.
    guard (rule.firstTemplates + rule.secondTemplates).isEmpty else { return false }
    return (contains(other.first, rule.first) && contains(other.second, rule.second))
      || (contains(other.first, rule.second) && contains(other.second, rule.first))
  }

  private func contains(_ outer: Scene.Selector, _ inner: Scene.Selector) -> Bool {
    switch (outer, inner) {
    case (.anything, _): true
    case (.shapes(let outer), .shapes(let inner)): contains(outer, inner)
    case (.bodies(let outer), _): inner.bodies.map { contains(outer, $0) } ?? false
    default: false
    }
  }

  /// Returns true if one rising list contains another.
  private func contains<Element: Comparable>(_ outer: [Element], _ inner: [Element]) -> Bool {
    var rest = outer[...]
    return inner.count <= outer.count
      && inner.allSatisfy { element in
        rest = rest.drop { $0 < element }
        return rest.first == element
      }
  }
}

extension Scene.Selector {
  /// The number of bodies or shapes that it lists.
  fileprivate var size: Int {
    switch self {
    case .anything: 0
    case .bodies(let bodies): bodies.count
    case .shapes(let shapes): shapes.count
    }
  }
}

extension SceneFindings {
  /// Asks the engine for each body that triggers spawn.
  mutating func check(templatesOf world: World) {
    for template in scene.usedTemplates {
      let place = scene.triggers.firstIndex { trigger in
        trigger.actions.contains {
          if case .spawn(let spawn) = $0 { spawn.template == template.id } else { false }
        }
      }
      do {
        _ = try template.standIn(BodyID(scene.bodies.count), types: [], in: world.space)
      } catch PhysicsError.massless {
        error(
          .trigger(place ?? 0), ["do"],
          "the template '\(template.id)' weighs nothing: it has no mass, and no shape with an area",
          hint: "give it a mass, or kind: static")
      } catch {
        self.error(.trigger(place ?? 0), ["do"], "the template '\(template.id)' cannot be made: \(error)")
      }
    }
  }

  /// Warns of triggers whose event never comes, and of inputs and animations that drive the same thing.
  mutating func findIdleTriggers() {
    for (index, trigger) in scene.triggers.enumerated() {
      if let idle = idleEvent(of: trigger) { warn(.trigger(index), [idle.key], idle.text) }
    }
    for (index, input) in scene.inputs.enumerated() {
      for drive in input.drives {
        guard case .motor(let id, _) = drive,
          let animation = scene.animations.first(where: {
            $0.target == AnimationTarget(id, .rate) && $0.layer == nil
          })
        else { continue }
        warn(
          .input(index), ["drive"],
          "'\(id)' is driven by the animation '\(animation.id)' too: while both go on, the rates add up")
      }
    }
  }

  /// Returns the reason why a trigger's event never comes, and the key that says so; nil where it may.
  func idleEvent(of trigger: Scene.Trigger) -> (key: String, text: String)? {
    switch trigger.event {
    case .contact(_, let first, let second):
      if let body = loneBody(first), body == loneBody(second) {
        return ("between", "this never happens: '\(body)' does not meet itself")
      }
      if all(of: first, are: staysStatic), all(of: second, are: staysStatic) {
        return (
          "between", "this never happens: all of both sides is static, and static bodies do not meet"
        )
      }
    case .hit(let first, let second, _):
      if let body = loneBody(first), body == loneBody(second) {
        return ("between", "this never happens: '\(body)' does not hit itself")
      }
      if all(of: first, are: { !mayBeDynamic($0) }), all(of: second, are: { !mayBeDynamic($0) }) {
        return (
          "between", "this never happens: neither side has a dynamic body, and others do not hit each other"
        )
      }
    case .leavesView(let selector):
      if !changes.maySet(anythingOf: "view"), all(of: selector, are: staysInPlace) {
        return ("of", "this never happens: nothing of it moves")
      }
    case .region(_, _, let selector):
      // What is spawned within a region has come there.
      if !names(aTemplate: selector), all(of: selector, are: staysInPlace) {
        return ("of", "this never happens: nothing of it moves")
      }
    default: break
    }
    return nil
  }

  /// The one body that a side of a contact is of; nil where it is of several, spawned, or may go to pieces.
  private func loneBody(_ side: Scene.BodySelector) -> String? {
    guard !side.isAnything, !names(aTemplate: side), !changes.slices else { return nil }
    let owners = Set(side.names.map(Scene.BodySelector.owner))
    guard owners.count == 1, let body = scene.bodies.first(where: { owners.contains($0.id) }),
      body.shatter == nil
    else { return nil }
    return body.id
  }

  /// Returns true for a body that is static, and that nothing makes another.
  func staysStatic(_ body: Scene.Body) -> Bool {
    body.kind == .static && !changes.maySet(body: body.id, "kind")
  }

  private func staysInPlace(_ body: Scene.Body) -> Bool {
    body.kind == .static && !changes.mayAlter(body: body.id)
  }

  private func all(of selector: Scene.BodySelector, are isSo: (Scene.Body) -> Bool) -> Bool {
    !selector.isAnything && members(selector).allSatisfy(isSo)
  }

  private func names(aTemplate selector: Scene.BodySelector) -> Bool {
    scene.templates.contains { selector.names.contains($0.id) }
  }

  private func members(_ selector: Scene.BodySelector) -> [Scene.Body] {
    let names = Set(selector.names.map(Scene.BodySelector.owner))
    return (scene.bodies + scene.templates).filter { names.contains($0.id) }
  }
}

extension Scene.Trigger {
  /// Is true if it handles what leaves the view.
  var isAboutLeaving: Bool {
    if case .leavesView = event { true } else { false }
  }
}
/// The pairs of bodies that joints and rules let pass through each other. What their filters say the engine
/// is asked about.
struct PassingPairs {
  struct Pair: Hashable {
    /// The lower index.
    let a: Int
    let b: Int

    init(_ a: Int, _ b: Int) {
      self.a = min(a, b)
      self.b = max(a, b)
    }
  }

  private let sides: [(first: Members, second: Members)]
  private var jointed: Set<Pair> = []

  /// - Parameter isPassing: Whether a rule of an effect lets its bodies pass, or may.
  init(_ scene: Scene, rules isPassing: (Scene.Effect) -> Bool) {
    sides = scene.rules.filter { isPassing($0.effect) }.map { (Members($0.first), Members($0.second)) }
    for joint in scene.joints where !joint.collideBodies { jointed.insert(Pair(joint.a, joint.b)) }
  }

  /// The cost of a question about two shapes, in looks at one side of a rule.
  var cost: Int { sides.count }

  func areJointed(_ pair: Pair) -> Bool { jointed.contains(pair) }

  func contains(_ a: Scene.ShapePlace, _ b: Scene.ShapePlace) -> Bool {
    areJointed(Pair(a.body, b.body))
      || sides.contains { first, second in
        (first.contains(a) && second.contains(b)) || (first.contains(b) && second.contains(a))
      }
  }
}

/// One side of a rule, to be asked quickly.
private enum Members {
  case anything
  case bodies(Set<Int>)
  case shapes(Set<Scene.ShapePlace>)

  init(_ selector: Scene.Selector) {
    switch selector {
    case .anything: self = .anything
    case .bodies(let bodies): self = .bodies(Set(bodies))
    case .shapes(let shapes): self = .shapes(Set(shapes))
    }
  }

  func contains(_ place: Scene.ShapePlace) -> Bool {
    switch self {
    case .anything: true
    case .bodies(let bodies): bodies.contains(place.body)
    case .shapes(let shapes): shapes.contains(place)
    }
  }
}

/// An estimate of the pairs of shapes that lie in each other's bounds at the start, which the engine
/// remembers from then on: a few words that put thousands of bodies in one place would fill the memory. It is
/// asked for before anything is built.
struct PairEstimate {
  /// The bounds of a shape in the world.
  private struct Place {
    var body: Int
    var bounds: Rect
    /// Pieces that it is simulated as.
    var pieces: Int
    var isStatic: Bool
  }

  private var places: [Place] = []

  init(_ scene: Scene) {
    // Copies of a body have the same outlines.
    var pieceCounts: [Form: Int] = [:]
    for (index, body) in scene.bodies.enumerated() {
      let transform = body.transform
      for shape in body.shapes {
        guard let bounds = shape.form.placed(by: transform).bounds, bounds.isFinite else { continue }
        let pieces = pieceCounts[shape.form] ?? (try? shape.form.convexForms().count) ?? 1
        pieceCounts[shape.form] = pieces
        places.append(Place(body: index, bounds: bounds, pieces: pieces, isStatic: body.kind == .static))
      }
    }
  }

  /// The pairs, of which two static shapes make none, and the body that is in most of those with what stands
  /// left of it.
  func pairs() -> (count: Int, body: Int)? {
    var max = (count: 0, body: 0)
    let all = Self.pairs(places) { place, count in if count > max.count { max = (count, place.body) } }
    let still = Self.pairs(places.filter(\.isStatic)) { _, _ in }
    return all > still ? (all - still, max.body) : nil
  }

  private static func pairs(_ places: [Place], found: (Place, Int) -> Void) -> Int {
    OverlapSweep.pairs(places.map(\.bounds), weights: places.map(\.pieces)) { found(places[$0], $1) }
  }
}

extension SceneFindings {
  /// Returns true if few enough shapes start in one place for the engine to keep what it remembers of each
  /// pair; reports it if not.
  mutating func checkPairs() -> Bool {
    guard let (pairs, body) = PairEstimate(scene).pairs(), pairs > list.limits.pairs else { return true }
    error(
      .body(body), [],
      """
      too many bodies start in one place, '\(scene.bodies[body].id)' among them: \(pairs) pairs of shapes \
      meet, and \(list.limits.pairs) may
      """,
      hint: "move them apart; of a repeater, by its spacing")
    return false
  }
}
