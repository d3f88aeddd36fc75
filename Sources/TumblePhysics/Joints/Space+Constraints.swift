import CTumbleChipmunk

extension Space {
  /// Adds a constraint, both of whose bodies must be in the space.
  /// - Throws: If it is in a space already, another of its id is in this one, or a body of its own is not.
  public func add(_ constraint: Constraint) throws {
    try checkNotInSpace(constraint.space, constraint)
    try checkIsFree(self.constraint(constraint.id), for: constraint)
    try checkHolds(constraint.bodyA, of: constraint)
    try checkHolds(constraint.bodyB, of: constraint)
    constraint.space = self
    constraints.insert(constraint, at: constraints.insertionIndex { $0.id < constraint.id })
    activateOrSetAside(constraint)
    if constraint.kind == .sliding { grooves.append(constraint) }
    if constraint.breakForce < .infinity { breakable.hold(constraint, if: true) }
    if constraint.hasDampingCurve { curvedDampers.hold(constraint, if: true) }
    needsCheck = true
  }

  /// Takes out a constraint; both its bodies wake.
  /// - Throws: If it is not in this space.
  public func remove(_ constraint: Constraint) throws {
    guard constraint.space === self else { throw PhysicsError.notInSpace(object: constraint.description) }
    detach(constraint)
    constraints.remove(at: constraints.insertionIndex { $0.id < constraint.id })
  }

  func detach(_ constraint: Constraint) {
    if constraint.isActive { withTreeStack { cpSpaceRemoveConstraint(pointer, constraint.pointer) } }
    constraint.isActive = false
    constraint.space = nil
    if constraint.kind == .sliding { grooves.removeAll { $0 === constraint } }
    if constraint.breakForce < .infinity { breakable.hold(constraint, if: false) }
    if constraint.hasDampingCurve { curvedDampers.hold(constraint, if: false) }
  }

  /// Hands the engine a constraint that a body can answer to, and keeps back one on which it would abort.
  func activateOrSetAside(_ constraint: Constraint) {
    guard constraint.canAct != constraint.isActive else { return }
    withTreeStack {
      if constraint.isActive {
        cpSpaceRemoveConstraint(pointer, constraint.pointer)
      } else {
        _ = cpSpaceAddConstraint(pointer, constraint.pointer)
      }
    }
    constraint.isActive.toggle()
  }

  func checkConstraints() throws {
    for constraint in constraints {
      activateOrSetAside(constraint)
      try check(constraint)
    }
    dropStickyJoints { !$0.pivot.isSolvable }
  }

  func check(_ constraint: Constraint) throws {
    guard constraint.isActive, let rule = constraint.validationError() else { return }
    throw PhysicsError.unsolvable(object: constraint.description, rule: rule)
  }
}

/// A constraint that broke in a step.
public struct BrokenConstraint {
  /// No longer in the space.
  public let constraint: Constraint
  /// The impulse in the step that broke it, in kilograms × points / second (× points): ``Constraint/impulse``
  /// as it was then.
  public let impulse: Double
}

extension Space {
  /// Takes out the constraints that pulled or turned harder in a step than they bear.
  func breakConstraints(_ dt: Double) throws {
    brokenConstraints.removeAll(keepingCapacity: true)
    // By index: in a debug build an array's iterator allocates.
    for i in breakable.indices {
      let constraint = breakable[i]
      let impulse = constraint.impulse
      // What sleeps keeps the impulse of a step that was looked at as it ended.
      guard impulse.magnitude / dt > constraint.breakForce, !constraint.isSleeping else { continue }
      brokenConstraints.append(BrokenConstraint(constraint: constraint, impulse: impulse))
    }
    for broken in brokenConstraints { try remove(broken.constraint) }
  }
}

extension Constraint {
  fileprivate var isSleeping: Bool { bodyA.isSleeping || bodyB.isSleeping }
}
