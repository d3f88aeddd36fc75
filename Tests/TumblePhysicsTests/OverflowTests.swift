import Testing
import TumblePhysics

/// Allowed values whose sum or quotient is more than a number can hold: the engine aborts on such a body at
/// the next call. The space takes the body out instead, and says so.
@Suite struct OverflowTests {
  private static let huge = 1.7e308

  struct Deed: CustomTestStringConvertible, Sendable {
    let name: String
    let act: @Sendable (Body) throws -> Void
    var testDescription: String { name }
  }

  private static let deeds = [
    Deed(name: "two impulses") { body in
      for _ in 0..<2 { try body.apply(impulse: Vector(huge, 0)) }
    },
    Deed(name: "an impulse on next to no mass") { body in
      try throwing { body.mass = 1e-30 }
      try body.apply(impulse: Vector(1e300, 0))
    },
    Deed(name: "two forces") { body in
      for _ in 0..<2 { try body.apply(force: Vector(0, huge)) }
    },
    Deed(name: "a force with a long lever") { body in
      try body.apply(force: Vector(huge, huge), atWorld: Vector(-1e9, 1e9))
    },
    Deed(name: "an impulse with a long lever") { body in
      try body.apply(impulse: Vector(1e300, 0), atLocal: Vector(0, 1e9))
    },
    Deed(name: "a force turned with the body") { body in
      try throwing { body.angle = .pi / 4 }
      try body.apply(force: Vector(huge, -huge), atLocal: .zero)
    },
  ]

  @Test(
    "What adds up to infinity is safe under every later call, and the next step takes the body out",
    arguments: deeds)
  private func sums(_ deed: Deed) throws {
    let calls: [(Space, Body) throws -> Void] = [
      { $1.position = $0.gravity }, { $1.angle = 1 }, { $1.velocity = .zero },
      { $1.mass = 2 }, { $1.moment = 3 }, { $1.torque = 1 },
      { try $1.apply(impulse: Vector(1, 0)) },
      { _, body in
        body.setKind(.kinematic)
        body.setKind(.dynamic)
      },
      { _, body in
        body.setKind(.static)
        body.setKind(.dynamic)
      },
      { space, body in
        try space.sleep(body)
        body.wake()
      },
      { space, body in
        try space.remove(body)
        try space.add(body)
      },
    ]
    for call in calls {
      let space = try Space(SpaceDefinition(sleepTimeThreshold: 1))
      let body = try space.ball(at: .zero, name: "heavy hitter")
      try deed.act(body)
      try throwing { try call(space, body) }
      let pose = body.pose
      #expect(
        pose.velocity.isFinite && pose.angularVelocity.isFinite && body.force.isFinite && body.torque.isFinite
      )
      do {
        try space.step(0.01)
        Issue.record("\(deed.name): not taken out")
      } catch PhysicsError.diverged(let lost) {
        #expect(lost.map(\.body) == ["body 'heavy hitter'"])
      }
      // It can come back.
      try throwing { body.position = .zero }
      try space.add(body)
      for _ in 0..<3 { try space.step(0.01) }
    }
  }

  @Test("Moving between angles or places too far apart for one step takes the body out")
  func moves() throws {
    let huge = Self.huge
    let places = [(Vector(1e9, 1e9), huge), (Vector(-1e9, 0), -huge), (.zero, huge)]
    for duration in [1e-9, 1] {
      for (place, angle) in places {
        let space = try Space()
        let body = try Body(BodyDefinition(kind: .kinematic, angle: -angle))
        try space.add(body)
        try space.add(Shape(.box(Size(2, 3)), on: body))
        try body.move(to: place, angle: angle, over: duration)
        #expect(throws: PhysicsError.self) { for _ in 0..<3 { try space.step(1e-9) } }
        #expect(body.pose.position.isFinite && body.pose.angle.isFinite && body.pose.angularVelocity.isFinite)
        try throwing { body.angle = 0 }
        try space.add(body)
        try space.step(0.01)
      }
    }
  }

  @Test("Joints of angles between two at opposite ends of the numbers do not abort")
  func angles() throws {
    let joints: [(Body, Body) throws -> Constraint] = [
      { try RotaryLimit($0, $1, min: -1, max: 1) }, { try Gear($0, $1, ratio: 2) },
      { try Ratchet($0, $1, ratchet: 1) }, { try DampedRotarySpring($0, $1, stiffness: 1, damping: 1) },
    ]
    for joint in joints {
      let space = try Space()
      let (a, b) = (try space.ball(at: .zero), try space.ball(at: Vector(30, 0)))
      try throwing { a.angle = Self.huge }
      try throwing { b.angle = -Self.huge }
      try space.add(joint(a, b))
      for _ in 0..<5 { try? space.step(0.01) }
      #expect(a.pose.angle.isFinite && b.pose.angle.isFinite)
      try throwing { a.position = .zero }
      try throwing { b.position = .zero }
    }
  }
}
