import TumbleAnimation
import TumbleFiles
import TumbleGeometry
import TumbleHeadlessCommands

// What comes back with the next start.
extension WindowLoop {
  /// Shows what an earlier run left.
  ///
  /// - Parameter isSameScene: Whether its camera is of the scene that is shown.
  func restore(_ settings: Settings, camera isSameScene: Bool) {
    if isSameScene, let camera = settings.camera {
      stage.restoreCamera(center: Vector(camera.x, camera.y), zoom: camera.zoom)
    }
    for part in parts { part.restore(settings) }
    if settings.toggles["maximized"] == true { stage.maximize() }
    stage.sceneTransition =
      switch settings.sceneTransition {
      case .fade: Transition(.fade)
      case .reveal: Transition(.reveal, from: .right)
      case .none: nil
      }
  }

  /// Writes down what the next start comes back with.
  func keep(in settings: inout Settings) {
    if let size = stage.windowSize { settings.windowSize = (size.width, size.height) }
    settings.toggles["maximized"] = stage.isMaximized
    let camera = stage.camera
    settings.camera = camera.isHome ? nil : (camera.center.x, camera.center.y, camera.zoom)
    for part in parts { part.keep(in: &settings) }
    let isInterrupted = Program.exitSignals.isRequested && !session.log.isEmpty
    // Who has quit was asked whether to save, and is not asked again.
    guard !help.hasQuit, isInterrupted || scene.isEdited else { return recovery.finish() }
    // What was not saved, or was ended from outside, can be recovered: all of it, though its time has not come.
    recovery.tick(at: elapsed + .seconds(60))
  }
}
