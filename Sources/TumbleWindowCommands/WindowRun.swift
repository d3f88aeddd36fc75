import Foundation
import Synchronization
import TumbleDrawing
import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePictureCommands
import TumbleRendering
import TumbleSimulation
import TumbleWindow

/// A scene, or a recording of one, that runs in a window from its opening to its end.
struct WindowRun {
  var scene: Scene
  /// The result of reading the scene's file.
  var read: SceneReader.Outcome
  var library: SceneLibrary
  /// Values that the scene's variables were given.
  var values: [SceneSetting] = []
  var options: WindowOptions
  var settings: Settings
  /// The recording that is shown at the start; nil for none.
  var recording: PlayedRecording?
  /// The last step; if nil, a person ends it.
  var lastStep: Int?
  /// The file for what each frame took; nil: none.
  var profile: String?
  /// The frames' lengths without a display; nil in a window.
  var offscreenFrames: FrameLengths?

  /// Returns the settings of the person, or the standard ones.
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
      theme: Theme(of: scene), keys: keys, scale: options.scale,
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
    defer { show.export.end() }
    show.onFrame = report.map { report in { report.add($0) } }
    if let offscreenFrames {
      try show.run(frames: FrameLengths.Source(offscreenFrames))
    } else {
      if let icon = try? PNG.read(files.library.assets.path + "/desktop/tumble.png") { stage.setIcon(icon) }
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

  /// The keys that a person chose; the standard ones without a window, and where there is a mistake, which is
  /// reported.
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

/// The window with all its panels, usually without a display: what is done comes as SDL's events, and time
/// goes by as frames are reported to be long. The same events and lengths give the same session every time.
package final class DrivenWindow {
  package let stage: Stage
  package let session: Session
  let loop: WindowLoop
  private let time: Time

  /// The sum of the frames so far, in nanoseconds.
  private final class Time: Sendable {
    let nanoseconds = Atomic<Int64>(0)
  }

  /// - Parameters:
  ///   - display: A screen only where its renderer is to be measured.
  ///   - hasPanels: Without them only the stage, the graph and the line of status are drawn.
  ///   - warn: Gets a sentence for a texture that cannot be read.
  /// - Throws: `SceneError`, `WorldError`, `StageError`.
  package init(
    _ scene: String, library: SceneLibrary, folders: UserFolders = .none,
    timeline: TimelineOptions = TimelineOptions(), display: SDLSession.Display = .offscreen, size: PixelSize,
    hasPanels: Bool = true, warn: @escaping (String) -> Void = { _ in }
  ) throws {
    let outcome = try library.check(scene)
    let world = try World(outcome.get())
    let feed = GraphFeed(world)
    stage = try Stage(
      display, description: world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(of: world.scene), scale: 1, size: size, hasPanels: hasPanels, warn: warn)
    session = try Session(world, content: outcome.content, timeline: timeline)
    let time = Time()
    self.time = time
    loop = WindowLoop(
      stage, session, feed, keys: .standard, isRepeatable: true,
      files: WindowFiles(library: library, read: outcome, settings: [], folders: folders),
      clock: { .nanoseconds(time.nanoseconds.load(ordering: .relaxed)) })
  }

  /// The number of keys that are selected in the animator.
  package var selectedKeys: Int { loop.animator.selected.count }

  /// Takes in the events that wait, and makes a frame.
  ///
  /// - Throws: What would end the program.
  package func frame(lasting length: Duration) throws {
    time.nanoseconds.add(Int64(length / .nanoseconds(1)), ordering: .relaxed)
    try loop.turn(lasting: length)
  }
}

/// The source of a window's scene, and the files in which it keeps what it remembers.
struct WindowFiles {
  var library: SceneLibrary
  /// The result of reading the scene's file.
  var read: SceneReader.Outcome
  /// Values that its variables were given.
  var settings: [SceneSetting]
  var folders: UserFolders
}

/// A recording to be shown in a window, with the scene that it is run with.
struct PlayedRecording {
  let file: String
  let recording: Recording
  let replay: Replay
  let scene: Scene
  /// The result of reading the scene's text.
  let read: SceneReader.Outcome
  /// Is true if the scene is a file's; otherwise it is known only from the recording.
  let isOfFile: Bool

  /// - Parameters:
  ///   - file: The recording's.
  ///   - named: The scene to run it with, and what came of reading its file; nil: the recorded scene.
  ///   - library: Where pictures of the recorded scene are looked for.
  /// - Throws: `ReplayError`, `SceneError`.
  init(
    _ file: String, with named: (scene: Scene, read: SceneReader.Outcome)? = nil, in library: SceneLibrary
  ) throws {
    self.file = file
    let numbered = try RecordingFile.numbered(file)
    recording = numbered.recording
    isOfFile = named != nil
    if let named {
      (scene, read) = named
    } else {
      (scene, read, _) = try RecordingFile.scene(of: recording, file: file, in: library)
    }
    replay = try Replay(numbered, of: scene, file: file)
  }
}

extension PlayedRecording {
  /// The title for a person: `recording of 1:12`, and that it was not finished.
  var title: String {
    let seconds = recording.end / max(recording.head.rate, 1)
    let length = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return recording.unfinishedAfter == nil
      ? "recording of \(length)" : "recording of \(length) that was not finished"
  }
}
