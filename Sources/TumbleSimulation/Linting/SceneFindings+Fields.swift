import TumbleGeometry
import TumbleScenes

extension SceneFindings {
  /// Warns of fields and fluids that do nothing, or not what they say.
  mutating func findIdleFields() {
    for (index, field) in scene.fields.enumerated() {
      let force = field.force
      if !isMet(force.categories, by: { $0 != field.body }) {
        warn(
          .field(index), ["categories"],
          "the field '\(field.id)' acts on no body: none that is dynamic is of its kinds")
      } else if force.strength == 0, !moves(field.id), force.effect.kind != .drag,
        force.effect.kind != .spring
      {
        warn(.field(index), ["strength"], "the field '\(field.id)' does nothing: its strength is 0")
      }
      if force.hasReaction, let body = field.body, scene.bodies[body].kind != .dynamic {
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
      if fluid.liquid.surface <= bottom, !moves(fluid.id) {
        warn(
          .fluid(index), ["level"],
          "the fluid '\(fluid.id)' is empty: its level is not above its lowest corner, \(bottom)")
      } else if !isMet(fluid.liquid.categories, by: { _ in true }) {
        warn(
          .fluid(index), ["categories"],
          "the fluid '\(fluid.id)' lifts no body: none that is dynamic is of its kinds")
      }
    }
  }

  /// Whether a dynamic body has a shape of some kinds. What has none may get some by an edit.
  private func isMet(_ categories: UInt32, by isMeant: (Int) -> Bool) -> Bool {
    categories == ~0
      || scene.bodies.indices.contains { index in
        isMeant(index) && scene.bodies[index].kind == .dynamic
          && scene.bodies[index].shapes.contains { $0.filter.categories & categories != 0 }
      }
  }

  private func moves(_ object: String) -> Bool {
    scene.animations.contains { $0.targets.contains { $0.object == object } }
  }
}
