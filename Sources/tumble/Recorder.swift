import TumbleFrames
import TumbleSimulation
import TumbleTrace

/// Writes what is done to a world into a file that appears when the run ends: a run that was cut off leaves none.
final class Recorder {
  private let path: String
  private let sceneFile: String
  private var writer: RecordingWriter?
  private var output: TextOutput?
  private var text: [UInt8] = []

  init(path: String, sceneFile: String) {
    self.path = path
    self.sceneFile = sceneFile
    text.reserveCapacity(65_536)
  }

  /// Forgets what was written for the world before, if there was one.
  ///
  /// - Parameter content: The scene file's text.
  func begin(_ world: World, content: String) throws {
    // The old file must have gone before the new one takes its name.
    output = nil
    output = try TextOutput(path: path, sparing: [sceneFile])
    var writer = RecordingWriter(
      head: Recording.Head(
        scene: world.scene.name, content: content, rate: world.rate, library: World.libraryVersion,
        revision: World.revision))
    text.removeAll(keepingCapacity: true)
    writer.begin(&text)
    writer.check(world.snapshot, hash: world.hash.value, to: &text)
    self.writer = writer
    try output?.write(text)
  }

  /// After a step that took these commands.
  func add(_ commands: [Command], _ world: World) throws {
    guard var writer else { return }
    let isDue = writer.isCheckDue(at: world.steps)
    guard isDue || !commands.isEmpty else { return }
    text.removeAll(keepingCapacity: true)
    for command in commands {
      writer.add(StampedCommand(step: world.steps - 1, command: command), to: &text)
    }
    if isDue { writer.check(world.snapshot, hash: world.hash.value, to: &text) }
    self.writer = writer
    try output?.write(text)
  }

  func finish(at step: Int) throws {
    guard var writer else { return }
    text.removeAll(keepingCapacity: true)
    writer.end(at: step, &text)
    try output?.write(text)
    try output?.finish()
    (self.writer, output) = (nil, nil)
  }
}
