import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// What a command runs: a scene as the library has it now, or a recording, of that scene or of the one it was made of.
package struct RunSource {
  package let scene: Scene
  /// nil for the scene in a recording.
  package let file: String?
  /// The text of the scene's file.
  package let content: String
  package let replay: Replay?

  /// - Parameters:
  ///   - name: A scene's name, a path to its file, or `-`; nil: the recorded scene.
  ///   - commands: A recording's file; nil for none.
  ///   - report: Gets what the scene's file warns of.
  package init(
    _ name: String?, commands: String?, in library: @autoclosure () throws -> SceneLibrary,
    report: (SceneReader.Outcome, Scene) -> Void
  ) throws {
    let numbered = try commands.map { (file) throws(ReplayError) in try RecordingFile.numbered(file) }
    let recording = numbered?.recording
    if let warning = recording?.unfinishedWarning(file: commands ?? "") { Program.tell(warning) }
    if let name {
      var library = try library()
      try library.takeStandardInput(for: [name])
      let outcome = try library.check(name)
      let scene = try outcome.get()
      report(outcome, scene)
      self.scene = scene
      file = outcome.file
      content = outcome.content
    } else if let recording, let commands {
      let recorded = try RecordingFile.scene(of: recording, file: commands, in: library())
      if let warning = recorded.warning { Program.tell(warning) }
      scene = recorded.scene
      file = nil
      content = recording.head.content
    } else {
      preconditionFailure("neither a scene nor a recording was given")
    }
    let scene = self.scene
    replay = try numbered.map { (numbered) throws(ReplayError) in
      try Replay(numbered, of: scene, file: commands ?? "")
    }
  }
}

extension Recording {
  /// Said on standard error; nil for one that was finished.
  package func unfinishedWarning(file: String) -> String? {
    unfinishedAfter.map {
      "warning: \(file): the recording was not finished; its last whole line is line \($0), and it ends after step \(end)"
    }
  }
}
