import TumbleGeometry

extension SceneBuilder {
  /// Warns of what is legal and seldom meant; asked only where nothing is wrong.
  func findOddities() {
    findShapeless()
    findRounded()
    findUnused()
    findConcave()
    findRivals()
    findIdleWeights()
    findStiffSprings()
    findIdleRules()
    for (a, b, depth) in Overlaps(scene, convexPieces).deeper(than: 2, atMost: reading.limits.errors + 1) {
      let (first, second) = (scene.bodies[a], scene.bodies[b])
      let shown = ShortNumber.text((depth * 10).rounded() / 10)
      reading.warn(
        bodyRecords[b].place("at"), "'\(second.id)' starts \(shown) points deep in '\(first.id)'",
        hint: "they will burst apart: move one, or let them not meet by a group, a filter or a rule")
    }
  }

  private func findShapeless() {
    let held = Set(scene.joints.flatMap { [$0.a, $0.b] })
    for (index, body) in scene.bodies.enumerated() where body.shapes.isEmpty && !held.contains(index) {
      reading.warn(
        bodyRecords[index].place("id"),
        "'\(body.id)' has no shape, and no joint holds it: nothing will be seen of it")
    }
  }

  private func findRounded() {
    var circles: Set<ShapeFilter> = []
    for shape in scene.bodies.lazy.flatMap(\.shapes) {
      if case .circle = shape.form, !shape.isSensor { circles.insert(shape.filter) }
    }
    guard !circles.isEmpty else { return }
    for (index, body) in scene.bodies.enumerated() {
      let meets = body.shapes.contains { shape in
        switch shape.form {
        case .box(_, let radius), .polygon(_, let radius):
          radius > 0 && !shape.isSensor && circles.contains { $0.meets(shape.filter) }
        default: false
        }
      }
      guard meets else { continue }
      reading.warn(
        bodyRecords[index].place("id"),
        "'\(body.id)' has rounded corners and may meet circles, which the engine gets wrong",
        hint: "leave the radius of its box or polygon at 0")
    }
  }

  private func findConcave() {
    for (index, body) in scene.bodies.enumerated() {
      for case .polygon(let polygon, _) in body.shapes.lazy.map(\.form) where !polygon.isConvex {
        reading.remark(
          bodyRecords[index].place("id"),
          "an outline of '\(body.id)' is concave: it is split into convex pieces")
      }
    }
  }

  private func findUnused() {
    for (key, what, used) in [
      ("templates", "template", usedTemplates), ("materials", "material", usedMaterials),
    ] {
      for named in root.names(key) where !used.contains(named.name) {
        reading.warn(named.place, "the \(what) '\(named.name)' is never used")
      }
    }
  }
}
