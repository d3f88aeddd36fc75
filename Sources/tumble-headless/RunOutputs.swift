import TumbleFrames
import TumbleSimulation
import TumbleTrace

/// A trace on its way to a file.
final class TraceOutput {
  private let output: TextOutput
  private let writer: TraceWriter
  private let every: Int
  private var buffer: [UInt8] = []
  private var hasHead = false

  init(to output: TextOutput, _ writer: TraceWriter, every: Int) {
    self.output = output
    self.writer = writer
    self.every = every
  }

  /// Writes a step's lines, if it is one of those asked for.
  func write(_ snapshot: FrameSnapshot) throws {
    buffer.removeAll(keepingCapacity: true)
    if !hasHead {
      hasHead = true
      buffer += writer.head
    }
    if snapshot.step % every == 0 { writer.append(snapshot, to: &buffer) }
    try output.write(buffer)
  }

  func finish() throws { try output.finish() }
}

/// Hashes on their way to standard output.
final class HashOutput {
  private let output: TextOutput
  private let every: Int?

  init(to output: TextOutput, every: Int?) {
    self.output = output
    self.every = every
  }

  func write(_ world: World) throws {
    guard let every, world.steps % every == 0 else { return }
    try output.write("\(world.steps) \(world.hash)\n")
  }

  func finish(_ world: World) throws {
    if every == nil { try output.write("\(world.hash)\n") }
    try output.finish()
  }
}

/// A recording of the run on its way to a file.
final class RecordingOutput {
  private let output: TextOutput
  private var writer: RecordingWriter
  private var buffer: [UInt8] = []

  /// - Parameter every: Steps between two hashes; if nil, those of a second.
  init(to output: TextOutput, _ head: Recording.Head, every: Int?) throws {
    self.output = output
    writer = RecordingWriter(head: head, stepsBetweenChecks: every)
    writer.begin(&buffer)
    try output.write(buffer)
  }

  /// Notes the commands of the step that comes next.
  func add(_ commands: [Command], at step: Int) throws {
    guard !commands.isEmpty else { return }
    buffer.removeAll(keepingCapacity: true)
    for command in commands { writer.add(StampedCommand(step: step, command: command), to: &buffer) }
    try output.write(buffer)
  }

  func write(_ world: World) throws {
    guard writer.isCheckDue(at: world.steps) else { return }
    buffer.removeAll(keepingCapacity: true)
    writer.check(world.snapshot, hash: world.hash.value, to: &buffer)
    try output.write(buffer)
  }

  func finish(_ world: World) throws {
    buffer.removeAll(keepingCapacity: true)
    writer.end(at: world.steps, &buffer)
    try output.write(buffer)
    try output.finish()
  }
}
