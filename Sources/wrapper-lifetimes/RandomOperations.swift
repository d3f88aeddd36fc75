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

  private var random: SeededGenerator
  private var spaces: [Space] = []
  private var bodies: [Body] = []
  private var shapes: [Shape] = []
  private var joints: [Constraint] = []
  private var events: [ContactEvent] = []
  private(set) var steps = 0
  private(set) var seen = 0
  private var rules: [(ContactRule.ID, Int)] = []

  /// The model: by id, the number of the space that each thing is in.
  private var bodyPlace: [BodyID: Int] = [:]
  private var shapePlace: [ShapeID: Int] = [:]
  private var jointPlace: [JointID: Int] = [:]
  private var shapeBody: [ShapeID: BodyID] = [:]
  private var jointBodies: [JointID: (BodyID, BodyID)] = [:]

  private init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    for which in 0..<3 {
      spaces.append(try makeSpace())
      try wallIn(which)
    }
  }

  /// A box around everything, so that things go on meeting. It can be taken away like anything else.
  private mutating func wallIn(_ which: Int) throws {
    let walls = try Body(BodyDefinition(kind: .static))
    try add(walls, which)
    let corners = [Vector(-120, -60), Vector(120, -60), Vector(120, 60), Vector(-120, 60)]
    for i in 0..<4 {
      let wall = try Shape(.segment(from: corners[i], to: corners[(i + 1) % 4], radius: 10), on: walls)
      shapeBody[wall.id] = walls.id
      try add(wall, which)
    }
  }

  private mutating func makeSpace() throws -> Space {
    try Space(
      SpaceDefinition(
        gravity: Vector(0, -500), sleepTimeThreshold: random.bool() ? 0.05 : .infinity,
        index: random.bool() ? .tree : .spatialHash(cell: 15, count: 300)))
  }

  // MARK: - One operation

  private mutating func operate() throws {
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

  private mutating func place() -> Vector {
    Vector(random.double(in: -100...100), random.double(in: -50...50))
  }

  private mutating func makeBody(_ which: Int) throws {
    if bodies.count > 40 { bodies.removeFirst(5) }
    if spaces[which].bodies.count > 40 { return remove(random.pick(spaces[which].bodies), which) }
    let kinds: [BodyDefinition.Kind] = [.dynamic, .dynamic, .dynamic, .kinematic, .static]
    let fromShapes = random.int(in: 0...4) == 0
    let motion = random.int(in: 0...5) == 0 ? BodyMotion(gravityScale: -1, speedLimit: 300) : BodyMotion()
    let body = try Body(
      BodyDefinition(
        kind: random.pick(kinds), position: place(), angle: random.double(in: -4...4),
        velocity: place(), mass: fromShapes ? nil : random.double(in: 0.1...10),
        moment: fromShapes ? nil : random.pick([nil, .infinity, random.double(in: 1...1000)]),
        fixedRotation: random.int(in: 0...3) == 0, motion: motion))
    bodies.append(body)
    if random.int(in: 0...5) > 0 { try add(body, which) }
    if fromShapes || random.int(in: 0...4) > 0 {
      let look = ShapeDefinition(density: fromShapes ? 0.5 : 0, collisionType: 1)
      let shape = try Shape(.circle(radius: random.double(in: 2...8)), on: body, look)
      keep(shape)
      if bodyPlace[body.id] == which { try add(shape, which) }
    }
  }

  private mutating func keep(_ shape: Shape) {
    shapes.append(shape)
    shapeBody[shape.id] = shape.body.id
  }

  private mutating func makeShape(_ which: Int) throws {
    guard !bodies.isEmpty else { return }
    if shapes.count > 60 { shapes.removeFirst(10) }
    let forms: [Form] = [
      .circle(radius: 5, offset: place() * 0.1), .box(Size(8, 12), radius: 1),
      .segment(from: Vector(-40, 0), to: Vector(40, 3), radius: 2),
      .polygon([Vector(0, 0), Vector(10, 0), Vector(0, 10)]),
      .rect(Rect(min: Vector(1, 1), max: Vector(5, 9))),
    ]
    let look = ShapeDefinition(
      friction: 0.5, elasticity: random.double(in: 0...1),
      surfaceVelocity: Vector(random.double(in: -5...5), 0),
      isSensor: random.int(in: 0...5) == 0, collisionType: CollisionType(UInt32(random.int(in: 0...3))))
    keep(try Shape(random.pick(forms), on: random.pick(bodies), look))
    if let shape = shapes.last { try add(shape, bodyPlace[shape.body.id] ?? which) }
  }

  private mutating func makeJoint(_ which: Int) throws {
    guard bodies.count > 1 else { return }
    if joints.count > 30 { joints.removeFirst(5) }
    // Mostly two of the same space.
    let near = random.int(in: 0...5) > 0 ? spaces[which].bodies : bodies
    let (a, b) = near.isEmpty ? (bodies[0], bodies[0]) : (random.pick(near), random.pick(near))
    let joint: Constraint
    do {
      switch random.int(in: 0...9) {
      case 0: joint = try PinJoint(a, b, anchorA: place() * 0.1)
      case 1: joint = try SlideJoint(a, b, max: random.double(in: 0...100))
      case 2: joint = try PivotJoint(a, b, at: place())
      case 3: joint = try GrooveJoint(a, b, from: Vector(-20, 0), to: Vector(20, 5))
      case 4: joint = try DampedSpring(a, b, stiffness: 50, damping: 5)
      case 5: joint = try DampedRotarySpring(a, b, stiffness: 500, damping: 50)
      case 6: joint = try RotaryLimit(a, b, min: -1, max: 1)
      case 7: joint = try Ratchet(a, b, ratchet: 0.5)
      case 8: joint = try Gear(a, b, ratio: 2)
      default: joint = try Motor(a, b, rate: 3)
      }
    } catch PhysicsError.notAllowed where a === b {
      return
    } catch PhysicsError.invalid where max(a.position.length, b.position.length) > 1e8 {
      return  // too far apart for the anchors
    }
    expect(a !== b, "a joint of one body was made")
    joints.append(joint)
    jointBodies[joint.id] = (a.id, b.id)
    joint.collideBodies = random.bool()
    joint.maxForce = random.bool() ? 1e5 : .infinity
    try add(joint, which)
  }

  // MARK: - Adding and removing, with what the model expects

  private mutating func addSomething(_ which: Int) throws {
    switch random.int(in: 0...2) {
    case 0: if !bodies.isEmpty { try add(random.pick(bodies), which) }
    case 1: if !shapes.isEmpty { try add(random.pick(shapes), which) }
    default: if !joints.isEmpty { try add(random.pick(joints), which) }
    }
  }

  private mutating func add(_ body: Body, _ which: Int) throws {
    if attempt(bodyPlace[body.id] == nil, "add \(body)", { try spaces[which].add(body) }) {
      bodyPlace[body.id] = which
    }
  }

  private mutating func add(_ shape: Shape, _ which: Int) throws {
    let isFine = shapePlace[shape.id] == nil && bodyPlace[shape.body.id] == which
    if attempt(isFine, "add \(shape)", { try spaces[which].add(shape) }) { shapePlace[shape.id] = which }
  }

  private mutating func add(_ joint: Constraint, _ which: Int) throws {
    let isFine =
      jointPlace[joint.id] == nil && bodyPlace[joint.bodyA.id] == which && bodyPlace[joint.bodyB.id] == which
    if attempt(isFine, "add \(joint)", { try spaces[which].add(joint) }) { jointPlace[joint.id] = which }
  }

  private mutating func removeSomething(_ which: Int) throws {
    switch random.int(in: 0...2) {
    case 0: if !bodies.isEmpty { remove(random.pick(bodies), which) }
    case 1: if !shapes.isEmpty { remove(random.pick(shapes), which) }
    default:
      guard !joints.isEmpty else { return }
      let joint = random.pick(joints)
      let isFine = jointPlace[joint.id] == which
      if attempt(isFine, "remove \(joint)", { try spaces[which].remove(joint) }) {
        jointPlace[joint.id] = nil
      }
    }
  }

  private mutating func remove(_ body: Body, _ which: Int) {
    if attempt(bodyPlace[body.id] == which, "remove \(body)", { try spaces[which].remove(body) }) {
      left(body.id)
    }
  }

  private mutating func remove(_ shape: Shape, _ which: Int) {
    let isFine = shapePlace[shape.id] == which
    if attempt(isFine, "remove \(shape)", { try spaces[which].remove(shape) }) { shapePlace[shape.id] = nil }
  }

  /// A body that leaves takes its shapes and joints along.
  private mutating func left(_ body: BodyID) {
    bodyPlace[body] = nil
    for (shape, owner) in shapeBody where owner == body { shapePlace[shape] = nil }
    for (joint, ends) in jointBodies where ends.0 == body || ends.1 == body { jointPlace[joint] = nil }
  }

  private func attempt(_ isFine: Bool, _ what: String, _ act: () throws -> Void) -> Bool {
    do {
      try act()
      expect(isFine, "\(what) went through against the model")
      return true
    } catch {
      expect(!isFine, "\(what) failed against the model: \(error)")
      return false
    }
  }

  /// Drops a reference of the test's own: what is in a space lives on there.
  private mutating func forgetSomething() {
    switch random.int(in: 0...3) {
    case 0: if !bodies.isEmpty { bodies.remove(at: random.int(in: 0...bodies.count - 1)) }
    case 1: if !shapes.isEmpty { shapes.remove(at: random.int(in: 0...shapes.count - 1)) }
    case 2: if !joints.isEmpty { joints.remove(at: random.int(in: 0...joints.count - 1)) }
    default: events.removeAll()
    }
  }

  // MARK: - What happens in a space

  private mutating func step(_ which: Int) throws {
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

  private mutating func changeKind() throws {
    guard !bodies.isEmpty else { return }
    let body = random.pick(bodies)
    body.setKind(random.pick([.dynamic, .kinematic, .static]))
    if body.kind == .kinematic, random.bool() { try body.move(to: place(), angle: 1, over: 0.1) }
  }

  private mutating func sleepOrWake(_ which: Int) throws {
    guard bodies.count > 1 else { return }
    let body = random.pick(bodies)
    if random.bool() {
      body.wake()
    } else {
      do {
        // A sleeper that it is joined to names a group too, and lies in its island.
        let partners = body.constraints.map { $0.bodyA === body ? $0.bodyB : $0.bodyA }.filter(\.isSleeping)
        let group = partners.isEmpty || random.bool() ? random.pick(bodies) : random.pick(partners)
        try spaces[which].sleep(body, with: random.bool() ? group : nil)
        expect(body.isSleeping, "\(body) was put to sleep and does not")
      } catch is PhysicsError {}
    }
  }

  private mutating func teleport() {
    guard !bodies.isEmpty else { return }
    let body = random.pick(bodies)
    let place = random.int(in: 0...30) == 0 ? Vector(1e9, -1e9) : place()
    body.position = place
    if random.bool() { body.angle = random.double(in: -10...10) }
    let miss = body.position.distance(to: place)
    expect(miss <= 1e-6, "\(body) is \(miss) points from where it was put")
  }

  private mutating func push() throws {
    guard !bodies.isEmpty else { return }
    let body = random.pick(bodies)
    let strength = random.int(in: 0...40) == 0 ? 1e300 : 100
    try body.apply(force: place() * strength, atWorld: body.position)
    try body.apply(impulse: place(), atLocal: place() * 0.01)
    if body.kind != .static { body.velocity = place() }
  }

  private mutating func query(_ which: Int) {
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

  private mutating func declare(_ which: Int) throws {
    if let (rule, space) = rules.popLast(), space < spaces.count {
      // It may have gone with a body, or with the space.
      do { try spaces[space].remove(rule) } catch is PhysicsError {}
    }
    let sides: [ContactSide] =
      [.any, .type(CollisionType(UInt32(random.int(in: 0...3))))] + bodies.prefix(2).map { .body($0.id) }
      + shapes.prefix(2).map { .shape($0.id) }
    let effects: [ContactRule.Effect] = [
      .ignore, .oneWay(Vector(0, 1)), .friction(2), .elasticity(0.3), .surfaceVelocity(Vector(20, 0)),
    ]
    let rule = ContactRule(between: random.pick(sides), and: random.pick(sides), random.pick(effects))
    rules.append((try spaces[which].add(rule), which))
  }

  private mutating func listen(_ which: Int) {
    spaces[which].contactListeners = random.pick([
      [], [ContactListener()], [ContactListener([.began, .ended, .persisted, .hit], hitThreshold: 10)],
      [ContactListener([.began], between: .type(1), and: .any)],
    ])
  }

  private mutating func changeSpace(_ which: Int) {
    let space = spaces[which]
    space.gravity = place() * 10
    space.sleepTimeThreshold = random.pick([0.05, 0.5, .infinity])
    space.iterations = random.int(in: 1...15)
    space.collisionPersistence = random.int(in: 1...5)
  }

  /// Takes out what the latest events tell of, in answer to them.
  private mutating func respond(_ which: Int) throws {
    guard random.int(in: 0...4) == 0 else { return }
    for event in spaces[which].contactEvents.prefix(2) {
      if let shape = spaces[which].shape(event.shapeB) { remove(shape, which) }
      if random.bool(), let body = spaces[which].body(event.bodyA) { remove(body, which) }
    }
  }

  private mutating func replaceSpace(_ which: Int) throws {
    spaces[which] = try makeSpace()
    bodyPlace = bodyPlace.filter { $0.value != which }
    shapePlace = shapePlace.filter { $0.value != which }
    jointPlace = jointPlace.filter { $0.value != which }
    try wallIn(which)
  }

  // MARK: - The model

  private func compare(_ when: String) {
    for (number, space) in spaces.enumerated() {
      func same<ID: Comparable>(_ place: [ID: Int], _ ids: [ID]) -> Bool {
        place.filter { $0.value == number }.keys.sorted() == ids
      }
      expect(
        same(bodyPlace, space.bodies.map(\.id)), "\(when): other bodies in space \(number) than the model's")
      expect(
        same(shapePlace, space.shapes.map(\.id)), "\(when): other shapes in space \(number) than the model's")
      expect(same(jointPlace, space.constraints.map(\.id)), "\(when): other joints in space \(number)")
      for body in space.bodies {
        let pose = body.pose
        expect(
          pose.position.isFinite && pose.velocity.isFinite && pose.angle.isFinite
            && pose.angularVelocity.isFinite,
          "\(when): \(body) is not finite: \(pose)")
        let (mass, moment) = (body.mass, body.moment)
        expect(mass >= 0 && moment >= 0, "\(when): \(body) has mass \(mass) and moment \(moment)")
        expect(body.space === space, "\(when): \(body) is in another space")
      }
      expect(space.kineticEnergy.isFinite || space.kineticEnergy == .infinity, "\(when): energy is no number")
    }
    for body in bodies { expect((body.space == nil) == (bodyPlace[body.id] == nil), "\(when): \(body)") }
    for shape in shapes { expect((shape.space == nil) == (shapePlace[shape.id] == nil), "\(when): \(shape)") }
    for joint in joints { expect((joint.space == nil) == (jointPlace[joint.id] == nil), "\(when): \(joint)") }
  }
}
