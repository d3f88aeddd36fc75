import Foundation
import TumbleHeadlessCommands
import TumblePanels
import TumbleSimulation

/// Keeps what was done in a file as it is done, and offers to go on with a session that ended without a word.
final class RecoveryPart: WindowPart {
  private let session: Session
  private let notices: Notices
  private let scene: ScenePart
  private var autosave: Autosave?
  /// The session that is offered.
  private var lost: Recovery?
  /// The session that is gone on with, until this session's own file has all of it.
  private var resumed: Recovery?
  /// Is true while the rerun goes on.
  private var isUnderWay = false
  private var nextSave = Duration.zero
  /// The states of the session and of its scene's file in which the file of this session was written last.
  private var kept: (revision: Int, savings: Int)?

  /// The time between two writes of what was done.
  private static let interval = Duration.seconds(5)

  /// - Parameter folder: Where sessions are kept; nil: nowhere.
  init(_ session: Session, _ notices: Notices, scene: ScenePart, folder: String?) {
    (self.session, self.notices, self.scene) = (session, notices, scene)
    guard let folder else { return }
    // Before a file of this session's own is there.
    lost = Recovery.find(in: folder)
    do { autosave = try Autosave(folder: folder) } catch { warn(error) }
  }

  /// Ends the autosave of a session that ended as it should.
  func finish() { autosave?.finish() }
}

extension RecoveryPart {
  func tick(at now: Duration) {
    if isUnderWay {
      // Until then all of it is in the file of the lost session.
      guard session.rerun == nil else { return }
      isUnderWay = false
      nextSave = now
      // Given up, or failed: the file stays, and is free again.
      if let resumed, !hasArrived(at: resumed.recording) { self.resumed = nil }
    }
    // What the scene's file has by now is not to be offered.
    guard now >= nextSave || kept.map({ $0.savings != scene.savings }) ?? false else { return }
    nextSave = now + Self.interval
    guard save() else { return }
    resumed?.discard()
    resumed = nil
  }

  /// Returns true if the session has gone on with a recording, rather than given that up or failed.
  private func hasArrived(at recording: Recording) -> Bool {
    let skipped = session.skippedCommands.count
    return skipped == 0
      ? session.log.starts(with: recording.commands)
      : session.log.count + skipped >= recording.commands.count
  }

  /// Saves the session's file, and returns true if it has all that was done: nothing where all was saved by
  /// the person already.
  private func save() -> Bool {
    let state = (revision: session.revision, savings: scene.savings)
    guard let autosave, !session.log.isEmpty || kept != nil else { return false }
    if let kept, kept == state { return true }
    var recording = session.recording
    if !scene.isWorthKeeping { recording.commands = [] }
    recording.head.path = scene.recordedPath
    do {
      try autosave.update(recording)
      kept = state
      return true
    } catch {
      warn(error)
      return false
    }
  }

  private func warn(_ error: OutputError) {
    notices.warn("what is done cannot be kept for a later start: \(error)")
  }

  func perform(_ action: PanelAction) -> Bool {
    guard case .recover(let isWanted) = action, let lost else { return false }
    self.lost = nil
    if !isWanted {
      lost.discard()
    } else if goOn(with: lost.recording) {
      (resumed, isUnderWay) = (lost, true)
    }
    // What could not be gone on with is kept, for another version or another day.
    return true
  }

  /// Goes on with a recording; false if it cannot, which has then been reported.
  private func goOn(with recording: Recording) -> Bool {
    let head = recording.head
    do {
      let read = scene.library.read(Data(head.content.utf8), file: head.path, name: head.scene)
      try session.resume(
        read.get(), content: head.content, commands: recording.commands, to: recording.lastNotedStep)
      scene.goOn(with: head.content, path: head.path, name: head.scene)
      // The earlier session may have ended in the middle of something: time stands until the person has seen
      // where it is.
      session.isPaused = true
      notices.tell("restored, and paused: Space goes on")
      return true
    } catch {
      notices.warn("it cannot be gone on with: \(Program.explain(error) ?? "\(error)")")
      return false
    }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard let lost else { return }
    let recording = lost.recording
    let edits = recording.commands.count { $0.command.isEdit }
    let seconds = recording.lastNotedStep / max(recording.head.rate, 1)
    let time = Date(timeIntervalSince1970: lost.time)
    // In a form whose characters every font has.
    let style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: Locale(identifier: "en_GB"))
    let played = seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    state.recovery = RecoveryState(
      scene: recording.head.scene,
      detail: "at \(played), \(edits == 1 ? "1 edit" : "\(edits) edits"), kept on \(time.formatted(style))")
  }
}
