import TumblePhysics

// Bursts of particles where things hit each other: looks that follow from contacts, and nothing of the state
// from them.

/// The impacts of shapes, as of a revision of the description, and the bursts that may still be seen.
struct BurstState {
  fileprivate(set) var bursts: [Burst] = []
  fileprivate var impacts: [ShapeID: Impact] = [:]
  fileprivate var revision = -1
  /// The masses of the bodies that fell to pieces in the latest step.
  var masses: [BodyID: Double] = [:]

  /// The changes of speed by a touch at which a burst begins to be seen, and at which it is strongest, in
  /// points per second. What rests gets less than the first in a step.
  static let speeds = 80.0...800.0

  mutating func add(_ burst: Burst) {
    if bursts.count < Burst.most, burst.impact != .nothing { bursts.append(burst) }
  }
}

extension World {
  /// Adds bursts for what began to touch in the latest step, and drops those that are over.
  func noteBursts() {
    if let first = burst.bursts.first, Double(steps - first.step) > Burst.duration * Double(rate) {
      burst.bursts.removeAll { Double(steps - $0.step) > Burst.duration * Double(rate) }
    }
    if burst.revision < 0 { findImpacts() }
    // The shapes of what fell to pieces in this step are known until the next.
    defer {
      if burst.revision != descriptionRevision { findImpacts() }
      burst.masses.removeAll(keepingCapacity: true)
    }
    guard !burst.impacts.isEmpty else { return }
    for event in space.contactEvents where event.kind == .began && !event.isSensor {
      guard let contact = Contact(event) else { continue }
      add(burst.impacts[event.shapeA], contact, away: 1)
      add(burst.impacts[event.shapeB], contact, away: -1)
    }
  }

  /// - Parameter away: 1 for what flies off from the contact's first body, -1 from its second.
  private func add(_ impact: Impact?, _ contact: Contact, away: Double) {
    guard let impact else { return }
    // What is not dynamic has none.
    let masses = [contact.a, contact.b].compactMap { bodies[$0.number].body?.mass ?? burst.masses[$0] }
      .filter { $0 > 0 }
    let speed = contact.impulse.length / (masses.min() ?? .infinity)
    guard speed >= BurstState.speeds.lowerBound else { return }
    let range = BurstState.speeds.upperBound - BurstState.speeds.lowerBound
    burst.add(
      Burst(
        impact, step: steps, position: contact.point, angle: (contact.normal * away).angle,
        strength: min((speed - BurstState.speeds.lowerBound) / range, 1)))
  }

  /// Adds a burst that an action asks for: where the bodies of the event touch, else at the body.
  func addBurst(_ impact: Impact, at body: WorldBody, strength: Double, _ firing: TriggerState.Firing) {
    let pair = Set([firing.it, firing.other].compactMap { $0.map { BodyID($0) } })
    let contact =
      pair.contains(body.id) ? contacts.first { $0.kind != .ended && Set([$0.a, $0.b]) == pair } : nil
    guard let position = contact?.point ?? body.body?.position else { return }
    let normal = contact.map { $0.b == body.id ? $0.normal : $0.normal * -1 } ?? Vector(0, 1)
    burst.add(Burst(impact, step: steps, position: position, angle: normal.angle, strength: strength))
  }

  private func findImpacts() {
    burst.revision = descriptionRevision
    burst.impacts.removeAll(keepingCapacity: true)
    for record in bodies.present {
      let own = model.scene.bodies[record.index]
      guard own.shapes.contains(where: { $0.impact != nil }), let body = record.body else { continue }
      if let impact = own.shapes[0].impact, own.shapes.allSatisfy({ $0.impact == impact }) {
        for piece in body.shapes { burst.impacts[piece.id] = impact }
        continue
      }
      for (piece, impact) in zip(body.shapes, own.impactsOfPieces) {
        if let impact { burst.impacts[piece.id] = impact }
      }
    }
  }
}
