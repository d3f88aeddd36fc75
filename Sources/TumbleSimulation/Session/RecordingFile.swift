import Foundation
import TumbleFiles
import TumbleScenes
import TumbleTrace

/// A recording on disk.
public enum RecordingFile {
  /// No recording is larger, in bytes: about a day of the mouse moving all the time.
  public static let maxBytes = 1 << 28

  /// Reads the file as one that may be anything: no pipe is waited for.
  public static func read(_ path: String) throws(ReplayError) -> Recording {
    do {
      return try Recording(bytes: [UInt8](UntrustedFile.read(path, limit: maxBytes)))
    } catch UntrustedFile.Failure.reason(let reason) {
      throw .unreadable(path: path, reason: reason)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The scene as it was recorded.
  ///
  /// - Throws: `SceneError.invalid`.
  public static func scene(of recording: Recording, file: String) throws -> Scene {
    let read = SceneReader().read(
      Data(recording.head.content.utf8), file: "\(file) (the scene in it)", name: recording.head.scene)
    return try SceneLinter().lint(read).get()
  }
}
