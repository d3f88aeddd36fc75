import Foundation
import TumbleFiles
import TumbleScenes
import TumbleTrace

/// A recording on disk.
public enum RecordingFile {
  /// No recording is larger, in bytes: about a day of the mouse moving all the time.
  public static let maxBytes = 1 << 28

  /// Reads the file as one that may be anything: no pipe is waited for.
  public static func read(_ path: String) throws(ReplayError) -> Recording { try numbered(path).recording }

  /// The same with the lines of its commands.
  package static func numbered(_ path: String) throws(ReplayError) -> NumberedRecording {
    do {
      return try NumberedRecording(bytes: [UInt8](UntrustedFile.read(path, limit: maxBytes)))
    } catch UntrustedFile.Failure.reason(let reason) {
      throw .unreadable(path: path, reason: reason)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The scene as it was recorded, without the files of its pictures.
  ///
  /// - Throws: `SceneError.invalid`.
  public static func scene(of recording: Recording, file: String) throws -> Scene {
    try SceneLinter().lint(bareScene(of: recording, file: file)).get()
  }

  /// Reads the recorded scene, with its pictures if a library finds them, else without them and with a
  /// warning: a scene moves the same without its pictures.
  ///
  /// - Throws: `SceneError.invalid`.
  public static func scene(of recording: Recording, file: String, in library: SceneLibrary) throws
    -> (scene: Scene, read: SceneReader.Outcome, warning: String?)
  {
    // The path in its head is of another machine, or another day, and nothing must be written there.
    let read = library.read(Data(recording.head.content.utf8), file: nil, name: recording.head.scene)
    let problem: any Error
    do {
      return (try SceneLinter().lint(read).get(), read, nil)
    } catch {
      problem = error
    }
    let bare = bareScene(of: recording, file: file, limits: library.limits)
    let scene = try SceneLinter().lint(bare).get()
    let reason = (problem as? SceneError).map { "\($0)" } ?? "\(problem)"
    let first = reason.split(separator: "\n").first.map(String.init) ?? reason
    return (
      scene, bare,
      """
      warning: \(file): the recorded scene's pictures are not all here, and plain colors stand for them: \
      \(first)
      """
    )
  }

  private static func bareScene(of recording: Recording, file: String, limits: SceneLimits = SceneLimits())
    -> SceneReader.Outcome
  {
    SceneReader(limits: limits).read(
      Data(recording.head.content.utf8), file: "\(file) (the scene in it)", name: recording.head.scene)
  }
}
