import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePictureCommands
import TumbleRendering
import TumbleScenes
import TumbleSimulation
import TumbleWindow

/// A scene, or a recording of one, that runs in a window from its opening to its end.
struct WindowRun {
  var scene: Scene
  /// What came of reading the scene's file.
  var read: SceneReader.Outcome
  var library: SceneLibrary
  /// Values that the scene's variables were given.
  var values: [SceneSetting] = []
  var options: WindowOptions
  var settings: Settings
  /// Shown at the start; nil for none.
  var recording: PlayedRecording?
  /// If nil, a person ends it.
  var lastStep: Int?
  /// Where to write what each frame took; nil: nowhere.
  var profile: String?
  /// Without a display, how long frames are; nil in a window.
  var offscreenFrames: FrameLengths?

  /// Those of the person, or the standard ones.
  static func settings(_ options: WindowOptions, isOffscreen: Bool = false) -> Settings {
    let settings = Settings.read(in: folders(options, isOffscreen: isOffscreen).config)
    if let warning = settings.warning { Program.tell("warning: \(warning)") }
    return settings
  }

  private static func folders(_ options: WindowOptions, isOffscreen: Bool) -> UserFolders {
    isOffscreen || options.noSettings ? .none : UserFolders(environment: ProcessInfo.processInfo.environment)
  }

  /// - Returns: The session as it was left.
  func callAsFunction() throws -> Session {
    let isOffscreen = offscreenFrames != nil
    var settings = settings
    let isLast =
      recording?.isOfFile != false
      && settings.lastScene.map { $0 == UntrustedFile.realPath(read.file) } ?? false
    let world = try World(scene)
    let feed = GraphFeed(world, isRepeatable: isOffscreen)
    let keys = chosenKeys
    let stage = try Stage(
      isOffscreen ? .offscreen : .screen, description: world.description, gravity: scene.world.gravity,
      graphs: feed.graphs, showsGraph: options.graph || settings.toggles["graph"] == true,
      theme: Theme(of: scene.view), keys: keys, scale: options.scale,
      size: settings.windowSize.map { PixelSize($0.width, $0.height) },
      pictureFolder: Self.folders(options, isOffscreen: isOffscreen).cache.map { $0 + "/pictures" },
      warn: { Program.tell("warning: \($0)") })
    let recorder = options.record.map {
      Recorder(path: $0, sparing: [read.file, recording?.file] + world.description.bodies.map(\.texture))
    }
    Program.exitSignals.beforeBeingEnded { recorder?.finishIfIdle() }
    let session = try Session(
      world, content: read.content, lastStep: lastStep, recorder: recorder,
      timeline: isOffscreen
        ? nil : TimelineOptions(historyBudget: (settings.historyMegabytes ?? 256) << 20))
    let files = WindowFiles(
      library: library, read: read, settings: values,
      folders: Self.folders(options, isOffscreen: isOffscreen))
    let report = try profile.map { path in
      try ProfileReport(
        path, sparing: [read.file, recording?.file, options.record] + world.description.bodies.map(\.texture))
    }
    let desktop =
      isOffscreen || options.noSettings
      ? nil : DesktopAppearance(environment: ProcessInfo.processInfo.environment)
    // Most desktops answer at once: then the first frame has their colors.
    desktop?.wait(atMost: 0.1)
    defer { desktop?.close() }
    let show = WindowLoop(
      stage, session, feed, keys: keys, isRepeatable: isOffscreen, files: files, desktop: desktop)
    show.onFrame = report.map { report in { report.add($0) } }
    if let offscreenFrames {
      try show.run(frames: FrameLengths.Source(offscreenFrames))
    } else {
      if let icon = try? PNG.read(files.library.assets.path + "/desktop/tumble.png") {
        stage.setIcon(icon)
      }
      show.restore(settings, camera: isLast)
      if let recording { try show.recording.play(recording) }
      try show.run()
      show.keep(in: &settings)
      do { try settings.write() } catch { Program.tell("warning: the settings were not kept: \(error)") }
    }
    try session.finish()
    try report?.finish()
    return session
  }

  /// The keys that a person chose; the standard ones without a window, and where there is a mistake, which is reported.
  private var chosenKeys: KeyTable {
    guard let file = settings.keysFile else { return .standard }
    do {
      return try KeysFile.keys(at: file)
    } catch {
      Program.tell("warning: \(error); the standard keys count")
      return .standard
    }
  }
}
