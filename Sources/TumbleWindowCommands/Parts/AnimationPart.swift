import TumbleFrames
import TumbleInput
import TumblePanels
import TumbleSimulation

/// The layers of a scene, which give animations a time of their own: pause, rewind, speed and scrubbing, each
/// a command.
final class AnimationPart: WindowPart {
  private let session: Session
  private let notices: Notices
  private var isShown = false

  init(_ session: Session, _ notices: Notices) {
    self.session = session
    self.notices = notices
  }
}

extension AnimationPart {
  func perform(_ name: WindowAction) -> Bool {
    guard name == .animationLayers else { return false }
    isShown.toggle()
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    name == .animationLayers && session.world.animationLayers.isEmpty
      ? "this scene has no layers of animations" : nil
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .animationLayer(let name, let action): perform(action, name)
    case .beginEdit(let path) where path.hasPrefix("layers."): session.beginGesture("change \(path)")
    case .endEdit(let path) where path.hasPrefix("layers."): session.endGesture()
    case .close(.animations): isShown = false
    default: return false
    }
    return true
  }

  private func perform(_ action: AnimationLayerAction, _ layer: String) {
    do {
      switch action {
      case .pause(let isPaused): try session.give(.run(layer: layer, speed: isPaused ? 0 : 1))
      case .rewind: try session.give(.scrub(layer: layer, to: 0))
      case .speed(let speed): try session.give(.run(layer: layer, speed: speed))
      case .scrub(let time): try session.give(.scrub(layer: layer, to: time))
      }
    } catch {
      notices.warn("\(error)")
    }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard isShown, !session.world.animationLayers.isEmpty else { return }
    state.animations = AnimationLayersState(
      session.world.animationLayers.map { layer in
        AnimationLayersState.Row(
          layer.name, isPaused: layer.speed == 0, speed: layer.speed, time: layer.time,
          duration: max(layer.duration, layer.time, 1))
      })
  }
}
