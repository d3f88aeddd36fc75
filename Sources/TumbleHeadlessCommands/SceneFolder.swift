import ArgumentParser
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
}
