import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// Takes the world a step further in time, in seconds.
  /// - Throws: before the step, for a step out of range, a dynamic body without mass
  ///   (``PhysicsError/massless(bodies:)``), a constraint that cannot be solved or too many shapes in one place
  ///   (``PhysicsError/crowded(bodies:problem:)``); after it,
  ///   ``PhysicsError/diverged(_:)`` with every body that had to be taken out. The space stays usable either way.
  public func step(_ dt: Double) throws {
    try Rule.timeStep.check(dt, "step", of: "space")
    if needsCheck { try check() }
    if hasGrooves {
      for groove in grooves { try check(groove) }
    }
    if hasCurvedDampers { followDampingCurves() }
    try checkCrowding()
    if influences != nil { wakeInRestlessFields() }
    // What a program or an impulse has pushed since the last step, before it moves.
    limitSpeeds()
    if !bullets.isEmpty { sweepBullets(dt) }
    var isFinite = false
    withStepStack {
      if let solver {
        isFinite = solver.step(pointer, influences, dt, onPhase: onPhase)
      } else {
        cpSpaceStep(pointer, dt)
      }
    }
    // What contacts and joints have pushed.
    limitSpeeds()
    let crossed = crossings.isEmpty ? [] : tellCrossings()
    collectEvents()
    if log.isSticky || !stickyJoints.isEmpty { updateStickyJoints(dt) }
    if !crossed.isEmpty { (waitingEvents, hasEvents) = (waitingEvents + crossed, true) }
    // What the engine's solver left must be finite.
    var disorder = 0.0
    // By index: in a debug build an array's iterator allocates.
    if !isFinite, hasSolved(pointer) {
      for i in bodyPointers.indices { disorder += motionDisorder(bodyPointers[i]) }
    }
    let lost = hasLostBodies || disorder != 0 ? try dropLostBodies() : []
    if hasBreakable || !brokenConstraints.isEmpty { try breakConstraints(dt) }
    if !lost.isEmpty { throw PhysicsError.diverged(lost) }
  }

  private func limitSpeeds() {
    for i in limitedBodies.indices where limitedBodies[i].kind == .dynamic {
      limitSpeed(of: limitedBodies[i].pointer, limitedBodies[i].motion)
    }
  }

  private func followDampingCurves() {
    // What sleeps has no speed that a curve could be read at.
    for i in curvedDampers.indices
    where !curvedDampers[i].bodyA.isSleeping && !curvedDampers[i].bodyB.isSleeping {
      curvedDampers[i].followDampingCurve()
    }
  }

  /// What the engine would abort on, or turn into nonsense, in the middle of a step.
  func check() throws {
    let massless = bodies.filter { $0.kind == .dynamic && !($0.mass > 0 && $0.moment > 0) }
    guard massless.isEmpty else { throw PhysicsError.massless(bodies: massless.map(\.description)) }
    for shape in shapes { try checkCells(of: shape) }
    try checkConstraints()
    needsCheck = false
  }

  private func dropLostBodies() throws -> [LostBody] {
    hasLostBodies = false
    var lost: [LostBody] = []
    for body in bodies where body.diverged || motionDisorder(body.pointer) != 0 {
      still(body.pointer)
      body.diverged = false
      body.cancelMove()
      lost.append(LostBody(id: body.id, body: body.description, position: body.position))
      try remove(body)
    }
    return lost
  }
}
