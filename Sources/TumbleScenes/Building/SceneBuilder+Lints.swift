import TumbleGeometry

extension SceneBuilder {
  /// Warns of what is legal and seldom meant, as far as names and kinds tell; asked only where nothing is wrong. What the
  /// engine has to be asked about, the linter beside the world does.
  func findLints() {
    findShapeless()
    parts.findUnused()
    findConcave()
    findConflicts()
    findIdleWeights()
    findIdleRules()
  }

  private func findShapeless() {
    let held = Set(scene.joints.flatMap { [$0.a, $0.b] })
    for (index, body) in scene.bodies.enumerated() where body.shapes.isEmpty && !held.contains(index) {
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
}
