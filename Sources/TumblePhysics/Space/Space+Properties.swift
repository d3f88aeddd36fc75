import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// In points per second squared. A new value wakes every body.
  public var gravity: Vector {
    get { Vector(cpSpaceGetGravity(pointer)) }
    set { requireSuccess { try setGravity(newValue) } }
  }

  /// Sets ``gravity``.
  /// - Throws: for a number out of range.
  public func setGravity(_ gravity: Vector) throws {
    try Rule.finite.check(gravity, "gravity", of: "space")
    guard gravity != self.gravity else { return }
    wakeAll()  // the engine wakes every other group only
    cpSpaceSetGravity(pointer, gravity.c)
  }

  /// The part of its velocity that a body keeps per second, 0 to 1.
  public var damping: Double {
    get { cpSpaceGetDamping(pointer) }
    set { requireSuccess { try setDamping(newValue) } }
  }

  /// Sets ``damping``.
  /// - Throws: for a number out of range.
  public func setDamping(_ damping: Double) throws {
    try Rule.fraction.check(damping, "damping", of: "space")
    cpSpaceSetDamping(pointer, damping)
  }

  /// Rounds of the solver a step, 1 to 10,000.
  public var iterations: Int {
    get { Int(cpSpaceGetIterations(pointer)) }
    set { requireSuccess { try setIterations(newValue) } }
  }

  /// Sets ``iterations``.
  /// - Throws: for a number out of range.
  public func setIterations(_ iterations: Int) throws {
    try Rule.within(1...10_000).check(Double(iterations), "iterations", of: "space")
    cpSpaceSetIterations(pointer, Int32(iterations))
  }

  /// How long a group must be idle to fall asleep, in seconds; infinity for never, which wakes everything.
  public var sleepTimeThreshold: Double {
    get {
      let threshold = cpSpaceGetSleepTimeThreshold(pointer)
      return threshold == .leastNonzeroMagnitude ? 0 : threshold
    }
    set { requireSuccess { try setSleepTimeThreshold(newValue) } }
  }

  /// Sets ``sleepTimeThreshold``.
  /// - Throws: for a number out of range.
  public func setSleepTimeThreshold(_ sleepTimeThreshold: Double) throws {
    try Rule.nonNegativeOrInfinite.check(sleepTimeThreshold, "sleepTimeThreshold", of: "space")
    if sleepTimeThreshold == .infinity { wakeAll() }  // a sleeper left behind aborts at its next contact
    cpSpaceSetSleepTimeThreshold(pointer, Space.engineThreshold(sleepTimeThreshold))
  }

  /// With 0 the engine would put to sleep what is not idle, kinematic bodies too, and abort on those.
  static func engineThreshold(_ threshold: Double) -> Double {
    threshold == 0 ? .leastNonzeroMagnitude : threshold
  }

  /// Below this a body is idle, in points per second; 0 for a guess from gravity.
  public var idleSpeedThreshold: Double {
    get { cpSpaceGetIdleSpeedThreshold(pointer) }
    set { requireSuccess { try setIdleSpeedThreshold(newValue) } }
  }

  /// Sets ``idleSpeedThreshold``.
  /// - Throws: for a number out of range.
  public func setIdleSpeedThreshold(_ idleSpeedThreshold: Double) throws {
    try Rule.nonNegative.check(idleSpeedThreshold, "idleSpeedThreshold", of: "space")
    cpSpaceSetIdleSpeedThreshold(pointer, idleSpeedThreshold)
  }

  /// How deep shapes may sink into each other, in points.
  public var collisionSlop: Double {
    get { cpSpaceGetCollisionSlop(pointer) }
    set { requireSuccess { try setCollisionSlop(newValue) } }
  }

  /// Sets ``collisionSlop``.
  /// - Throws: for a number out of range.
  public func setCollisionSlop(_ collisionSlop: Double) throws {
    try Rule.nonNegativeLength.check(collisionSlop, "collisionSlop", of: "space")
    cpSpaceSetCollisionSlop(pointer, collisionSlop)
  }

  /// The part of an overlap that is left after a second, 0 to 1.
  public var collisionBias: Double {
    get { cpSpaceGetCollisionBias(pointer) }
    set { requireSuccess { try setCollisionBias(newValue) } }
  }

  /// Sets ``collisionBias``.
  /// - Throws: for a number out of range.
  public func setCollisionBias(_ collisionBias: Double) throws {
    try Rule.fraction.check(collisionBias, "collisionBias", of: "space")
    cpSpaceSetCollisionBias(pointer, collisionBias)
  }

  /// Steps for which the solver remembers a contact that has gone, 1 to 1,000.
  public var collisionPersistence: Int {
    get { Int(cpSpaceGetCollisionPersistence(pointer)) }
    set { requireSuccess { try setCollisionPersistence(newValue) } }
  }

  /// Sets ``collisionPersistence``.
  /// - Throws: for a number out of range.
  public func setCollisionPersistence(_ collisionPersistence: Int) throws {
    try Rule.within(1...1000).check(Double(collisionPersistence), "collisionPersistence", of: "space")
    cpSpaceSetCollisionPersistence(pointer, cpTimestamp(collisionPersistence))
  }

  /// The length of the latest step, in seconds; 0 before the first.
  public var latestStep: Double { cpSpaceGetCurrentTimeStep(pointer) }
}
