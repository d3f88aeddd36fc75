import TumbleGeometry

/// What a space is made from; the defaults are the engine's.
public struct SpaceDefinition: Hashable, Sendable {
  /// How pairs that may touch are found.
  public enum Index: Hashable, Sendable {
    /// Good for any scene.
    case tree
    /// For thousands of shapes of one size: `cell` about a shape's diameter, in points (1 to 1e9), `count` about ten
    /// times the number of shapes (1 to 10,000,000). No shape may cover more than 10,000 cells, and there is no way back.
    case spatialHash(cell: Double, count: Int)
  }

  /// Who takes the steps. The results are the same, bit for bit.
  public enum Solver: Hashable, Sendable {
    /// This library, with the engine's arithmetic in an order that suits the processor, wherever it knows the engine that
    /// is loaded (Chipmunk 7.0.3 on x86-64); else the engine.
    case automatic
    /// The engine's own `cpSpaceStep`.
    case engine
  }

  /// In points per second squared.
  public var gravity: Vector
  /// The part of its velocity that a body keeps per second, 0 to 1.
  public var damping: Double
  /// Rounds of the solver a step, 1 to 10,000: more is stiffer and slower.
  public var iterations: Int
  /// How long a group of touching bodies must be idle to fall asleep, in seconds; infinity for never.
  public var sleepTimeThreshold: Double
  /// Below this a body is idle, in points per second; 0 for a guess from gravity.
  public var idleSpeedThreshold: Double
  /// How deep shapes may sink into each other, in points, which keeps contacts steady; nil for the engine's 0.1.
  public var collisionSlop: Double?
  /// The part of an overlap that is left after a second, 0 to 1; nil for the engine's 0.9 to the power of 60.
  public var collisionBias: Double?
  /// Steps for which the solver remembers a contact that has gone, 1 to 1,000.
  public var collisionPersistence: Int
  public var index: Index
  public var solver: Solver
  /// On how many threads a step may find out where shapes touch, and prepare and solve islands, 1 to 16; an island is a
  /// group of bodies that touch or are joined, apart from all others. It changes no result, and what is little stays on
  /// the caller's thread. While a step goes on, and for less than a tenth of a millisecond
  /// after it, the other threads keep their processors busy looking out for work.
  public var threads: Int

  public init(
    gravity: Vector = .zero, damping: Double = 1, iterations: Int = 10,
    sleepTimeThreshold: Double = .infinity, idleSpeedThreshold: Double = 0,
    collisionSlop: Double? = nil, collisionBias: Double? = nil,
    collisionPersistence: Int = 3, index: Index = .tree, solver: Solver = .automatic, threads: Int = 1
  ) {
    self.gravity = gravity
    self.damping = damping
    self.iterations = iterations
    self.sleepTimeThreshold = sleepTimeThreshold
    self.idleSpeedThreshold = idleSpeedThreshold
    self.collisionSlop = collisionSlop
    self.collisionBias = collisionBias
    self.collisionPersistence = collisionPersistence
    self.index = index
    self.solver = solver
    self.threads = threads
  }

  func check(_ object: String) throws {
    try Rule.finite.check(gravity, "gravity", of: object)
    try Rule.fraction.check(damping, "damping", of: object)
    try Rule.within(1...10_000).check(Double(iterations), "iterations", of: object)
    try Rule.nonNegativeOrInfinite.check(sleepTimeThreshold, "sleepTimeThreshold", of: object)
    try Rule.nonNegative.check(idleSpeedThreshold, "idleSpeedThreshold", of: object)
    if let collisionSlop { try Rule.nonNegativeLength.check(collisionSlop, "collisionSlop", of: object) }
    if let collisionBias { try Rule.fraction.check(collisionBias, "collisionBias", of: object) }
    try Rule.within(1...1000).check(Double(collisionPersistence), "collisionPersistence", of: object)
    try Rule.within(1...16).check(Double(threads), "threads", of: object)
    if case .spatialHash(let cell, let count) = index {
      try Rule.within(1...1e9).check(cell, "cell", of: object)
      try Rule.within(1...1e7).check(Double(count), "count", of: object)
    }
  }
}
