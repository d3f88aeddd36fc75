import ArgumentParser
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation

/// Which scene, and where it is looked for.
struct SceneOptions: ParsableArguments {
  @Argument(help: "A scene's name, or a path to its file.")
  var scene: String?

  /// What is shown where nobody says what.
  static let defaultScene = "crates"

  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp(
      "A folder to look for scenes in first, before ./Scenes and Tumble's own.", valueName: "dir"))
  var folder: String?

  /// The scene, and its file with its text; what the file warns of is told.
  func load() throws -> (scene: Scene, file: String, text: String) {
    try load(scene ?? Self.defaultScene)
  }

  func load(_ scene: String) throws -> (scene: Scene, file: String, text: String) {
    let outcome = try SceneLibrary(scenes: folder).check(scene)
    let scene = try outcome.get()
    for warning in outcome.diagnostics { Program.say(warning.description) }
    return (scene, outcome.file, outcome.text)
  }
}
