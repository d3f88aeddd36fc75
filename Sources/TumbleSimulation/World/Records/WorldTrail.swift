/// The way of a body that has a trail, in memory of a fixed size. Trails are looks: they follow from the
/// state, and nothing of the state from them.
struct WorldTrail {
  let body: WorldBody
  let length: Trail.Length
  /// Steps from one sample to the next.
  private(set) var spacing = 1
  /// The samples: step n · `spacing` stands at n modulo their count; what is not finite parts the trail.
  private(set) var places: [Vector]
  private var latest: Int
  /// Is true if the body was put elsewhere in one go since the latest sample, which parts the trail.
  private(set) var isParted = false
  /// The latest step in which the body was there.
  private var lastSeen = 0

  /// The largest number of samples of a trail, and of all trails together, where each has the least at least.
  private static let (capacity, shared, least) = (512, 65_536, 64)
  static let nowhere = Vector(.nan, .nan)

  /// - Parameters:
  ///   - others: The number of trails that there are already: the more, the coarser it is.
  ///   - latest: The latest step of which it notes nothing.
  init(_ body: WorldBody, _ length: Trail.Length, rate: Int, beside others: Int, after latest: Int) {
    (self.body, self.length, self.latest) = (body, length, latest)
    let capacity = max(min(Self.capacity, Self.shared / (others + 1)), Self.least)
    var count = 4 * capacity
    if case .time(let seconds) = length {
      let steps = Int((seconds * Double(rate)).rounded(.up))
      spacing = steps / capacity + 1
      count = steps / spacing + 2
    }
    places = Array(repeating: Self.nowhere, count: count)
  }

  /// Returns true if nothing is left to see of it: its body has gone for so long.
  func isOver(at step: Int) -> Bool {
    body.body == nil && (length == .forever || step > lastSeen + places.count * spacing)
  }

  /// The index of a step's sample.
  func index(of step: Int) -> Int { step / spacing % places.count }

  /// Notes where the body is at the end of a step, once: an edit between two steps is noted at the end of the
  /// next one, as if it had come with it.
  /// - Parameter hasJumped: Whether it was put there in one go.
  mutating func note(step: Int, hasJumped: Bool) {
    isParted = isParted || hasJumped
    guard step > latest else { return }
    // One without an end keeps every other place where it is full.
    while length == .forever, step / spacing >= places.count {
      // What parts the trail does so still.
      for index in places.indices {
        let isKept = index < places.count / 2 && places[2 * index + 1].isFinite
        places[index] = isKept ? places[2 * index] : Self.nowhere
      }
      spacing *= 2
    }
    if isParted, step > 0 { places[index(of: step - 1)] = Self.nowhere }
    (latest, isParted) = (step, false)
    if body.body != nil { lastSeen = step }
    if step.isMultiple(of: spacing) { places[index(of: step)] = body.body?.position ?? Self.nowhere }
  }
}

extension World {
  /// Notes where the bodies with trails are, at the end of a step, and writes where they were into a
  /// snapshot, whose memory is reused.
  func writeTrails(_ snapshot: inout FrameSnapshot) {
    // Once a step: a state does not depend on the edits between two steps that cancel each other.
    let isNewStep = steps > trailsStep
    if isNewStep, trailsRevision != descriptionRevision {
      trailsRevision = descriptionRevision
      for index in description.bodies.indices {
        let place = trails.partitioningIndex { $0.body.index >= index }
        let old =
          trails.indices.contains(place) && trails[place].body.index == index
          ? trails[place].length : nil
        let new = bodies[index].body == nil ? old : description.bodies[index].style.trail?.length
        guard new != old else { continue }
        if old != nil { trails.remove(at: place) }
        if let new {
          trails.insert(
            WorldTrail(
              bodies[index], new, rate: rate, beside: trails.count, after: max(trailsStep, steps - 1)),
            at: place)
        }
      }
    }
    trailsStep = steps
    trails.removeAll { $0.isOver(at: steps) }
    guard !trails.isEmpty || !snapshot.trails.isEmpty else { return }
    snapshot.trails.fill(with: TrailSpan(body: 0, spacing: 1, range: 0..<0), count: trails.count)
    var count = 0
    for index in trails.indices {
      let id = trails[index].body.id
      trails[index].note(
        step: steps,
        hasJumped: placed.contains(id)
          || isNewStep && animation.teleported.contains { $0.body == id && ($0.x || $0.y) })
      let range = count..<count + trails[index].places.count
      snapshot.trails[index] = TrailSpan(body: id, spacing: trails[index].spacing, range: range)
      count = range.upperBound
    }
    snapshot.trailPlaces.fill(with: .zero, count: count)
    for (trail, span) in zip(trails, snapshot.trails) {
      for (index, place) in zip(span.range, trail.places) { snapshot.trailPlaces[index] = place }
      guard trail.isParted, steps > 0 else { continue }
      snapshot.trailPlaces[span.range.lowerBound + trail.index(of: steps - 1)] = WorldTrail.nowhere
    }
  }
}
