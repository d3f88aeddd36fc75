import ArgumentParser
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation

/// Which scene, or which recording of one.
struct RecordedOptions: ParsableArguments {
  @OptionGroup var scene: SceneOptions

  @Option(
    name: .customLong("commands"),
    help: ArgumentHelp(
      "Replay a recording's commands, and compare with its hashes. Without a scene, the recorded one runs; a recording in a scene's place is the same.",
      valueName: "file"))
  private var given: String?

  /// The recording's file.
  var commands: String? { given ?? (isRecording ? scene.scene : nil) }

  private var isRecording: Bool { given == nil && scene.scene?.hasSuffix(".jsonl") == true }
  private var named: String? { isRecording ? nil : scene.scene }

  func validate() throws {
    if named == nil, commands != nil, try !scene.values.settings.isEmpty {
      throw ValidationError("--set goes with a scene; a recording has its own values.")
    }
  }

  func load() throws -> RunSource {
    try RunSource(
      commands == nil ? named ?? SceneOptions.defaultScene : named, commands: commands,
      in: scene.library(), report: scene.messages.report)
  }
}
