import Testing
@testable import TumblePhysics

@Suite struct CrowdingTests {
  @Test(
    "Thousands of shapes put in one place are refused before the step, with the bodies in most pairs named")
  func placed() throws {
    let space = try Space()
    #expect(space.maxPairs == 2_000_000 && space.maxContacts == 1_000_000)
    space.maxPairs = 20_000
    let still = try Body(BodyDefinition(name: "wall", kind: .static))
    try space.add(still)
    for _ in 0..<150 { try space.add(Shape(.circle(radius: 5), on: still)) }
    // Static shapes meet no static ones.
    try space.step(0.01)
    for i in 0..<140 {
      try space.ball(
        at: Vector(Double(i) * 1e-3, 0), radius: 5, name: "ball \(i)", ShapeDefinition(isSensor: true))
    }
    do {
      try space.step(0.01)
      Issue.record("30,000 pairs were taken")
    } catch PhysicsError.crowded(let bodies, let problem) {
      #expect(problem.contains("\(150 * 140 + 140 * 139 / 2) pairs"), "\(problem)")
      #expect(bodies.count == 3 && bodies.allSatisfy { $0.hasPrefix("body 'ball") }, "\(bodies)")
    }
    try space.remove(still)
    try space.step(0.01)
  }

  @Test("Sensors under rain stop the space before memory does, and it goes on once they are gone")
  func rain() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -100)))
    space.maxContacts = 5000
    let sensors = try Body(BodyDefinition(name: "sensors", kind: .static))
    try space.add(sensors)
    for _ in 0..<100 {
      try space.add(Shape(.box(Size(2000, 10)), on: sensors, ShapeDefinition(isSensor: true)))
    }
    for i in 0..<100 {
      let place = Vector(Double(i % 10) * 15 - 75, 50 + Double(i / 10) * 0.5)
      try space.ball(at: place, radius: 1, ShapeDefinition(filter: ShapeFilter(group: 1)))
    }
    var stopped = false
    for _ in 0..<200 {
      do { try space.step(0.01) } catch PhysicsError.crowded(let bodies, let problem) {
        stopped = true
        #expect(problem.contains("touch; 5000 are the most"), "\(problem)")
        #expect(bodies.first == "body 'sensors'")
        break
      }
    }
    #expect(stopped)
    try space.remove(sensors)
    for _ in 0..<5 { try space.step(0.01) }
  }
}
