import Testing
import TumbleTestSupport

@testable import TumblePhysics

@Suite("Fields")
struct FieldTests {
  private static let dt = 1.0 / 120

  // MARK: - What they do

  @Test("A uniform field adds its acceleration to gravity: the same bits as gravity alone")
  func uniform() throws {
    let field = try Space()
    try field.add(ForceField(.uniform(Vector(0, -1)), strength: 400))
    let gravity = try Space(SpaceDefinition(gravity: Vector(0, -400)))
    let bodies = try [field, gravity].map { try $0.crate(at: Vector(3, 90)) }
    for _ in 0..<200 {
      try field.step(Self.dt)
      try gravity.step(Self.dt)
      #expect(bodies[0].pose == bodies[1].pose)
    }
    #expect(bodies[0].position.y < 0)
  }

  @Test(
    "A field acts on bodies whose centre of gravity is in its region",
    arguments: [
      Region.box(Rect(min: Vector(0, 0), max: Vector(100, 50))),
      .circle(center: Vector(50, 25), radius: 55),
      .polygon([Vector(0, 0), Vector(100, 0), Vector(100, 50), Vector(50, 20), Vector(0, 50)]),
    ])
  func region(_ region: Region) throws {
    let space = try Space()
    try space.add(ForceField(.uniform(Vector(1, 0)), strength: 100, region: region))
    for x in stride(from: -30.0, through: 130, by: 7) {
      for y in stride(from: -31.0, through: 81, by: 7) {
        let ball = try space.ball(at: Vector(x, y), radius: 1)
        try space.step(Self.dt)
        #expect(ball.velocity.x == (region.contains(Vector(x, y)) ? 100 * Self.dt : 0), "\(x) \(y)")
        try space.remove(ball)
      }
    }
  }

  @Test("A field with categories leaves other bodies alone")
  func categories() throws {
    let space = try Space()
    try space.add(ForceField(.uniform(Vector(1, 0)), strength: 100, categories: 0b10))
    let shapes = [UInt32(0b01), 0b10, 0b11].map { ShapeDefinition(filter: ShapeFilter(categories: $0)) }
    let balls = try shapes.enumerated().map { try space.ball(at: Vector(0, 50 * Double($0)), radius: 1, $1) }
    try space.step(Self.dt)
    #expect(balls.map { $0.velocity.x > 0 } == [false, true, true])
  }

  @Test("A field of forces moves light bodies more, one of accelerations all alike")
  func forces() throws {
    for isForce in [true, false] {
      let space = try Space()
      try space.add(ForceField(.uniform(Vector(1, 0)), strength: 100, isForce: isForce))
      let (light, heavy) = (
        try space.ball(at: Vector(0, 0), mass: 1), try space.ball(at: Vector(0, 90), mass: 4)
      )
      try space.step(Self.dt)
      #expect(light.velocity.x == (isForce ? 4 : 1) * heavy.velocity.x)
    }
  }

  @Test("Wind takes a body along up to its own velocity and no faster, however strong it is")
  func wind() throws {
    for strength in [0.5, 3, 1e9] {
      let space = try Space()
      try space.add(ForceField(.wind(velocity: Vector(80, 20)), strength: strength))
      let ball = try space.ball(at: .zero)
      var latest = 0.0
      for _ in 0..<3000 {
        try space.step(Self.dt)
        #expect(ball.velocity.x >= latest && ball.velocity.x <= 80)
        latest = ball.velocity.x
      }
      #expect(latest > 79.9)
    }
  }

  @Test("A field on a body moves and turns with it, and does not act on it")
  func frame() throws {
    let space = try Space()
    let fan = try Body(BodyDefinition(kind: .kinematic, position: Vector(100, 100), angle: .pi / 2))
    try space.add(fan)
    let region = Region.box(Rect(min: Vector(0, -10), max: Vector(50, 10)))
    try space.add(ForceField(.uniform(Vector(1, 0)), strength: 120, region: region), on: fan)
    // To the fan's right is up.
    let (above, beside) = (
      try space.ball(at: Vector(100, 130), radius: 1), try space.ball(at: Vector(130, 100), radius: 1)
    )
    try space.step(Self.dt)
    #expect(abs(above.velocity.y - 1) < 1e-12 && abs(above.velocity.x) < 1e-12)
    #expect(beside.velocity == .zero)
    try space.remove(fan)
    #expect(space.fields.isEmpty, "it goes with its body")
  }

  @Test("Noise is the same for the same seed, other for another, and never more than its strength")
  func noise() throws {
    func run(_ seed: UInt64) throws -> [Vector] {
      let space = try Space()
      try space.add(ForceField(.noise(scale: 40, rate: 2, seed: seed), strength: 300))
      let apart = ShapeDefinition(filter: ShapeFilter(group: 1))
      let balls = try (0..<20).map { try space.ball(at: Vector(31 * Double($0), 0), radius: 1, apart) }
      var before = balls.map(\.velocity)
      for step in 0..<120 {
        space.fieldTime = Double(step + 1) * Self.dt
        try space.step(Self.dt)
        for (ball, old) in zip(balls, before) {
          let push = (ball.velocity - old) / Self.dt
          #expect(abs(push.x) <= 300.0001 && abs(push.y) <= 300.0001)
        }
        before = balls.map(\.velocity)
      }
      return balls.map(\.position)
    }
    #expect(try run(5) == run(5))
    #expect(try run(5) != run(6))
  }

  @Test("Noise goes over smoothly from one cell of its lattice to the next")
  func smoothNoise() {
    let noise = ValueNoise(seed: 11)
    for step in 0..<4000 {
      let x = Double(step) * 0.001 - 2
      let (a, b) = (noise.vector(x, 0.3, x), noise.vector(x + 0.001, 0.3, x + 0.001))
      #expect((a - b).length < 0.012)
      #expect(abs(a.x) <= 1 && abs(a.y) <= 1)
    }
  }

  @Test("A wrong value for a field is refused with the number and its rule")
  func refusals() throws {
    let space = try Space()
    let id = try space.add(ForceField(.drag(), strength: 1))
    #expect(throws: PhysicsError.self) { try space.add(ForceField(.gravity(center: .zero, falloff: 4))) }
    #expect(throws: PhysicsError.self) { try space.add(ForceField(.gravity(center: .zero, core: 0))) }
    #expect(throws: PhysicsError.self) { try space.add(ForceField(.uniform(Vector(1, 0)), strength: .nan)) }
    #expect(throws: PhysicsError.self) { try space.add(ForceField(.noise(scale: 0))) }
    #expect(throws: PhysicsError.self) { try space.setStrength(-1, of: id) }
    #expect(throws: PhysicsError.self) {
      try space.add(ForceField(.drag(), region: .polygon([.zero, Vector(1, 1)])))
    }
    try space.remove(id)
    #expect(throws: PhysicsError.notInSpace(object: "field \(id.number)")) { try space.remove(id) }
  }

  // MARK: - Energy and momentum

  @Test(
    "A pull keeps the angular momentum about its centre, and its energy within bounds, for any falloff",
    arguments: [0, 1, 2, 3])
  func orbits(falloff: Int) throws {
    let space = try Space()
    let radius = 200.0
    let strength = [400, 80_000, 16_000_000, 3_200_000_000.0][falloff]
    try space.add(ForceField(.gravity(center: Vector(10, -20), falloff: falloff), strength: strength))
    let ball = try space.ball(at: Vector(10 + radius, -20), radius: 1, mass: 2)
    let circular = (400.0 * radius).squareRoot()
    ball.velocity = Vector(0, circular * (falloff == 3 ? 1 : 0.9))
    func momentum() -> Double { (ball.position - Vector(10, -20)).cross(ball.velocity) }
    func energy() -> Double { space.kineticEnergy + space.potentialEnergy }
    let (start, first) = (momentum(), energy())
    let scale = space.kineticEnergy
    for _ in 0..<(falloff == 3 ? 240 : 6000) {
      try space.step(Self.dt)
      #expect(abs(momentum() - start) < 1e-9 * abs(start))
      // A symplectic step lets the energy swing by an amount of its order, and does not let it drift.
      #expect(abs(energy() - first) < 0.04 * scale)
    }
  }

  @Test(
    "A pull with a reaction keeps momentum and angular momentum, wherever its centre is on its body; one without does not",
    arguments: Seeds.list(default: 20))
  func reaction(seed: UInt64) throws {
    func drift(_ hasReaction: Bool) throws -> (linear: Double, angular: Double) {
      var random = SeededGenerator(seed: seed)
      let space = try Space()
      let apart = ShapeDefinition(filter: ShapeFilter(group: 1))
      let bodies = try (0..<random.int(in: 2...8)).map { _ in
        let place = Vector(random.double(in: -200...200), random.double(in: -200...200))
        let body = try space.crate(at: place, mass: random.double(in: 0.1...50), apart)
        body.velocity = Vector(random.double(in: -50...50), random.double(in: -50...50))
        body.angularVelocity = random.double(in: -3...3)
        return body
      }
      // Two that pull each other alike keep momentum by themselves: without a reaction one alone pulls.
      for (index, body) in bodies.prefix(hasReaction ? random.int(in: 1...3) : 1).enumerated() {
        let center = random.pick([Vector.zero, Vector(random.double(in: -30...30), 12)])
        let falloff = random.int(in: 0...3)
        try space.add(
          ForceField(
            .gravity(center: center, falloff: falloff, core: 20),
            strength: [60, 6000, 600_000, 6e7][falloff] * random.pick([1, -1]),
            region: index == 0 || random.bool() ? .everywhere : .circle(center: center, radius: 150),
            isForce: random.bool(), hasReaction: hasReaction), on: body)
      }
      let (linear, angular) = (space.momentum, space.angularMomentum)
      try space.run(240)
      let scale = bodies.reduce(1) { $0 + $1.mass * $1.velocity.length }
      return (
        (space.momentum - linear).length / scale, abs(space.angularMomentum - angular) / (scale * 400)
      )
    }
    let kept = try drift(true)
    #expect(kept.linear < 1e-10 && kept.angular < 1e-10)
    #expect(try drift(false).linear > 1e-6)
  }

  @Test("What pulls with a reaction does not sleep, nor does what it pulls; it is refused of any other field")
  func reactionSleep() throws {
    let (space, near, far) = try sleepers()
    let pull = ForceField(
      .gravity(center: .zero), strength: 10, region: .circle(center: .zero, radius: 600), hasReaction: true)
    let id = try space.add(pull, on: near)
    for _ in 0..<120 {
      try space.step(Self.dt)
      #expect(!near.isSleeping && !far.isSleeping)
    }
    try space.remove(id)
    try space.run(240)
    #expect(near.isSleeping && far.isSleeping)
    #expect(throws: PhysicsError.self) {
      try space.add(ForceField(.vortex(center: .zero), hasReaction: true), on: near)
    }
  }

  @Test("A spring swings for an hour without gaining energy; one too stiff for the step does not throw")
  func spring() throws {
    let space = try Space()
    try space.add(ForceField(.spring(center: .zero), strength: 40))
    let ball = try space.ball(at: Vector(100, 0), radius: 1)
    var farthest = 0.0
    for _ in 0..<60_000 {
      try space.step(Self.dt)
      farthest = max(farthest, ball.position.length)
    }
    #expect(farthest < 103 && farthest > 97)
    let stiff = try Space()
    try stiff.add(ForceField(.spring(center: .zero), strength: 1e12))
    let other = try stiff.ball(at: Vector(100, 0), radius: 1)
    for _ in 0..<1000 {
      try stiff.step(Self.dt)
      #expect(other.position.length <= 100.000001)
    }
  }

  @Test("Drag never adds energy, at any strength, speed or step", arguments: Seeds.list(default: 20))
  func drag(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space()
    for _ in 0..<random.int(in: 1...3) {
      try space.add(
        ForceField(
          .drag(quadratic: random.pick([0, random.double(in: 0...1), 1e6])),
          strength: random.pick([0, random.double(in: 0...10), 1e9]), isForce: random.bool()))
    }
    for _ in 0..<10 {
      let place = Vector(random.double(in: -1e4...1e4), random.double(in: -1e4...1e4))
      let ball = try space.ball(at: place, mass: random.double(in: 0.1...100))
      ball.velocity = Vector(random.double(in: -1e4...1e4), random.double(in: -1e4...1e4))
      ball.angularVelocity = random.double(in: -10...10)
    }
    var energy = space.kineticEnergy
    for _ in 0..<60 {
      for shape in space.shapes { shape.isSensor = true }
      try space.step(random.pick([Self.dt, 0.1, 1e-4]))
      #expect(space.kineticEnergy <= energy)
      energy = space.kineticEnergy
    }
  }

  // MARK: - Who steps, who sleeps

  @Test(
    "The engine's own steps give the same bits in fields, in fluids and with velocity functions",
    arguments: Seeds.list(default: 10))
  func bothSolvers(seed: UInt64) throws {
    let spaces = try [SpaceDefinition.Solver.automatic, .engine].map { solver in
      var random = SeededGenerator(seed: seed)
      let space = try Worlds.floor(
        SpaceDefinition(gravity: Vector(0, -600), sleepTimeThreshold: 0.3, solver: solver))
      let bodies = try (0..<12).map {
        try space.crate(
          at: Vector(random.double(in: -150...150), 20 + 25 * Double($0)), mass: random.double(in: 0.05...2))
      }
      try space.add(RandomFields.field(&random))
      try space.add(RandomFields.field(&random), on: bodies[3])
      let pull = ForceField.Effect.gravity(center: Vector(3, 0), core: 30)
      try space.add(ForceField(pull, strength: 40_000, hasReaction: true), on: bodies[7])
      try space.add(
        Fluid(
          outline: [Vector(-80, -20), Vector(200, -20), Vector(200, 80), Vector(30, 40), Vector(-80, 90)],
          density: 0.002, drag: 2, flow: Vector(20, 0)))
      bodies[0].velocityFunction = { $0.integrated(gravity: $0.position * -3) }
      return space
    }
    for step in 0..<240 {
      for space in spaces {
        space.fieldTime = Double(step) * Self.dt
        try space.step(Self.dt)
      }
      #expect(spaces[0].bodies.map(\.pose) == spaces[1].bodies.map(\.pose))
      #expect(spaces[0].bodies.map(\.isSleeping) == spaces[1].bodies.map(\.isSleeping))
    }
  }

  @Test("A field that acts nowhere near changes no bits", arguments: Seeds.list(default: 5))
  func farField(seed: UInt64) throws {
    let spaces = try [true, false].map { hasField in
      var random = SeededGenerator(seed: seed)
      let space = try Worlds.floor()
      for i in 0..<10 { try space.crate(at: Vector(random.double(in: -50...50), 20 + 25 * Double(i))) }
      let region = Region.box(Rect(min: Vector(5000, 0), max: Vector(6000, 10)))
      if hasField { try space.add(ForceField(.drag(), strength: 5, region: region)) }
      return space
    }
    for _ in 0..<200 {
      for space in spaces { try space.step(Self.dt) }
      #expect(spaces[0].bodies.map(\.pose) == spaces[1].bodies.map(\.pose))
    }
  }

  /// A crate asleep in the middle and one far off.
  private func sleepers() throws -> (space: Space, near: Body, far: Body) {
    let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.2))
    let (near, far) = (try space.crate(at: Vector(0, 10)), try space.crate(at: Vector(500, 10)))
    try space.run(120)
    try #require(near.isSleeping && far.isSleeping)
    return (space, near, far)
  }

  private static let middle = Region.circle(center: .zero, radius: 100)

  @Test("A field that comes, changes or goes wakes what sleeps in it, and nothing else")
  func waking() throws {
    let (space, near, far) = try sleepers()
    func settle() throws {
      try space.run(240)
      try #require(near.isSleeping && far.isSleeping)
    }
    let id = try space.add(ForceField(.uniform(Vector(1, 0)), strength: 10, region: Self.middle))
    #expect(!near.isSleeping && far.isSleeping)
    try settle()
    try space.setStrength(10, of: id)
    #expect(near.isSleeping, "the same strength is no change")
    try space.setStrength(20, of: id)
    #expect(!near.isSleeping && far.isSleeping)
    try settle()
    try space.set(ForceField(.drag(), region: Self.middle), for: id)
    #expect(!near.isSleeping && far.isSleeping)
    try settle()
    try space.remove(id)
    #expect(!near.isSleeping && far.isSleeping)
  }

  @Test("A field that changes by itself lets nothing sleep in it; one on a body wakes what it comes to")
  func restless() throws {
    let (space, near, far) = try sleepers()
    try space.add(ForceField(.noise(scale: 50, rate: 1), strength: 10, region: Self.middle))
    for _ in 0..<240 {
      try space.step(Self.dt)
      #expect(!near.isSleeping && far.isSleeping)
    }
    let (other, a, b) = try sleepers()
    let magnet = try Body(BodyDefinition(kind: .kinematic, position: Vector(-300, 50)))
    try other.add(magnet)
    try other.add(ForceField(.gravity(center: .zero), strength: 1e5, region: Self.middle), on: magnet)
    #expect(a.isSleeping && b.isSleeping)
    try magnet.move(to: Vector(0, 50), over: 1)
    try other.run(110)
    #expect(!a.isSleeping && b.isSleeping)
    try other.run(300)
    #expect(a.isSleeping, "the magnet stands still, and the crate rests below it")
  }
}

/// Fields of all kinds.
enum RandomFields {
  static func field(_ random: inout SeededGenerator) -> ForceField {
    let center = Vector(random.double(in: -100...100), random.double(in: 0...100))
    let (effect, strength): (ForceField.Effect, Double) = random.pick([
      (.gravity(center: center, falloff: random.int(in: 0...3)), 3e4), (.uniform(Vector(0.6, 0.8)), 300),
      (.wind(velocity: Vector(90, 10)), 2), (.drag(quadratic: 0.01), 0.5),
      (.vortex(center: center, falloff: random.int(in: 0...3)), 3e4),
      (.spring(center: center, damping: 1), 9),
      (.noise(scale: 30, rate: 1, seed: 3), 400),
    ])
    let region: Region = random.pick([
      .everywhere, .circle(center: center, radius: 120),
      .box(Rect(min: Vector(-100, 0), max: Vector(100, 90))),
      .polygon([Vector(-90, 0), Vector(90, 0), Vector(60, 90), Vector(0, 30), Vector(-60, 90)]),
    ])
    return ForceField(effect, strength: strength, region: region, isForce: random.bool())
  }
}
