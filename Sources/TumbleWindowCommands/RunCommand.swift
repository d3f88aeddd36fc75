import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage
import TumbleTrace

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a scene in a window.",
    discussion: """
      Drag bodies with the mouse; tilt gravity with the arrow keys; H shows all keys.
      With --offscreen the same program runs without a display, as fast as the machine can, with the frame lengths \
      of --frames.
      """)

  @OptionGroup var source: SceneOptions

  @Flag(help: "Run without a display.")
  var offscreen = false

  @Option(
    help: ArgumentHelp(
      "The length of frames without a display: 16.7ms, or random:SEED.", valueName: "length"))
  var frames: FrameLengths?

  @Option(parsing: .unconditional, help: "Stop after this many steps.")
  var steps: Int?

  @Flag(help: "Print the state hash at the end.")
  var hash = false

  @Option(
    help: ArgumentHelp(
      "Write the commands given, and a hash every second, for `tumble simulate --commands`. It grows as the scene runs; a restart keeps what there is as FILE-1 and begins again.",
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

  @Flag(help: "Exit with 1 if time was dropped because the machine was too slow.")
  var failOnDroppedTime = false

  func validate() throws {
    if let steps, !(0...Recording.maxSteps).contains(steps) {
      throw ValidationError("--steps is a number of steps, 0 to \(Recording.maxSteps), not \(steps).")
    }
    if offscreen, steps == nil {
      throw ValidationError("--offscreen needs --steps: nobody could close a window that is not there.")
    }
    if frames != nil, !offscreen {
      throw ValidationError("--frames goes with --offscreen; a display has its own.")
    }
    if let scale, !(0.5...4).contains(scale) {
      throw ValidationError("--scale is 0.5 to 4, not \(scale).")
    }
    if source.scene == "-", !offscreen {
      throw ValidationError(
        "A window needs a scene with a file, to be saved in: write standard input into one, or add --offscreen."
      )
    }
    if record == "-" { throw ValidationError("--record writes a file, not standard output.") }
  }

  func run() throws {
    let folders =
      offscreen || noSettings ? .none : UserFolders(environment: ProcessInfo.processInfo.environment)
    var settings = Settings.read(in: folders.config)
    if let warning = settings.warning { Program.say("warning: \(warning)") }
    let (scene, sceneFile, read) = try load(settings)
    let isLast = settings.lastScene.map { $0 == UntrustedFile.realPath(sceneFile) } ?? false
    let world = try World(scene)
    let feed = GraphFeed(world)
    let keys = chosenKeys(settings)
    let stage = try Stage(
      offscreen ? .offscreen : .screen, description: world.description, gravity: scene.world.gravity,
      graphs: feed.graphs, showsGraph: graph || settings.toggles["graph"] == true,
      theme: Theme(of: scene.view), keys: keys, scale: scale,
      size: settings.windowSize.map { PixelSize($0.width, $0.height) },
      warn: { Program.say("warning: \($0)") })
    let recorder = record.map {
      Recorder(path: $0, sparing: [sceneFile] + world.description.bodies.map(\.texture))
    }
    Program.exitSignals.beforeBeingEnded { recorder?.finishIfIdle() }
    let session = try Session(
      world, content: read.content, lastStep: steps, recorder: recorder,
      timeline: offscreen
        ? nil : TimelineOptions(historyBudget: (settings.historyMegabytes ?? 256) << 20))
    let files = WindowFiles(
      library: try SceneLibrary(scenes: source.folder), read: read,
      settings: try source.values.settings, folders: folders)
    let show = WindowLoop(stage, session, feed, keys: keys, isRepeatable: offscreen, files: files)
    if offscreen {
      try show.run(frames: FrameLengths.Source(frames ?? .constant(.microseconds(16_700))))
    } else {
      if let icon = try? PNG.read(files.library.assets.path + "/desktop/tumble.png") {
        stage.setIcon(icon)
      }
      show.restore(settings, camera: isLast)
      try show.run()
      show.keep(in: &settings)
      do { try settings.write() } catch { Program.say("warning: the settings were not kept: \(error)") }
    }
    try session.finish()
    if hash {
      let output = try OutputFile(path: "-")
      try output.write("\(session.world.hash)\n")
      try output.finish()
    }
    try reportDroppedTime(session)
    // In a window a person has seen it; without one, the run failed.
    guard offscreen else { return }
    if !session.isFinished { throw SessionInterruption(step: session.world.steps) }
    if session.hasLostBodies { throw ExitCode.failure }
  }

  /// The scene that is named, else the one that was shown last, else the usual one.
  private func load(_ settings: Settings) throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    guard source.scene == nil, try source.values.settings.isEmpty, let last = settings.lastScene else {
      return try source.load()
    }
    do {
      return try source.load(last)
    } catch let error as SceneError {
      Program.say("warning: the scene that was shown last: \(error)")
      return try source.load()
    }
  }

  /// The keys that a person chose; the standard ones without a window, and where there is a mistake, which is reported.
  private func chosenKeys(_ settings: Settings) -> KeyTable {
    guard let file = settings.keysFile else { return .standard }
    do {
      return try KeysFile.keys(at: file)
    } catch {
      Program.say("warning: \(error); the standard keys count")
      return .standard
    }
  }

  private func reportDroppedTime(_ session: Session) throws {
    guard session.dropped > .zero else { return }
    let seconds = session.dropped / .seconds(1)
    Program.say(
      "\(String(format: "%.3f", seconds)) s of the scene's time were dropped: frames came too late to catch up with."
    )
    if failOnDroppedTime { throw ExitCode.failure }
  }
}
