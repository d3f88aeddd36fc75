import TumbleScenes
import TumbleStage

extension Theme {
  /// As a scene's view wants it.
  init(of view: Scene.View) {
    self.init(background: view.background)
    if !view.hasShadows { shadow = nil }
  }
}
