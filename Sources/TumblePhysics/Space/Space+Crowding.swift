import CTumbleChipmunk
import TumbleGeometry

// The engine keeps every pair of shapes whose bounds meet, and more for every pair that touches. Thousands of shapes in
// one place would take gigabytes, and each step minutes.
extension Space {
  /// Throws where the next step would have more pairs to deal with than memory is meant for.
  func checkCrowding() throws {
    let contacts = contactCount(pointer)
    if contacts > maxContacts {
      var counts: [BodyID: Int] = [:]
      forEachContact(pointer) { a, b in
        for shape in [a, b] { counts[Shape.of(shape).body.id, default: 0] += 1 }
      }
      throw crowded("\(contacts) pairs of shapes touch; \(maxContacts) are the most", counts)
    }
    // Each shape put somewhere can meet every other one; counting is worth its time only where that could be too many.
    guard placedShapes * shapes.count > maxPairs / 2 else { return }
    let pairs = pairCount { _, _ in }
    if pairs > maxPairs {
      var counts: [BodyID: Int] = [:]
      _ = pairCount { shape, pairs in counts[shape.body.id, default: 0] += pairs }
      throw crowded("the bounds of \(pairs) pairs of shapes meet; \(maxPairs) are the most", counts)
    }
    placedShapes = 0
  }

  /// The pairs of shapes whose bounds meet; two of static bodies make none.
  private func pairCount(_ found: (Shape, Int) -> Void) -> Int {
    let still = shapes.filter { $0.body.kind == .static }
    return OverlapSweep.pairs(shapes.map(\.boundingBox)) { found(shapes[$0], $1) }
      - OverlapSweep.pairs(still.map(\.boundingBox)) { found(still[$0], -$1) }
  }

  /// Names the bodies in most pairs; among equals, those made first.
  private func crowded(_ problem: String, _ counts: [BodyID: Int]) -> PhysicsError {
    let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let names = order.prefix(3).compactMap { body($0.key)?.description }
    return .crowded(bodies: names, problem: problem)
  }
}
