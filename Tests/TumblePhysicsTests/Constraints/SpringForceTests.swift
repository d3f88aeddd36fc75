import CTumbleChipmunk
import Testing
import TumbleTestSupport

@testable import TumblePhysics

@Suite struct SpringForceTests {
  @Test("A damped spring pulls and pushes with no more than its maxForce")
  func linear() throws {
    for (start, direction) in [(500.0, -1.0), (10, 1)] {
      let space = try Space()
      let nail = try space.nail()
      let bob = try space.ball(at: Vector(start, 0), mass: 2)
      let spring = try DampedSpring(
        nail, bob, restLength: 100, stiffness: 1000, damping: 0, ConstraintDefinition(maxForce: 60))
      try space.add(spring)
      try space.step(0.01)
      #expect(abs(bob.velocity.x - direction * 0.3) < 1e-12)
      #expect(abs(spring.impulse - direction * 0.6) < 1e-12)
      spring.maxForce = .infinity
      bob.velocity = .zero
      try space.step(0.01)
      #expect(bob.velocity.x * direction > 0.3 * 10)
    }
  }

  @Test("A damped rotary spring turns with no more torque than its maxForce")
  func rotary() throws {
    let space = try Space()
    let nail = try space.nail()
    let wheel = try space.ball(at: .zero, mass: 2)
    let spring = try DampedRotarySpring(
      nail, wheel, restAngle: 3, stiffness: 1e6, damping: 0, ConstraintDefinition(maxForce: 50))
    try space.add(spring)
    try space.step(0.01)
    #expect(abs(wheel.angularVelocity * wheel.moment - 0.5) < 1e-12)
    #expect(abs(spring.impulse - 0.5) < 1e-12)
  }

  @Test("Springs report the impulse that they applied", arguments: Seeds.list(default: 10))
  func impulses(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space()
    let a = try Body(BodyDefinition(mass: 3, moment: 200))
    let b = try Body(BodyDefinition(position: Vector(50, 0), mass: 0.5, moment: 20))
    try space.add(a)
    try space.add(b)
    let limit = random.pick([.infinity, random.double(in: 0...100)])
    let spring = try DampedSpring(
      a, b, restLength: random.double(in: 0...100), stiffness: random.double(in: 0...200),
      damping: random.double(in: 0...20), ConstraintDefinition(maxForce: limit))
    let rotary = try DampedRotarySpring(
      a, b, restAngle: random.double(in: -3...3), stiffness: random.double(in: 0...2000),
      damping: random.double(in: 0...300), ConstraintDefinition(maxForce: limit))
    try space.add(spring)
    try space.add(rotary)
    (a.velocity, a.angularVelocity) = (Vector(random.double(in: -100...100), 0), random.double(in: -9...9))
    (b.velocity, b.angularVelocity) = (Vector(random.double(in: -100...100), 0), random.double(in: -9...9))
    for step in 1...100 {
      let before = b.pose
      try space.step(random.double(in: 0.001...0.02))
      // Positions are taken further before springs are looked at.
      let pushed = (b.velocity - before.velocity).x * b.mass * (b.position.x > a.position.x ? 1 : -1)
      let turned = (b.angularVelocity - before.angularVelocity) * b.moment
      #expect(abs(spring.impulse - pushed) < 1e-9, "seed \(seed), step \(step)")
      #expect(abs(rotary.impulse - turned) < 1e-9, "seed \(seed), step \(step)")
    }
  }

  @Test("A spring between two points in one place applies nothing and reports nothing")
  func coincident() throws {
    let space = try Space()
    let spring = try DampedSpring(
      try space.nail(), try space.ball(at: .zero), restLength: 10, stiffness: 10, damping: 1)
    try space.add(spring)
    try space.run(3)
    #expect(spring.bodyB.velocity == .zero && spring.impulse == 0)
  }

  @Test(
    "Without a maxForce springs move bodies bit for bit as the engine's own do",
    arguments: Seeds.list(default: 10))
  func asEngine(seed: UInt64) throws {
    var poses: [[UInt64]] = []
    for isPlain in [true, false] {
      var random = SeededGenerator(seed: seed)
      let space = try Space(SpaceDefinition(gravity: Vector(0, -300)))
      let nail = try space.nail()
      let bob = try space.ball(at: Vector(random.double(in: 5...90), random.double(in: -90...90)), mass: 3)
      let rest = random.double(in: -3...3)
      let spring = try DampedSpring(
        nail, bob, anchorB: Vector(3, 4), restLength: random.double(in: 0...100),
        stiffness: random.double(in: 0...200), damping: random.double(in: 0...20))
      let rotary = try DampedRotarySpring(
        nail, bob, restAngle: rest, stiffness: random.double(in: 0...2000),
        damping: random.double(in: 0...300))
      if isPlain {
        let (one, two) = (
          cpDampedSpringNew(nail.pointer, bob.pointer, cpvzero, cpvzero, 1, 1, 1),
          cpDampedRotarySpringNew(nail.pointer, bob.pointer, 1, 1, 1)
        )
        cpDampedSpringSetSpringForceFunc(spring.pointer, cpDampedSpringGetSpringForceFunc(one))
        cpDampedRotarySpringSetSpringTorqueFunc(rotary.pointer, cpDampedRotarySpringGetSpringTorqueFunc(two))
        cpConstraintFree(one)
        cpConstraintFree(two)
      }
      try space.add(spring)
      try space.add(rotary)
      var bits: [UInt64] = []
      for _ in 0..<200 {
        try space.step(1.0 / 120)
        bits += bob.pose.bits
      }
      poses.append(bits)
    }
    #expect(poses[0] == poses[1])
  }

  @Test("Every angle and rate of two bodies is that of B against A")
  func signs() throws {
    func turn(_ make: (Body, Body) throws -> Constraint) throws -> Double {
      let space = try Space()
      let (a, b) = (try space.nail(), try space.ball(at: .zero))
      try space.add(make(a, b))
      try space.run(240)
      return b.angle
    }
    #expect(try turn { try Motor($0, $1, rate: 2) } > 3.9)
    #expect(
      abs(try turn { try DampedRotarySpring($0, $1, restAngle: 1, stiffness: 9e4, damping: 4e3) } - 1) < 0.01)
    #expect((0.99...2.01).contains(try turn { try RotaryLimit($0, $1, min: 1, max: 2) }))
    let spring = try DampedRotarySpring(
      try Body(), try Body(), restAngle: 0.5, stiffness: 1, damping: 1)
    spring.restAngle = -0.25
    #expect(spring.restAngle == -0.25)
    let motor = try Motor(try Body(), try Body(), rate: 3)
    motor.rate -= 1
    #expect(motor.rate == 2)
  }
}
