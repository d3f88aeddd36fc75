import CTumbleChipmunk
import TumbleGeometry

// The engine calls these inside a step. They append values and apply the rules declared before; nothing else.
// An arbiter's user data is set from the moment its `began` was noted until its `ended` is: one never comes without the
// other, whatever rules and listeners change in between.

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
  /// Whether a rule lets two shapes pass through each other.
  func ignores(_ a: CShape, _ b: CShape) -> Bool {
    rules.contains { $0.rule.effect == .ignore && $0.rule.match(a, b) != .no }
  }

  /// Whether a rule lets a bullet through on its way.
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

  /// Whether a one-way rule lets the pair through: the first side does not come from where the second is solid.
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

  /// Of several rules the latest says how hard the two stick together.
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
        // The engine's is that of its second shape against its first. It takes the part along the normal out of its own
        // and trusts a given one to have none: that would push the two apart or together.
        let normal = Vector(cpArbiterGetNormal(arbiter))
        let along = velocity - normal * velocity.dot(normal)
        cpArbiterSetSurfaceVelocity(arbiter, (match == .straight ? -along : along).c)
      }
    }
  }
}

extension Vector {
  /// This as a cosine and a sine, turning another vector.
  fileprivate func rotating(_ other: Vector) -> Vector {
    Vector(x * other.x - y * other.y, y * other.x + x * other.y)
  }
}
