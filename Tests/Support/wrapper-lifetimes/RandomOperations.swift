import TumblePhysics
import TumbleTestSupport

/// Random operations on a few spaces, against a model that knows only what is where.
struct RandomOperations {
  static func check(seed: UInt64, operations: Int) {
    do {
      var run = try RandomOperations(seed: seed)
      for operation in 0..<operations {
        try run.operate()
        if operation % 50 == 0 { run.compare("seed \(seed), operation \(operation)") }
      }
      run.compare("seed \(seed), at the end")
      // A world in which nothing happens would prove nothing.
      expect(operations < 5000 || run.steps > operations / 10, "seed \(seed): only \(run.steps) steps")
      expect(operations < 5000 || run.seen > operations / 20, "seed \(seed): only \(run.seen) events")
    } catch {
      stop("seed \(seed): \(error)")
    }
    expectNothingAlive("seed \(seed)")
  }

  var random: SeededGenerator
  var spaces: [Space] = []
  var bodies: [Body] = []
  var shapes: [Shape] = []
  var joints: [Constraint] = []
  var events: [ContactEvent] = []
  private(set) var steps = 0
  private(set) var seen = 0
  var rules: [(ContactRule.ID, Int)] = []

  /// The model: by id, the number of the space that each thing is in.
  var bodyPlace: [BodyID: Int] = [:]
  var shapePlace: [ShapeID: Int] = [:]
  var jointPlace: [JointID: Int] = [:]
  var shapeBody: [ShapeID: BodyID] = [:]
  var jointBodies: [JointID: (BodyID, BodyID)] = [:]

  private init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    for which in 0..<3 {
      spaces.append(try makeSpace())
      try wallIn(which)
    }
  }

  /// A box around everything, so that things go on meeting. It can be taken away like anything else.
  mutating func wallIn(_ which: Int) throws {
    let walls = try Body(BodyDefinition(kind: .static))
    try add(walls, which)
    let corners = [Vector(-120, -60), Vector(120, -60), Vector(120, 60), Vector(-120, 60)]
    for i in 0..<4 {
      let wall = try Shape(.segment(from: corners[i], to: corners[(i + 1) % 4], radius: 10), on: walls)
      shapeBody[wall.id] = walls.id
      try add(wall, which)
    }
  }

  mutating func makeSpace() throws -> Space {
    try Space(
      SpaceDefinition(
        gravity: Vector(0, -500), sleepTimeThreshold: random.bool() ? 0.05 : .infinity,
        index: random.bool() ? .tree : .spatialHash(cell: 15, count: 300)))
  }

  // MARK: - One operation

  mutating func operate() throws {
    let which = random.int(in: 0...spaces.count - 1)
    switch random.int(in: 0...25) {
    case 0...2: try makeBody(which)
    case 3, 4: try makeShape(which)
    case 5: try makeJoint(which)
    case 6, 7: try addSomething(which)
    case 8: try removeSomething(which)
    case 9: forgetSomething()
    case 10...15: try step(which)
    case 16: try changeKind()
    case 17: try sleepOrWake(which)
    case 18: teleport()
    case 19: query(which)
    case 20: try declare(which)
    case 21: try push()
    case 22: listen(which)
    case 23: changeSpace(which)
    case 24: try respond(which)
    default: if random.int(in: 0...30) == 0 { try replaceSpace(which) }
    }
  }

  mutating func place() -> Vector {
    Vector(random.double(in: -100...100), random.double(in: -50...50))
  }

  // MARK: - What happens in a space

  mutating func step(_ which: Int) throws {
    let space = spaces[which]
    do {
      for _ in 0..<random.int(in: 1...4) { try space.step(random.pick([0.01, 1.0 / 120, 0.05])) }
    } catch PhysicsError.massless {
      // Not a step, and nothing has changed. Those that wait for a shape leave, so that the others go on.
      for body in space.bodies where body.kind == .dynamic && body.mass == 0 { remove(body, which) }
    } catch PhysicsError.unsolvable {
      // A groove pulled out of all proportion. Again nothing has changed; it can be taken out.
      for joint in space.constraints where joint is GrooveJoint || joint is PivotJoint {
        try space.remove(joint)
        jointPlace[joint.id] = nil
      }
    } catch PhysicsError.diverged(let lost) {
      for body in lost { left(body.id) }
    }
    events = space.contactEvents
    seen += events.count
    steps += 1
    let keys = events.map { [$0.shapeA.number, $0.shapeB.number, $0.kind.rawValue] }
    expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }, "events out of order")
  }

  mutating func changeKind() throws {
    guard !bodies.isEmpty else { return }
    let body = random.pick(bodies)
    body.setKind(random.pick([.dynamic, .kinematic, .static]))
    if body.kind == .kinematic, random.bool() { try body.move(to: place(), angle: 1, over: 0.1) }
  }

  mutating func sleepOrWake(_ which: Int) throws {
    guard bodies.count > 1 else { return }
    let body = random.pick(bodies)
    if random.bool() {
      body.wake()
    } else {
      do {
        // A sleeper that it is joined to names a group too, and lies in its island.
        let partners = body.constraints.map { $0.other(than: body) }.filter(\.isSleeping)
        let group = partners.isEmpty || random.bool() ? random.pick(bodies) : random.pick(partners)
        try spaces[which].sleep(body, with: random.bool() ? group : nil)
        expect(body.isSleeping, "\(body) was put to sleep and does not")
      } catch is PhysicsError {}
    }
  }

  mutating func teleport() {
    guard !bodies.isEmpty else { return }
    let body = random.pick(bodies)
    let place = random.int(in: 0...30) == 0 ? Vector(1e9, -1e9) : place()
    body.position = place
    if random.bool() { body.angle = random.double(in: -10...10) }
    let miss = body.position.distance(to: place)
    expect(miss <= 1e-6, "\(body) is \(miss) points from where it was put")
  }

  mutating func push() throws {
    guard !bodies.isEmpty else { return }
    let body = random.pick(bodies)
    let strength = random.int(in: 0...40) == 0 ? 1e300 : 100
    // What such a force has thrown further than points may lie is not pushed there.
    if max(body.position.x.magnitude, body.position.y.magnitude) <= 1e9 {
      try body.apply(force: place() * strength, atWorld: body.position)
    }
    try body.apply(impulse: place(), atLocal: place() * 0.01)
    if body.kind != .static { body.velocity = place() }
  }

  mutating func query(_ which: Int) {
    let space = spaces[which]
    let (a, b) = (place(), place())
    let known = Set(space.shapes.map(\.id))
    let near = space.shapes(near: a, within: 50, sensors: true)
    let hits = space.shapes(from: a, to: b, radius: 1)
    expect(
      (near.map(\.shape.id) + hits.map(\.shape.id)).allSatisfy(known.contains), "a query found a stranger")
    if let probe = shapes.first { _ = space.shapes(overlapping: probe) }
    _ = space.debugView
  }

  mutating func declare(_ which: Int) throws {
    if let (rule, space) = rules.popLast(), space < spaces.count {
      // It may have gone with a body, or with the space.
      do { try spaces[space].remove(rule) } catch is PhysicsError {}
    }
    let sides: [ContactSide] =
      [.any, .type(CollisionType(UInt32(random.int(in: 0...3))))] + bodies.prefix(2).map { .body($0.id) }
      + shapes.prefix(2).map { .shape($0.id) }
    let effects: [ContactRule.Effect] = [
      .ignore, .oneWay(Vector(0, 1)), .friction(2), .elasticity(0.3), .surfaceVelocity(Vector(20, 0)),
      .sticky(force: 3000),
    ]
    let rule = ContactRule(between: random.pick(sides), and: random.pick(sides), random.pick(effects))
    rules.append((try spaces[which].add(rule), which))
  }

  mutating func listen(_ which: Int) {
    spaces[which].contactListeners = random.pick([
      [], [ContactListener()], [ContactListener([.began, .ended, .persisted, .hit], hitThreshold: 10)],
      [ContactListener([.began], between: .type(1), and: .any)],
    ])
  }

  mutating func changeSpace(_ which: Int) {
    let space = spaces[which]
    space.gravity = place() * 10
    space.sleepTimeThreshold = random.pick([0.05, 0.5, .infinity])
    space.iterations = random.int(in: 1...15)
    space.collisionPersistence = random.int(in: 1...5)
  }

  /// Takes out what the latest events tell of, in answer to them.
  mutating func respond(_ which: Int) throws {
    guard random.int(in: 0...4) == 0 else { return }
    for event in spaces[which].contactEvents.prefix(2) {
      if let shape = spaces[which].shape(event.shapeB) { remove(shape, which) }
      if random.bool(), let body = spaces[which].body(event.bodyA) { remove(body, which) }
    }
  }

  mutating func replaceSpace(_ which: Int) throws {
    spaces[which] = try makeSpace()
    bodyPlace = bodyPlace.filter { $0.value != which }
    shapePlace = shapePlace.filter { $0.value != which }
    jointPlace = jointPlace.filter { $0.value != which }
    try wallIn(which)
  }
}
