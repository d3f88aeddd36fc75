import Synchronization
import TumbleFiles
import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePictureCommands
import TumbleRendering
import TumbleScenes
import TumbleSimulation
import TumbleWindow

/// The window with all its panels, usually without a display: what is done comes as SDL's events, and time goes by as
/// frames are reported to be long. The same events and lengths give the same session every time.
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
  ///   - scene: A scene's name, or the path of its file.
  ///   - library: Where scenes are found.
  ///   - folders: Where settings, sessions and thumbnails are kept.
  ///   - timeline: What is kept of the past.
  ///   - display: A screen only where its renderer is to be measured.
  ///   - size: Of the window, in pixels.
  ///   - hasPanels: Without them only the stage, the graph and the line of status are drawn.
  ///   - warn: Gets a sentence for a texture that cannot be read.
  /// - Throws: `SceneError`, `WorldError`, `StageError`.
  package init(
    _ scene: String, library: SceneLibrary, folders: UserFolders = .none,
    timeline: TimelineOptions = TimelineOptions(), display: SDLSession.Display = .offscreen,
    size: PixelSize, hasPanels: Bool = true,
    warn: @escaping (String) -> Void = { _ in }
  ) throws {
    let outcome = try library.check(scene)
    let world = try World(outcome.get())
    let feed = GraphFeed(world)
    stage = try Stage(
      display, description: world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(of: world.scene.view), scale: 1, size: size, hasPanels: hasPanels,
      warn: warn)
    session = try Session(world, content: outcome.content, timeline: timeline)
    let time = Time()
    self.time = time
    loop = WindowLoop(
      stage, session, feed, keys: .standard, isRepeatable: true,
      files: WindowFiles(library: library, read: outcome, settings: [], folders: folders),
      clock: { .nanoseconds(time.nanoseconds.load(ordering: .relaxed)) })
  }

  /// Takes in the events that wait, and makes a frame.
  ///
  /// - Throws: What would end the program.
  package func frame(lasting length: Duration) throws {
    time.nanoseconds.add(Int64(length / .nanoseconds(1)), ordering: .relaxed)
    try loop.turn(lasting: length)
  }
}
