import Testing
import TumblePhysics
import TumbleTestSupport

/// Tests of what the manual's article on motion says.
@Suite struct MotionTests {
  @Test("An orbit grows by a force taken from the old place, and stays by one from where the body will be")
  func orbit() throws {
    let (radius, speed, step) = (226.0, 200.0, 1.0 / 120)
    func farthest(isAhead: Bool) throws -> Double {
      let space = try Space()
      let planet = try Body(
        BodyDefinition(position: Vector(radius, 0), velocity: Vector(0, speed), mass: 1, moment: 1))
      try space.add(planet)
      var farthest = 0.0
      for _ in 0..<3600 {
        let place = isAhead ? planet.position + planet.velocity * step : planet.position
        let strength = speed * speed * radius / place.lengthSquared
        try planet.apply(force: place.normalized * -strength, atWorld: planet.worldCenterOfGravity)
        try space.step(step)
        farthest = max(farthest, planet.position.length)
      }
      return farthest
    }
    #expect(try farthest(isAhead: false) > radius * 1.2)
    #expect(try farthest(isAhead: true) < radius * 1.01)
  }

  @Test("A body whose velocity is set at every step goes through a wall; one that a grip pulls does not")
  func throughWalls() throws {
    for isSet in [true, false] {
      let space = try Space()
      let wall = try space.nail(at: Vector(100, 0))
      try space.add(Shape(.box(Size(4, 400)), on: wall))
      let crate = try space.crate(at: .zero)
      let hand = try Body(BodyDefinition(kind: .kinematic))
      try space.add(hand)
      if !isSet { try space.add(PivotJoint(grip: hand, on: crate, at: .zero, maxForce: 10 * 1000)) }
      try hand.move(to: Vector(500, 0), over: 2)
      for _ in 0..<240 {
        if isSet { crate.velocity = Vector(250, 0) }
        try space.step(1.0 / 120)
      }
      #expect((crate.position.x > 100) == isSet, "\(crate.position)")
    }
  }

  @Test(
    "A ball that flies further in a step than it and the wall are thick tunnels; a look ahead sees the wall")
  func tunnelling() throws {
    let space = try Space()
    let wall = try space.nail(at: Vector(101, 0))
    try space.add(Shape(.segment(from: Vector(0, -99), to: Vector(0, 99), radius: 0.5), on: wall))
    let ball = try space.ball(at: .zero, radius: 5)
    ball.velocity = Vector(24_000, 0)
    let way = ball.velocity / 120
    #expect(
      space.shapes(from: ball.position, to: ball.position + way, radius: 5).map(\.shape.body.id).last
        == wall.id)
    try space.step(1.0 / 120)
    #expect(ball.position.x > 150 && ball.velocity.x == 24_000)
  }

  @Test(
    "No step moves or turns a body further than its limits, whatever started, pushed or hit it",
    arguments: [SpaceDefinition.Solver.automatic, .engine], Seeds.list(default: 10))
  func limits(solver: SpaceDefinition.Solver, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (rate, limit, spin) = (120.0, 300.0, 6.0)
    let space = try Space(SpaceDefinition(gravity: Vector(0, -500), solver: solver))
    let hammer = try space.crate(at: Vector(-40, 0))
    let body = try Body(
      BodyDefinition(
        velocity: Vector(random.double(in: -1e5...1e5), 1e4), angularVelocity: random.double(in: -900...900),
        mass: 1, motion: BodyMotion(speedLimit: limit, angularSpeedLimit: spin), isBullet: random.bool()))
    try space.add(body, Shape(.box(Size(10, 10)), on: body))
    for _ in 0..<60 {
      switch random.int(in: 0...4) {
      case 0: try body.apply(impulse: Vector(random.double(in: -1e6...1e6), 0), atLocal: Vector(0, 3))
      case 1: body.velocity = Vector(0, random.double(in: -1e6...1e6))
      case 2:
        hammer.position = body.position - Vector(40, 0)
        hammer.velocity = Vector(3600, 0)
      case 3: body.angularVelocity = random.double(in: -1e4...1e4)
      default: break
      }
      let (place, angle) = (body.worldCenterOfGravity, body.angle)
      let isFree = body.contacts.isEmpty
      try space.step(1 / rate)
      // Corrections of overlaps, which only what touches has, are no motion of the body's own.
      if isFree {
        #expect(body.worldCenterOfGravity.distance(to: place) <= limit / rate * (1 + 1e-12))
        #expect(abs(body.angle - angle) <= spin / rate * (1 + 1e-12))
      }
      #expect(body.velocity.length <= limit * (1 + 1e-12))
      #expect(abs(body.angularVelocity) <= spin)
    }
  }
}
