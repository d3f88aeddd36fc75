import Foundation
import Synchronization
import TumbleGeometry
import TumbleGraph
import TumbleSimulation

/// What graphs would have shown of a session's steps, had they been there: what was done is run once more beside it, and read.
///
/// It is `@unchecked Sendable` because of the result, which is handed over under a lock.
final class PastSamples: @unchecked Sendable {
  /// What one graph gets of each step.
  struct Reading: Sendable {
    var reader: ChannelReader
    /// nil where hits are not marked.
    var hits: HitReader?
    var history: SampleHistory
    var markers: [GraphMarker] = []
    var values: [Double] = []
  }

  /// The last step that is read.
  let steps: Int
  private let condition = NSCondition()
  /// Histories by the graphs' indices; nil until they are complete.
  private var result: [Int: Reading]?
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - readings: By the graphs' places.
  ///   - waits: Whether to come back when all is read, rather than to read it in the background.
  init(_ session: SessionCopy, _ readings: [Int: Reading], waits: Bool) {
    steps = session.steps
    let thread = Thread { [self] in read(session, readings) }
    thread.name = "tumble-past"
    thread.stackSize = 8 << 20
    thread.start()
    guard waits else { return }
    condition.lock()
    while result == nil { condition.wait() }
    condition.unlock()
  }

  /// Nothing of it is wanted any more.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// What was read, once; nil until it is complete.
  func take() -> [Int: Reading]? {
    condition.lock()
    defer { condition.unlock() }
    let taken = result
    result = nil
    return taken
  }

  private func read(_ session: SessionCopy, _ readings: [Int: Reading]) {
    var readings = readings
    // A world that cannot be run again is drawn as far as it could.
    try? session.run { world in
      for place in readings.keys { readings[place]?.read(world) }
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
    reader.read(world, into: &values)
    history.append(values)
    func mark(_ label: String, _ color: Color?) {
      var marker = GraphMarker(index: history.newestIndex, label: label)
      if let color { marker.color = color }
      markers.append(marker)
    }
    if let hit = hits?.read(world) { mark(hit.text(world.description), nil) }
    for label in world.marks { mark(label, .green) }
    for joint in world.brokenNames { mark("\(joint) breaks", .orange) }
  }
}
