import TumbleFrames
import TumblePhysics
import TumbleScenes

extension SceneFindings {
  /// Asks the engine for each body that triggers spawn.
  mutating func check(templatesOf world: World) {
    for template in scene.templates {
      let place = scene.triggers.firstIndex { trigger in
        trigger.actions.contains {
          if case .spawn(let spawn) = $0 { spawn.template == template.id } else { false }
        }
      }
      do {
        _ = try world.standIn(for: template, BodyID(scene.bodies.count), types: [])
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
      switch trigger.event {
      case .contact(_, let first, let second), .hit(let first, let second, _):
        if !canMove(first), !canMove(second) {
          warn(
            .trigger(index), ["between"],
            "this never happens: neither side has a dynamic body, and others do not meet")
        }
      case .leavesView(let selector), .region(_, _, let selector):
        if !selector.isAnything, members(selector).allSatisfy({ $0.kind == .static }) {
          warn(.trigger(index), ["of"], "this never happens: nothing of it moves")
        }
      default: break
      }
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

  private func canMove(_ selector: Scene.BodySelector) -> Bool {
    selector.isAnything || members(selector).contains { $0.kind == .dynamic && !$0.shapes.isEmpty }
  }

  private func members(_ selector: Scene.BodySelector) -> [Scene.Body] {
    let names = Set(selector.names.map(Scene.BodySelector.owner))
    return (scene.bodies + scene.templates).filter { names.contains($0.id) }
  }
}

extension Scene.Trigger {
  /// Whether it sees to what leaves the view.
  var isAboutLeaving: Bool {
    if case .leavesView = event { true } else { false }
  }
}
