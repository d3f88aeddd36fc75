import Foundation
import Synchronization
import TumbleGeometry
import TumbleGraph
import TumbleSimulation

/// The samples that graphs would have had of a session's steps, had they been there: the session is run once
/// more beside it, and read.
///
/// It is `@unchecked Sendable` because of the result, which is handed over under a lock.
final class PastSamples: @unchecked Sendable {
  /// The numbers and marks that a graph is to get of each step.
  struct Request: Sendable {
    /// The index of the graph.
    var graph: Int
    var reader: ChannelReader
    /// The reader of hits; nil if they are not marked.
    var hits: HitReader?
    /// The bound of the history, in bytes.
    var memory: Int
  }

  /// The samples that a graph got.
  struct Reading: Sendable {
    var request: Request
    var history: SampleHistory
    var markers: [GraphMarker] = []
    var values: [Double] = []

    init(_ request: Request) {
      self.request = request
      history = SampleHistory(channelCount: request.reader.channels.count, memory: request.memory)
    }
  }

  /// The last step that is read.
  let steps: Int
  private let condition = NSCondition()
  /// The readings; nil until they are complete.
  private var result: [Reading]?
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameter waits: true to return when all is read, false to read in the background.
  init(_ session: SessionCopy, _ requests: [Request], waits: Bool) {
    steps = session.steps
    let thread = Thread { [self] in read(session, requests) }
    thread.name = "tumble-past"
    thread.stackSize = 8 << 20
    thread.start()
    guard waits else { return }
    condition.lock()
    while result == nil { condition.wait() }
    condition.unlock()
  }

  /// Cancels the reading: nothing of it is wanted any more.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Returns the readings, once; nil until they are complete.
  func take() -> [Reading]? {
    condition.lock()
    defer { condition.unlock() }
    let taken = result
    result = nil
    return taken
  }

  private func read(_ session: SessionCopy, _ requests: [Request]) {
    // Histories that nobody else refers to: a shared one would be copied by each append.
    var readings = requests.map(Reading.init)
    // A world that cannot be rerun is drawn as far as it could.
    try? session.run { world in
      for index in readings.indices { readings[index].read(world) }
      return !isCancelled.load(ordering: .relaxed)
    }
    condition.lock()
    result = readings
    condition.broadcast()
    condition.unlock()
  }
}

extension PastSamples.Reading {
  fileprivate mutating func read(_ world: World) {
    request.reader.read(world, into: &values)
    history.append(values)
    func mark(_ label: String, _ color: Color?) {
      var marker = GraphMarker(index: history.newestIndex, label: label)
      if let color { marker.color = color }
      markers.append(marker)
    }
    if let hit = request.hits?.read(world) { mark(hit.text(world.description), nil) }
    for label in world.marks { mark(label, .green) }
    for joint in world.brokenNames { mark("\(joint) breaks", .orange) }
  }
}
