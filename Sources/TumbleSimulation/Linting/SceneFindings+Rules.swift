import TumbleScenes

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
