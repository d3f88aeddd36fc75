import ArgumentParser
import Foundation
import TumbleScenes

/// Where commands look for scenes.
struct SceneFolder: ParsableArguments {
  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp(
      "A folder to look for scenes in first, before ./Scenes and Tumble's own.", valueName: "dir"),
    completion: .directory)
  var path: String?

  func library() throws -> SceneLibrary { try SceneLibrary(scenes: path) }

  /// What an argument names: a scene, or the scene files of a folder.
  ///
  /// - Throws: `SceneError.unreadable` for a folder without any.
  static func files(_ argument: String, in library: SceneLibrary) throws -> [String] {
    guard argument != "-", isFolder(argument),
      argument.contains("/") || !library.names().contains(argument)
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
