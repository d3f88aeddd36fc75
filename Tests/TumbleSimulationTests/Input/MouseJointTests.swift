import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("The mouse joint")
struct MouseJointTests {
  /// The five crates, settled.
  private func settled() throws -> World {
    let world = try World(BookScenes.crates)
    for _ in 0..<600 { try world.step() }
    return world
  }

  private func run(_ world: World, _ steps: Int) throws {
    for _ in 0..<steps { try world.step() }
  }

  @Test("The mouse joint lifts the crate under it, holds it where it was grabbed, and lets it fall")
  func lift() throws {
    let world = try settled()
    let start = world.snapshot.bodies[2]
    try world.step([.grab(start.position + Vector(5, 5))])
    try world.step([.move(Vector(200, 200))])
    try run(world, 240)
    let held = world.snapshot.bodies[2]
    let grabbed = held.position + Vector(5, 5).rotated(by: held.angle - start.angle)
    #expect(grabbed.distance(to: Vector(200, 200)) < 0.5)
    try world.step([.release])
    try run(world, 240)
    #expect(world.snapshot.bodies[2].position.y < 100)
  }

  @Test("The mouse joint that finds nothing holds nothing; walls and kinematic bodies are not held")
  func nothing() throws {
    for point in [Vector(250, 250), Vector(150, 0), Vector(-500, 3), Vector(1e9, -1e9)] {
      let (a, b) = (try settled(), try settled())
      try a.step([.grab(point)])
      try a.step([.move(Vector(150, 150))])
      try b.step()
      try b.step()
      #expect(a.hash == b.hash, "\(point)")
    }
  }

  @Test(
    "The mouse joint is in no snapshot, and a grab that is released at once leaves no trace of itself but the waking"
  )
  func unseen() throws {
    let world = try settled()
    try world.step([.grab(world.snapshot.bodies[1].position)])
    #expect(world.snapshot.bodies.count == 6 && world.snapshot.joints.isEmpty)
    #expect(world.description.bodies.count == 6)
    try world.step([.release, .release])
    #expect(world.snapshot.bodies.count == 6)
  }

  @Test("The mouse joint takes the body on top where two overlap, and the nearest where it just misses")
  func which() throws {
    func grabbed(_ point: Vector, layerOfFirst layer: Int = 0) throws -> BodyID? {
      var bodies = [("under", 0.0), ("over", 6), ("aside", 40)].map { id, x in
        Scene.Body(id, at: Vector(x, 0), .circle(radius: 8)) { $0.shapes[0].filter.group = 1 }
      }
      bodies[0].depth = layer
      let world = try World(.weightless(bodies))
      try world.step([.grab(point), .move(point + Vector(0, 500))])
      for _ in 0..<5 { try world.step() }
      return world.snapshot.bodies.first { $0.position.y > 1 }?.id
    }
    #expect(try grabbed(Vector(0, 0)) == 1)
    #expect(try grabbed(Vector(-4, 0)) == 0)
    #expect(try grabbed(Vector(40, 12)) == 2)
    #expect(try grabbed(Vector(40, 14)) == nil)
    #expect(try grabbed(Vector(0, 0), layerOfFirst: 1) == 0)
    #expect(try grabbed(Vector(0, 0), layerOfFirst: -1) == 1)
  }

  @Test(
    "The mouse joint never pulls a crate through a wall, however it is dragged about",
    arguments: Seeds.list(default: 10))
  func walls(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let world = try World(BookScenes.crates)
    for step in 0..<1_200 {
      var commands: [Command] = []
      if step % 120 == 60 {
        commands.append(.grab(world.snapshot.bodies[generator.int(in: 1...5)].position))
      }
      if generator.int(in: 0...9) == 0 {
        let reach = generator.pick([200.0, 2_000, 1e6])
        commands.append(
          .move(Vector(generator.double(in: -reach...reach), generator.double(in: -reach...reach))))
      }
      if step % 120 == 50 { commands.append(.release) }
      try world.step(commands)
      let inside = world.snapshot.bodies.dropFirst().allSatisfy {
        Rect(size: Size(300, 300)).contains($0.position)
      }
      try #require(inside, "step \(step)")
    }
  }

  @Test("The mouse joint lets go of a body that diverges")
  func lostBody() throws {
    let comet = Scene.Body("comet", at: Vector(9.99e8, 0)) { $0.velocity = Vector(5e8, 0) }
    let world = try World(.weightless([comet]))
    #expect(try world.step([.grab(Vector(9.99e8, 0))]).lost == ["comet"])
    try world.step([.move(.zero), .release])
    #expect(world.snapshot.bodies.isEmpty && world.steps == 2)
  }

  @Test(
    "The mouse joint holds a body that turns too easily to be held elsewhere at its centre of gravity, and never ends the run"
  )
  func tiny() throws {
    for moment in [1e-15, 1e-10, 1e-3, 1] {
      for center in [Vector.zero, Vector(3, 4)] {
        let ball = Scene.Body("ball", at: Vector(100, 100), .circle(radius: 20)) {
          $0.centerOfGravity = center
          $0.mass = .body(1, .value(moment))
        }
        let world = try World(.weightless([ball]))
        try world.step([.grab(Vector(115, 100))])
        #expect(world.snapshot.bodies[0].velocity.length < 1e-6, "it is held where it is")
        try world.step([.move(Vector(215, 150))])
        for _ in 0..<240 { try world.step() }
        #expect(world.snapshot.bodies[0].position.distance(to: Vector(200, 150)) < 40, "moment \(moment)")
      }
    }
  }

  @Test("The mouse joint finds nothing to hold where a body is larger than the world")
  func vast() throws {
    let moon = Scene.Body("moon", at: Vector(-9e8, 0), .circle(center: Vector(9e8, 0), radius: 1e9)) {
      $0.shapes[0].mass = .mass(1)
    }
    let world = try World(.weightless([moon]))
    try world.step([.grab(Vector(9e8, 0)), .move(.zero), .release])
    #expect(world.steps == 1)
  }

  @Test("The mouse joint does not go where no world is: the command is refused and no step taken")
  func badCommands() throws {
    let world = try settled()
    let hash = world.hash
    for vector in [Vector(.nan, 0), Vector(0, .infinity), Vector(1.1e9, 0), Vector(0, -1e300)] {
      for command in [Command.grab(vector), .move(vector), .tilt(vector)] {
        #expect(throws: WorldError.self) { try world.step([.release, command]) }
      }
    }
    #expect(world.steps == 600 && world.hash == hash)
    try world.step([.tilt(Vector(1e9, 0))])
  }
}

@Suite("A tilt")
struct TiltTests {
  @Test("A tilt sets gravity from the step it is given in")
  func tilt() throws {
    let world = try World(BookScenes.crates)
    for _ in 0..<600 { try world.step() }
    try world.step([.tilt(Vector(1_000, 0))])
    #expect(world.snapshot.gravity == Vector(1_000, 0) && world.previous.gravity == Vector(0, -1_000))
    for _ in 0..<360 { try world.step() }
    let right = world.snapshot.bodies.dropFirst().map(\.position.x).reduce(0, +) / 5
    #expect(right > 200, "the crates have slid to the right wall")
  }
}
