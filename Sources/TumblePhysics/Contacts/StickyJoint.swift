import CTumbleChipmunk
import TumbleGeometry

/// A contact of two shapes that a sticky rule is about, as the engine's callback found it. What it points to stays valid
/// until the end of the step.
struct StickyContact {
  let a: CShape
  let b: CShape
  let arbiter: CArbiter
  /// The most that the joint may pull with.
  let force: Double
}

/// Holds two shapes together that touched: a pivot that is in the engine's space, and in none of the lists of constraints.
struct StickyJoint {
  /// The shape with the lower id.
  let a: Shape
  let b: Shape
  let pivot: PivotJoint
  /// From a to b, of length 1, in the coordinates of a's body.
  let normal: Vector
  /// How many points of contact it was made from.
  let points: Int

  func holds(_ body: Body) -> Bool { pivot.bodyA === body || pivot.bodyB === body }

  /// Whether it pulls as hard as it can, and the shapes have come apart all the same.
  func isTorn(_ dt: Double, slop: Double) -> Bool {
    guard !pivot.bodyA.isSleeping, !pivot.bodyB.isSleeping else { return false }
    // The engine limits the impulse by scaling it, which rounds.
    guard pivot.impulse >= pivot.maxForce * dt * (1 - 1e-9) else { return false }
    let ends = pivot.ends
    return (ends.b - ends.a).dot(pivot.bodyA.transform.applyToDirection(normal)) > slop
  }
}

// They are made and torn after a step, from what it found; so the next step is the first that they act in.
extension Space {
  /// Takes away the sticky joints that were torn in a step, and makes those of contacts that have none.
  func updateStickyJoints(_ dt: Double) {
    let slop = collisionSlop
    if !stickyJoints.isEmpty { dropStickyJoints { $0.isTorn(dt, slop: slop) } }
    guard !log.stickyContacts.isEmpty else { return }
    var new: [StickyContact] = []
    for contact in log.stickyContacts {
      let (a, b) = contact.shapes
      if let place = stickyPlace(of: a, b).found {
        // A box that lands on a corner comes to lie on a side.
        guard cpArbiterGetCount(contact.arbiter) > stickyJoints[place].points else { continue }
      }
      new.append(contact)
    }
    log.stickyContacts.removeAll(keepingCapacity: true)
    // The order in which constraints are added is that in which the engine solves them: ours, not that of its tree.
    new.sort {
      let (one, other) = ($0.shapes, $1.shapes)
      return (one.a.id, one.b.id) < (other.a.id, other.b.id)
    }
    for contact in new { stick(contact) }
  }

  private func stick(_ contact: StickyContact) {
    let (a, b) = contact.shapes
    let isStraight = Shape.of(contact.a) === a
    let (engines, direction) = (ContactPoints(contact.arbiter), Vector(cpArbiterGetNormal(contact.arbiter)))
    let (points, normal) = isStraight ? (engines, direction) : (engines.flipped, -direction)
    guard !points.isEmpty else { return }
    let share = 1 / Double(points.count)
    // The two come to rest overlapping by half the slop: they touch then, and nothing pushes them apart.
    let inset = normal * (collisionSlop / 4)
    let onA = points.reduce(Vector.zero) { $0 + $1.onA * share } - inset
    let onB = points.reduce(Vector.zero) { $0 + $1.onB * share } + inset
    let definition = ConstraintDefinition(id: JointID(.max), name: "sticky contact", maxForce: contact.force)
    // A body that diverged in this step is about to be taken out.
    guard
      let pivot = try? PivotJoint(
        a.body, b.body, anchorA: a.body.local(onA), anchorB: b.body.local(onB), definition),
      pivot.canAct, pivot.isSolvable
    else { return }
    let (place, found) = stickyPlace(of: a, b)
    if let found { detach(stickyJoints.remove(at: found).pivot) }
    pivot.space = self
    activateOrSetAside(pivot)
    let turn = a.body.transform
    let local = Vector(turn.a * normal.x + turn.b * normal.y, turn.c * normal.x + turn.d * normal.y)
    stickyJoints.insert(
      StickyJoint(a: a, b: b, pivot: pivot, normal: local, points: points.count), at: place)
  }

  /// Where in the order of both shapes' ids the joint of a pair is, or would be, and where it was found.
  private func stickyPlace(of a: Shape, _ b: Shape) -> (place: Int, found: Int?) {
    let place = stickyJoints.insertionIndex { ($0.a.id, $0.b.id) < (a.id, b.id) }
    let isThere = place < stickyJoints.count && stickyJoints[place].a === a && stickyJoints[place].b === b
    return (place, isThere ? place : nil)
  }

  /// Takes away the sticky joints for which something holds.
  func dropStickyJoints(where isGone: (StickyJoint) -> Bool = { _ in true }) {
    guard !stickyJoints.isEmpty else { return }
    stickyJoints.removeAll { joint in
      guard isGone(joint) else { return false }
      detach(joint.pivot)
      return true
    }
  }
}

extension StickyContact {
  /// The shape with the lower id first: which one the engine calls the first depends on its tree.
  fileprivate var shapes: (a: Shape, b: Shape) {
    let (one, other) = (Shape.of(a), Shape.of(b))
    return one.id < other.id ? (one, other) : (other, one)
  }
}
