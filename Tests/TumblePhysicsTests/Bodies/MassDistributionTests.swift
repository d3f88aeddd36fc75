import Testing
import TumblePhysics
import TumbleTestSupport

@Suite struct MassDistributionTests {
  @Test("A body whose moment is not given turns: its mass is spread over its shapes by their areas")
  func spread() throws {
    let space = try Space()
    let body = try Body(BodyDefinition(mass: 6))
    try space.add(
      body, Shape(.rect(Rect(min: Vector(-4, -1), max: Vector(0, 1))), on: body),
      Shape(.rect(Rect(min: Vector(0, -1), max: Vector(8, 1))), on: body))
    // As one box of 12 by 2.
    #expect(body.centerOfGravity.distance(to: Vector(2, 0)) < 1e-12)
    #expect(abs(body.moment - 6 * (144 + 4) / 12) < 1e-9)
    #expect(body.position == .zero)
    try body.apply(impulse: Vector(0, 6), atWorld: Vector(8, 0))
    try space.step(0.01)
    #expect(abs(body.velocity.y - 1) < 1e-12)
    #expect(abs(body.angularVelocity - 36 / body.moment) < 1e-12)
  }

  @Test(
    "Spread over any shapes, a mass has the moment and the centre that the shapes' densities give",
    arguments: Seeds.list(default: 10))
  func asDensity(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space()
    func make(_ mass: Double?, _ density: Double, _ random: inout SeededGenerator) throws -> Body {
      let body = try Body(BodyDefinition(angle: 0.3, mass: mass))
      try space.add(body)
      for _ in 0..<4 {
        let place = Vector(random.double(in: -40...40), random.double(in: -40...40))
        let form: Form =
          random.bool()
          ? .circle(radius: random.double(in: 1...9), offset: place)
          : .segment(from: place, to: .zero, radius: random.double(in: 1...3))
        try space.add(Shape(form, on: body, ShapeDefinition(density: density)))
      }
      return body
    }
    var copy = random
    let dense = try make(nil, 2, &random)
    let own = try make(dense.mass, 0, &copy)
    #expect(own.centerOfGravity.distance(to: dense.centerOfGravity) < 1e-9, "seed \(seed)")
    #expect(abs(own.moment / dense.moment - 1) < 1e-12, "seed \(seed)")
  }

  @Test("What is given counts, and the rest follows from the shapes as they come and go")
  func given() throws {
    let space = try Space()
    let body = try Body(BodyDefinition(mass: 2, centerOfGravity: Vector(3, 0)))
    #expect(body.moment == .infinity)
    let shape = try Shape(.circle(radius: 2), on: body)
    try space.add(body, shape)
    #expect(body.centerOfGravity == Vector(3, 0) && body.moment == 2 * (2 + 9))
    body.mass = 4
    #expect(body.moment == 4 * (2 + 9))
    body.setKind(.static)
    body.setKind(.dynamic)
    #expect(body.moment == 4 * (2 + 9) && body.position == .zero)
    body.moment = 7
    #expect(body.moment == 7)
    let other = try Body(BodyDefinition(mass: 2))
    let wheel = try Shape(.circle(radius: 4), on: other)
    try space.add(other, wheel)
    #expect(other.moment == 2 * 8)
    try space.remove(wheel)
    #expect(other.moment == .infinity && other.centerOfGravity == .zero)
    #expect(throws: PhysicsError.self) { try Body(BodyDefinition(moment: 3)) }
  }

  @Test("A body of fixed rotation never turns, by its own mass or by its shapes', until that is taken back")
  func fixedRotation() throws {
    for density in [0.0, 1] {
      let space = try Space(SpaceDefinition(gravity: Vector(0, -300)))
      let body = try Body(BodyDefinition(mass: density == 0 ? 5 : nil, fixedRotation: true))
      try space.add(body, Shape(.box(Size(10, 10)), on: body, ShapeDefinition(density: density)))
      let nail = try space.nail(at: Vector(5, -12))
      try space.add(Shape(.circle(radius: 2), on: nail))
      try space.run(60)
      #expect(body.moment == .infinity && body.angle == 0)
      body.setKind(.kinematic)
      body.setKind(.dynamic)
      #expect(body.moment == .infinity)
      body.fixedRotation = false
      #expect(abs(body.moment - body.mass * 200 / 12) < 1e-9)
      try space.run(60)
      #expect(abs(body.angle) > 0.1)
    }
  }

  @Test("What outlives its space has the mass of no shape")
  func outlive() throws {
    var space: Space? = try Space()
    let body = try Body(BodyDefinition(mass: 2))
    let shape = try Shape(.circle(radius: 2, offset: Vector(5, 0)), on: body)
    try space?.add(body, shape)
    #expect(body.centerOfGravity == Vector(5, 0) && body.moment == 4)
    space = nil
    #expect(body.centerOfGravity == .zero && body.moment == .infinity && body.mass == 2)
  }
}
