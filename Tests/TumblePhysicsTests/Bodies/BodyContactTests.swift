import Testing
import TumbleGeometry

@testable import TumblePhysics

@Suite("What touches a body") struct BodyContactTests {
  private static let gravity = Vector(0, -1000)

  @Test("A scale weighs what lies on it, asleep too")
  func scale() throws {
    let space = try Worlds.floor(
      SpaceDefinition(gravity: Self.gravity, sleepTimeThreshold: 0.5, idleSpeedThreshold: 20))
    let floor = try #require(space.bodies.first)
    for (index, mass) in [3.0, 5, 7].enumerated() {
      try space.crate(at: Vector(Double(index) * 40, 10), mass: mass)
    }
    try space.crate(at: Vector(0, 30), mass: 11)
    try space.run(60)
    func weight() -> Double { floor.contactLoad(along: Self.gravity).pressing * 120 / 1000 }
    #expect(abs(weight() - 26) < 0.1)
    try space.run(240)
    try #require(space.bodies.allSatisfy { $0.kind != .dynamic || $0.isSleeping })
    #expect(abs(weight() - 26) < 0.1)
    #expect(floor.contactLoad().count == 3)
  }

  @Test("The load of a body counts only what presses on it, not what holds it up")
  func middle() throws {
    let space = try Worlds.floor()
    let plank = try space.crate(at: Vector(0, 10), mass: 2)
    try space.crate(at: Vector(0, 30), mass: 5)
    try space.run(240)
    let load = plank.contactLoad(along: Self.gravity)
    #expect(abs(load.pressing * 120 / 1000 - 5) < 0.1)
    // What it got in all holds it up against its own weight.
    #expect(abs(load.impulse.y * 120 / 1000 - 2) < 0.1)
    #expect(plank.contactLoad().pressing == 0)
  }

  @Test("A body is crushed by what pushes it from two sides, and not by what pushes it from one")
  func crushing() throws {
    let space = try Space()
    let wall = try space.nail(at: Vector(-15, 0))
    try space.add(Shape(.box(Size(10, 100)), on: wall))
    let free = try space.ball(at: Vector(500, 300))
    let ball = try space.ball(at: .zero)
    try space.run(2)
    #expect(ball.contactLoad().crushing == 0)
    let press = try space.ball(at: Vector(20, 0))
    for _ in 0..<60 {
      try press.apply(force: Vector(-6000, 0), atLocal: .zero)
      try free.apply(force: Vector(-6000, 0), atLocal: .zero)
      try space.step(1.0 / 120)
    }
    // Both sides push with 6,000.
    #expect(abs(ball.contactLoad().crushing * 120 - 12_000) < 200)
    #expect(press.contactLoad().crushing == 0 && free.contactLoad() == ContactLoad())
  }

  @Test(
    "What touches a body is listed with its points, its direction and its impulse, each as that body sees it")
  func list() throws {
    let space = try Worlds.floor(SpaceDefinition(gravity: Self.gravity))
    let floor = try #require(space.bodies.first)
    let lower = try space.crate(at: Vector(0, 10))
    let upper = try space.crate(at: Vector(0, 30))
    #expect(lower.contacts.isEmpty)
    try space.run(120)
    let contacts = lower.contacts
    #expect(contacts.map(\.other.body) == [floor, upper])
    #expect(contacts.allSatisfy { $0.shape.body === lower && $0.points.count == 2 })
    #expect(contacts[0].normal.y < -0.999 && contacts[1].normal.y > 0.999)
    #expect(contacts[0].impulse.y > 0 && contacts[1].impulse.y < 0)
    let seenFromAbove = try #require(upper.contacts.first)
    #expect(seenFromAbove.impulse == -contacts[1].impulse && seenFromAbove.normal == -contacts[1].normal)
    #expect(seenFromAbove.points[0].onA == contacts[1].points[0].onB)
    try space.remove(upper)
    #expect(lower.contacts.map(\.other.body) == [floor])
    #expect(upper.contacts.isEmpty && upper.contactLoad().count == 0)
  }
}
