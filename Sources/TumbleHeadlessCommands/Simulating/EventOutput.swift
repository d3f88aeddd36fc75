import TumbleFiles
import TumbleFrames
import TumbleSimulation
import TumbleTrace

/// The events of a run on their way to a file.
final class EventOutput {
  let file: OutputFile
  private let writer: EventWriter
  private var reader: EventReader
  private let bodies: BodyPatterns?
  /// By body id, as of a revision of the description: whose events are written.
  private var included: [Bool] = []
  private var revision = -1
  private let first: Int
  private var events: [StepEvent] = []
  private var buffer: [UInt8] = []
  private var hasHead = false

  /// - Parameters:
  ///   - world: As it is before the first step.
  ///   - bodies: Whose events it has; nil: all.
  ///   - first: The first step that it may have.
  init(
    to file: OutputFile, _ format: TraceWriter.Format, of world: World, bodies: BodyPatterns?, from first: Int
  ) {
    self.file = file
    self.bodies = bodies
    self.first = first
    writer = EventWriter(format: format)
    reader = EventReader(world)
  }

  /// Writes what happened in the latest step.
  func write(_ world: World) throws {
    buffer.removeAll(keepingCapacity: true)
    let isFirst = !hasHead
    if isFirst {
      hasHead = true
      buffer += writer.head
    } else {
      events.removeAll(keepingCapacity: true)
      reader.read(world, into: &events)
    }
    if let bodies, world.descriptionRevision != revision {
      revision = world.descriptionRevision
      included = bodies.included(of: world.description)
    }
    if world.steps >= first {
      for event in events where bodies == nil || event.concerns({ included[$0.number] }) {
        writer.append(event, world.snapshot, world.description, to: &buffer)
      }
    }
    try file.write(buffer)
    // From then on it grows under its own name.
    if isFirst { try file.appear() }
  }
}
