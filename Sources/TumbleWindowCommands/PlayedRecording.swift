import Foundation
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// A recording to be shown in a window, with the scene that it is run with.
struct PlayedRecording {
  let file: String
  let recording: Recording
  let replay: Replay
  let scene: Scene
  /// What came of reading the scene's text.
  let read: SceneReader.Outcome
  /// Whether the scene is a file's; otherwise it is known only from the recording.
  let isOfFile: Bool

  /// - Parameters:
  ///   - file: The recording's.
  ///   - named: The scene to run it with, and what came of reading its file; nil: the recorded scene.
  ///   - library: Where pictures of the recorded scene are looked for.
  /// - Throws: `ReplayError`, `SceneError`.
  init(
    _ file: String, with named: (scene: Scene, read: SceneReader.Outcome)? = nil, in library: SceneLibrary
  ) throws {
    self.file = file
    let numbered = try RecordingFile.numbered(file)
    recording = numbered.recording
    isOfFile = named != nil
    if let named {
      (scene, read) = named
    } else {
      (scene, read, _) = try RecordingFile.scene(of: recording, file: file, in: library)
    }
    replay = try Replay(numbered, of: scene, file: file)
  }
}

extension PlayedRecording {
  /// What it is, for a person: `recording of 1:12`, and that it was not finished.
  var title: String {
    let seconds = recording.end / max(recording.head.rate, 1)
    let length = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return recording.unfinishedAfter == nil
      ? "recording of \(length)" : "recording of \(length) that was not finished"
  }
}
