import CTumbleReference
import Testing
import TumbleTestSupport

@testable import TumblePhysics

@Suite("Fluids")
struct FluidTests {
  private static let dt = 1.0 / 120

  /// A pool of still water below y = 0, 1,000 points wide.
  private static func pool(density: Double = 0.001, drag: Double = 2, flow: Vector = .zero) -> Fluid {
    Fluid(
      outline: Rect(min: Vector(-500, -400), max: Vector(500, 0)).corners, density: density, drag: drag,
      flow: flow)
  }

  @Test(
    "A body floats with the part of its area under water that its density is of the water's",
    arguments: [
      Form.box(Size(60, 30)), .circle(radius: 20),
      .rect(Rect(min: Vector(-30, -8), max: Vector(30, 8)), radius: 4),
      .segment(from: Vector(-20, 0), to: Vector(20, 0), radius: 8),
    ])
  func archimedes(_ form: Form) throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -500)))
    try space.add(Self.pool())
    let body = try Body(BodyDefinition(position: Vector(0, 30)))
    let shape = try Shape(form, on: body, ShapeDefinition(density: 0.0004))
    try space.add(body, shape)
    try space.run(3000)
    #expect(body.velocity.length < 0.05)
    var clipping = AreaClipping()
    let found = clipping.wetArea(
      of: shape.displacement, at: body.transform, bounds: shape.boundingBox,
      in: Polygon(Self.pool().outline), below: 0)
    let wet = try #require(found)
    #expect(abs(wet.area / shape.area - 0.4) < 0.004)
  }

  @Test(
    "A round outline displaces its own area",
    arguments: [
      Form.circle(center: Vector(3, 4), radius: 20),
      .segment(from: Vector(-20, 5), to: Vector(20, -7), radius: 8),
      .rect(Rect(min: Vector(-30, -8), max: Vector(30, 8)), radius: 4),
      .polygon([Vector(0, 0), Vector(40, 0), Vector(10, 30)], radius: 6), .box(Size(9, 30)),
    ])
  func displacedArea(_ form: Form) throws {
    let body = try Body()
    let shape = try Shape(form, on: body)
    let outline = Polygon(shape.displacement)
    #expect(outline.isConvex && outline.signedArea > 0)
    #expect(abs(outline.signedArea / shape.area - 1) < 0.004)
  }

  @Test("What is heavier than the water sinks, what is lighter rises, and what weighs the same stays")
  func sinking() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -500)))
    try space.add(Self.pool())
    let balls = try [0.002, 0.001, 0.0005].enumerated().map { index, density in
      let ball = try Body(BodyDefinition(position: Vector(100 * Double(index), -200)))
      try space.add(ball, Shape(.box(Size(20, 20)), on: ball, ShapeDefinition(density: density)))
      return ball
    }
    try space.run(120)
    #expect(balls[0].position.y < -230)
    #expect(abs(balls[1].position.y + 200) < 1e-6)
    #expect(balls[2].position.y > -170)
  }

  @Test("A flow takes along what floats in it, up to its own velocity")
  func flow() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -500)))
    try space.add(Self.pool(flow: Vector(40, 0)))
    let body = try Body(BodyDefinition(position: Vector(-100, 0)))
    try space.add(body, Shape(.box(Size(20, 20)), on: body, ShapeDefinition(density: 0.0005)))
    try space.run(1000)
    #expect(abs(body.velocity.x - 40) < 0.5)
  }

  @Test("A vessel that is not convex lifts as its convex parts do")
  func concave() throws {
    // A hook of water round a dry corner.
    let hook = [
      Vector(0, 0), Vector(200, 0), Vector(200, 200), Vector(120, 200), Vector(120, 80), Vector(0, 80),
    ]
    for (place, wet) in [(Vector(160, 160), 400.0), (Vector(60, 150), 0), (Vector(120, 80), 300)] {
      let space = try Space(SpaceDefinition(gravity: Vector(0, -120)))
      try space.add(Fluid(outline: hook, level: 1000, density: 0.001, drag: 0))
      let body = try Body(BodyDefinition(position: place, mass: 1))
      try space.add(body, Shape(.box(Size(20, 20)), on: body))
      try space.step(Self.dt)
      // A 120th of a second of 120 points per second squared is 1.
      #expect(abs(body.velocity.y - (wet * 0.001 - 1)) < 1e-9, "\(place)")
    }
  }

  @Test("Drag in still water never adds energy, however thick it is", arguments: Seeds.list(default: 20))
  func drag(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space()
    try space.add(Self.pool(density: random.pick([0.001, 1, 1e4]), drag: random.pick([0.1, 5, 1e4])))
    for _ in 0..<8 {
      let body = try Body(
        BodyDefinition(
          position: Vector(random.double(in: -400...400), random.double(in: -60...10)),
          angle: random.double(in: 0...6), mass: random.double(in: 0.1...10)))
      let form: Form = random.pick([
        .box(Size(random.double(in: 1...60), 20)), .circle(center: Vector(9, 0), radius: 15),
      ])
      let shape = try Shape(form, on: body)
      shape.filter.group = 1
      try space.add(body, shape)
      body.velocity = Vector(random.double(in: -500...500), random.double(in: -500...500))
      body.angularVelocity = random.double(in: -20...20)
    }
    var energy = space.kineticEnergy
    for _ in 0..<100 {
      try space.step(random.pick([Self.dt, 0.05]))
      #expect(space.kineticEnergy <= energy * (1 + 1e-12))
      energy = space.kineticEnergy
    }
  }

  @Test(
    "What floats falls asleep and stays there; a fluid that changes wakes what sleeps in it, and nothing else"
  )
  func sleeping() throws {
    let space = try Worlds.floor(
      SpaceDefinition(gravity: Vector(0, -500), sleepTimeThreshold: 0.5, idleSpeedThreshold: 0.2))
    let water = Fluid(
      outline: Rect(min: Vector(-200, 0), max: Vector(200, 100)).corners, density: 0.001, drag: 3)
    let id = try space.add(water)
    let float = try Body(BodyDefinition(position: Vector(0, 110)))
    try space.add(float, Shape(.box(Size(30, 30)), on: float, ShapeDefinition(density: 0.0004)))
    let dry = try space.crate(at: Vector(500, 10))
    try space.run(2000)
    try #require(float.isSleeping && dry.isSleeping)
    let place = float.position
    try space.run(500)
    #expect(float.isSleeping && float.position == place)
    try space.setLevel(60, of: id)
    #expect(!float.isSleeping && dry.isSleeping)
    try space.run(2000)
    #expect(float.isSleeping && abs(float.position.y - place.y + 40) < 0.3)
    try space.remove(id)
    #expect(!float.isSleeping && dry.isSleeping)
    try space.run(300)
    #expect(float.position.y < 16)
  }

  @Test("A fluid's number that breaks a rule is refused, and so is an outline that crosses itself")
  func refusals() throws {
    let space = try Space()
    let corners = Self.pool().outline
    for fluid in [
      Fluid(outline: [.zero, Vector(1, 1)]),
      Fluid(outline: [corners[0], corners[2], corners[1], corners[3]]),
      Fluid(outline: corners, density: -1), Fluid(outline: corners, drag: .nan),
      Fluid(outline: corners, level: .infinity),
    ] { #expect(throws: PhysicsError.self) { try space.add(fluid) } }
    #expect(space.fluids.isEmpty)
  }

  @Test("Boxes bob in water as in a C program that lifts them in a callback, within 0.1 points over 10 s")
  func plainC() throws {
    let boxes: [(state: ctumble_reference_state, width: Double, height: Double, mass: Double)] = [
      (
        ctumble_reference_state(x: -50, y: 100, angle: 0, vx: 0, vy: -100, w: 1), 200, 50,
        0.3 * 0.00014 * 10_000
      ),
      (
        ctumble_reference_state(x: -200, y: 50, angle: 0.4, vx: 0, vy: -100, w: -1), 40, 80,
        0.3 * 0.00014 * 3_200
      ),
    ]
    let reference = try #require(ctumble_influenced_new(-500, 30))
    defer { ctumble_influenced_free(reference) }
    ctumble_influenced_wall(reference, -320, -240, 320, -240, 1, 1, 0)
    ctumble_influenced_water(reference, -300, -240, 100, 0, 0.00014, 2)
    let space = try Space(SpaceDefinition(gravity: Vector(0, -500), iterations: 30))
    let floor = try space.nail()
    try space.add(
      Shape(
        .segment(from: Vector(-320, -240), to: Vector(320, -240), radius: 1), on: floor,
        ShapeDefinition(friction: 1)))
    try space.add(
      Fluid(outline: Rect(min: Vector(-300, -240), max: Vector(100, 0)).corners, density: 0.00014, drag: 2))
    let bodies = try boxes.map { box in
      ctumble_influenced_box(reference, box.state, box.width, box.height, box.mass, 0.8, 0)
      let size = Size(box.width, box.height)
      let body = try Body(
        BodyDefinition(
          position: Vector(box.state.x, box.state.y), angle: box.state.angle,
          velocity: Vector(box.state.vx, box.state.vy), angularVelocity: box.state.w, mass: box.mass,
          moment: Moment.box(mass: box.mass, size: size)))
      try space.add(body, Shape(.box(size), on: body, ShapeDefinition(friction: 0.8)))
      return body
    }
    var farthest = 0.0
    for _ in 0..<1800 {
      ctumble_influenced_step(reference, 1.0 / 180)
      try space.step(1.0 / 180)
      for (index, body) in bodies.enumerated() {
        let theirs = ctumble_influenced_read(reference, Int32(index))
        farthest = max(farthest, body.position.distance(to: Vector(theirs.x, theirs.y)))
      }
    }
    #expect(farthest < 0.1)
    #expect(bodies[0].position.y < 60 && bodies[0].position.y > -20, "it floats")
  }
}
