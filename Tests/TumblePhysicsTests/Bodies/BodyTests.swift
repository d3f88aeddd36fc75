import Testing
import TumblePhysics

@Suite struct BodyTests {
  @Test(
    "A kinematic body sent somewhere is exactly there after that time, pushes on the way, and stands still after"
  )
  func move() throws {
    let space = try Worlds.floor()
    let sledge = try Body(BodyDefinition(kind: .kinematic, position: Vector(-100, 20)))
    try space.add(sledge)
    try space.add(Shape(.box(Size(20, 20)), on: sledge))
    let crate = try space.crate(at: Vector(-60, 10))
    let (target, angle) = (Vector(0.1 + 0.2, 1.0 / 3), 0.7)
    try sledge.move(to: target, angle: angle, over: 0.5)
    try space.run(30)
    #expect(sledge.velocity.distance(to: Vector(200.6, -39.333)) < 0.1)
    #expect(crate.position.x > -35)
    try space.run(30)
    #expect(sledge.pose.position == target && sledge.angle == angle)
    try space.step(1.0 / 120)
    #expect(sledge.velocity == .zero && sledge.angularVelocity == 0)
    #expect(sledge.pose.position == target && sledge.angle == angle)
  }

  @Test(
    "A move a step, as an animation makes it, lands on every target bit for bit", arguments: [1, 120, 997])
  func moveEveryStep(rate: Int) throws {
    let space = try Space()
    let body = try Body(BodyDefinition(kind: .kinematic))
    try space.add(body)
    for step in 1...200 {
      let t = Double(step) / Double(rate)
      let target = Vector(t * t * 13.7 - 1 / t, 1 / (t + 0.1))
      try body.move(to: target, angle: t / 3, over: 1 / Double(rate))
      try space.step(1 / Double(rate))
      #expect(body.pose.position == target)
      #expect(body.angle == t / 3)
    }
  }

  @Test(
    "A move that is not whole steps ends within the step that contains its end, and a new one takes its place"
  )
  func moveParts() throws {
    let space = try Space()
    let body = try Body(BodyDefinition(kind: .kinematic))
    try space.add(body)
    try body.move(to: Vector(10, 0), over: 0.25)
    for expected in [4.0, 8, 10, 10] {
      try space.step(0.1)
      #expect(abs(body.position.x - expected) < 1e-9)
    }
    try body.move(to: Vector(20, 0), over: 1)
    try space.step(0.1)
    try body.move(to: Vector(0, 0), over: 0.1)
    try space.step(0.1)
    #expect(body.position == .zero)
    try body.move(to: Vector(5, 5), over: 1)
    body.position = Vector(-1, -1)
    try space.run(5, dt: 0.1)
    #expect(body.position == Vector(-1, -1))
  }

  @Test("Only a kinematic body can be sent, to a place within the world, in a time above 0")
  func moveErrors() throws {
    let dynamic = try Body(BodyDefinition(mass: 1))
    #expect(throws: PhysicsError.self) { try dynamic.move(to: .zero, over: 1) }
    let body = try Body(BodyDefinition(kind: .kinematic))
    for duration in [0, -1, .nan, .infinity] {
      #expect(throws: PhysicsError.self) { try body.move(to: .zero, over: duration) }
    }
    #expect(throws: PhysicsError.self) { try body.move(to: Vector(.nan, 0), over: 1) }
    #expect(throws: PhysicsError.self) { try body.move(to: Vector(2e9, 0), over: 1) }
    #expect(throws: PhysicsError.self) { try body.move(to: .zero, angle: .infinity, over: 1) }
  }

  @Test("A body's position is not its centre of gravity, and stays where it is when that changes")
  func centerOfGravity() throws {
    let body = try Body(
      BodyDefinition(
        position: Vector(10, 20), angle: .pi / 2, mass: 1, moment: 1, centerOfGravity: Vector(5, 0)))
    #expect(body.position.distance(to: Vector(10, 20)) < 1e-12)
    #expect(body.worldCenterOfGravity.distance(to: Vector(10, 25)) < 1e-12)
    body.centerOfGravity = Vector(0, 3)
    #expect(body.position.distance(to: Vector(10, 20)) < 1e-12)
    #expect(body.world(Vector(1, 0)).distance(to: Vector(10, 21)) < 1e-12)
    #expect(body.local(Vector(10, 21)).distance(to: Vector(1, 0)) < 1e-12)
    body.angle = 0
    #expect(body.position.distance(to: Vector(10, 20)) < 1e-12)
    #expect(body.transform.apply(Vector(1, 1)).distance(to: Vector(11, 21)) < 1e-12)
  }

  @Test("Kinds change in a space; back to dynamic a body has its mass again, and the velocity is gone")
  func kinds() throws {
    let space = try Worlds.floor()
    let crate = try space.crate(at: Vector(0, 50), mass: 3)
    let moment = crate.moment
    crate.velocity = Vector(5, 5)
    crate.setKind(.static)
    #expect(crate.velocity == .zero && crate.mass == .infinity)
    try space.run(10)
    #expect(crate.position == Vector(0, 50))
    crate.setKind(.kinematic)
    crate.velocity = Vector(12, 0)
    try space.run(10)
    #expect(abs(crate.position.x - 1) < 1e-9)
    crate.setKind(.dynamic)
    #expect(crate.mass == 3 && crate.moment == moment)
    try space.run(200)
    #expect(abs(crate.position.y - 10) < 0.5)
  }

  @Test("Forces last a step, impulses act at once, and points count")
  func forces() throws {
    let space = try Space()
    let body = try space.ball(at: .zero, radius: 2, mass: 2)
    try body.apply(force: Vector(0, 20), atWorld: Vector(3, 0))
    #expect(body.torque == 60)
    try space.step(0.5)
    #expect(body.velocity.y == 5 && body.force == .zero)
    try space.step(0.5)
    #expect(body.velocity.y == 5)
    body.velocity = .zero
    body.angularVelocity = 0
    try body.apply(impulse: Vector(4, 0), atWorld: body.position)
    #expect(body.velocity == Vector(2, 0) && body.angularVelocity == 0)
    body.angle = .pi / 2
    body.velocity = .zero
    try body.apply(impulse: Vector(4, 0))
    #expect(body.velocity.distance(to: Vector(0, 2)) < 1e-9)
    body.angularVelocity = 2
    #expect(body.velocity(atLocal: Vector(1, 0)).distance(to: Vector(-2, 2)) < 1e-9)
    let still = try space.nail()
    try still.apply(force: Vector(1, 1), atWorld: .zero)
    try still.apply(impulse: Vector(1, 1))
    #expect(still.velocity == .zero && still.force == .zero)
  }

  @Test("A body may have a gravity scale, a damping and speed limits of its own")
  func motion() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -100), damping: 0.5))
    func body(_ motion: BodyMotion) throws -> Body {
      let body = try Body(BodyDefinition(mass: 1, motion: motion))
      try space.add(body)
      return body
    }
    let floating = try body(BodyMotion(gravityScale: 0, damping: 1))
    let rising = try body(BodyMotion(gravityScale: -2, damping: 1))
    let limited = try body(BodyMotion(damping: 1, speedLimit: 30, angularSpeedLimit: 2))
    floating.velocity = Vector(7, 0)
    limited.angularVelocity = 50
    try space.run(100, dt: 0.01)
    #expect(abs(floating.velocity.x - 7) < 1e-9 && floating.velocity.y == 0)
    #expect(abs(rising.velocity.y - 200) < 1e-6)
    #expect(abs(limited.velocity.length - 30) < 1e-9 && limited.angularVelocity == 2)
    floating.motion = BodyMotion()
    try space.run(1, dt: 1)
    #expect(abs(floating.velocity.x - 3.5) < 1e-9)
  }

  @Test("Mass comes from the body or from its shapes: both is an error, neither is refused before the step")
  func massSources() throws {
    let space = try Space()
    let own = try Body(BodyDefinition(name: "own", mass: 1, moment: 1))
    #expect(throws: PhysicsError.self) { try Shape(.circle(radius: 1), on: own, ShapeDefinition(density: 1)) }
    let body = try Body(BodyDefinition(name: "loose"))
    try space.add(body)
    #expect(throws: PhysicsError.massless(bodies: ["body 'loose'"])) { try space.step(0.01) }
    let shapes = try [-3.0, 3].map { x in
      try Shape(.circle(radius: 1, offset: Vector(x, 0)), on: body, ShapeDefinition(mass: 2))
    }
    for shape in shapes { try space.add(shape) }
    #expect(body.mass == 4 && body.centerOfGravity == .zero)
    #expect(abs(body.moment - 4 * (0.5 + 9)) < 1e-9)
    try space.step(0.01)
    try space.remove(shapes[1])
    #expect(body.mass == 2 && body.centerOfGravity.distance(to: Vector(-3, 0)) < 1e-12)
    #expect(body.position.distance(to: .zero) < 1e-12)
    try shapes[0].setDensity(1)
    #expect(abs(body.mass - .pi) < 1e-12)
    try space.remove(shapes[0])
    #expect(throws: PhysicsError.massless(bodies: ["body 'loose'"])) { try space.step(0.01) }
    body.mass = 5
    try space.step(0.01)
    #expect(throws: PhysicsError.self) { try space.add(shapes[0]) }
    try shapes[0].setMass(0)
    try space.add(shapes[0])
    #expect(body.mass == 5)
  }

  @Test("A moment of the wrapper is the engine's, form by form")
  func moments() {
    #expect(Moment.box(mass: 3, size: Size(2, 4)) == 3 * (4 + 16) / 12.0)
    #expect(Moment.circle(mass: 2, radius: 3) == 9)
    #expect(Moment.circle(mass: 2, radius: 3, innerRadius: 1, offset: Vector(2, 0)) == 2 * (5 + 4))
    #expect(Moment.polygon(mass: 1, []) == 0)
    let box = Polygon(box: Size(2, 4))
    #expect(abs(Moment.polygon(mass: 3, box.corners) - 5) < 1e-12)
    #expect(abs(Moment.segment(mass: 12, from: Vector(-1, 0), to: Vector(1, 0)) - 4) < 1e-12)
  }

  @Test("A shape's moment per mass is that of one kilogram, whatever mass it has")
  func momentPerMass() throws {
    for density in [0, 1, 2.5] {
      let body = try Body()
      func moment(_ form: Form) throws -> Double {
        try Shape(form, on: body, ShapeDefinition(density: density)).momentPerMass
      }
      #expect(try moment(.circle(radius: 4, offset: Vector(9, 9))) == 8)
      #expect(try abs(moment(.rect(Rect(min: Vector(5, 5), max: Vector(7, 9)))) - (4 + 16) / 12.0) < 1e-12)
      #expect(try abs(moment(.segment(from: .zero, to: Vector(9, 0), radius: 1)) - (121 + 4) / 12.0) < 1e-12)
    }
  }

  @Test("A force gathered for a step does not wait while the body is something else")
  func forceAndKind() throws {
    let space = try Space()
    let body = try Body(BodyDefinition(mass: 1, moment: 1))
    try space.add(body)
    for kind in [BodyDefinition.Kind.kinematic, .static] {
      (body.force, body.torque) = (Vector(100, 0), 100)
      body.setKind(kind)
      try space.run(10)
      body.setKind(.dynamic)
      try space.run(3)
      #expect(body.velocity == .zero && body.angularVelocity == 0)
      #expect(body.position == .zero && body.angle == 0)
    }
  }
}
