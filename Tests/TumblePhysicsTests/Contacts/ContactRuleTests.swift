import Testing
import TumblePhysics

@Suite struct ContactRuleTests {
  @Test("An ignored pair passes through without events, and is solid again when the rule is taken back")
  func ignore() throws {
    let space = try Worlds.floor()
    let ball = try space.ball(at: Vector(0, 12))
    let floor = try #require(space.bodies.first)
    let rule = try space.add(ContactRule(between: .body(ball.id), and: .body(floor.id), .ignore))
    for _ in 0..<14 {
      try space.step(1.0 / 120)
      #expect(space.contactEvents.isEmpty)
    }
    #expect(ball.position.y < 8)
    try space.remove(rule)
    var began = 0
    for _ in 0..<120 {
      try space.step(1.0 / 120)
      began += space.contactEvents.count { $0.kind == .began }
    }
    #expect(began == 1)
    #expect(ball.position.y > 9)
    #expect(throws: PhysicsError.self) { try space.remove(rule) }
  }

  @Test("A one-way platform lets a ball up through it and holds it from above")
  func oneWay() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let platform = try space.nail(at: Vector(0, 100))
    try space.add(Shape(.box(Size(200, 4)), on: platform))
    let ball = try space.ball(at: Vector(0, 50))
    ball.velocity = Vector(0, 500)
    try space.add(ContactRule(between: .any, and: .body(platform.id), .oneWay(Vector(0, 1))))
    var top = 0.0
    for _ in 0..<240 {
      try space.step(1.0 / 120)
      top = max(top, ball.position.y)
    }
    #expect(top > 150)
    #expect(abs(ball.position.y - 112) < 1)
  }

  @Test("Friction, elasticity and surface velocity of a pair are those of its rule")
  func overrides() throws {
    let space = try Worlds.floor()
    let floor = try #require(space.bodies.first)
    let slider = try space.crate(at: Vector(-300, 10))
    let bouncer = try space.ball(at: Vector(0, 100))
    let rider = try space.crate(at: Vector(300, 10))
    try space.add(ContactRule(between: .body(slider.id), and: .body(floor.id), .friction(0)))
    try space.add(ContactRule(between: .body(bouncer.id), and: .body(floor.id), .elasticity(1)))
    try space.add(
      ContactRule(between: .body(floor.id), and: .body(rider.id), .surfaceVelocity(Vector(100, 0))))
    slider.velocity = Vector(50, 0)
    var top = 0.0
    for step in 0..<120 {
      try space.step(1.0 / 120)
      if step > 70 { top = max(top, bouncer.position.y) }
    }
    #expect(abs(slider.velocity.x - 50) < 1e-6)
    #expect(top > 90)
    #expect(abs(rider.velocity.x - 100) < 5)
  }

  @Test("A rule goes with the body it names, and a bad number in one is an error")
  func lifetime() throws {
    let space = try Worlds.floor()
    let ball = try space.ball(at: Vector(0, 50))
    let rule = try space.add(ContactRule(between: .body(ball.id), and: .any, .ignore))
    try space.remove(ball)
    #expect(throws: PhysicsError.self) { try space.remove(rule) }
    for bad in [ContactRule.Effect.friction(-1), .friction(.nan), .elasticity(.infinity), .oneWay(.zero)] {
      #expect(throws: PhysicsError.self) { try space.add(ContactRule(between: .any, and: .any, bad)) }
    }
  }

  @Test("A belt by rule moves what lies on a slope along it, and neither sucks it in nor throws it off")
  func slope() throws {
    let turn = 0.35
    let (along, up) = (Vector(angle: turn), Vector(angle: turn).perpendicular)
    for (sign, isFirst) in [(1.0, true), (-1, true), (1, false), (-1, false)] {
      let space = try Worlds.floor()
      let belt = space.bodies[0]
      belt.angle = turn
      // It does not turn, for a belt tips what stands on it.
      let crate = try Body(BodyDefinition(position: up * 10, angle: turn, mass: 1, fixedRotation: true))
      try space.add(crate)
      try space.add(Shape(.box(Size(20, 20)), on: crate, ShapeDefinition(friction: 2)))
      space.shapes[0].friction = 2
      let velocity = Vector(200 * sign, 0)
      // Of the first side against the second: the same belt, named the other way round.
      try space.add(
        isFirst
          ? ContactRule(between: .body(crate.id), and: .body(belt.id), .surfaceVelocity(velocity))
          : ContactRule(between: .body(belt.id), and: .body(crate.id), .surfaceVelocity(-velocity)))
      for _ in 0..<60 {
        try space.step(1.0 / 120)
        #expect(abs(crate.position.dot(up) - 10) < 0.5, "sign \(sign)")
      }
      #expect(abs(crate.position.dot(along)) > 20)
    }
  }
}
