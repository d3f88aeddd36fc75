import TumbleGeometry

extension Assembly {
  func readRules() {
    var count = 0
    for record in root.records("rules") where !reading.isFull {
      let parties = record.list("between").map(party)
      count += parties.reduce(0) { if case .bodies(let bodies)? = $1 { $0 + bodies.count } else { $0 } }
      guard count <= reading.limits.ruleBodies else {
        reading.error(
          record.place("between"), "the rules name more than \(reading.limits.ruleBodies) bodies",
          hint: "let large crowds meet by categories and filters")
        return
      }
      guard parties.count == 2, let first = parties[0], let second = parties[1] else { continue }
      if first == .anything && second == .anything {
        reading.error(
          record.place("between"), "a rule between anything and anything is no rule",
          hint: "name one party at least")
        continue
      }
      if let flag = record.flag("ignore"), !flag {
        reading.error(
          record.place("ignore"), "a rule that does not ignore does nothing", hint: "ignore: true, or no rule"
        )
        continue
      }
      ruleRecords.append(record)
      if record.flag("ignore") == true {
        scene.rules.append(Scene.Rule(first, second, .ignore))
      } else if let direction = record.vector("oneWay") {
        scene.rules.append(Scene.Rule(first, second, .oneWay(direction)))
      } else {
        let surface = Scene.Surface(
          friction: record.number("friction"), elasticity: record.number("elasticity"),
          surfaceVelocity: record.vector("surfaceVelocity"))
        scene.rules.append(Scene.Rule(first, second, .override(surface)))
      }
    }
  }

  private func party(_ checked: Checked) -> Scene.Party? {
    guard case .list(let names) = checked.value else { return nil }
    var indices: Set<Int> = []
    for checked in names {
      guard case .text(let name) = checked.value else { return nil }
      if name == "anything" { return .anything }
      if let range = repeaters[name] {
        indices.formUnion(range)
      } else {
        let hint = Synonyms.anything.contains(name.lowercased()) ? "for every body write anything" : nil
        guard
          let index = resolve(name, at: checked.place, among: bodyIndices, what: "body", hint: hint)
        else {
          return nil
        }
        indices.insert(index)
      }
    }
    return .bodies(indices.sorted())
  }
}
