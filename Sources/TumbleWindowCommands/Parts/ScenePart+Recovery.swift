import Foundation
import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleSimulation

// Going on with what an earlier run of the program left, or a recording did.
extension ScenePart {
  /// The path of the world's file for another run of the program; nil where it is not known.
  var recordedPath: String? {
    guard file.path != otherPath else { return nil }
    let path = FilePath.whole(file.path)
    return path.hasPrefix("/") ? path : nil
  }

  /// The session has gone on with a scene of an earlier one.
  ///
  /// - Parameters:
  ///   - content: The text that it was read from; the file may have another by now, which is not written over.
  ///   - path: That file; nil where it is not known: then the scene is saved as a new one.
  ///   - name: The scene's name.
  func goOn(with content: String, path: String?, name: String) {
    error = nil
    otherPath = path == nil ? name : nil
    // Its world is that of the text already; what was done is only to be run again.
    adopt(recovered(content, path: path, name: name), session.world.scene)
    guard path != nil else { return watch.stop() }
    // What it has by now is no change: reading it would run the session again with another scene.
    watch.follow(file.path, content: try? UntrustedFile.read(file.path, limit: library.limits.bytes))
  }

  /// What a recording did is in its file: leaving it loses nothing.
  func keepPlayed(_ commands: [StampedCommand]) {
    saved = session.startScene
    let played = Set(commands)
    keptEdits = laterEdits.filter { played.contains($0) }
  }

  /// The file of a text that was kept. Where the file says the same by itself, with what it includes, its own text counts.
  private func recovered(_ content: String, path: String?, name: String) -> LoadedScene {
    if let path, let read = try? library.read(path), read.content == content {
      return LoadedScene(read, limits: library.limits, settings: [])
    }
    let read = library.read(Data(content.utf8), file: path ?? name, name: "")
    return LoadedScene(read, limits: library.limits, settings: [])
  }
}
