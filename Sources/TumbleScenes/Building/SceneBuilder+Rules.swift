extension SceneBuilder {
  func readRules() {
    for record in root.records("rules") where !reading.isFull {
      _ = names.claim(record, among: "rule")
      let sides = record.list("between").map(selector)
      guard tally.ruleShapes <= reading.limits.ruleShapes else {
        return reading.error(
          record.place("between"), "the rules name more than \(reading.limits.ruleShapes) shapes",
          hint: "let large crowds meet by categories and filters")
      }
      guard sides.count == 2, let (first, firstTemplates) = sides[0], let (second, secondTemplates) = sides[1]
      else { continue }
      if first == .anything && second == .anything {
        reading.error(
          record.place("between"), "a rule between anything and anything is no rule",
          hint: "name one body at least")
        continue
      }
      if let flag = record.flag("ignore"), !flag {
        reading.error(
          record.place("ignore"), "a rule that does not ignore does nothing", hint: "ignore: true, or no rule"
        )
        continue
      }
      let effect: Scene.Effect
      if record.flag("ignore") == true {
        effect = .ignore
      } else if let direction = record.vector("oneWay") {
        effect = .oneWay(direction)
      } else if let force = record.number("sticky") {
        effect = .sticky(force)
      } else {
        effect = .override(
          Scene.Surface(
            friction: record.number("friction"), elasticity: record.number("elasticity"),
            surfaceVelocity: record.vector("surfaceVelocity")))
      }
      let rule = Scene.Rule(
        id: record.text("id"), first, second, effect, firstTemplates: firstTemplates,
        secondTemplates: secondTemplates)
      add(rule, from: record)
    }
  }

  /// The bodies or the shapes of a side, and the templates.
  private func selector(_ located: Located) -> (Scene.Selector, templates: [String])? {
    guard let names = located.list else { return nil }
    var bodies: Set<Int> = []
    var shapes: Set<Scene.ShapePlace> = []
    var templates: [String] = []
    var seen: Set<String> = []
    // Each name is looked up, so that all mistakes are reported at once.
    var isWhole = true
    for located in names {
      guard let name = located.text else { return nil }
      if name == "anything" { return (.anything, []) }
      guard seen.insert(name).inserted else { continue }
      let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isBody = self.names.repeaters[parts[0]] != nil || self.names[.body][parts[0]] != nil
      if !isBody, parts.count == 1, self.parts.hasTemplate(name) {
        if isSpawnable(name, at: located.place) { templates.append(name) } else { isWhole = false }
        continue
      }
      guard let range = named(parts[0], located.place) else {
        isWhole = false
        continue
      }
      // Before it is gone through; the bodies of a repeater are alike.
      tally.ruleShapes += range.count * max(range.first.map { scene.bodies[$0].shapes.count } ?? 0, 1)
      guard tally.ruleShapes <= reading.limits.ruleShapes else { return nil }
      if parts.count == 1 {
        bodies.formUnion(range)
      } else if let some = self.shapes(parts[1], of: parts[0], range, located.place) {
        shapes.formUnion(some)
      } else {
        isWhole = false
      }
    }
    guard isWhole else { return nil }
    shapes = shapes.filter { !bodies.contains($0.body) }
    return (shapes.isEmpty ? .bodies(bodies.sorted()) : mixed(bodies, shapes), templates)
  }

  /// The body or the bodies of a name.
  func named(_ name: String, _ place: SourcePlace) -> Range<Int>? {
    if let range = names.repeaters[name] { return range }
    let isEveryone = Synonyms.anything.contains(name.lowercased())
    return names.body(name, at: place, hint: isEveryone ? "for every body write anything" : nil)
      .map { $0..<($0 + 1) }
  }

  func shapes(_ name: String, of owner: String, _ bodies: Range<Int>, _ place: SourcePlace)
    -> [Scene.ShapePlace]?
  {
    let places = bodies.flatMap { body in
      scene.bodies[body].shapes.indices.filter { scene.bodies[body].shapes[$0].name == name }
        .map { Scene.ShapePlace(body: body, shape: $0) }
    }
    if !places.isEmpty { return places }
    let known = Set(bodies.first.map { scene.bodies[$0].shapes.compactMap(\.name) } ?? []).sorted()
    return reading.refuse(
      place, "'\(owner)' has no shape named '\(Excerpts.short(name))'",
      hint: reading.didYouMean(name, known)
        ?? (known.isEmpty
          ? "a shape gets a name by its id: shapes: [{id: \(Excerpts.short(name)), …}]"
          : "its shapes: " + known.joined(separator: ", ")))
  }

  /// Bodies and shapes together: as bodies if none of them has a shape that is left out.
  private func mixed(_ bodies: Set<Int>, _ some: Set<Scene.ShapePlace>) -> Scene.Selector {
    var counts: [Int: Int] = [:]
    for place in some { counts[place.body, default: 0] += 1 }
    if counts.allSatisfy({ scene.bodies[$0.key].shapes.count == $0.value }) {
      return .bodies(bodies.union(counts.keys).sorted())
    }
    let whole = bodies.flatMap { body in
      scene.bodies[body].shapes.indices.map { Scene.ShapePlace(body: body, shape: $0) }
    }
    return .shapes(some.union(whole).sorted())
  }
}
