import CTumbleReference
import Testing
import TumbleTestSupport

@testable import TumblePhysics

@Suite("A body's velocity function")
struct VelocityFunctionTests {
  private static let dt = 1.0 / 60
  private static let strength = 5.0e6

  @Test(
    "A body's velocity function that answers as the engine would changes no bits",
    arguments: Seeds.list(default: 5))
  func plain(seed: UInt64) throws {
    let spaces = try [true, false].map { hasFunction in
      var random = SeededGenerator(seed: seed)
      let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), damping: 0.8))
      for i in 0..<10 {
        let crate = try space.crate(
          at: Vector(random.double(in: -50...50), 20 + 25 * Double(i)), mass: random.double(in: 0.5...3))
        if hasFunction { crate.velocityFunction = { $0.integrated() } }
        try crate.apply(force: Vector(500, 300), atLocal: Vector(3, 4))
      }
      return space
    }
    for _ in 0..<300 {
      for space in spaces { try space.step(Self.dt) }
      #expect(spaces[0].bodies.map(\.pose) == spaces[1].bodies.map(\.pose))
    }
  }

  @Test(
    "A body's velocity function is asked where the engine asks for velocities: after positions, before contacts"
  )
  func order() throws {
    let space = try Space()
    let ball = try space.ball(at: .zero)
    ball.velocity = Vector(60, 0)
    var asked: [VelocityUpdate] = []
    ball.velocityFunction = {
      asked.append($0)
      return BodyVelocity(Vector(120, 0), angular: 1)
    }
    try space.step(Self.dt)
    try #require(asked.count == 1)
    #expect(asked[0].position == Vector(60 * Self.dt, 0) && asked[0].velocity == Vector(60, 0))
    #expect(asked[0].mass == 1 && asked[0].timeStep == Self.dt)
    #expect(ball.velocity == Vector(120, 0) && ball.angularVelocity == 1)
    ball.velocityFunction = nil
    try space.step(Self.dt)
    #expect(asked.count == 1 && ball.velocity == Vector(120, 0))
  }

  @Test("A body's velocity function whose answer is not finite takes the body out, and the others go on")
  func lost() throws {
    let space = try Space()
    let (bad, good) = (try space.ball(at: .zero), try space.ball(at: Vector(100, 0)))
    good.velocity = Vector(10, 0)
    bad.velocityFunction = { _ in BodyVelocity(Vector(.nan, 0), angular: 0) }
    #expect(throws: PhysicsError.self) { try space.step(Self.dt) }
    #expect(bad.space == nil && good.space === space)
    try space.step(Self.dt)
    #expect(good.velocity == Vector(10, 0))
  }

  /// Boxes about a planet, some of which collide with it and with each other.
  private func boxes(_ seed: UInt64) -> [ctumble_reference_state] {
    var random = SeededGenerator(seed: seed)
    return (0..<30).map { _ in
      let place = Vector(angle: random.double(in: 0...(2 * .pi)), length: random.double(in: 90...260))
      let radius = place.length
      let speed = (Self.strength / radius).squareRoot() * random.double(in: 0.7...1.05)
      let velocity = place.perpendicular.normalized * speed
      return ctumble_reference_state(
        x: place.x, y: place.y, angle: place.angle, vx: velocity.x, vy: velocity.y, w: speed / radius)
    }
  }

  @Test(
    "A body's velocity function and a field equal a C program's velocity function bit for bit: thirty boxes about a planet",
    arguments: Seeds.list(default: 3))
  func planet(seed: UInt64) throws {
    let boxes = boxes(seed)
    let reference = try #require(ctumble_influenced_new(0, 20))
    defer { ctumble_influenced_free(reference) }
    ctumble_influenced_disc(reference, 70, 0.2, 1, 1)
    ctumble_influenced_pull(reference, Self.strength)
    for box in boxes { ctumble_influenced_box(reference, box, 10, 10, 1, 0.7, 0) }
    let spaces = try [SpaceDefinition.Solver.automatic, .engine, .automatic].enumerated().map {
      index, solver in
      let space = try Space(SpaceDefinition(iterations: 20, solver: solver))
      let planet = try Body(BodyDefinition(kind: .kinematic, angularVelocity: 0.2))
      try space.add(planet)
      try space.add(Shape(.circle(radius: 70), on: planet, ShapeDefinition(friction: 1, elasticity: 1)))
      for box in boxes {
        let body = try Body(
          BodyDefinition(
            position: Vector(box.x, box.y), angle: box.angle, velocity: Vector(box.vx, box.vy),
            angularVelocity: box.w, mass: 1, moment: Moment.box(mass: 1, size: Size(10, 10))))
        try space.add(body)
        try space.add(Shape(.box(Size(10, 10)), on: body, ShapeDefinition(friction: 0.7, elasticity: 0)))
        guard index == 2 else { continue }
        body.velocityFunction = { update in
          let squared = update.position.lengthSquared
          return update.integrated(
            gravity: update.position * (-Self.strength / (squared * squared.squareRoot())))
        }
      }
      if index < 2 { try space.add(ForceField(.gravity(center: .zero), strength: Self.strength)) }
      return space
    }
    var touched = false
    for step in 0..<1800 {
      ctumble_influenced_step(reference, Self.dt)
      for space in spaces { try space.step(Self.dt) }
      for space in spaces {
        touched = touched || !space.contactEvents.isEmpty
        for (index, body) in space.bodies.dropFirst().enumerated() {
          let (ours, theirs) = (body.pose, ctumble_influenced_read(reference, Int32(index)))
          try #require(
            ours.position == Vector(theirs.x, theirs.y) && ours.angle == theirs.angle
              && ours.velocity == Vector(theirs.vx, theirs.vy) && ours.angularVelocity == theirs.w,
            "box \(index) after \(step) steps")
        }
      }
    }
    #expect(touched)
  }
}
