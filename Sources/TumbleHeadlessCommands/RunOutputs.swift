import TumbleFiles
import TumbleFrames
import TumbleSimulation
import TumbleTrace

/// A trace on its way to a file.
final class TraceOutput {
  let file: OutputFile
  private var writer: TraceWriter
  /// Of the world's description that the writer has its names from.
  private var revision = 0
  private let every: Int
  private var buffer: [UInt8] = []
  private var hasHead = false

  init(to file: OutputFile, _ writer: TraceWriter, every: Int) {
    self.file = file
    self.writer = writer
    self.every = every
  }

  /// Writes a step's lines, if it is one of those asked for.
  func write(_ world: World) throws {
    if world.descriptionRevision != revision {
      revision = world.descriptionRevision
      writer.update(world.description)
    }
    let snapshot = world.snapshot
    buffer.removeAll(keepingCapacity: true)
    let isFirst = !hasHead
    if isFirst {
      hasHead = true
      buffer += writer.head
    }
    if snapshot.step % every == 0 {
      writer.append(snapshot, to: &buffer) { world.value(of: $0, body: $1) }
    }
    try file.write(buffer)
    // From then on it grows under its own name.
    if isFirst { try file.appear() }
  }
}

/// Hashes on their way to standard output.
final class HashOutput {
  let file: OutputFile
  private let every: Int?

  init(to file: OutputFile, every: Int?) {
    self.file = file
    self.every = every
  }

  func write(_ world: World) throws {
    guard let every, world.steps % every == 0 else { return }
    try file.write("\(world.steps) \(world.hash)\n")
  }

  /// - Parameter isLast: Whether the world is what the run comes to, and not a state in the middle of it.
  func finish(_ world: World, isLast: Bool) throws {
    if every == nil, isLast { try file.write("\(world.hash)\n") }
    try file.finish()
  }
}
