import TumbleGeometry

extension SceneBuilder {
  /// Warns of what is legal and seldom meant, as far as names and kinds tell; asked only where nothing is wrong. What the
  /// engine has to be asked about, the linter beside the world does.
  func findLints() {
    let changes = SceneChanges(scene)
    findShapeless(changes)
    parts.findUnused()
    reading.findUnusedVariables()
    findConcave()
    findConflicts()
    findIdleWeights(changes)
  }

  private func findShapeless(_ changes: SceneChanges) {
    let held = Set(scene.joints.flatMap { [$0.a, $0.b] })
    for (index, body) in scene.bodies.enumerated()
    where body.shapes.isEmpty && !held.contains(index) && !changes.mayAlter(body: body.id) {
      reading.warn(
        source.bodies[index].record.place("id"),
        "'\(body.id)' has no shape, and no joint holds it: nothing will be seen of it")
    }
  }

  private func findConcave() {
    for (index, body) in scene.bodies.enumerated() {
      for case .polygon(let corners, _) in body.shapes.lazy.map(\.form) where !Polygon(corners).isConvex {
        reading.found.note(
          source.bodies[index].record.place("id"),
          "an outline of '\(body.id)' is concave: it is split into convex pieces")
      }
    }
  }

  /// Warns of weights that nothing asks for.
  func findIdleWeights(_ changes: SceneChanges) {
    for record in root.records("bodies") {
      guard let id = record.text("id"),
        let bodies = names[.body][id].map({ $0..<$0 + 1 }) ?? names.repeaters[id],
        let kind = bodies.first.map({ scene.bodies[$0].kind }),
        bodies.allSatisfy({
          scene.bodies[$0].kind != .dynamic && !changes.maySet(body: scene.bodies[$0].id, "kind")
        })
      else { continue }
      let keys = ["mass", "density", "moment", "centerOfGravity", "bullet", "shatter"]
      let own = keys.first(where: record.has).map { ($0, record.place($0)) }
      let inner = record.records("shapes").lazy.compactMap { shape in
        keys.first(where: shape.has).map { ($0, shape.place($0)) }
      }.first
      guard let (key, place) = own ?? inner else { continue }
      reading.warn(
        place, "'\(key)' never counts: '\(id)' is \(kind.rawValue), and nothing pushes it",
        hint: "leave it out, or use kind: dynamic")
    }
  }
}
