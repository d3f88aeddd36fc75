import ArgumentParser
import TumbleHeadlessCommands
import TumbleScenes

/// `run --commands` under the name that people look for.
struct PlayCommand: QuietableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Show a recording in a window.",
    discussion: """
      The recorded scene runs with the recorded commands in the background, then plays from its first step: scrub the time line, \
      pause with Space, and continue from any moment by dragging a body, by an edit, or with “Continue from here”. The file is not changed. \
      `tumble run SCENE --commands FILE` plays it with the scene's file as it is now.
      """)

  @Argument(help: "A recording, as --record writes them.", completion: .file(extensions: ["jsonl"]))
  var file: String

  @OptionGroup var window: WindowOptions

  @OptionGroup var quiet: QuietOptions

  var isQuiet: Bool { quiet.isQuiet }

  func run() throws {
    let settings = WindowRun.settings(window)
    let library = try SceneLibrary()
    let recording = try PlayedRecording(file, in: library)
    var run = WindowRun(
      scene: recording.scene, read: recording.read, library: library, options: window, settings: settings)
    run.recording = recording
    if try run().recordingFailure != nil { throw ExitCode.failure }
  }
}
