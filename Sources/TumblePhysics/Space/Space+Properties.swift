import CTumbleChipmunk

extension Space {
  /// The gravity in points per second squared. A new value wakes every body.
  public var gravity: Vector {
    get { Vector(cpSpaceGetGravity(pointer)) }
    set {
      assign {
        try Rule.finite.check(newValue, "gravity", of: "space")
        guard newValue != self.gravity else { return }
        wakeAll()  // the engine wakes every other group only
        cpSpaceSetGravity(pointer, newValue.c)
      }
    }
  }

  /// The part of its velocity that a body keeps per second, 0 to 1.
  public var damping: Double {
    get { cpSpaceGetDamping(pointer) }
    set { set(newValue, .fraction, "damping", cpSpaceSetDamping) }
  }

  /// Rounds of the solver a step, 1 to 10,000.
  public var iterations: Int {
    get { Int(cpSpaceGetIterations(pointer)) }
    set { set(Double(newValue), .within(1...10_000), "iterations") { cpSpaceSetIterations($0, Int32($1)) } }
  }

  /// The time that a group must be idle to fall asleep, in seconds; infinity for never, which wakes
  /// everything.
  public var sleepTimeThreshold: Double {
    get {
      let threshold = cpSpaceGetSleepTimeThreshold(pointer)
      return threshold == .leastNonzeroMagnitude ? 0 : threshold
    }
    set {
      assign {
        try Rule.nonNegativeOrInfinite.check(newValue, "sleepTimeThreshold", of: "space")
        if newValue == .infinity { wakeAll() }  // a sleeper left behind aborts at its next contact
        cpSpaceSetSleepTimeThreshold(pointer, Space.engineThreshold(newValue))
      }
    }
  }

  /// The threshold that the engine gets: with 0 it would put to sleep what is not idle, kinematic bodies too,
  /// and abort on those.
  static func engineThreshold(_ threshold: Double) -> Double {
    threshold == 0 ? .leastNonzeroMagnitude : threshold
  }

  /// The speed below which a body is idle, in points per second; 0 for a guess from gravity.
  public var idleSpeedThreshold: Double {
    get { cpSpaceGetIdleSpeedThreshold(pointer) }
    set { set(newValue, .nonNegative, "idleSpeedThreshold", cpSpaceSetIdleSpeedThreshold) }
  }

  /// The depth to which shapes may sink into each other, in points.
  public var collisionSlop: Double {
    get { cpSpaceGetCollisionSlop(pointer) }
    set { set(newValue, .nonNegativeLength, "collisionSlop", cpSpaceSetCollisionSlop) }
  }

  /// The part of an overlap that is left after a second, 0 to 1.
  public var collisionBias: Double {
    get { cpSpaceGetCollisionBias(pointer) }
    set { set(newValue, .fraction, "collisionBias", cpSpaceSetCollisionBias) }
  }

  /// Steps for which the solver remembers a contact that has gone, 1 to 1,000.
  public var collisionPersistence: Int {
    get { Int(cpSpaceGetCollisionPersistence(pointer)) }
    set {
      set(Double(newValue), .within(1...1000), "collisionPersistence") {
        cpSpaceSetCollisionPersistence($0, cpTimestamp($1))
      }
    }
  }

  /// Sets a number by a function of the engine, if its rule allows it.
  private func set(_ value: Double, _ rule: Rule, _ property: String, _ apply: (CSpace, Double) -> Void) {
    assign {
      try rule.check(value, property, of: "space")
      apply(pointer, value)
    }
  }

  /// The length of the latest step, in seconds; 0 before the first.
  public var latestStep: Double { cpSpaceGetCurrentTimeStep(pointer) }
}

// Sums over the dynamic bodies, in id order.
extension Space {
  /// The kinetic energy, half of mass × speed² plus half of moment × angular speed², in kilograms × points² /
  /// seconds².
  public var kineticEnergy: Double {
    bodies.reduce(0) { sum, body in
      // The engine's own sum lacks the halves, and is no number for a body that has no mass yet but a great
      // speed.
      guard body.kind == .dynamic, body.mass > 0, body.moment > 0 else { return sum }
      return sum + cpBodyKineticEnergy(body.pointer) / 2
    }
  }

  /// Minus mass × gravity, as the body's own scale has it, · position of the center of gravity; 0 at the
  /// origin. With it that of fields that have one: uniform ones, pulls and springs that act everywhere, in
  /// the world's coordinates.
  public var potentialEnergy: Double {
    let gravity = gravity
    return bodies.reduce(0) { sum, body in
      guard body.kind == .dynamic, body.mass > 0 else { return sum }
      return sum - body.mass * body.motion.gravityScale * gravity.dot(body.worldCenterOfGravity)
        + fieldEnergy(of: body)
    }
  }

  /// The part of ``potentialEnergy`` that fields give a dynamic body.
  public func fieldEnergy(of body: Body) -> Double {
    guard let influences, body.kind == .dynamic, body.mass > 0 else { return 0 }
    return influences.potentialEnergy(of: body)
  }

  /// Mass × velocity.
  public var momentum: Vector {
    bodies.reduce(.zero) { $1.kind == .dynamic ? $0 + $1.velocity * $1.mass : $0 }
  }

  /// The angular momentum about the origin: position × momentum plus moment × angular velocity; a body that
  /// does not turn adds the first.
  public var angularMomentum: Double {
    bodies.reduce(0) { sum, body in
      guard body.kind == .dynamic, body.mass > 0 else { return sum }
      let spin = body.moment.isFinite ? body.moment * body.angularVelocity : 0
      return sum + body.worldCenterOfGravity.cross(body.velocity) * body.mass + spin
    }
  }
}

extension Body {
  /// The center of gravity in the world.
  public var worldCenterOfGravity: Vector { world(centerOfGravity) }
}

// By id, in the time of a binary search.
extension Space {
  /// The body of an id; nil if it is not in the space.
  public func body(_ id: BodyID) -> Body? { bodies.sortedIndex(of: id) { $0.id }.map { bodies[$0] } }

  /// The shape of an id; nil if it is not in the space.
  public func shape(_ id: ShapeID) -> Shape? { shapes.sortedIndex(of: id) { $0.id }.map { shapes[$0] } }

  /// The constraint of an id; nil if it is not in the space.
  public func constraint(_ id: JointID) -> Constraint? {
    constraints.sortedIndex(of: id) { $0.id }.map { constraints[$0] }
  }
}
