import ArgumentParser
import Foundation
import TumbleSimulation

/// The source of a command's run: a scene as the library has it now, or a recording, of that scene or of the
/// one it was made of.
package struct RunSource: Sendable {
  package let scene: Scene
  /// The file of the recording's scene; nil for the scene in the recording.
  package let file: String?
  /// The text of the scene's file.
  package let content: String
  package let replay: Replay?
  /// The recording that is replayed, and what errors call it; nil for a scene alone.
  private let recorded: (recording: Recording, name: String)?

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
    recorded = recording.map { ($0, commands ?? "") }
    replay = try numbered.map { (numbered) throws(ReplayError) in
      try Replay(numbered, of: scene, file: commands ?? "")
    }
  }

  /// The run of a session that goes on: what was done up to now.
  package init(_ recording: Recording, of scene: Scene) throws(ReplayError) {
    (self.scene, file, content) = (scene, nil, recording.head.content)
    recorded = (recording, "this run")
    replay = try Replay(recording, of: scene, file: "this run")
  }

  /// Returns the world in which the run begins, and what is replayed in it. What was edited before the first
  /// step is there from the start, as it was seen; a replay alone makes it with the first step.
  package func beginning() throws -> (world: World, replay: Replay?) {
    let world = try World(scene)
    guard let (given, name) = recorded else { return (world, nil) }
    var recording = given
    let edits = recording.commands.prefix { $0.step == 0 && $0.command.isEdit }
    guard !edits.isEmpty else { return (world, replay) }
    for edit in edits { try world.apply(edit.command) }
    recording.commands.removeFirst(edits.count)
    // Of the world without them.
    recording.checks.removeAll { $0.step == 0 }
    return (world, try Replay(recording, of: scene, file: name))
  }
}

extension Recording {
  /// The warning about an unfinished recording; nil for one that was finished.
  package func unfinishedWarning(file: String) -> String? {
    unfinishedAfter.map {
      "warning: \(file): the recording was not finished; its last whole line is line \($0), and it ends "
        + "after step \(end)"
    }
  }
}

/// The folder in which commands look for scenes.
package struct SceneFolder: ParsableArguments {
  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp(
      "A folder to look for scenes in first, before ./Scenes and Tumble's own.", valueName: "dir"),
    completion: .directory)
  package var path: String?

  package init() {}

  package func library() throws -> SceneLibrary { try SceneLibrary(scenes: path) }

  /// Returns the scene that an argument names, or the scene files of a folder.
  ///
  /// - Throws: `SceneError.unreadable` for a folder without any.
  static func files(_ argument: String, in library: SceneLibrary) throws -> [String] {
    guard argument != "-", isFolder(argument), argument.contains("/") || !library.names().contains(argument)
    else { return [argument] }
    let files = try SceneLibrary.files(in: argument)
    guard !files.isEmpty else {
      throw SceneError.unreadable(path: argument, reason: "there is no scene file in this folder")
    }
    return files
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

extension SceneLibrary {
  /// Reads standard input to its end where one of the scenes that were asked for is `-`.
  ///
  /// - Throws: `SceneError.unreadable` if it holds more than a scene's file may.
  package mutating func takeStandardInput(for scenes: [String]) throws {
    guard scenes.contains("-"), texts["-"] == nil else { return }
    texts["-"] = try readStandardInput()
  }

  /// Reads a scene from standard input.
  ///
  /// - Throws: As ``takeStandardInput(for:)``, and where it cannot be read, such as a folder.
  func readStandardInput() throws -> Data {
    try UntrustedFile.throwing({ SceneError.unreadable(path: Self.standardInput, reason: $0) }) {
      try UntrustedFile.standardInput(limit: limits.bytes)
    }
  }
}

extension CompletionKind {
  /// The names of the scenes that there are: in the folder of `--scenes` if that is given, in ./Scenes, and
  /// Tumble's own. A word with a slash or a dot is completed to paths of scene files.
  package static var sceneNames: CompletionKind {
    .custom { words, _, prefix in
      if prefix.contains("/") || prefix.hasPrefix(".") { return paths(prefix) }
      let folder = words.firstIndex(of: "--scenes").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
      let library = (try? SceneLibrary(scenes: folder)) ?? (try? SceneLibrary())
      return library?.names() ?? []
    }
  }

  /// The folders and scene files whose paths begin like this.
  private static func paths(_ prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      let path = folder + name
      guard path.hasPrefix(prefix) else { return nil }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
      if isFolder.boolValue { return path + "/" }
      return SceneLibrary.isPath(name) ? path : nil
    }
  }
}
