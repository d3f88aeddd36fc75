import Dispatch
import Testing
import TumblePhysics

/// Every number of every definition and call that throws, with every kind of value: what the rule forbids
/// throws an error that names the property, and what it allows goes through and through a step. Properties
/// that trap instead are tried by `wrapper-lifetimes --traps`.
@Suite struct CheckTests {
  static let values: [Double] = [
    .nan, .infinity, -.infinity, -1, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1e-200, 0.5, 1,
    1e300, -1e300,
  ]

  struct Argument: CustomTestStringConvertible, Sendable {
    let name: String
    let allows: @Sendable (Double) -> Bool
    let make: @Sendable (Double) throws -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ allows: @escaping @Sendable (Double) -> Bool,
      _ make: @escaping @Sendable (Double) throws -> Void
    ) {
      self.name = name
      self.allows = allows
      self.make = make
    }
  }

  @Test("A number is taken or refused by its rule, with an error that names it", arguments: arguments)
  func number(_ argument: Argument) {
    for value in Self.values {
      do {
        try argument.make(value)
        #expect(argument.allows(value), "\(argument.name) took \(value)")
      } catch let error as PhysicsError {
        #expect(!argument.allows(value), "\(argument.name) refused \(value): \(error)")
        if !"\(error)".contains("mass above 0") {
          #expect("\(error)".contains(argument.name.split(separator: " ").last ?? ""), "\(error)")
        }
      } catch {
        Issue.record("\(argument.name): \(error)")
      }
    }
  }

  // MARK: - The rules, written down a second time

  private static let finite: @Sendable (Double) -> Bool = { $0.isFinite }
  private static let coordinate: @Sendable (Double) -> Bool = { abs($0) <= 1e9 }
  private static let length: @Sendable (Double) -> Bool = { $0 >= 0 && $0 <= 1e9 }
  private static let lengthOrNone: @Sendable (Double) -> Bool = { length($0) || $0 == .infinity }
  private static let realLength: @Sendable (Double) -> Bool = { $0 >= 1e-9 && $0 <= 1e9 }
  private static let amount: @Sendable (Double) -> Bool = { $0 >= 0 && $0 < .infinity }
  private static let surface: @Sendable (Double) -> Bool = { $0 >= 0 && $0 <= 1e9 }
  private static let limit: @Sendable (Double) -> Bool = { $0 >= 0 }
  private static let fraction: @Sendable (Double) -> Bool = { $0 >= 0 && $0 <= 1 }
  private static let notZero: @Sendable (Double) -> Bool = { $0.isFinite && abs($0) >= 1e-30 }
  private static let mass: @Sendable (Double) -> Bool = { $0 >= 1e-30 && $0 <= 1e30 }
  private static let massOrNone: @Sendable (Double) -> Bool = { $0 == 0 || ($0 >= 1e-30 && $0 <= 1e30) }

  private static func space(_ definition: SpaceDefinition) throws { try Space(definition).step(0.01) }

  private static func body(_ definition: BodyDefinition) throws {
    let space = try Space()
    try space.add(Body(definition))
    try space.step(1e-6)
  }

  private static func shape(_ form: Form, _ look: ShapeDefinition = ShapeDefinition()) throws {
    let space = try Space()
    let body = try Body(BodyDefinition(kind: .static))
    try space.add(body)
    try space.add(Shape(form, on: body, look))
    try space.step(0.01)
  }

  private static func joint(_ make: (Body, Body) throws -> Constraint) throws {
    let space = try Space()
    let nail = try Body(BodyDefinition(kind: .static))
    let bob = try Body(BodyDefinition(position: Vector(10, 0), mass: 1, moment: 1e8))
    try space.add(nail)
    try space.add(bob)
    try space.add(make(nail, bob))
    // Wild numbers may throw the bob out of the world; that is reported, and nothing aborts.
    do { for _ in 0..<3 { try space.step(0.01) } } catch PhysicsError.diverged {} catch PhysicsError
      .unsolvable
    {}
  }

  private static let definition: @Sendable (Double) -> ConstraintDefinition = {
    ConstraintDefinition(maxForce: $0)
  }

  static let arguments: [Argument] = spaces + bodies + shapes + joints + calls

  private static let spaces: [Argument] = [
    Argument("space gravity", finite) { try space(SpaceDefinition(gravity: Vector($0, 0))) },
    Argument("space damping", fraction) { try space(SpaceDefinition(damping: $0)) },
    Argument("space sleepTimeThreshold", limit) { try space(SpaceDefinition(sleepTimeThreshold: $0)) },
    Argument("space idleSpeedThreshold", amount) { try space(SpaceDefinition(idleSpeedThreshold: $0)) },
    Argument("space collisionSlop", length) { try space(SpaceDefinition(collisionSlop: $0)) },
    Argument("space collisionBias", fraction) { try space(SpaceDefinition(collisionBias: $0)) },
    Argument("space cell", { $0 >= 1 && $0 <= 1e9 }) {
      try space(SpaceDefinition(index: .spatialHash(cell: $0, count: 10)))
    },
  ]

  private static let bodies: [Argument] = [
    Argument("body position", coordinate) { try body(BodyDefinition(position: Vector($0, 0), mass: 1)) },
    Argument("body angle", finite) { try body(BodyDefinition(angle: $0, mass: 1)) },
    Argument("body mass", mass) { try body(BodyDefinition(mass: $0)) },
    Argument("body moment", { ($0 >= 1e-60 && $0 <= 1e60) || $0 == .infinity }) {
      try body(BodyDefinition(mass: 1, moment: $0))
    },
    Argument("body centerOfGravity", coordinate) {
      try body(BodyDefinition(mass: 1, centerOfGravity: Vector($0, 0)))
    },
    Argument("body velocity", finite) { _ = try Body(BodyDefinition(velocity: Vector(0, $0), mass: 1)) },
    Argument("body angularVelocity", finite) { _ = try Body(BodyDefinition(angularVelocity: $0, mass: 1)) },
    Argument("body gravityScale", coordinate) {
      try body(BodyDefinition(mass: 1, motion: BodyMotion(gravityScale: $0)))
    },
    Argument("body damping", fraction) { try body(BodyDefinition(mass: 1, motion: BodyMotion(damping: $0))) },
    Argument("body speedLimit", limit) {
      try body(BodyDefinition(mass: 1, motion: BodyMotion(speedLimit: $0)))
    },
    Argument("body angularSpeedLimit", limit) {
      try body(BodyDefinition(mass: 1, motion: BodyMotion(angularSpeedLimit: $0)))
    },
  ]

  private static let shapes: [Argument] = [
    Argument("circle radius", realLength) { try shape(.circle(radius: $0)) },
    Argument("circle offset", coordinate) { try shape(.circle(radius: 1, offset: Vector($0, 0))) },
    Argument("segment from", coordinate) { try shape(.segment(from: Vector($0, 5), to: .zero)) },
    Argument("segment to", coordinate) { try shape(.segment(from: .zero, to: Vector(5, $0))) },
    Argument("segment radius", length) { try shape(.segment(from: .zero, to: Vector(5, 0), radius: $0)) },
    Argument("box width", realLength) { try shape(.box(Size($0, 1))) },
    Argument("box height", realLength) { try shape(.box(Size(1, $0))) },
    Argument("box radius", length) { try shape(.box(Size(1, 1), radius: $0)) },
    Argument("rect max", { abs($0) <= 1e9 && $0 > -2 }) {
      try shape(.rect(Rect(min: Vector(-2, -2), max: Vector($0, 1))))
    },
    Argument("polygon corner", coordinate) { try shape(.polygon([.zero, Vector(1, 0), Vector($0, 1)])) },
    Argument("polygon radius", length) {
      try shape(.polygon([.zero, Vector(1, 0), Vector(0, 1)], radius: $0))
    },
    Argument("shape friction", surface) { try shape(.circle(radius: 1), ShapeDefinition(friction: $0)) },
    Argument("shape elasticity", surface) { try shape(.circle(radius: 1), ShapeDefinition(elasticity: $0)) },
    Argument("shape density", massOrNone) { try shape(.circle(radius: 1), ShapeDefinition(density: $0)) },
    Argument("shape mass", massOrNone) { try shape(.circle(radius: 1), ShapeDefinition(mass: $0)) },
    Argument("shape surfaceVelocity", finite) {
      try shape(.circle(radius: 1), ShapeDefinition(surfaceVelocity: Vector($0, 0)))
    },
  ]

  private static let joints: [Argument] = [
    Argument("joint maxForce", limit) { n in
      try joint { try PinJoint($0, $1, ConstraintDefinition(maxForce: n)) }
    },
    Argument("joint errorBias", fraction) { n in
      try joint { try PinJoint($0, $1, ConstraintDefinition(errorBias: n)) }
    },
    Argument("joint maxBias", limit) { n in
      try joint { try PinJoint($0, $1, ConstraintDefinition(maxBias: n)) }
    },
    Argument("pin anchorA", coordinate) { n in try joint { try PinJoint($0, $1, anchorA: Vector(n, 1)) } },
    Argument("pin anchorB", coordinate) { n in try joint { try PinJoint($0, $1, anchorB: Vector(n, 1)) } },
    Argument("pin distance", realLength) { n in try joint { try PinJoint($0, $1, distance: n) } },
    Argument("slide anchorA", coordinate) { n in
      try joint { try SlideJoint($0, $1, anchorA: Vector(n, 0), max: 5) }
    },
    Argument("slide anchorB", coordinate) { n in
      try joint { try SlideJoint($0, $1, anchorB: Vector(n, 0), max: 5) }
    },
    Argument("slide min", { $0 >= 0 && $0 <= 100 }) { n in
      try joint { try SlideJoint($0, $1, min: n, max: 100) }
    },
    Argument("slide max", lengthOrNone) { n in try joint { try SlideJoint($0, $1, max: n) } },
    Argument("pivot anchorA", coordinate) { n in
      try joint { try PivotJoint($0, $1, anchorA: Vector(n, 0), anchorB: .zero) }
    },
    Argument("pivot anchorB", coordinate) { n in
      try joint { try PivotJoint($0, $1, anchorA: .zero, anchorB: Vector(n, 0)) }
    },
    Argument("groove from", coordinate) { n in
      try joint { try GrooveJoint($0, $1, from: Vector(n, 5), to: .zero) }
    },
    Argument("groove to", coordinate) { n in
      try joint { try GrooveJoint($0, $1, from: .zero, to: Vector(5, n)) }
    },
    Argument("groove anchorB", coordinate) { n in
      try joint { try GrooveJoint($0, $1, from: .zero, to: Vector(5, 5), anchorB: Vector(n, 0)) }
    },
    Argument("spring restLength", length) { n in
      try joint { try DampedSpring($0, $1, restLength: n, stiffness: 1, damping: 1) }
    },
    Argument("spring stiffness", amount) { n in
      try joint { try DampedSpring($0, $1, stiffness: n, damping: 1) }
    },
    Argument("spring damping", amount) { n in try joint { try DampedSpring($0, $1, stiffness: 1, damping: n) }
    },
    Argument("rotary restAngle", finite) { n in
      try joint { try DampedRotarySpring($0, $1, restAngle: n, stiffness: 1, damping: 1) }
    },
    Argument("rotary stiffness", amount) { n in
      try joint { try DampedRotarySpring($0, $1, stiffness: n, damping: 1) }
    },
    Argument("rotary damping", amount) { n in
      try joint { try DampedRotarySpring($0, $1, stiffness: 1, damping: n) }
    },
    Argument("limit min", { $0.isFinite && $0 <= 1 }) { n in
      try joint { try RotaryLimit($0, $1, min: n, max: 1) }
    },
    Argument("limit max", { $0.isFinite && $0 >= -1 }) { n in
      do { try joint { try RotaryLimit($0, $1, min: -1, max: n) } } catch PhysicsError.invalid(
        let o, _, let v, let r)
      {
        throw PhysicsError.invalid(object: o, property: "max", value: v, rule: r)
      }
    },
    Argument("ratchet phase", finite) { n in try joint { try Ratchet($0, $1, phase: n, ratchet: 1) } },
    Argument("ratchet ratchet", notZero) { n in try joint { try Ratchet($0, $1, ratchet: n) } },
    Argument("gear phase", finite) { n in try joint { try Gear($0, $1, phase: n, ratio: 1) } },
    Argument("gear ratio", notZero) { n in try joint { try Gear($0, $1, ratio: n) } },
    Argument("motor rate", finite) { n in try joint { try Motor($0, $1, rate: n) } },
  ]

  private static let calls: [Argument] = [
    Argument("the step", { $0 >= 1e-9 && $0 <= 1000 }) { try Space().step($0) },
    Argument("the duration", realLength) {
      try Body(BodyDefinition(kind: .kinematic)).move(to: .zero, over: $0)
    },
    Argument("the target position", coordinate) {
      try Body(BodyDefinition(kind: .kinematic)).move(to: Vector($0, 0), over: 1)
    },
    Argument("the target angle", finite) {
      try Body(BodyDefinition(kind: .kinematic)).move(to: .zero, angle: $0, over: 1)
    },
    Argument("a force", finite) {
      try Body(BodyDefinition(mass: 1)).apply(force: Vector($0, 0), atWorld: .zero)
    },
    Argument("a force's point", coordinate) {
      try Body(BodyDefinition(mass: 1)).apply(force: Vector(1, 0), atLocal: Vector($0, 0))
    },
    Argument("an impulse", finite) { try Body(BodyDefinition(mass: 1)).apply(impulse: Vector(0, $0)) },
    Argument("an impulse's point", coordinate) {
      try Body(BodyDefinition(mass: 1)).apply(impulse: Vector(1, 0), atWorld: Vector(0, $0))
    },
    Argument("neighbours before", coordinate) {
      let shape = try Shape(.segment(from: .zero, to: Vector(1, 0)), on: Body(BodyDefinition(kind: .static)))
      try shape.setNeighbors(before: Vector($0, 0), after: .zero)
    },
    Argument("rule friction", surface) {
      try Space().add(ContactRule(between: .any, and: .any, .friction($0)))
    },
    Argument("rule elasticity", surface) {
      try Space().add(ContactRule(between: .any, and: .any, .elasticity($0)))
    },
    Argument("rule surfaceVelocity", finite) {
      try Space().add(ContactRule(between: .any, and: .any, .surfaceVelocity(Vector($0, 0))))
    },
    Argument("rule sticky", amount) {
      try Space().add(ContactRule(between: .any, and: .any, .sticky(force: $0)))
    },
    Argument("rule oneWay", { abs($0) <= 1e9 && abs($0) >= 1e-9 }) {
      try Space().add(ContactRule(between: .any, and: .any, .oneWay(Vector($0, 0))))
    },
    Argument("shape mass", massOrNone) {
      try Shape(.circle(radius: 1), on: Body()).setMass($0)
    },
    Argument("shape density", massOrNone) {
      try Shape(.circle(radius: 1), on: Body()).setDensity($0)
    },
  ]

  @Test("The error of a number names its unit, or none where it has none")
  func units() {
    func words(_ act: () throws -> Void) -> String {
      do {
        try act()
        return "none"
      } catch {
        return "\(error)"
      }
    }
    let wait = words { try Body(BodyDefinition(kind: .kinematic)).move(to: .zero, over: 0) }
    #expect(wait.contains("duration must be from 1e-9 to 1e9 seconds"))
    let direction = words { try Space().add(ContactRule(between: .any, and: .any, .oneWay(.zero))) }
    #expect(direction.contains("oneWay's length must be from 1e-9 to 1e9, not 0.0"))
  }

  @Test(
    "The largest friction and elasticity are solved in contact: nothing diverges but what is thrown out")
  func largestSurfaces() throws {
    for (own, other) in [(1e9, 1e9), (1e9, 0), (0, 1e9)] {
      let space = try Worlds.floor()
      space.shapes[0].friction = other
      let crate = try space.crate(at: Vector(0, 40), ShapeDefinition(friction: own, elasticity: 0.5))
      (crate.angle, crate.velocity) = (0.3, Vector(50, 0))
      try space.run(240)
      #expect(crate.position.isFinite && crate.position.y > 0)
      try space.remove(crate)
      space.shapes[0].elasticity = 1e9
      let ball = try space.ball(at: Vector(0, 100), ShapeDefinition(elasticity: 1e9))
      #expect(throws: PhysicsError.self) { try space.run(120) }
      #expect(ball.space == nil && ball.position.isFinite)
    }
  }

  @Test("Counts out of range, outlines that are none and contradictions are errors")
  func others() throws {
    for count in [-1, 0, 10_001, Int.max, Int.min] {
      #expect(throws: PhysicsError.self) { try Space(SpaceDefinition(iterations: count)) }
      #expect(throws: PhysicsError.self) { try Space(SpaceDefinition(collisionPersistence: count)) }
      #expect(throws: PhysicsError.self) {
        try Space(SpaceDefinition(index: .spatialHash(cell: 5, count: count == 10_001 ? 0 : count)))
      }
    }
    let body = try Body(BodyDefinition(kind: .static))
    let outlines: [[Vector]] = [
      [], [.zero], [.zero, Vector(1, 0)], [.zero, Vector(1, 1), Vector(2, 2)],
      [.zero, Vector(10, 0), Vector(2, 2), Vector(0, 10)], [.zero, Vector(1, 1), Vector(1, 0), Vector(0, 1)],
      (0..<1001).map { Vector(angle: Double($0) / 1001 * 2 * .pi) },
    ]
    for outline in outlines { #expect(throws: PhysicsError.self) { try Shape(.polygon(outline), on: body) } }
    #expect(throws: PhysicsError.self) { try Shape(.segment(from: .zero, to: .zero, radius: 1), on: body) }
    #expect(throws: PhysicsError.self) {
      try Shape(.circle(radius: 1), on: Body(), ShapeDefinition(density: 1, mass: 1))
    }
    #expect(throws: PhysicsError.self) { try Body(BodyDefinition(moment: 5)) }
    #expect(throws: PhysicsError.self) {
      try PinJoint(body, Body(BodyDefinition(kind: .kinematic)))
    }
    #expect(throws: PhysicsError.self) {
      try Shape(.circle(radius: 1), on: body).setNeighbors(before: .zero, after: .zero)
    }
  }

  @Test("The first assignment that is refused is thrown and changes nothing, and those after it are made")
  func throwingAssignments() throws {
    let body = try Body(BodyDefinition(velocity: Vector(1, 2)))
    let error = #expect(throws: PhysicsError.self) {
      try throwing {
        body.velocity = Vector(.nan, 0)
        body.angle = .infinity
        body.angularVelocity = 3
      }
    }
    guard case .invalid(_, "velocity", _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(body.velocity == Vector(1, 2))
    #expect(body.angle == 0)
    #expect(body.angularVelocity == 3)
  }

  @Test("What is refused within is not thrown without, nor the other way round")
  func nestedAssignments() throws {
    let body = try Body()
    try throwing {
      #expect(throws: PhysicsError.self) { try throwing { body.angle = .nan } }
      body.angle = 1
    }
    #expect(throws: PhysicsError.self) {
      try throwing {
        try throwing { body.angle = 2 }
        body.angle = .nan
      }
    }
    #expect(body.angle == 2)
  }

  @Test("A thread throws what is refused on it, and nothing of another")
  func throwingThreads() {
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for _ in 0..<200 {
        let isRefused = (try? throwing { try Body().angle = index.isMultiple(of: 2) ? .nan : 1 }) == nil
        #expect(isRefused == index.isMultiple(of: 2))
      }
    }
  }
}
