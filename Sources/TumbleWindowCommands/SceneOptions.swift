import ArgumentParser
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation

/// Which scene, and where it is looked for.
struct SceneOptions: ParsableArguments {
  @Argument(help: "A scene's name, or a path to its file.")
  var scene: String?

  /// The scene that is shown by default.
  static let defaultScene = "crates"

  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp(
      "A folder to look for scenes in first, before ./Scenes and Tumble's own.", valueName: "dir"))
  var folder: String?

  @OptionGroup var values: SettingOptions

  /// The scene, and what came of reading its file; what the file warns of is reported.
  func load() throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    try load(scene ?? Self.defaultScene)
  }

  func load(_ scene: String) throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    var library = try SceneLibrary(scenes: folder)
    library.settings = try values.settings
    let outcome = try library.check(scene)
    let scene = try outcome.get()
    for warning in outcome.diagnostics { Program.say(warning.description) }
    return (scene, outcome.file, outcome)
  }
}
