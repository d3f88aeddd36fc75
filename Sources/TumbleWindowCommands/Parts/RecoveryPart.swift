import Foundation
import TumbleFiles
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// Keeps what was done in a file as it is done, and offers to go on with a session that ended without a word.
final class RecoveryPart: WindowPart {
  private let session: Session
  private let notices: Notices
  private let autosave: Autosave?
  private var lost: Recovery?
  private var nextSave = Duration.zero
  private var savedCommands = 0

  /// How often is written down what was done.
  private static let interval = Duration.seconds(5)

  /// - Parameter folder: Where sessions are kept; nil: nowhere.
  init(_ session: Session, _ notices: Notices, folder: String?) {
    self.session = session
    self.notices = notices
    // Before a file of this session's own is there.
    lost = folder.flatMap { Recovery.find(in: $0) }
    autosave = folder.flatMap { try? Autosave(folder: $0) }
  }

  /// After a session that ended as it should.
  func finish() { autosave?.finish() }
}

extension RecoveryPart {
  func tick(at now: Duration) {
    guard now >= nextSave else { return }
    nextSave = now + Self.interval
    let count = session.log.count
    guard let autosave, count > 0 || savedCommands > 0, count != savedCommands else { return }
    savedCommands = count
    do {
      try autosave.update(session.recording)
    } catch {
      notices.warn("what is done cannot be kept for a later start: \(error)")
    }
  }

  func perform(_ action: InterfaceAction) -> Bool {
    guard case .recover(let isWanted) = action, let lost else { return false }
    // What could not be gone on with is kept, for another version or another day.
    if !isWanted || goOn(with: lost) { lost.discard() }
    self.lost = nil
    return true
  }

  /// False where it cannot be, which has then been told.
  private func goOn(with lost: Recovery) -> Bool {
    let recording = lost.recording
    do {
      let scene = try SceneReader().read(
        Data(recording.head.content.utf8), file: recording.head.scene, name: recording.head.scene
      ).get()
      let last = recording.checks.last?.step ?? 0
      let target = max(recording.commands.last?.step ?? 0, last)
      try session.resume(scene, content: recording.head.content, commands: recording.commands, to: target)
      notices.tell("going on where it stopped")
      return true
    } catch {
      notices.warn("it cannot be gone on with: \(Program.explain(error) ?? "\(error)")")
      return false
    }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard let lost else { return }
    let recording = lost.recording
    let steps = max(recording.checks.last?.step ?? 0, recording.commands.last?.step ?? 0)
    let edits = recording.commands.count {
      if case .edit = $0.command { true } else { false }
    }
    let seconds = steps / max(recording.head.rate, 1)
    let time = Date(timeIntervalSince1970: lost.time)
    let shown = time.formatted(date: .abbreviated, time: .shortened)
    state.recovery = RecoveryState(
      scene: recording.head.scene,
      detail: "\(seconds / 60) min \(seconds % 60) s of play, \(edits) edits, kept on \(shown)")
  }
}
