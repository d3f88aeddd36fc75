import Testing
import TumbleGeometry
import TumblePhysics
import TumbleTestSupport

@Suite("Poses that are written in one call")
struct PoseWritingTests {
  @Test(
    "Poses written in one call take a space back to where it was, to the bit",
    arguments: Seeds.list(default: 10))
  func back(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Worlds.floor()
    for _ in 0..<12 {
      try space.crate(at: Vector(random.double(in: -100...100), random.double(in: 10...300)))
    }
    try space.run(60)
    var (poses, again) = ([Pose](), [Pose]())
    space.readPoses(into: &poses)
    try space.run(30)
    try space.setPoses(poses)
    space.readPoses(into: &again)
    #expect(again == poses, "seed \(seed)")
    // What touches there is found there.
    for body in space.bodies where body.kind == .dynamic {
      let found = space.shapes(touching: Rect(center: body.position, size: Size(1, 1)))
      #expect(found.contains { $0.body === body }, "seed \(seed)")
    }
    try space.run(60)
    #expect(space.bodies.allSatisfy { $0.position.y > -1 }, "seed \(seed)")
  }

  @Test("Poses written in one call are all taken or none, and the error names the body")
  func allOrNone() throws {
    let space = try Worlds.floor()
    let (a, b) = (
      try space.crate(at: Vector(0, 50), name: "a"), try space.ball(at: Vector(60, 50), name: "b")
    )
    let stranger = try Body(BodyDefinition(name: "stranger", mass: 1, moment: 1))
    let before = space.bodies.map(\.pose)
    func refusal(_ poses: [Pose], _ bodies: [Body]) -> String {
      do {
        try space.setPoses(poses, of: bodies)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    let good = Pose(position: Vector(7, 80), angle: 1, velocity: Vector(3, 4), angularVelocity: 5)
    let floor = space.bodies[0]
    #expect(
      refusal([good, Pose(position: Vector(.nan, 0))], [a, b]).hasPrefix("body 'b': position must lie"))
    #expect(refusal([good, Pose(angle: .infinity)], [a, b]).hasPrefix("body 'b': angle must be"))
    #expect(
      refusal([good, Pose(velocity: Vector(0, .nan))], [a, b]).hasPrefix("body 'b': velocity must be"))
    #expect(
      refusal([good, Pose(angularVelocity: .nan)], [a, b]).hasPrefix("body 'b': angularVelocity must be"))
    #expect(refusal([good, good], [a, floor]) == "body 'floor' is static and has no velocity")
    #expect(refusal([good, good], [a, stranger]) == "body 'stranger' is not in this space")
    #expect(refusal([good], [a, b]) == "space needs a pose for each body: there are 1 for 2")
    #expect(space.bodies.map(\.pose) == before)
    #expect(refusal([good, good], [a, b]) == "none" && a.pose == good && b.pose == good)
  }

  @Test(
    "Poses written in one call that would cover too many cells of a spatial hash are refused before anything has moved or woken"
  )
  func cells() throws {
    let space = try Space(SpaceDefinition(sleepTimeThreshold: 0.5, index: .spatialHash(cell: 1, count: 1000)))
    let ball = try space.ball(at: .zero, radius: 2)
    let wall = try Body(BodyDefinition(name: "wall", kind: .static, position: Vector(0, 50)))
    try space.add(wall)
    try space.add(Shape(.segment(from: Vector(-3000, 0), to: Vector(3000, 0), radius: 0.1), on: wall))
    try space.sleep(ball)
    #expect(throws: PhysicsError.self) {
      try space.setPoses(
        [Pose(position: Vector(9, 9)), Pose(position: wall.position, angle: 0.7)], of: [ball, wall])
    }
    #expect(ball.position == .zero && wall.angle == 0)
    #expect(ball.isSleeping)
    #expect(space.shapes(touching: Rect(center: Vector(2900, 50), size: Size(2, 2))).count == 1)
    try space.setPoses(
      [Pose(position: Vector(9, 9)), Pose(position: wall.position, angle: 1e-6)], of: [ball, wall])
    #expect(ball.position == Vector(9, 9) && !ball.isSleeping && wall.angle == 1e-6)
  }

  @Test("Poses written in one call that a body has already neither wake it nor take it off its way")
  func unchanged() throws {
    let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.5))
    let crate = try space.crate(at: Vector(0, 10))
    let lift = try Body(BodyDefinition(kind: .kinematic, position: Vector(200, 100)))
    try space.add(lift)
    try lift.move(to: Vector(200, 300), over: 4)
    try space.run(240)
    #expect(crate.isSleeping)
    var poses: [Pose] = []
    space.readPoses(into: &poses)
    try space.setPoses(poses)
    #expect(crate.isSleeping)
    try space.run(240)
    #expect(lift.position == Vector(200, 300))
    // And what is put on its way elsewhere goes on by the velocity that it is given.
    try lift.move(to: Vector(200, 100), over: 4)
    try space.run(1)
    try space.setPoses([Pose(position: Vector(0, 200), velocity: Vector(12, 0))], of: [lift])
    try space.run(120)
    #expect(abs(lift.position.x - 12) < 1e-9 && lift.position.y == 200)
  }
}
