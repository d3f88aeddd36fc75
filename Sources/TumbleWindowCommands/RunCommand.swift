import ArgumentParser
import Foundation
import TumbleHeadlessCommands
import TumblePictureCommands
import TumbleSimulation

struct RunCommand: QuietableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a scene in a window.",
    discussion: """
      Drag bodies with the mouse; tilt gravity with the arrow keys; H shows all keys.
      With --offscreen the same program runs without a display, as fast as the machine can, with the frame \
      lengths of --frames. It stops after --steps or --duration.
      """)

  @OptionGroup var source: SceneOptions

  var isQuiet: Bool { source.messages.quiet.isQuiet }

  @Flag(help: "Run without a display.")
  var offscreen = false

  @Option(
    help: ArgumentHelp(
      "The length of frames without a display: 16.7ms, or random:SEED.", valueName: "length"))
  var frames: FrameLengths?

  @OptionGroup var length: LengthOptions

  @Flag(help: "Print the state hash at the end.")
  var hash = false

  @Option(
    help: ArgumentHelp(
      "Show a recording, as `tumble play` does. Without a scene, the recorded one runs.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var commands: String?

  @Option(
    help: ArgumentHelp(
      "Write what each frame took, and what was drawn in it, as CSV; a summary is printed at the end.",
      valueName: "file"), completion: .file(extensions: ["csv"]))
  var profile: String?

  @OptionGroup var window: WindowOptions

  @Flag(help: "Exit with 1 if time was dropped because the machine was too slow.")
  var failOnDroppedTime = false

  func validate() throws {
    if offscreen, length.length == nil {
      throw ValidationError(
        "--offscreen needs --steps or --duration: nobody could close a window that is not there.")
    }
    if frames != nil, !offscreen {
      throw ValidationError("--frames goes with --offscreen; a display has its own.")
    }
    if source.scene == "-", !offscreen {
      throw ValidationError(
        """
        A window needs a scene with a file, to be saved in: write standard input into one, or add \
        --offscreen.
        """
      )
    }
    if profile == "-", hash {
      throw ValidationError("--profile - and --hash both write to standard output; give one of them a file.")
    }
    guard commands != nil else { return }
    if offscreen {
      throw ValidationError(
        "--commands shows a recording in a window; without one, `tumble simulate --commands FILE` replays it."
      )
    }
    if length.length != nil {
      let option = length.steps == nil ? "--duration" : "--steps"
      throw ValidationError("\(option) does not go with --commands: a recording has its own end.")
    }
    if source.scene == nil, try !source.values.settings.isEmpty {
      throw ValidationError("--set goes with a scene; a recording has its own values.")
    }
  }

  func run() throws {
    let settings = WindowRun.settings(window, isOffscreen: offscreen)
    var run = try windowRun(settings)
    run.lastStep = try length.length?.steps(at: run.scene.world.rate)
    run.profile = profile
    run.offscreenFrames = offscreen ? frames ?? .constant(.microseconds(16_700)) : nil
    let session = try run()
    if hash { try OutputFile.print("\(session.world.hash)\n") }
    try reportDroppedTime(session)
    if session.recordingFailure != nil { throw ExitCode.failure }
    // In a window a person has seen it; without one, the run failed.
    guard offscreen else { return }
    if !session.isFinished { throw SessionInterruption(step: session.world.steps) }
    if session.hasLostBodies { throw ExitCode.failure }
  }

  private func windowRun(_ settings: Settings) throws -> WindowRun {
    let library = try source.folder.library()
    guard let commands else {
      let (scene, _, read) = try load(settings)
      return try WindowRun(
        scene: scene, read: read, library: library, values: source.values.settings, options: window,
        settings: settings)
    }
    let named = try source.scene.map { _ in try source.load() }
    let recording = try PlayedRecording(commands, with: named.map { ($0.scene, $0.read) }, in: library)
    var run = try WindowRun(
      scene: recording.scene, read: recording.read, library: library, values: source.values.settings,
      options: window, settings: settings)
    run.recording = recording
    return run
  }

  /// The scene that is named, else the one that was shown last, else the usual one.
  private func load(_ settings: Settings) throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    guard source.scene == nil, try source.values.settings.isEmpty, let last = settings.lastScene else {
      return try source.load()
    }
    do {
      return try source.load(last)
    } catch let error as SceneError {
      Program.tell("warning: the scene that was shown last: \(error)")
      return try source.load()
    }
  }

  private func reportDroppedTime(_ session: Session) throws {
    guard session.dropped > .zero else { return }
    let seconds = session.dropped / .seconds(1)
    let say = failOnDroppedTime ? Program.say : Program.tell
    say(
      """
      \(String(format: "%.3f", seconds)) s of the scene's time were dropped: frames came too late to catch \
      up with.
      """
    )
    if failOnDroppedTime { throw ExitCode.failure }
  }
}

/// `run --commands` under the name that people look for.
struct PlayCommand: QuietableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Show a recording in a window.",
    discussion: """
      The recorded scene runs with the recorded commands in the background, then plays from its first step: \
      scrub the time line, pause with Space, and continue from any moment by dragging a body, by an edit, or \
      with “Continue from here”. The file is not changed. `tumble run SCENE --commands FILE` plays it with \
      the scene's file as it is now.
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

/// Options of every command that opens a window.
struct WindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write the commands given, and a hash every second, for `tumble play` and `tumble simulate \
      --commands`. It grows as the scene runs; a restart keeps what there is as FILE-1 and begins again.
      """,
      valueName: "file"))
  var record: String?

  @Flag(help: "Show the graph from the start, as the key G does.")
  var graph = false

  @Option(
    help: ArgumentHelp(
      "Pixels per desktop point, 0.5 to 4: the size of text and lines. Default: the desktop's setting.",
      valueName: "number"))
  var scale: Double?

  @Flag(help: "Neither read nor write settings, sessions and thumbnails.")
  var noSettings = false

  func validate() throws {
    if let scale, !(0.5...4).contains(scale) { throw ValidationError("--scale is 0.5 to 4, not \(scale).") }
    if record == "-" { throw ValidationError("--record writes a file, not standard output.") }
  }
}
