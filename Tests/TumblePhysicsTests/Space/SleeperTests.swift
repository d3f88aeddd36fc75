import Testing
import TumbleGeometry
import TumblePhysics

/// Tests of what sleepers must notice, though the engine tests nothing that stands still against another.
@Suite struct SleeperTests {
  private func sleepy() throws -> Space {
    try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.2))
  }

  @Test(
    "Before the first step too a body put to sleep takes along what lies at it, within the slop, and no more")
  func island() throws {
    let space = try sleepy()
    let stack = try (0..<3).map { try space.crate(at: Vector(0, 10 + Double($0) * 20.02)) }
    let wheel = try space.ball(at: Vector(20.05, 10))
    // Its box meets the wheel's; it does not.
    let corner = try space.ball(at: Vector(37, 27))
    let beside = try space.crate(at: Vector(-20.5, 10))
    try space.sleep(stack[1])
    #expect(stack.allSatisfy { $0.isSleeping } && wheel.isSleeping)
    #expect(!corner.isSleeping && !beside.isSleeping)
    try space.step(1.0 / 120)
    #expect(stack.allSatisfy { $0.isSleeping })
    wheel.wake()
    #expect(stack.allSatisfy { !$0.isSleeping })
  }

  @Test(
    "What passes through a body does not sleep with it: sensors, other filters, pairs that a rule ignores")
  func passing() throws {
    let space = try sleepy()
    let crate = try space.crate(at: Vector(0, 10))
    let ghost = try space.crate(at: Vector(5, 25), ShapeDefinition(isSensor: true))
    let other = try space.crate(
      at: Vector(-5, 25), ShapeDefinition(filter: ShapeFilter(categories: 2, mask: 0)))
    let ignored = try space.crate(at: Vector(3, 20))
    try space.add(ContactRule(between: .body(ignored.id), and: .any, .ignore))
    try space.sleep(crate)
    #expect(crate.isSleeping && !ghost.isSleeping && !other.isSleeping && !ignored.isSleeping)
  }

  @Test(
    "A stack put to sleep before the first step falls when the lowest is shot away, not a crate of it hangs")
  func shotAway() throws {
    let space = try sleepy()
    let stack = try (0..<3).map { try space.crate(at: Vector(0, 10 + Double($0) * 20)) }
    for crate in stack { try space.sleep(crate) }
    try space.ball(at: Vector(-100, 10), mass: 50).velocity = Vector(2000, 0)
    try space.run(240)
    for crate in stack { #expect(crate.position.y < 35) }
  }

  @Test("Beside something kinematic nothing is put to sleep, before the first step too")
  func kinematic() throws {
    let space = try sleepy()
    let lift = try Body(BodyDefinition(kind: .kinematic, position: Vector(0, 100)))
    try space.add(lift)
    try space.add(Shape(.box(Size(100, 10)), on: lift))
    let crate = try space.crate(at: Vector(0, 115))
    let top = try space.crate(at: Vector(0, 135))
    #expect(throws: PhysicsError.heldAwake(object: top.description, by: lift.description)) {
      try space.sleep(top)
    }
    #expect(!crate.isSleeping && !top.isSleeping)
  }

  @Test(
    "A floor that is moved, taken away or set free before the first step wakes what was put to sleep on it")
  func floorBeforeFirstStep() throws {
    let changes: [(Space, Body) throws -> Void] = [
      { $1.position = Vector(0, -100) }, { $1.angle = 1 }, { try $0.remove($1) },
      { try $0.remove($1.shapes[0]) }, { $1.setKind(.kinematic) },
    ]
    for (number, change) in changes.enumerated() {
      let space = try sleepy()
      let crate = try space.crate(at: Vector(0, 10))
      try space.sleep(crate)
      try change(space, space.bodies[0])
      #expect(!crate.isSleeping, "change \(number)")
    }
  }

  @Test("A group that lies in the island which joins it is woken with it, and sleeps with it again")
  func groupInIsland() throws {
    let space = try sleepy()
    let (crate, under) = (try space.crate(at: Vector(0, 30)), try space.crate(at: Vector(300, 10)))
    let third = try space.crate(at: Vector(500, 10))
    try space.sleep(under)
    try space.sleep(third, with: under)
    under.position = Vector(0, 10)
    try space.sleep(under)
    try space.sleep(third, with: under)
    // Moved there from elsewhere while the other sleeps: they touch, and no step has found it.
    let late = try space.crate(at: Vector(20, 10))
    try space.sleep(late, with: under)
    #expect([crate, under, third, late].allSatisfy { $0.isSleeping })
    late.wake()
    #expect([crate, under, third, late].allSatisfy { !$0.isSleeping })
    try space.run(10)
  }

  @Test("A joint that is set aside holds nothing together: a group it names is not woken")
  func setAside() throws {
    let space = try Space(SpaceDefinition(sleepTimeThreshold: 1))
    let (a, group) = (try Body(BodyDefinition(mass: 1)), try Body(BodyDefinition(mass: 1)))
    try space.add(a)
    try space.add(group)
    // Made before, for making it wakes both.
    let gear = try Gear(a, group, ratio: 1)
    try space.sleep(group)
    try space.add(gear)
    #expect(group.isSleeping)
    try space.sleep(a, with: group)
    #expect(a.isSleeping && group.isSleeping)
    group.wake()
    #expect(!a.isSleeping)
  }

  @Test(
    "A static surface that changes wakes what sleeps on it; one that is given its own value again does not")
  func surface() throws {
    let changes: [(Shape) -> Void] = [
      { $0.friction = 0.1 }, { $0.elasticity = 1 }, { $0.surfaceVelocity = Vector(100, 0) },
      { $0.isSensor = true }, { $0.filter = ShapeFilter(mask: 0) }, { $0.collisionType = 7 },
    ]
    for (number, change) in changes.enumerated() {
      let space = try sleepy()
      let crate = try space.crate(at: Vector(0, 10))
      try space.run(240)
      let floor = space.shapes[0]
      (floor.friction, floor.elasticity) = (floor.friction, floor.elasticity)
      (floor.surfaceVelocity, floor.isSensor) = (floor.surfaceVelocity, floor.isSensor)
      (floor.filter, floor.collisionType) = (floor.filter, floor.collisionType)
      #expect(crate.isSleeping)
      change(floor)
      #expect(!crate.isSleeping, "change \(number)")
    }
  }

  @Test("A rule added or taken back wakes the pairs that it is about")
  func rules() throws {
    let space = try sleepy()
    let crate = try space.crate(at: Vector(0, 10))
    try space.run(240)
    #expect(crate.isSleeping)
    let rule = try space.add(ContactRule(between: .any, and: .any, .surfaceVelocity(Vector(50, 0))))
    #expect(!crate.isSleeping)
    try space.remove(rule)
    try space.run(240)
    #expect(crate.isSleeping && abs(crate.position.x) < 5)
    let ignoring = try space.add(ContactRule(between: .any, and: .any, .ignore))
    try space.run(5)
    #expect(crate.position.y < 10)
    try space.sleep(crate)
    try space.remove(ignoring)
    #expect(!crate.isSleeping)
  }
}
