import TumbleGeometry

extension Constraint {
  /// Whether a step would take the constraint: the equations of one with anchors too far out for the moments of its bodies
  /// have no solution in floating point. A groove's may lose theirs as its bodies are pulled apart.
  public var isSolvable: Bool { !canAct || validationError() == nil }

  /// Whether one of its bodies can answer; the engine aborts on a constraint of two that cannot.
  var canAct: Bool {
    switch kind {
    case .linear, .planar, .sliding: bodyA.kind == .dynamic || bodyB.kind == .dynamic
    case .angular: bodyA.turns || bodyB.turns
    }
  }

  /// Why its equations have no solution; nil if they have one.
  ///
  /// The engine divides by the determinant of the matrix of a planar constraint, and aborts on a 0, to which it rounds
  /// when turning is easier than moving by more than the digits of a double.
  func validationError() -> String? {
    guard kind == .planar || kind == .sliding else { return nil }
    let anchors = anchors
    var reachA = anchors.a.distance(to: bodyA.centerOfGravity)
    let reachB = anchors.b.distance(to: bodyB.centerOfGravity)
    // A groove holds its first body where the second one is, however far that has been pulled.
    if kind == .sliding { reachA += bodyA.world(anchors.a).distance(to: bodyB.world(anchors.b)) }
    let turning = bodyA.inverseMoment * reachA * reachA + bodyB.inverseMoment * reachB * reachB
    let moving = bodyA.inverseMass + bodyB.inverseMass
    guard turning <= moving * 1e12 else {
      return
        "its anchors are too far out, or too far apart, for the bodies' moments of inertia; give them larger moments"
    }
    return nil
  }
}

extension Body {
  var turns: Bool { kind == .dynamic && moment.isFinite }
  var inverseMass: Double { kind == .dynamic ? 1 / mass : 0 }
  var inverseMoment: Double { turns ? 1 / moment : 0 }

  /// The body's constraints that are in its space, in id order.
  public var constraints: [Constraint] {
    space?.constraints.filter { $0.bodyA === self || $0.bodyB === self } ?? []
  }
}
