import TumbleHeadlessCommands
import TumbleSimulation

/// Shows recordings: runs all of one in the background, then plays it as the past, from which a person
/// continues at any moment.
final class RecordingPart: TellingPart {
  private let session: Session
  private let notices: Notices
  private let scene: ScenePart
  /// The recording that is still run.
  private var underWay: PlayedRecording?
  /// The last step of the recording that is watched; nil where none is, or where it was continued.
  private var watchedEnd: Int?
  var events: [WindowEvent] = []

  init(_ session: Session, _ notices: Notices, scene: ScenePart) {
    (self.session, self.notices, self.scene) = (session, notices, scene)
  }
}

extension RecordingPart {
  /// Opens the file of a recording; where it cannot be shown, that is reported and the world goes on as
  /// it was.
  func open(_ path: String) throws {
    if let written = session.recordedFile, UntrustedFile.realPath(written) == UntrustedFile.realPath(path) {
      return notices.tell("this is the recording of this run, which is still written")
    }
    do {
      try play(PlayedRecording(path, in: scene.library))
    } catch let error where error is ReplayError || error is SceneError || error is WorldError {
      notices.warn(firstLineOf: Program.explain(error) ?? "\(error)")
    }
  }

  /// - Throws: `ReplayError.endless`, `WorldError`, `OutputError`.
  func play(_ recording: PlayedRecording) throws {
    try session.play(recording.replay, content: recording.read.content)
    if let warning = recording.recording.unfinishedWarning(file: recording.file) { Program.tell(warning) }
    if !recording.isOfFile { scene.goOn(with: recording.read.content, path: nil, name: recording.scene.name) }
    // No step of its own is added to its end.
    session.isPaused = true
    underWay = recording
  }

  func tick(at now: Duration) {
    guard let recording = underWay, session.rerun == nil else { return }
    underWay = nil
    guard session.world.steps >= recording.recording.end else {
      // What went wrong has been reported; what a person stopped has not.
      if !notices.isWarning {
        notices.tell("the recording was not run to its end: this is the scene's start")
      }
      return
    }
    show(recording)
  }

  private func show(_ recording: PlayedRecording) {
    watchedEnd = session.world.steps
    session.isPaused = false
    session.view(step: 0)
    session.viewSpeed = 1
    scene.keepPlayed(recording.recording.commands)
    events.append(.pastIsReady)
    if let difference = session.difference { notices.warn(firstLineOf: "\(difference)", label: "warning: ") }
    notices.tell("\(recording.title): \(Self.advice)")
  }

  private static let advice = "scrub it; dragging a body continues from there"

  /// Is true while a recording is watched that nothing was added to: scrubbing must not cut it off.
  var isWatching: Bool { watchedEnd == session.world.steps }

  /// Stops watching: the recording was continued, or another scene was opened.
  func worldChanged(isOther: Bool) {
    watchedEnd = nil
    guard let recording = underWay, session.world.scene != recording.scene else { return }
    underWay = nil
    session.isPaused = false
  }
}
