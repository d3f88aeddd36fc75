import ArgumentParser
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation

/// Which scene, or which recording of one.
struct RecordedOptions: ParsableArguments {
  @OptionGroup var scene: SceneOptions

  @Option(
    help: ArgumentHelp(
      "Replay a recording's commands, and compare with its hashes. Without a scene, the recorded one runs.",
      valueName: "file"))
  var commands: String?

  func validate() throws {
    if scene.scene == nil, commands != nil, try !scene.values.settings.isEmpty {
      throw ValidationError("--set goes with a scene; a recording has its own values.")
    }
  }

  func load() throws -> RunSource {
    try RunSource(
      commands == nil ? scene.scene ?? SceneOptions.defaultScene : scene.scene, commands: commands,
      in: scene.library(), report: scene.messages.report)
  }
}
