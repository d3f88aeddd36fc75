import Testing
import TumblePhysics

@Suite struct SleepTests {
  private func sleepy() throws -> Space {
    try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.2))
  }

  @Test("Idle crates fall asleep, and a touch wakes them")
  func fallAsleep() throws {
    let space = try sleepy()
    let (crate, other) = (try space.crate(at: Vector(0, 10)), try space.crate(at: Vector(0, 30)))
    try space.run(240)
    #expect(crate.isSleeping && other.isSleeping)
    let ball = try space.ball(at: Vector(0, 120))
    try space.run(60)
    #expect(!crate.isSleeping)
    try space.remove(ball)
    try space.run(240)
    #expect(crate.isSleeping)
    other.wake()
    #expect(!crate.isSleeping && !other.isSleeping)
  }

  @Test("New gravity wakes every group; the engine wakes every other one")
  func gravity() throws {
    let space = try sleepy()
    let crates = try (0..<10).map { try space.crate(at: Vector(Double($0) * 50 - 250, 10)) }
    try space.run(240)
    #expect(crates.allSatisfy { $0.isSleeping })
    space.gravity = Vector(0, 1000)
    #expect(crates.allSatisfy { !$0.isSleeping })
    try space.run(10)
    #expect(crates.allSatisfy { $0.position.y > 11 })
  }

  @Test("Sleeping switched off wakes all; the engine would abort at the next contact")
  func switchedOff() throws {
    let space = try sleepy()
    let crates = try (0..<5).map { try space.crate(at: Vector(0, Double($0) * 20 + 10)) }
    try space.run(300)
    #expect(crates.allSatisfy { $0.isSleeping })
    space.sleepTimeThreshold = .infinity
    try space.ball(at: Vector(0, 150))
    try space.run(120)
    #expect(crates.allSatisfy { !$0.isSleeping })
  }

  @Test("A body put to sleep takes along what it touches; twice is nothing; what cannot sleep is an error")
  func explicitly() throws {
    let space = try sleepy()
    let (crate, top) = (try space.crate(at: Vector(0, 10)), try space.crate(at: Vector(0, 30)))
    let far = try space.crate(at: Vector(200, 10))
    try space.run(3)
    try space.sleep(crate)
    #expect(crate.isSleeping && top.isSleeping && !far.isSleeping)
    try space.sleep(crate)
    try space.sleep(far, with: top)
    crate.wake()
    #expect(!far.isSleeping && !top.isSleeping)
    #expect(throws: PhysicsError.self) { try space.sleep(crate, with: far) }

    let loose = try Body(BodyDefinition(mass: 1))
    #expect(throws: PhysicsError.self) { try space.sleep(loose) }
    #expect(throws: PhysicsError.self) { try space.sleep(space.bodies[0]) }
    let awake = try Worlds.floor()
    let crate2 = try awake.crate(at: Vector(0, 10))
    #expect(throws: PhysicsError.self) { try awake.sleep(crate2) }
    #expect(throws: PhysicsError.self) { try space.sleep(crate2) }
    try space.sleep(crate)
    #expect(throws: PhysicsError.self) { try awake.sleep(crate2, with: crate) }
    let hand = try Body(BodyDefinition(kind: .kinematic))
    try space.add(hand)
    try space.add(PivotJoint(hand, far, at: far.position))
    #expect(throws: PhysicsError.self) { try space.sleep(far) }
  }

  @Test("A floor moved or taken away does not leave a sleeper hanging in the air")
  func floorMoved() throws {
    for remove in [false, true] {
      let space = try sleepy()
      let crate = try space.crate(at: Vector(0, 10))
      try space.run(240)
      #expect(crate.isSleeping)
      if remove { try space.remove(space.bodies[0]) } else { space.bodies[0].position = Vector(0, -100) }
      #expect(!crate.isSleeping)
      try space.run(60)
      #expect(crate.position.y < 0)
    }
  }

  @Test("A wall put into a sleeper wakes it, by moving or by adding it, and so does a nail that moves away")
  func wallIntoSleeper() throws {
    let space = try sleepy()
    let crate = try space.crate(at: Vector(0, 10))
    let wall = try space.nail(at: Vector(-300, 10))
    try space.add(Shape(.box(Size(20, 20)), on: wall))
    try space.run(240)
    #expect(crate.isSleeping)
    wall.position = Vector(-15, 10)
    #expect(!crate.isSleeping)
    try space.run(240)
    #expect(crate.isSleeping && crate.position.x > 1)
    try space.add(Shape(.box(Size(30, 20)), on: wall))
    #expect(!crate.isSleeping)

    let hanging = try sleepy()
    hanging.damping = 0.05
    let nail = try hanging.nail(at: Vector(0, 200))
    let lamp = try hanging.crate(at: Vector(0, 150))
    try hanging.add(PivotJoint(nail, lamp, at: Vector(0, 200)))
    try hanging.run(400)
    #expect(lamp.isSleeping)
    nail.position = Vector(30, 200)
    #expect(!lamp.isSleeping)
    try hanging.run(400)
    #expect(lamp.isSleeping)
    nail.setKind(.kinematic)
    #expect(!lamp.isSleeping)
  }

  @Test("Settled crates cost next to nothing: they neither move nor make events")
  func quiet() throws {
    let space = try sleepy()
    space.contactListeners = [ContactListener([.began, .persisted, .ended])]
    let crate = try space.crate(at: Vector(0, 10))
    try space.run(240)
    let pose = crate.pose.bits
    try space.step(1.0 / 120)
    #expect(space.contactEvents.isEmpty)
    try space.run(100)
    #expect(crate.pose.bits == pose)
    try space.remove(crate)
    try space.step(1.0 / 120)
    #expect(space.contactEvents.map(\.kind) == [.ended])
  }
}
