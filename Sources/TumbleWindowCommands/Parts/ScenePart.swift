import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// The scene that is shown: begun again from its file, and its mistakes told.
final class ScenePart: WindowPart {
  private let session: Session
  private let notices: Notices
  /// Reads the scene's file again, with its text.
  private let reload: () throws -> (scene: Scene, content: String)
  /// Runs what takes time that the world does not miss.
  var standStill: (() throws -> Void) throws -> Void = { try $0() }
  private var error: ErrorCardState?

  init(
    _ session: Session, _ notices: Notices, reload: @escaping () throws -> (scene: Scene, content: String)
  ) {
    self.session = session
    self.notices = notices
    self.reload = reload
  }
}

extension ScenePart {
  func perform(_ name: ActionName) throws -> Bool {
    guard name == .restart else { return false }
    try standStill { try restart() }
    return true
  }

  func perform(_ action: InterfaceAction) -> Bool {
    guard action == .close(.error) else { return false }
    error = nil
    return true
  }

  /// From the scene's file as it is now. Where that has a mistake, it is told and the world goes on as it was.
  private func restart() throws {
    error = nil
    do {
      let (scene, content) = try reload()
      let kept = try session.restart(scene, content: content)
      notices.clear()
      if let kept { notices.tellAloud("kept the recording so far as \(kept)") }
    } catch let error where error is SceneError || error is WorldError {
      let text = Program.explain(error) ?? "\(error)"
      // The line of status has room for one line: the others, which show the place, lie over the stage.
      notices.warn(String(text.prefix { $0 != "\n" }), whole: text)
      self.error = ErrorCardState(
        title: "\(session.world.scene.name) was not read again", message: text)
    }
  }

  func close() -> Bool {
    defer { error = nil }
    return error != nil
  }

  func show(in state: inout InterfaceState, at now: Duration) { state.error = error }
}
