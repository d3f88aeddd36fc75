import Testing
import TumbleGeometry
import TumbleTestSupport

@testable import TumblePhysics

@Suite("Bodies that stick")
struct StickyContactTests {
  /// A ceiling with its underside at y = 0, and a box right below that is thrown against it.
  private func ceiling(
    force: Double, mass: Double = 2, sleep: Double = .infinity, solver: SpaceDefinition.Solver = .automatic
  ) throws -> (space: Space, box: Body) {
    var definition = SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: sleep, solver: solver)
    definition.iterations = 20
    let space = try Space(definition)
    let ceiling = try space.nail(at: Vector(0, 5))
    try space.add(Shape(.box(Size(400, 10)), on: ceiling))
    let box = try space.crate(at: Vector(0, -12), mass: mass)
    box.velocity = Vector(0, 200)
    try space.add(ContactRule(between: .body(box.id), and: .any, .sticky(force: force)))
    return (space, box)
  }

  @Test(
    "Sticky bodies hang below a ceiling by a force that is more than their weight, flat and still, and fall by less"
  )
  func hanging() throws {
    let (space, box) = try ceiling(force: 2200)
    try space.run(600)
    #expect(abs(box.position.y + 10) < 0.1 && abs(box.angle) < 0.01, "\(box.position), \(box.angle)")
    #expect(box.velocity.length < 1e-3)
    let (other, falling) = try ceiling(force: 1800)
    try other.run(600)
    #expect(falling.position.y < -1000)
    #expect(other.stickyJoints.isEmpty)
  }

  @Test(
    "Sticky bodies are torn apart by what pulls harder, and by nothing less",
    arguments: Seeds.list(default: 10))
  func tearing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limit = random.double(in: 3000...9000)
    let (space, box) = try ceiling(force: limit)
    try space.run(120)
    #expect(space.stickyJoints.count == 1)
    // 20 in each step, straight down.
    var pull = 0.0
    while !space.stickyJoints.isEmpty, pull < 20_000 {
      pull += 20
      try box.apply(force: Vector(0, -pull), atLocal: .zero)
      try space.step(1.0 / 120)
    }
    // What is torn has moved by the slop first, which takes some steps.
    let torn = pull + 2000
    #expect(torn > limit && torn < limit + 600, "seed \(seed): \(torn) of \(limit)")
    #expect(space.contactEvents.isEmpty)
    try space.run(60)
    #expect(box.position.y < -20)
  }

  @Test("Sticky bodies stick again when they touch again")
  func again() throws {
    let (space, box) = try ceiling(force: 2200)
    try space.run(60)
    for _ in 0..<10 {
      try box.apply(force: Vector(0, -9000), atLocal: .zero)
      try space.step(1.0 / 120)
    }
    #expect(space.stickyJoints.isEmpty && box.position.y < -10.1)
    box.velocity = Vector(0, 400)
    try space.run(240)
    #expect(space.stickyJoints.count == 1 && abs(box.position.y + 10) < 0.1)
  }

  @Test("Sticky bodies turn about the point where they touch, as a ball on a wall")
  func turning() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let wall = try space.nail()
    try space.add(Shape(.box(Size(10, 400)), on: wall))
    let ball = try space.ball(at: Vector(20, 0), mass: 1)
    ball.velocity = Vector(-100, 0)
    try space.add(ContactRule(between: .any, and: .any, .sticky(force: 20_000)))
    try space.run(600)
    // It cannot turn about a point on its rim without going into the wall.
    #expect(abs(ball.position.x - 15) < 0.2 && abs(ball.position.y) < 4, "\(ball.position)")
    #expect(ball.velocity.length < 0.1, "\(ball.velocity)")
  }

  @Test("Sticky bodies are held by nothing that shows in the lists of constraints")
  func hidden() throws {
    let (space, box) = try ceiling(force: 5000)
    try space.run(60)
    #expect(space.stickyJoints.count == 1)
    #expect(space.constraints.isEmpty && box.constraints.isEmpty && space.debugView.constraints.isEmpty)
  }

  @Test(
    "Sticky bodies let go when the rule is taken back, and of what is taken out, changes its kind or is put elsewhere"
  )
  func ending() throws {
    func check(_ comment: Comment, _ act: (Space, Body, ContactRule.ID) throws -> Void) throws {
      let space = try Space(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.5))
      let ceiling = try space.nail(at: Vector(0, 5))
      try space.add(Shape(.box(Size(400, 10)), on: ceiling))
      let box = try space.crate(at: Vector(0, -10), mass: 2)
      let rule = try space.add(ContactRule(between: .any, and: .any, .sticky(force: 1e5)))
      box.velocity = Vector(0, 50)
      try space.run(240)
      #expect(box.isSleeping && space.stickyJoints.count == 1, comment)
      try act(space, box, rule)
      #expect(space.stickyJoints.isEmpty, comment)
      try space.run(60)
      if box.space === space, box.kind == .dynamic { #expect(box.position.y < -100, comment) }
    }
    try check("rule") { space, _, rule in try space.remove(rule) }
    try check("ignored") { space, box, _ in
      try space.add(ContactRule(between: .body(box.id), and: .any, .ignore))
    }
    try check("shape") { space, box, _ in try space.remove(box.shapes[0]) }
    try check("other shape") { space, _, _ in try space.remove(space.bodies[0].shapes[0]) }
    try check("body") { space, box, _ in try space.remove(box) }
    try check("ceiling") { space, _, _ in try space.remove(space.bodies[0]) }
    try check("kind") { _, box, _ in box.setKind(.kinematic) }
    try check("place") { _, box, _ in box.position.y -= 1 }
    try check("ceiling's place") { space, _, _ in space.bodies[0].position.y += 1 }
  }

  @Test("Sticky bodies sleep, and wake together")
  func sleeping() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.5))
    let ceiling = try space.nail(at: Vector(0, 5))
    try space.add(Shape(.box(Size(400, 10)), on: ceiling))
    let (upper, lower) = (try space.crate(at: Vector(0, -10)), try space.crate(at: Vector(0, -30)))
    (upper.velocity, lower.velocity) = (Vector(0, 40), Vector(0, 60))
    try space.add(ContactRule(between: .any, and: .any, .sticky(force: 1e5)))
    try space.run(360)
    #expect(upper.isSleeping && lower.isSleeping && abs(lower.position.y + 30) < 0.3)
    try lower.apply(impulse: Vector(0, -1), atLocal: .zero)
    #expect(!upper.isSleeping && !lower.isSleeping)
    try space.run(360)
    #expect(upper.isSleeping && abs(lower.position.y + 30) < 0.3)
  }

  @Test("Sticky bodies move bit for bit alike with the engine's steps", arguments: Seeds.list(default: 6))
  func bothSolvers(seed: UInt64) throws {
    var hashes: [[UInt64]] = []
    for solver in [SpaceDefinition.Solver.automatic, .engine] {
      var random = SeededGenerator(seed: seed)
      let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -600), solver: solver))
      for _ in 0..<12 {
        let place = Vector(random.double(in: -60...60), random.double(in: 10...160))
        let body = random.bool() ? try space.ball(at: place) : try space.crate(at: place)
        body.velocity = Vector(random.double(in: -200...200), random.double(in: -200...200))
      }
      try space.add(ContactRule(between: .any, and: .any, .sticky(force: random.double(in: 300...20_000))))
      var bits: [UInt64] = []
      for _ in 0..<300 {
        try space.step(1.0 / 120)
        for body in space.bodies { bits += body.pose.bits }
      }
      hashes.append(bits)
    }
    #expect(hashes[0] == hashes[1], "seed \(seed)")
  }

  @Test("A sensor sticks to nothing, and of two rules the later says how hard")
  func rules() throws {
    let (space, box) = try ceiling(force: 2200)
    try space.add(ContactRule(between: .body(box.id), and: .any, .sticky(force: 1800)))
    try space.run(240)
    #expect(box.position.y < -100)
    let sensing = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let field = try sensing.nail()
    try sensing.add(Shape(.box(Size(400, 100)), on: field, ShapeDefinition(isSensor: true)))
    let ball = try sensing.ball(at: .zero)
    try sensing.add(ContactRule(between: .any, and: .any, .sticky(force: 1e6)))
    try sensing.run(60)
    #expect(sensing.stickyJoints.isEmpty && ball.position.y < -100)
  }
}
