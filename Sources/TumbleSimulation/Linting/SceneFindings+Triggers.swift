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
      switch trigger.event {
      case .contact(_, let first, let second):
        if all(of: first, are: staysStatic), all(of: second, are: staysStatic) {
          warn(
            .trigger(index), ["between"],
            "this never happens: all of both sides is static, and static bodies do not meet")
        }
      case .hit(let first, let second, _):
        if all(of: first, are: { !mayBeDynamic($0) }), all(of: second, are: { !mayBeDynamic($0) }) {
          warn(
            .trigger(index), ["between"],
            "this never happens: neither side has a dynamic body, and others do not hit each other")
        }
      case .leavesView(let selector):
        if !changes.maySet(anythingOf: "view"), all(of: selector, are: staysInPlace) {
          warn(.trigger(index), ["of"], "this never happens: nothing of it moves")
        }
      case .region(_, _, let selector):
        // What is spawned within a region has come there.
        if !names(aTemplate: selector), all(of: selector, are: staysInPlace) {
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
