import CTumbleChipmunk

/// A decision about a contact inside a step, declared before it.
public struct ContactRule: Hashable, Sendable {
  /// The decisions that a rule can make.
  public enum Effect: Hashable, Sendable {
    /// They pass through each other.
    case ignore
    /// The second side lets the first pass in this direction of the second's body, such as (0, 1) for a
    /// platform to jump on from below, and is solid the other way. Decided when they first touch, until they
    /// part.
    case oneWay(Vector)
    /// The friction, in place of the product of both.
    case friction(Double)
    /// The elasticity, in place of the product of both.
    case elasticity(Double)
    /// The surface velocity of the first side against the second, in place of the difference of both: in the
    /// world's directions, in points per second. Only the part along the surfaces counts.
    case surfaceVelocity(Vector)
    /// They stick where they touch, from the step after the one in which they meet: a joint between the
    /// middles of their points of contact, about which they may turn, pulls with at most this force, in
    /// kilograms × points / seconds². What pulls harder tears them apart, and they stick again when they
    /// touch again. So a body of mass m hangs below a ceiling in gravity g if the force is more than m × g.
    /// Putting either body elsewhere by hand ends it too. The joint is none of ``Space/constraints``.
    case sticky(force: Double)

    var isSticky: Bool {
      if case .sticky = self { true } else { false }
    }
  }

  /// One side; which is the first counts for `oneWay` and `surfaceVelocity` alone.
  public var first: ContactSide
  /// The other.
  public var second: ContactSide
  /// The decision.
  public var effect: Effect

  /// Creates a rule for contacts between two sides.
  public init(between a: ContactSide, and b: ContactSide, _ effect: Effect) {
    first = a
    second = b
    self.effect = effect
  }

  /// Names a rule in its space, for taking it back.
  public struct ID: Hashable, Sendable {
    let number: Int
  }

  func names(_ side: ContactSide) -> Bool { first == side || second == side }

  func check() throws {
    let object = "contact rule"
    switch effect {
    case .ignore: break
    case .oneWay(let direction):
      try Rule.coordinate.check(direction, "oneWay", of: object)
      try Rule.directionLength.check(direction.length, "oneWay's length", of: object)
    case .friction(let friction): try Rule.surface.check(friction, "friction", of: object)
    case .elasticity(let elasticity): try Rule.surface.check(elasticity, "elasticity", of: object)
    case .surfaceVelocity(let velocity): try Rule.finite.check(velocity, "surfaceVelocity", of: object)
    case .sticky(let force): try Rule.nonNegative.check(force, "sticky", of: object)
    }
  }
}

extension Space {
  /// Declares what happens to contacts of a kind from the next step on, and wakes every body. Of several
  /// rules of one effect the latest wins.
  /// - Returns: What takes the rule back. It goes by itself with a body or shape that it names.
  /// - Throws: For a number out of range.
  @discardableResult
  public func add(_ rule: ContactRule) throws -> ContactRule.ID {
    try rule.check()
    let id = ContactRule.ID(number: Identity.next())
    log.add(rule, id)
    wakeAll()
    if rule.effect == .ignore { dropStickyJoints { rule.match($0.a.pointer, $0.b.pointer) != .no } }
    refreshCallbacks()
    return id
  }

  /// Takes a rule back from the next step on, and wakes every body.
  /// - Throws: If there is no such rule in this space.
  public func remove(_ rule: ContactRule.ID) throws {
    guard let found = log.rules.first(where: { $0.id == rule }) else {
      throw PhysicsError.notInSpace(object: "contact rule \(rule.number)")
    }
    log.removeRules { $0.id == rule }
    wakeAll()
    // Those that another rule is about come back with the next step.
    if found.rule.effect.isSticky { dropStickyJoints() }
  }
}

/// A contact of two shapes that a sticky rule is about, as the engine's callback found it. What it points to
/// stays valid until the end of the step.
struct StickyContact {
  let a: CShape
  let b: CShape
  let arbiter: CArbiter
  /// The most that the joint may pull with.
  let force: Double
}

/// Holds two shapes together that touched: a pivot that is in the engine's space, and in none of the lists of
/// constraints.
struct StickyJoint {
  /// The shape with the lower id.
  let a: Shape
  let b: Shape
  let pivot: PivotJoint
  /// The normal from a to b, of length 1, in the coordinates of a's body.
  let normal: Vector
  /// The number of points of contact that it was made from.
  let points: Int

  func holds(_ body: Body) -> Bool { pivot.bodyA === body || pivot.bodyB === body }

  /// Returns true if the joint pulls as hard as it can and the shapes have come apart all the same.
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
    // The order in which constraints are added is that in which the engine solves them: ours, not that of its
    // tree.
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
    stickyJoints.insert(StickyJoint(a: a, b: b, pivot: pivot, normal: local, points: points.count), at: place)
  }

  /// Finds the index of a pair's sticky joint in the order of both shapes' ids: where it is, or would be.
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

// The engine calls these inside a step. They append values and apply the rules declared before; nothing else.
// An arbiter's user data is set from the moment its `began` was noted until its `ended` is: one never comes
// without the other, whatever rules and listeners change in between.

extension Space {
  /// Hands the engine the callbacks that the listeners and rules need, and no more.
  func refreshCallbacks() {
    var handler = engineHandler
    handler.userData = Unmanaged.passUnretained(log).toOpaque()
    handler.beginFunc = contactBegan
    handler.separateFunc = contactEnded
    if log.hasHadRules || log.allKinds.meets(.everyStep) { handler.preSolveFunc = contactPersists }
    setHandler(of: pointer, handler)
  }
}

private func contactBegan(
  _ arbiter: CArbiter?, _ space: CSpace?, _ data: UnsafeMutableRawPointer?
) -> cpBool {
  let (arbiter, data) = (arbiter.unsafelyUnwrapped, data.unsafelyUnwrapped)
  let log = Unmanaged<ContactLog>.fromOpaque(data).takeUnretainedValue()
  let (a, b) = shapes(of: arbiter)
  cpArbiterSetUserData(arbiter, nil)
  if log.hasRules {
    if log.passes(Vector(cpArbiterGetNormal(arbiter)), a, b) { return 0 }
    // An ignored pair goes on being asked about, so that taking the rule back works at once.
    if log.ignores(a, b) { return 1 }
  }
  noteBegin(arbiter, log, data, a, b)
  return 1
}

/// Every step, where rules or listeners need that.
private func contactPersists(
  _ arbiter: CArbiter?, _ space: CSpace?, _ data: UnsafeMutableRawPointer?
) -> cpBool {
  let (arbiter, data) = (arbiter.unsafelyUnwrapped, data.unsafelyUnwrapped)
  let log = Unmanaged<ContactLog>.fromOpaque(data).takeUnretainedValue()
  let (a, b) = shapes(of: arbiter)
  if log.hasRules {
    if log.ignores(a, b) { return 0 }
    log.applyOverrides(arbiter, a, b)
    if log.isSticky { log.noteSticky(arbiter, a, b) }
  }
  if cpArbiterGetUserData(arbiter) == nil {
    noteBegin(arbiter, log, data, a, b)
  } else if cpArbiterIsFirstContact(arbiter) == 0 {
    let kinds = log.kinds(a, b)
    if kinds.meets(.everyStep) { log.append(.persisted, arbiter, a, b) }
  }
  return 1
}

private func contactEnded(_ arbiter: CArbiter?, _ space: CSpace?, _ data: UnsafeMutableRawPointer?) {
  let (arbiter, data) = (arbiter.unsafelyUnwrapped, data.unsafelyUnwrapped)
  guard cpArbiterGetUserData(arbiter) != nil else { return }
  cpArbiterSetUserData(arbiter, nil)
  let log = Unmanaged<ContactLog>.fromOpaque(data).takeUnretainedValue()
  let (a, b) = shapes(of: arbiter)
  if log.kinds(a, b).meets(.ended) { log.appendEnd(a, b) }
}

private func noteBegin(
  _ arbiter: CArbiter, _ log: ContactLog, _ data: UnsafeMutableRawPointer, _ a: CShape, _ b: CShape
) {
  cpArbiterSetUserData(arbiter, data)
  if log.kinds(a, b).meets(.atBegin) { log.append(.began, arbiter, a, b) }
}

@inline(__always)
private func shapes(of arbiter: CArbiter) -> (CShape, CShape) {
  var (a, b): (CShape?, CShape?)
  cpArbiterGetShapes(arbiter, &a, &b)
  return (a.unsafelyUnwrapped, b.unsafelyUnwrapped)
}

// MARK: - Rules

extension ContactLog {
  /// Returns true if a rule lets two shapes pass through each other.
  func ignores(_ a: CShape, _ b: CShape) -> Bool {
    rules.contains { $0.rule.effect == .ignore && $0.rule.match(a, b) != .no }
  }

  /// Returns true if a rule lets a bullet pass on its way.
  /// - Parameters:
  ///   - normal: From a to b.
  ///   - isOld: Whether the two overlap before the step: a one-way rule has decided then.
  func letsPass(_ a: CShape, _ b: CShape, normal: Vector, isOld: Bool) -> Bool {
    guard hasRules else { return false }
    if ignores(a, b) { return true }
    let isOneWay = rules.contains { rule in
      guard case .oneWay = rule.rule.effect else { return false }
      return rule.rule.match(a, b) != .no
    }
    return isOneWay && (isOld || passes(normal, a, b))
  }

  /// Returns true if a one-way rule lets the pair pass: the first side does not come from where the second is
  /// solid.
  /// - Parameter direction: From a to b, of length 1.
  fileprivate func passes(_ direction: Vector, _ a: CShape, _ b: CShape) -> Bool {
    let fromAToB = direction
    for (_, rule) in rules {
      guard case .oneWay(let direction) = rule.effect else { continue }
      let match = rule.match(a, b)
      if match == .no { continue }
      let platform = cpShapeGetBody(match == .straight ? b : a).unsafelyUnwrapped
      let up = Vector(cpBodyGetRotation(platform)).rotating(direction.normalized)
      // From the platform to the other one.
      let normal = fromAToB * (match == .straight ? -1 : 1)
      // Solid only where the surface faces at least half upwards, so that ends and undersides let pass.
      if normal.dot(up) < 0.5 { return true }
    }
    return false
  }

  /// Notes how hard two shapes stick together: as the latest of several rules says.
  fileprivate func noteSticky(_ arbiter: CArbiter, _ a: CShape, _ b: CShape) {
    guard cpShapeGetSensor(a) == 0, cpShapeGetSensor(b) == 0 else { return }
    for (_, rule) in rules.reversed() {
      guard case .sticky(let force) = rule.effect, rule.match(a, b) != .no else { continue }
      return stickyContacts.append(StickyContact(a: a, b: b, arbiter: arbiter, force: force))
    }
  }

  fileprivate func applyOverrides(_ arbiter: CArbiter, _ a: CShape, _ b: CShape) {
    for (_, rule) in rules {
      let match = rule.match(a, b)
      if match == .no { continue }
      switch rule.effect {
      case .ignore, .oneWay, .sticky: break
      case .friction(let friction): cpArbiterSetFriction(arbiter, friction)
      case .elasticity(let elasticity): cpArbiterSetRestitution(arbiter, elasticity)
      case .surfaceVelocity(let velocity):
        // The engine's is that of its second shape against its first. It takes the part along the normal out
        // of its own and trusts a given one to have none: that would push the two apart or together.
        let normal = Vector(cpArbiterGetNormal(arbiter))
        let along = velocity - normal * velocity.dot(normal)
        cpArbiterSetSurfaceVelocity(arbiter, (match == .straight ? -along : along).c)
      }
    }
  }
}

extension Vector {
  /// The other vector turned by this one as a cosine and a sine.
  fileprivate func rotating(_ other: Vector) -> Vector {
    Vector(x * other.x - y * other.y, y * other.x + x * other.y)
  }
}
