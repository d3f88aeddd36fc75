import CTumbleChipmunk

extension Space {
  /// Takes the world a step further in time, in seconds.
  /// - Throws: Before the step, for a step out of range, a dynamic body without mass
  ///   (``PhysicsError/massless(bodies:)``), a constraint that cannot be solved or too many shapes in one
  ///   place (``PhysicsError/crowded(bodies:problem:)``); after it, ``PhysicsError/diverged(_:)`` with every
  ///   body that had to be taken out. The space stays usable either way.
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

  /// Refuses what the engine would abort on, or turn into nonsense, in the middle of a step.
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

// A spatial hash keeps each shape in every cell that it covers: one wall over small cells would fill memory.
// And it counts cells with 32 bits: beyond them it would count forever.
extension Space {
  /// The most cells that one shape may cover.
  static let maxCells = 10_000.0
  /// The number of cells from the origin within which a shape must lie, a little less than fits into 32 bits.
  private static let farthestCell = 2.1e9

  /// Returns true if a query may go over the cells that a rectangle covers; a tree has none.
  func hasCells(for rect: Rect) -> Bool {
    guard case .spatialHash(let cell, _) = index else { return true }
    return cells(of: rect, cell) <= Space.maxCells && farthest(of: rect) <= Space.farthestCell * cell
  }

  private func farthest(of rect: Rect) -> Double { max(-rect.min.x, -rect.min.y, rect.max.x, rect.max.y) }

  private func cells(of rect: Rect, _ cell: Double) -> Double {
    (rect.width / cell + 1) * (rect.height / cell + 1)
  }

  /// Checks that a shape stays within its cells: where it is, and if its body may turn, however that turns
  /// and wherever in the world it goes.
  /// - Parameter bounds: Of the shape where it is to be; nil for where it is.
  func checkCells(of shape: Shape, bounds: Rect? = nil) throws {
    guard case .spatialHash(let cell, _) = index else { return }
    func refused(_ problem: String) -> PhysicsError {
      .notAllowed(object: shape.description, rule: problem + ". Use larger cells or the tree")
    }

    let bounds = bounds ?? shape.boundingBox
    guard farthest(of: bounds) <= Space.farthestCell * cell else {
      throw refused("lies \(farthest(of: bounds)) points out, beyond the cells of the spatial hash")
    }
    // Steps keep a body's center of gravity within 1e9 points, and the body turns about that.
    let reach = max(shape.form.reach(from: .zero), shape.form.reach(from: shape.body.centerOfGravity))
    let maxReach = Space.farthestCell * cell - Rule.far
    guard reach <= maxReach else {
      throw refused(
        "reaches \(reach) points from its body; in a spatial hash of this cell \(maxReach) are the most")
    }
    let extent = 2 * shape.form.reach(from: shape.form.center)
    let box = shape.body.kind == .static ? bounds : Rect(center: .zero, size: Size(extent, extent))
    let cells = cells(of: box, cell)
    guard cells <= Space.maxCells else {
      let number = Int(exactly: cells.rounded()).map { "\($0)" } ?? "\(cells)"
      throw refused("covers \(number) cells of the spatial hash; 10,000 are the most")
    }
  }
}

// The engine keeps every pair of shapes whose bounds meet, and more for every pair that touches. Thousands of
// shapes in one place would take gigabytes, and each step minutes.
extension Space {
  /// Throws where the next step would have more pairs to deal with than memory is meant for.
  func checkCrowding() throws {
    let contacts = contactCount(pointer)
    if contacts > maxContacts {
      var counts: [BodyID: Int] = [:]
      forEachContact(pointer) { a, b in
        for shape in [a, b] { counts[Shape.of(shape).body.id, default: 0] += 1 }
      }
      throw crowded("\(contacts) pairs of shapes touch; \(maxContacts) are the most", counts)
    }
    // Each shape put somewhere can meet every other one; counting is worth its time only where that could be
    // too many.
    guard placedShapes * shapes.count > maxPairs / 2 else { return }
    let pairs = pairCount { _, _ in }
    if pairs > maxPairs {
      var counts: [BodyID: Int] = [:]
      _ = pairCount { shape, pairs in counts[shape.body.id, default: 0] += pairs }
      throw crowded("the bounds of \(pairs) pairs of shapes meet; \(maxPairs) are the most", counts)
    }
    placedShapes = 0
  }

  /// The pairs of shapes whose bounds meet; two of static bodies make none.
  private func pairCount(_ found: (Shape, Int) -> Void) -> Int {
    let still = shapes.filter { $0.body.kind == .static }
    return OverlapSweep.pairs(shapes.map(\.boundingBox)) { found(shapes[$0], $1) }
      - OverlapSweep.pairs(still.map(\.boundingBox)) { found(still[$0], -$1) }
  }

  /// Names the bodies in most pairs; among equals, those made first.
  private func crowded(_ problem: String, _ counts: [BodyID: Int]) -> PhysicsError {
    let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let names = order.prefix(3).compactMap { body($0.key)?.description }
    return .crowded(bodies: names, problem: problem)
  }
}
