import TumbleFrames
import TumbleSimulation

// What was edited and is in no file yet, and the question whether to leave it.
extension ScenePart {
  /// How long a second asking counts.
  static let insistence = Duration.seconds(5)

  /// Whether the program may end: nothing is lost by it, or that was said.
  func mayQuit() -> Bool { mayLeave(for: nil) }

  /// Whether nothing is lost by it, or that was said.
  func mayLeave(for path: String?) -> Bool {
    guard isEdited else { return true }
    if let insisted, insisted.path == path, clock() < insisted.until { return true }
    insisted = (path, clock() + Self.insistence)
    let key = isStartEdited ? "Ctrl+S" : "Ctrl+Shift+S"
    notices.tell("edits are not saved: the same again discards them, \(key) saves them")
    return false
  }

  /// Whether something that was edited is in no file.
  var isEdited: Bool { !keptEdits.starts(with: laterEdits) || isStartEdited }

  /// Whether the scene as it starts is another than that of the file. Not for every frame: it may patch the whole text.
  var isStartEdited: Bool {
    let start = session.startScene
    guard start != saved else { return false }
    return (try? file.text(saving: start)) != file.text
  }

  /// Edits that were made while the world ran: they are not of the scene's start.
  var laterEdits: [StampedCommand] {
    session.log.filter { $0.step > 0 && $0.command.isEdit }
  }
}
