import TumbleGeometry
import TumbleScenes

extension SceneFindings {
  /// Warns of fields and fluids that do nothing, or not what they say.
  mutating func findIdleFields() {
    for (index, field) in scene.fields.enumerated() {
      let force = field.force
      if !isMet(force.categories, by: { $0 != field.body }), !changes.maySet(field.id, "categories") {
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
      } else if !isMet(fluid.liquid.categories, by: { _ in true }), !changes.maySet(fluid.id, "categories") {
        warn(
          .fluid(index), ["categories"],
          "the fluid '\(fluid.id)' lifts no body: none that is dynamic is of its kinds")
      }
    }
  }

  /// Returns true if a dynamic body has a shape of some kinds, or may have one. A body that has none may get
  /// some by an edit.
  private func isMet(_ categories: UInt32, by isMeant: (Int) -> Bool) -> Bool {
    func isOfKinds(_ body: Scene.Body) -> Bool {
      mayBeDynamic(body)
        && (body.shapes.contains { $0.filter.categories & categories != 0 } || maySetShapes(of: body))
    }
    return categories == ~0 || scene.templates.contains(where: isOfKinds)
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
