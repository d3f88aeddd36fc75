import CTumbleChipmunk
import CTumbleSolver
import TumbleTestSupport

@testable import TumblePhysics

/// Two spaces to which the same things are done: one steps by itself, in the other the engine does. Whatever
/// the engine keeps from step to step must be the same in both.
struct Lockstep {
  var random: SeededGenerator
  let spaces: [Space]
  private(set) var bodies: [[Body]] = [[], []]
  private(set) var shapes: [[Shape]] = [[], []]
  private(set) var joints: [[Constraint]] = [[], []]
  /// The latest step ended with bodies taken out, or was refused after some had been: the engine's list of
  /// contacts has had its gaps filled then, in an order of addresses.
  fileprivate var hasLost = false
  private var isRefused = false
  /// The reason for which the latest step was refused, if it is a joint that cannot be solved.
  private var unsolvable: String?
  /// Steps that were refused.
  private(set) var refused = 0
  private var rules: [[ContactRule.ID]] = [[], []]
  /// Numbers that make what is not finite.
  private let isExtreme: Bool
  /// The number of own steps that were solved in levels, in several parts, and in the engine's order.
  private(set) var solved = (levels: 0, parts: 0, engine: 0)

  init(
    seed: UInt64, width: UInt32, threads: Int, isExtreme: Bool = false,
    sleeps: Bool = false
  ) throws {
    random = SeededGenerator(seed: seed)
    self.isExtreme = isExtreme
    var definition = SpaceDefinition(
      gravity: Vector(random.double(in: -20...20), -300), iterations: random.pick([0, 1, 3, 10, 10, 50]))
    definition.damping = random.pick([1, 0.9])
    definition.sleepTimeThreshold = sleeps ? 0.2 : .infinity
    definition.idleSpeedThreshold = sleeps ? 5 : 0
    definition.collisionPersistence = random.int(in: 1...4)
    if random.int(in: 0...4) == 0 { definition.index = .spatialHash(cell: 20, count: 200) }
    spaces = try [SpaceDefinition.Solver.automatic, .engine].map { solver in
      definition.solver = solver
      if definition.iterations == 0 { definition.iterations = 1 }
      return try Space(definition)
    }
    spaces[0].solver = Solver(threads: threads, instructions: ctumble_instructions(width), leastWork: 0)
    if random.int(in: 0...9) == 0 { for space in spaces { space.pointer.pointee.iterations = 0 } }
    for space in spaces {
      space.contactListeners = [ContactListener([.began, .persisted, .ended, .hit], hitThreshold: 1)]
    }
    try makeWorld()
  }

  // MARK: - What is done to both

  /// Does the same in both; what one throws the other must too.
  private mutating func inBoth(_ act: (inout Lockstep, Int) throws -> Void) {
    var problems: [String] = []
    (hasLost, isRefused, unsolvable) = (false, false, nil)
    for i in spaces.indices {
      do {
        try act(&self, i)
        problems.append("")
      } catch PhysicsError.diverged(let lost) {
        hasLost = true
        problems.append("\(lost.map { "\($0.body) \($0.position)" })")
      } catch {
        (hasLost, isRefused) = (true, true)
        if case PhysicsError.unsolvable(let object, _) = error { unsolvable = object }
        problems.append("\(error)")
      }
    }
    precondition(problems[0] == problems[1], "\(problems)")
  }

  private mutating func makeWorld() throws {
    inBoth { both, i in
      let floor = try Body(BodyDefinition(name: "floor", kind: .static))
      both.bodies[i].append(floor)
      try both.spaces[i].add(floor)
      for (from, to) in [(Vector(-120, 0), Vector(120, 0)), (Vector(-120, 0), Vector(-120, 200))] {
        let wall = try Shape(
          .segment(from: from, to: to, radius: 2), on: floor, ShapeDefinition(name: "wall", friction: 0.7))
        both.shapes[i].append(wall)
        try both.spaces[i].add(wall)
      }
    }
    for _ in 0..<random.int(in: 5...24) { addBody() }
    for _ in 0..<random.int(in: 0...12) { addJoint() }
  }

  /// A number that is mostly ordinary; in an extreme world now and then not.
  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    if isExtreme, random.int(in: 0...5) == 0 {
      return random.pick([1e30, 1e150, 1e300, 1e305, 1.7e308, 1e-30, 1e-300, 0])
    }
    return random.double(in: range)
  }

  private mutating func mass() -> Double {
    isExtreme && random.int(in: 0...2) == 0 ? random.pick([1e-30, 1e30, 1e-9]) : random.double(in: 0.2...5)
  }

  private mutating func addBody() {
    var definition = BodyDefinition(
      name: "body \(bodies[0].count)",
      kind: random.pick([.dynamic, .dynamic, .dynamic, .dynamic, .kinematic]),
      position: Vector(random.double(in: -100...100), random.double(in: 5...150)),
      angle: random.double(in: -3...3),
      velocity: Vector(number(-50...50), random.pick([0, -0.0, number(-50...50)])),
      angularVelocity: random.pick([0, -0.0, number(-5...5)]))
    definition.mass = mass()
    definition.moment = random.pick([10, 200, .infinity, random.double(in: 1...1000)])
    if definition.kind == .dynamic {
      if random.int(in: 0...3) == 0 {
        definition.centerOfGravity = Vector(random.double(in: -3...3), random.double(in: -3...3))
      }
    } else {
      definition.velocity = Vector(random.pick([0, -0.0, 20]), random.pick([0, -0.0, -5]))
      definition.angularVelocity = random.pick([0, -0.0, 1])
    }
    if random.int(in: 0...7) == 0 {
      definition.motion = BodyMotion(gravityScale: random.pick([0, -1, 2]), damping: 0.5, speedLimit: 80)
    }
    inBoth { both, i in
      let body = try Body(definition)
      both.bodies[i].append(body)
      try both.spaces[i].add(body)
    }
    for _ in 0..<random.int(in: 1...2) { addShape() }
  }

  private mutating func form() -> Form {
    let radius = random.pick([0, 0, 0, 1.5])
    switch random.int(in: 0...4) {
    case 0, 1: return .circle(radius: random.double(in: 2...9), offset: random.pick([.zero, Vector(3, 1)]))
    case 2: return .segment(from: Vector(-8, 0), to: Vector(random.double(in: 1...10), 3), radius: 1)
    case 3: return .box(Size(random.double(in: 4...20), random.double(in: 4...20)), radius: radius)
    default:
      return .polygon(
        [Vector(-6, -5), Vector(7, -4), Vector(5, 4), Vector(0, 8), Vector(-5, 5)], radius: radius)
    }
  }

  /// Adds a shape to the latest body.
  private mutating func addShape() {
    let (form, number) = (form(), shapes[0].count)
    var look = ShapeDefinition(
      name: "shape \(number)", friction: random.pick([0, 0.4, 1]), elasticity: random.pick([0, 0, 0.5, 1]),
      isSensor: random.int(in: 0...11) == 0, collisionType: CollisionType(UInt32(random.int(in: 0...2))))
    if random.int(in: 0...5) == 0 { look.surfaceVelocity = Vector(random.double(in: -40...40), 0) }
    if isExtreme, random.int(in: 0...9) == 0 { look.elasticity = 1e9 }
    if random.int(in: 0...9) == 0 { look.filter = ShapeFilter(group: 1) }
    inBoth { both, i in
      let shape = try Shape(form, on: both.bodies[i].last.unsafelyUnwrapped, look)
      both.shapes[i].append(shape)
      try both.spaces[i].add(shape)
    }
  }

  private mutating func addJoint() {
    guard let a = bodies[0].indices.randomElement(using: &random),
      let b = bodies[0].indices.randomElement(using: &random), a != b
    else { return }
    let definition = ConstraintDefinition(
      name: "joint \(joints[0].count)", maxForce: random.pick([.infinity, .infinity, 0, 300, 1e5]),
      errorBias: random.pick([nil, nil, 0, 1, 0.01]), maxBias: random.pick([.infinity, .infinity, 0, 20]),
      collideBodies: random.bool())
    let kind = random.int(in: 0...9)
    let (x, y, z) = (random.double(in: -8...8), random.double(in: -8...8), random.double(in: 0.5...30))
    let (strength, ratchet, ratio) = (number(0...400), random.pick([0.3, -0.7]), random.pick([2, -0.5]))
    inBoth { both, i in
      let (a, b) = (both.bodies[i][a], both.bodies[i][b])
      let joint: Constraint =
        switch kind {
        case 0: try PinJoint(a, b, anchorA: Vector(x, y), anchorB: .zero, definition)
        case 1:
          try SlideJoint(a, b, anchorA: Vector(x, y), anchorB: Vector(y, x), min: z / 2, max: z, definition)
        case 2: try PivotJoint(a, b, anchorA: Vector(x, y), anchorB: Vector(y, x), definition)
        case 3:
          try GrooveJoint(a, b, from: Vector(-z, y), to: Vector(z, y), anchorB: Vector(x, 0), definition)
        case 4:
          try DampedSpring(
            a, b, anchorA: Vector(x, y), restLength: z, stiffness: strength, damping: z, definition)
        case 5:
          try DampedRotarySpring(a, b, restAngle: x / 8, stiffness: strength * 50, damping: z * 9, definition)
        case 6: try RotaryLimit(a, b, min: -z / 30, max: z / 30, definition)
        case 7: try Ratchet(a, b, phase: x / 8, ratchet: ratchet, definition)
        case 8: try Gear(a, b, phase: x / 8, ratio: ratio, definition)
        default: try Motor(a, b, rate: x, definition)
        }
      // Of the one number that both worlds drew, so that no other one is.
      if let spring = joint as? DampedSpring, z > 15, strength <= 400 {
        spring.forceCurve = try ForceCurve(over: -z...z, count: 9) { $0 * $0 * $0 * strength / 100 }
        spring.dampingCurve = try ForceCurve(over: -300...300, count: 7) { $0 * z }
      }
      if let spring = joint as? DampedRotarySpring, z > 15, strength <= 400 {
        spring.torqueCurve = try ForceCurve(over: -1...3, count: 5) { $0 * strength * 50 }
        spring.dampingCurve = try ForceCurve(over: -2...2, count: 2) { $0 * z * 9 }
      }
      both.joints[i].append(joint)
      try both.spaces[i].add(joint)
    }
  }

  /// Does something between two steps.
  mutating func disturb() {
    // As a user would: all that follow would be refused too.
    if let unsolvable, let k = joints[0].firstIndex(where: { $0.description == unsolvable }) {
      removeJoint(k)
    }
    guard random.int(in: 0...(isExtreme ? 1 : 5)) == 0 else { return }
    let k = random.int(in: 0...bodies[0].count - 1)
    let (x, y) = (number(-60...60), number(-60...60))
    switch isExtreme && random.bool() ? 8 : random.int(in: 0...13) {
    case 0: addBody()
    case 1, 2: addJoint()
    case 3 where k > 0 && bodies[0].count > 4:
      inBoth { both, i in
        let body = both.bodies[i].remove(at: k)
        both.joints[i].removeAll { $0.bodyA === body || $0.bodyB === body }
        if body.space != nil { try both.spaces[i].remove(body) }
      }
    case 4:
      let k = random.int(in: 0...shapes[0].count - 1)
      guard k > 1 else { return }
      inBoth { both, i in
        let shape = both.shapes[i].remove(at: k)
        if shape.space != nil { try both.spaces[i].remove(shape) }
      }
    case 5 where !joints[0].isEmpty:
      removeJoint(random.int(in: 0...joints[0].count - 1))
    case 6 where k > 0:
      let kind = random.pick([BodyKind.dynamic, .kinematic, .static])
      inBoth { both, i in both.bodies[i][k].setKind(kind) }
    case 7: inBoth { both, i in try both.bodies[i][k].apply(impulse: Vector(x, y), atLocal: Vector(1, 2)) }
    case 8:
      let factor = isExtreme ? random.pick([1e290, 1e303, 1e305, 1e306]) : 50
      inBoth { both, i in
        try both.bodies[i][k].apply(force: Vector(x * factor, y * factor), atLocal: Vector(1, 2))
      }
    case 9: inBoth { both, i in try throwing { both.bodies[i][k].velocity = Vector(x, -0.0) } }
    case 10 where bodies[0][k].kind == .kinematic:
      let target = Vector(random.double(in: -100...100), random.double(in: 5...150))
      inBoth { both, i in try both.bodies[i][k].move(to: target, angle: 1, over: 0.1) }
    case 11:
      let effect: ContactRule.Effect = random.pick([
        .ignore, .oneWay(Vector(0, 1)), .friction(0.2), .elasticity(0.9), .surfaceVelocity(Vector(30, 0)),
        .sticky(force: isExtreme ? random.pick([1e-9, 1e300]) : 3000),
      ])
      let type = CollisionType(UInt32(random.int(in: 0...2)))
      inBoth { both, i in
        both.rules[i].append(
          try both.spaces[i].add(ContactRule(between: .type(type), and: .any, effect)))
      }
    case 12 where !rules[0].isEmpty:
      inBoth { both, i in try both.spaces[i].remove(both.rules[i].removeLast()) }
    case 13:
      inBoth { both, i in try both.spaces[i].sleep(both.bodies[i][k]) }
    default: break
    }
  }

  private mutating func removeJoint(_ k: Int) {
    inBoth { both, i in
      let joint = both.joints[i].remove(at: k)
      if joint.space != nil { try both.spaces[i].remove(joint) }
    }
  }

  /// A step of both.
  mutating func step() {
    let dt = random.pick([1.0 / 120, 1.0 / 120, 1.0 / 120, 1.0 / 60, 1.0 / 500])
    inBoth { both, i in try both.spaces[i].step(dt) }
    if isRefused { refused += 1 }
    let parts = spaces[0].solver?.parts ?? 0
    if parts > 0 { solved.levels += 1 } else if hasSolved(spaces[0].pointer) { solved.engine += 1 }
    if parts > 1 { solved.parts += 1 }
  }

  // MARK: - What is compared

  /// Returns what differs, or nil.
  func difference() -> String? {
    let (ours, engines) = (State(self, 0), State(self, 1))
    for (name, values) in ours.values where values != engines.values[name] {
      return "\(name): \(values) and not \(engines.values[name] ?? [])"
    }
    guard ours.values.count == engines.values.count else { return "something is in one space only" }
    return nil
  }
}

/// All that one of the two holds, as lists of bits by name.
private struct State {
  var values: [String: [UInt64]] = [:]

  init(_ lockstep: Lockstep, _ i: Int) {
    let space = lockstep.spaces[i]
    let bodies = Dictionary(uniqueKeysWithValues: lockstep.bodies[i].enumerated().map { ($1.pointer, $0) })
    let shapes = Dictionary(uniqueKeysWithValues: lockstep.shapes[i].enumerated().map { ($1.id, $0) })
    for body in lockstep.bodies[i] {
      let b = body.pointer.pointee
      values[body.description] =
        [b.p.x, b.p.y, b.a, b.v.x, b.v.y, b.w, b.v_bias.x, b.v_bias.y, b.w_bias, b.f.x, b.f.y, b.t].map(
          \.bitPattern) + [b.sleeping.next == nil ? 0 : 1, body.isSleeping ? 1 : 0]
      var around: [UInt64] = []
      withUnsafeMutablePointer(to: &around) { list in
        cpBodyEachArbiter(
          body.pointer,
          { _, arbiter, list in
            let arbiter = arbiter.unsafelyUnwrapped
            list?.assumingMemoryBound(to: [UInt64].self).pointee.append(
              cpArbiterTotalImpulse(arbiter).x.bitPattern)
          }, list)
      }
      values["the contacts of \(body)"] = around
    }
    let awake = space.pointer.pointee.dynamicBodies.pointee
    values["bodies awake"] = (0..<Int(awake.num)).map {
      UInt64(bodies[awake.arr[$0].unsafelyUnwrapped.assumingMemoryBound(to: cpBody.self)] ?? 99)
    }
    let arbiters = space.pointer.pointee.arbiters.pointee
    var contacts = (0..<Int(arbiters.num)).map { k -> [UInt64] in
      let arbiter = arbiters.arr[k].unsafelyUnwrapped.assumingMemoryBound(to: cpArbiter.self).pointee
      let pair = [arbiter.a, arbiter.b].map { shape in
        UInt64(shapes[Shape.of(UnsafeMutablePointer(mutating: shape.unsafelyUnwrapped)).id] ?? 99)
      }
      return pair
        + (0..<Int(arbiter.count)).flatMap { n -> [UInt64] in
          let contact = arbiter.contacts[n]
          return [
            contact.jnAcc, contact.jtAcc, contact.jBias, contact.nMass, contact.tMass, contact.bias,
            contact.bounce,
          ].map(\.bitPattern)
        }
    }
    if lockstep.hasLost { contacts.sort { $0.lexicographicallyPrecedes($1) } }
    values["contacts"] = contacts.flatMap { $0 }
    for joint in lockstep.joints[i] where joint.isActive {
      values[joint.name ?? ""] = [
        cpConstraintGetImpulse(joint.pointer).bitPattern, joint.impulse.bitPattern,
      ]
    }
    values["events"] = space.contactEvents.flatMap { event -> [UInt64] in
      [UInt64(event.kind.rawValue), UInt64(shapes[event.shapeA] ?? 99), UInt64(shapes[event.shapeB] ?? 99)]
        + [event.impulse.x, event.impulse.y, event.energyLost, event.depth].map(\.bitPattern)
    }
    values["out of the space"] = lockstep.bodies[i].map { $0.space == nil ? 1 : 0 }
  }
}
