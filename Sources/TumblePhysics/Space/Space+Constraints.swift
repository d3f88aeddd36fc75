import CTumbleChipmunk

extension Space {
  /// Adds a constraint, both of whose bodies must be in the space.
  /// - Throws: if it is in a space already, or a body of its own is not in this one.
  public func add(_ constraint: any Constraint) throws {
    try checkNotInSpace(constraint.space, constraint)
    try checkHolds(constraint.bodyA, of: constraint)
    try checkHolds(constraint.bodyB, of: constraint)
    constraint.core.space = self
    constraints.insert(constraint, at: constraints.insertionIndex { $0.id < constraint.id })
    activateOrSetAside(constraint.core)
    if constraint.core.kind == .sliding { grooves.append(constraint.core) }
    needsCheck = true
  }

  /// Takes out a constraint; both its bodies wake.
  /// - Throws: if it is not in this space.
  public func remove(_ constraint: any Constraint) throws {
    guard constraint.space === self else { throw PhysicsError.notInSpace(object: constraint.description) }
    detach(constraint.core)
    constraints.remove(at: constraints.insertionIndex { $0.id < constraint.id })
  }

  func detach(_ core: ConstraintCore) {
    if core.isActive { withTreeStack { cpSpaceRemoveConstraint(pointer, core.pointer) } }
    core.isActive = false
    core.space = nil
    if core.kind == .sliding { grooves.removeAll { $0 === core } }
  }

  /// Hands the engine a constraint that a body can answer to, and keeps back one on which it would abort.
  func activateOrSetAside(_ core: ConstraintCore) {
    guard core.canAct != core.isActive else { return }
    withTreeStack {
      if core.isActive {
        cpSpaceRemoveConstraint(pointer, core.pointer)
      } else {
        cpSpaceAddConstraint(pointer, core.pointer)
      }
    }
    core.isActive.toggle()
  }

  func checkConstraints() throws {
    for constraint in constraints {
      activateOrSetAside(constraint.core)
      try check(constraint.core)
    }
  }

  func check(_ core: ConstraintCore) throws {
    guard core.isActive, let rule = core.validationError() else { return }
    throw PhysicsError.unsolvable(object: core.description, rule: rule)
  }
}
