import TumbleFiles
import TumbleFrames
import TumbleSimulation
import TumbleTrace

/// A trace on its way to a file.
final class TraceOutput {
  let file: OutputFile
  private var writer: TraceWriter
  private let bodies: BodyPatterns?
  /// Of the world's description that the writer has its names from.
  private var revision: Int
  private let first: Int
  private let every: Int
  /// The columns that are the same in all rows of a step, and their places among the extra ones.
  private let reader: ChannelReader
  private let places: [Int]
  private var read: [Double] = []
  private var values: [Double]
  private var buffer: [UInt8] = []
  private var hasHead = false

  /// - Parameters:
  ///   - bodies: Whose rows it has; nil: all.
  ///   - first: The first step that it may have.
  ///   - every: It has the steps that are a multiple of this.
  init(
    to file: OutputFile, _ format: TraceWriter.Format, of world: World, columns: [TraceColumn],
    bodies: BodyPatterns?, from first: Int, every: Int
  ) {
    self.file = file
    self.bodies = bodies
    self.first = first
    self.every = every
    revision = world.descriptionRevision
    writer = TraceWriter(
      format: format, description: world.description, extraColumns: columns,
      isIncluded: bodies?.included(of: world.description))
    var (channels, places): ([Channel], [Int]) = ([], [])
    for (place, column) in columns.enumerated() {
      guard case .channel(let channel) = column.content else { continue }
      channels.append(channel)
      places.append(place)
    }
    reader = ChannelReader(channels)
    self.places = places
    values = Array(repeating: .nan, count: columns.count)
  }

  /// Writes a step's lines, if it is one of those asked for.
  func write(_ world: World) throws {
    if world.descriptionRevision != revision {
      revision = world.descriptionRevision
      writer.update(world.description, isIncluded: bodies?.included(of: world.description))
    }
    let snapshot = world.snapshot
    buffer.removeAll(keepingCapacity: true)
    let isFirst = !hasHead
    if isFirst {
      hasHead = true
      buffer += writer.head
    }
    if snapshot.step >= first, snapshot.step % every == 0 {
      if !places.isEmpty {
        reader.read(world, into: &read)
        for (index, place) in places.enumerated() { values[place] = read[index] }
      }
      writer.append(snapshot, to: &buffer, values: values) { world.value(of: $0, .body($1)) }
    }
    try file.write(buffer)
    // From then on it grows under its own name.
    if isFirst { try file.appear() }
  }
}
