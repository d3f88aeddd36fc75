import Testing
import TumblePhysics

@Suite struct LostBodyTests {
  @Test("Bodies that fly off are taken out with all they have and named in order; the others go on")
  func lost() throws {
    let space = try Worlds.floor()
    let runaway = try space.crate(at: Vector(0, 100), name: "runaway")
    let steady = try space.crate(at: Vector(100, 10), name: "steady")
    let spinner = try space.crate(at: Vector(200, 100), name: "spinner")
    let spring = try DampedSpring(steady, runaway, stiffness: 1, damping: 1)
    try space.add(spring)
    try space.run(10)
    runaway.velocity = Vector(1e300, 0)
    spinner.angularVelocity = 1e308
    try spinner.apply(force: Vector(0, 1.7e308), atWorld: spinner.position)
    var lost: [LostBody] = []
    for _ in 0..<3 {
      do { try space.step(1.0 / 120) } catch PhysicsError.diverged(let bodies) { lost += bodies }
    }
    #expect(lost.map(\.body) == ["body 'runaway'", "body 'spinner'"])
    #expect(lost.allSatisfy { $0.position.isFinite })
    #expect(space.bodies.map(\.description).contains("body 'steady'"))
    #expect(runaway.space == nil && spring.space == nil && space.shapes.count == 2)
    try space.run(100)
    #expect(steady.position.isFinite && steady.position.distance(to: Vector(100, 10)) < 200)
    // What was taken out is in order again and can come back.
    runaway.position = Vector(0, 100)
    try space.add(runaway)
    try space.run(10)
  }

  @Test("A body that leaves the world beyond 1e9 points is taken out; one short of it is not")
  func edge() throws {
    let space = try Space()
    let body = try space.ball(at: Vector(1e9 - 10, 0))
    body.velocity = Vector(1, 0)
    try space.run(9, dt: 1)
    #expect(throws: PhysicsError.self) { try space.run(2, dt: 1) }
    #expect(body.space == nil)
    let moving = try Body(BodyDefinition(kind: .kinematic))
    try space.add(moving)
    moving.velocity = Vector(0, 1e12)
    #expect(throws: PhysicsError.self) { try space.step(1) }
  }

  @Test("What diverges in a chain or a pile does not abort, and what is left is finite")
  func spreads() throws {
    let space = try Worlds.floor()
    var previous: Body?
    for i in 0..<20 {
      let ball = try space.ball(at: Vector(Double(i) * 20 - 200, 50))
      if let previous { try space.add(PivotJoint(previous, ball, at: ball.position - Vector(10, 0))) }
      previous = ball
    }
    for i in 0..<20 { try space.crate(at: Vector(Double(i) * 22 - 200, 10)) }
    let heavy = space.bodies[10]
    for round in 0..<8 {
      try heavy.apply(force: Vector(0, -1.7e308), atWorld: heavy.position)
      if round % 2 == 0 { try heavy.apply(impulse: Vector(1e200, -1e306), atWorld: heavy.position) }
      do { try space.step(1.0 / 120) } catch PhysicsError.diverged {}
      for body in space.bodies { #expect(body.position.isFinite && body.velocity.isFinite) }
    }
    try space.run(20)
  }
}
