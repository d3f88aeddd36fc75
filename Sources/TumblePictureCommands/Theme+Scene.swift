import TumbleLooks
import TumbleScenes

extension Theme {
  /// As a scene's view wants it.
  package init(of view: Scene.View, _ appearance: InterfaceTheme.Appearance = .light) {
    self.init(background: view.background, appearance)
    if !view.hasShadows { shadow = nil }
  }
}
