import CTumbleChipmunk
import CTumbleSolver

/// A world of bodies, shapes and constraints that moves in steps.
///
/// It keeps what is in it alive and lets go of all of it at its end; whatever is referred to elsewhere lives
/// on, readable, and can be added to another space. No code of the user's runs inside a step: contacts are
/// read after it. Setting a property to a value that its rule forbids is a precondition failure; all else
/// that data can get wrong throws a ``PhysicsError``.
public final class Space {
  let pointer: CSpace
  /// The solver that takes the steps; nil for the engine's own.
  var solver: Solver?
  /// The function that is called as each part of a step begins, for whoever measures them; not where the
  /// engine takes the steps.
  package var onPhase: ((SolverPhase) -> Void)?
  /// The way in which the space finds shapes.
  public let index: SpaceDefinition.Index

  /// The bodies, ordered by id, as are shapes and constraints: the order of creation.
  public private(set) var bodies: [Body] = []
  /// The shapes in id order.
  public private(set) var shapes: [Shape] = []
  /// The constraints in id order.
  public internal(set) var constraints: [Constraint] = []
  /// The contacts of the latest step, ordered by the shapes' ids, the kind last: the same in every run. See
  /// ``contactListeners``.
  public var contactEvents: [ContactEvent] { events }

  var events: [ContactEvent] = []
  /// The events that the next step reports besides what the engine found: what ended as a shape was taken
  /// out, and the sensors that bullets crossed.
  var waitingEvents: [ContactEvent] = []
  /// The bullets in id order.
  var bullets: [Body] = []
  /// The bodies that have a speed limit, in id order.
  var limitedBodies: [Body] = []
  /// The sensors that bullets go right through in this step.
  var crossings: [Crossing] = []
  /// Is true if either of these lists holds something.
  var hasEvents = false
  var eventKeys: [EventKey] = []
  let log = ContactLog()
  let engineHandler: cpCollisionHandler

  /// The bodies' C objects in the same order, for bulk reads.
  private(set) var bodyPointers: [CBody] = []

  /// The constraints whose equations depend on how far their bodies are apart: looked at before every step.
  var grooves: [Constraint] = [] {
    didSet { hasGrooves = !grooves.isEmpty }
  }
  private(set) var hasGrooves = false

  /// The springs whose damping follows a curve, by rising ids: looked at before every step.
  var curvedDampers: [Constraint] = [] {
    didSet { hasCurvedDampers = !curvedDampers.isEmpty }
  }
  private(set) var hasCurvedDampers = false

  /// The constraints that broke in the latest step, in id order. They have left the space.
  public internal(set) var brokenConstraints: [BrokenConstraint] = []
  /// The constraints in the space that may break, by rising ids: looked at after every step.
  var breakable: [Constraint] = [] {
    didSet { hasBreakable = !breakable.isEmpty }
  }
  private(set) var hasBreakable = false

  /// The joints of sticky rules, ordered by the ids of both shapes.
  var stickyJoints: [StickyJoint] = []

  /// Fields and fluids; nil where there are none, which costs a step nothing.
  var influences: Influences?

  /// Is true if something changed that a step must look at first: masses, kinds, anchors.
  var needsCheck = false
  /// Shapes added or moved by hand since pairs were counted.
  var placedShapes = 0
  /// The most pairs of shapes whose bounds may meet as they are put into place: 128 MB of the engine's.
  var maxPairs = 2_000_000
  /// The most pairs of shapes that may touch: some 500 MB.
  var maxContacts = 1_000_000
  /// A body diverged in this step.
  var hasLostBodies = false

  /// Creates a space without bodies.
  /// - Throws: ``PhysicsError/invalid(object:property:value:rule:)`` for a value that breaks a rule.
  public init(_ definition: SpaceDefinition = SpaceDefinition()) throws {
    try definition.check("space")
    _ = Banner.silenced
    pointer = cpSpaceNew()
    solver = definition.solver == .automatic ? Solver(threads: definition.threads) : nil
    index = definition.index
    engineHandler = plainHandler(of: pointer)
    switch (index, isOwn: solver != nil) {
    case (.tree, true): ctumble_use_own_trees(pointer)
    case (.tree, false): break
    case (.spatialHash(let cell, let count), true): ctumble_use_own_cells(pointer, cell, Int32(count))
    case (.spatialHash(let cell, let count), false): cpSpaceUseSpatialHash(pointer, cell, Int32(count))
    }
    cpSpaceSetUserData(pointer, Unmanaged.passUnretained(self).toOpaque())
    cpSpaceSetGravity(pointer, definition.gravity.c)
    cpSpaceSetDamping(pointer, definition.damping)
    cpSpaceSetIterations(pointer, Int32(definition.iterations))
    cpSpaceSetSleepTimeThreshold(pointer, Space.engineThreshold(definition.sleepTimeThreshold))
    cpSpaceSetIdleSpeedThreshold(pointer, definition.idleSpeedThreshold)
    if let slop = definition.collisionSlop { cpSpaceSetCollisionSlop(pointer, slop) }
    if let bias = definition.collisionBias { cpSpaceSetCollisionBias(pointer, bias) }
    cpSpaceSetCollisionPersistence(pointer, cpTimestamp(definition.collisionPersistence))
    refreshCallbacks()
    LifetimeCount.rise(.space)
  }

  deinit {
    // The engine wakes what sleeps as it frees a space, and with it gives back the contacts set aside for the
    // sleepers; but it skips every other group, whose contacts nobody would free.
    wakeAll()
    dropStickyJoints()
    // The space goes first, while all that it reads is there. What outlives it must not point back: taking
    // things out one by one would do that too, but looks through all contacts for each shape.
    freeAwake(pointer)
    solver = nil
    (events, waitingEvents, grooves) = ([], [], [])
    (breakable, brokenConstraints, curvedDampers, bullets, crossings) = ([], [], [], [], [])
    limitedBodies = []
    // It refers to bodies, which must have one owner to go at once.
    influences = nil
    var remains = SpaceRemains(objects: constraints.count + shapes.count + bodies.count)
    remains.collect(&constraints) { constraint in
      cutOff(constraint.pointer)
      constraint.isActive = false
      constraint.space = nil
    }
    remains.collect(&shapes) { cutOff($0.pointer) }
    remains.collect(&bodies) { body in
      cutOff(body.pointer)
      body.loseShapeMass()
    }
    remains.giveBack()
    LifetimeCount.fall(.space)
  }

  /// The owner of a C space.
  static func of(_ pointer: CSpace) -> Space {
    guard let data = cpSpaceGetUserData(pointer) else { trap("a C space without its Swift owner") }
    return Unmanaged<Space>.fromOpaque(data).takeUnretainedValue()
  }
}

// MARK: - What is in the space

extension Space {
  /// Adds a body. Its shapes and constraints are added one by one: the order of the adds is part of the
  /// state.
  /// - Throws: If it is in a space already, or another of its id is in this one.
  public func add(_ body: Body) throws {
    try checkNotInSpace(body.space, body)
    try checkIsFree(self.body(body.id), for: body)
    cpSpaceAddBody(pointer, body.pointer)
    let place = bodies.insertionIndex { $0.id < body.id }
    bodies.insert(body, at: place)
    bodyPointers.insert(body.pointer, at: place)
    needsCheck = true
    if body.diverged { hasLostBodies = true }
    if body.isBullet { bullets.hold(body, if: true) }
    if body.motion.hasSpeedLimit { limitedBodies.hold(body, if: true) }
    if influences != nil { body.refreshIntegrators() }
  }

  /// Adds a body and then its shapes: all of them, or nothing where one cannot be added.
  /// - Throws: As ``add(_:)-(Body)`` and ``add(_:)-(Shape)``, and for a shape of another body.
  public func add(_ body: Body, _ shapes: Shape...) throws {
    for shape in shapes where shape.body !== body {
      throw PhysicsError.notAllowed(object: shape.description, rule: "is not a shape of \(body)")
    }
    try add(body)
    do {
      for shape in shapes { try add(shape) }
    } catch {
      try remove(body)
      throw error
    }
  }

  /// Adds a shape, whose body must be in the space.
  /// - Throws: If it is in a space already, if its body is not in this one, or if it covers too many cells of
  ///   a spatial hash.
  public func add(_ shape: Shape) throws {
    try checkNotInSpace(shape.space, shape)
    try checkHolds(shape.body, of: shape)
    try checkCells(of: shape)
    if shape.mass > 0 { try shape.checkMassAllowed() }
    withTreeStack { _ = cpSpaceAddShape(pointer, shape.pointer) }
    shapes.insert(shape, at: shapes.insertionIndex { $0.id < shape.id })
    placedShapes += 1
    shape.body.shapesChanged()
    if shape.body.kind == .static { wakeAround(shape) }
    needsCheck = true
  }

  /// Takes out a body with its constraints and shapes.
  /// - Throws: If it is not in this space.
  public func remove(_ body: Body) throws {
    guard body.space === self else { throw PhysicsError.notInSpace(object: body.description) }
    for constraint in body.constraints.reversed() { try remove(constraint) }
    for shape in body.shapes { try remove(shape) }
    if log.hasRules { log.removeRules { $0.rule.names(.body(body.id)) } }
    withTreeStack { cpSpaceRemoveBody(pointer, body.pointer) }
    if body.isBullet { bullets.hold(body, if: false) }
    if body.motion.hasSpeedLimit { limitedBodies.hold(body, if: false) }
    if influences != nil {
      removeFields(of: body)
      body.refreshIntegrators()
    }
    let place = bodies.insertionIndex { $0.id < body.id }
    bodies.remove(at: place)
    bodyPointers.remove(at: place)
  }

  /// Takes out a shape; what it touched ends touching it with the next step.
  /// - Throws: If it is not in this space.
  public func remove(_ shape: Shape) throws {
    guard shape.space === self else { throw PhysicsError.notInSpace(object: shape.description) }
    if shape.body.kind == .static { wakeAround(shape) }
    dropStickyJoints { $0.a === shape || $0.b === shape }
    withTreeStack { cpSpaceRemoveShape(pointer, shape.pointer) }
    collectEnds()
    if log.hasRules { log.removeRules { $0.rule.names(.shape(shape.id)) } }
    shapes.remove(at: shapes.insertionIndex { $0.id < shape.id })
    shape.body.shapesChanged()
    needsCheck = true
  }

  func checkNotInSpace(_ space: Space?, _ object: some CustomStringConvertible) throws {
    guard let space else { return }
    throw space === self
      ? PhysicsError.alreadyInSpace(object: object.description)
      : PhysicsError.inAnotherSpace(object: object.description)
  }

  func checkIsFree<Object: CustomStringConvertible>(_ holder: Object?, for object: Object) throws {
    guard let holder else { return }
    throw PhysicsError.notAllowed(
      object: object.description, rule: "has the id of \(holder), which is in this space")
  }

  func checkHolds(_ body: Body, of object: some CustomStringConvertible) throws {
    guard body.space !== self else { return }
    throw PhysicsError.bodyNotInSpace(object: object.description, body: body.description)
  }
}

extension Array {
  /// The first place whose element does not come before, in an array in which those that do come first.
  func insertionIndex(_ comesBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    // Things are mostly added in order: look at the end first.
    if let last, comesBefore(last) { return count }
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array where Element: AnyObject & Identifiable, Element.ID: Comparable {
  /// Makes an array in id order hold an object, or hold it no longer; it may do so already.
  mutating func hold(_ object: Element, if isWanted: Bool) {
    let place = insertionIndex { $0.id < object.id }
    let isHeld = place < count && self[place] === object
    if isWanted && !isHeld {
      insert(object, at: place)
    } else if !isWanted && isHeld {
      remove(at: place)
    }
  }
}

/// The values that a space is made from; the defaults are the engine's.
public struct SpaceDefinition: Hashable, Sendable {
  /// The index by which pairs that may touch are found.
  public enum Index: Hashable, Sendable {
    /// Good for any scene.
    case tree
    /// A grid for thousands of shapes of one size: `cell` about a shape's diameter, in points (1 to 1e9),
    /// `count` about ten times the number of shapes (1 to 10,000,000). No shape may cover more than 10,000
    /// cells, and a space cannot change back.
    case spatialHash(cell: Double, count: Int)
  }

  /// The solvers that can take the steps. The results are the same, bit for bit.
  public enum Solver: Hashable, Sendable {
    /// The solver of this library, with the engine's arithmetic in an order that suits the processor,
    /// wherever it knows the engine that is loaded (Chipmunk 7.0.3 on x86-64); else the engine's.
    case automatic
    /// The engine's own `cpSpaceStep`.
    case engine
  }

  /// The gravity in points per second squared.
  public var gravity: Vector
  /// The part of its velocity that a body keeps per second, 0 to 1.
  public var damping: Double
  /// Rounds of the solver a step, 1 to 10,000: more is stiffer and slower.
  public var iterations: Int
  /// The time that a group of touching bodies must be idle to fall asleep, in seconds; infinity for never.
  public var sleepTimeThreshold: Double
  /// The speed below which a body is idle, in points per second; 0 for a guess from gravity.
  public var idleSpeedThreshold: Double
  /// The depth to which shapes may sink into each other, in points, which keeps contacts steady; nil for the
  /// engine's 0.1.
  public var collisionSlop: Double?
  /// The part of an overlap that is left after a second, 0 to 1; nil for the engine's 0.9 to the power of 60.
  public var collisionBias: Double?
  /// Steps for which the solver remembers a contact that has gone, 1 to 1,000.
  public var collisionPersistence: Int
  /// The way in which the space finds shapes.
  public var index: Index
  /// The solver that takes the steps.
  public var solver: Solver
  /// The number of threads on which a step may find out where shapes touch, and prepare and solve islands, 1
  /// to 16; an island is a group of bodies that touch or are joined, apart from all others. It changes no
  /// result, and what is little stays on the caller's thread. While a step goes on, and for less than a tenth
  /// of a millisecond after it, the other threads keep their processors busy looking out for work.
  public var threads: Int

  /// Creates a value by its parts, which are the properties of the same names.
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

extension Space {
  /// The version of the library that simulates, such as `7.0.3`.
  public static var libraryVersion: String { String(cString: ctumble_chipmunk_version()) }
}
