import Testing
import TumblePhysics

@Suite struct SleepThresholdTests {
  @Test("With a sleepTimeThreshold of 0 what is idle sleeps at once, what moves does not, and nothing aborts")
  func zero() throws {
    let space = try Space(SpaceDefinition(sleepTimeThreshold: 0, idleSpeedThreshold: 1))
    #expect(space.sleepTimeThreshold == 0)
    let lift = try Body(BodyDefinition(kind: .kinematic, position: Vector(0, 500), velocity: Vector(0, 3)))
    try space.add(lift)
    try space.add(Shape(.box(Size(10, 10)), on: lift))
    let idle = try space.crate(at: Vector(100, 0))
    let moving = try space.crate(at: Vector(0, 0))
    moving.velocity = Vector(50, 0)
    try space.step(0.01)
    #expect(idle.isSleeping && !moving.isSleeping && !lift.isSleeping)
    for _ in 0..<100 { try space.step(0.01) }
    #expect(moving.position.x > 40 && lift.position.y > 503)
    space.sleepTimeThreshold = 0.5
    #expect(space.sleepTimeThreshold == 0.5)
    space.sleepTimeThreshold = 0
    try space.step(0.01)
    #expect(space.sleepTimeThreshold == 0)
  }
}
