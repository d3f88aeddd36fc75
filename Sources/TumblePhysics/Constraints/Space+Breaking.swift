import TumbleGeometry

/// A constraint that broke in a step.
public struct BrokenConstraint {
  /// No longer in the space.
  public let constraint: Constraint
  /// What it applied in the step that broke it, in kilograms × points / second (× points): ``Constraint/impulse`` as it
  /// was then.
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
