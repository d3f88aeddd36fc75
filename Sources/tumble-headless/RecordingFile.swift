import Foundation
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// A recording on disk.
enum RecordingFile {
  /// No recording is larger, in bytes: about a day of the mouse moving all the time.
  static let largest = 1 << 28

  static func read(_ path: String) throws -> Recording {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw HeadlessError.unreadable(path: path, reason: errno == ENOENT ? "there is no such file" : reason())
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw HeadlessError.unreadable(path: path, reason: "it is a folder, not a recording")
    default: throw HeadlessError.unreadable(path: path, reason: "it is not a plain file")
    }
    guard status.st_size <= largest else {
      throw HeadlessError.unreadable(path: path, reason: "it has more than \(largest) bytes")
    }
    guard let file = fopen(path, "rb") else { throw HeadlessError.unreadable(path: path, reason: reason()) }
    fclose(file)
    do {
      return try Recording(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    } catch let error as RecordingError {
      throw HeadlessError.unreadable(path: path, reason: "\(error)")
    }
  }

  /// The scene as it was recorded.
  static func scene(of recording: Recording, file: String) throws -> Scene {
    let read = SceneReader().read(
      Data(recording.head.content.utf8), file: "\(file) (the scene in it)", name: recording.head.scene)
    return try SceneLinter().lint(read).get()
  }

  private static func reason() -> String { String(cString: strerror(errno)).lowercased() }
}
