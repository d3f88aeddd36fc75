import ArgumentParser
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation

/// Which scene, and where it is looked for.
package struct SceneOptions: ParsableArguments {
  @Argument(
    help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
  package var scene: String?

  /// The scene that is shown by default.
  static let defaultScene = "crates"

  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp(
      "A folder to look for scenes in first, before ./Scenes and Tumble's own.", valueName: "dir"),
    completion: .directory)
  package var folder: String?

  @OptionGroup package var values: SettingOptions

  @OptionGroup package var messages: MessageOptions

  package init() {}

  /// The scene, and what came of reading its file; what the file warns of is reported.
  package func load() throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    try load(scene ?? Self.defaultScene)
  }

  func library() throws -> SceneLibrary {
    var library = try SceneLibrary(scenes: folder)
    library.settings = try values.settings
    return library
  }

  package func load(_ scene: String) throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    var library = try library()
    try library.takeStandardInput(for: [scene])
    let outcome = try library.check(scene)
    let scene = try outcome.get()
    messages.report(outcome, scene)
    return (scene, outcome.file, outcome)
  }
}
