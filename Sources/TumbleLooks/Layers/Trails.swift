import TumbleFrames
import TumbleGeometry

/// Where bodies have been: the newest places of each, in memory of a fixed size.
package struct Trails: Hashable, Sendable {
  /// Places kept of each body.
  package static let length = 90
  /// Bodies that have a trail: the first so many that move.
  package static let maxBodies = 400

  /// Of each body in `ids` a ring of places.
  private var places: [Vector] = []
  private var ids: [BodyID] = []
  private var newest = -1
  private var count = 0
  private var step: Int?

  package init() {}
}

extension Trails {
  package mutating func removeAll() {
    newest = -1
    count = 0
    step = nil
    ids.removeAll(keepingCapacity: true)
  }

  /// Adds the places of a snapshot: thirty of a second of world time, however many frames that is. Winding back, and
  /// another world, begin again.
  package mutating func add(_ snapshot: FrameSnapshot, _ description: WorldDescription) {
    let spacing = max(snapshot.rate / 30, 1)
    if let step, snapshot.step < step || snapshot.step > step + Self.length * spacing { removeAll() }
    if let step, snapshot.step < step + spacing { return }
    if ids.isEmpty {
      for body in snapshot.bodies where ids.count < Self.maxBodies {
        if let known = description[body.id], known.kind != .static { ids.append(body.id) }
      }
      places = Array(repeating: .zero, count: ids.count * Self.length)
    }
    newest = (newest + 1) % Self.length
    count = min(count + 1, Self.length)
    step = snapshot.step
    for i in ids.indices {
      places[i * Self.length + newest] = snapshot[ids[i]]?.position ?? Vector(.nan, .nan)
    }
  }

  /// Lines from each body back along its way, fainter and fainter.
  func draw(_ color: Color, into marks: inout Marks) {
    guard count > 1 else { return }
    for i in ids.indices {
      for age in 1..<count {
        let (from, to) = (place(of: i, age: age), place(of: i, age: age - 1))
        guard from.isFinite, to.isFinite, from != to else { continue }
        marks.line(from, to, width: 1.5, color.withAlpha(0.7 * (1 - Double(age) / Double(Self.length))))
      }
    }
  }

  private func place(of body: Int, age: Int) -> Vector {
    places[body * Self.length + (newest - age + Self.length) % Self.length]
  }
}
