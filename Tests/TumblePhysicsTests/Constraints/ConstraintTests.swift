import Testing
import TumblePhysics

@Suite struct ConstraintTests {
  @Test("A pin joint keeps its distance while the body swings")
  func pin() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000), iterations: 30))
    let nail = try space.nail()
    let bob = try space.ball(at: Vector(100, 0))
    let pin = try PinJoint(nail, bob)
    #expect(pin.distance == 100)
    try space.add(pin)
    try space.run(60)
    #expect(abs(bob.position.length - 100) < 1)
    #expect(bob.position.y < -20)
    #expect(pin.impulse > 0)
    pin.distance = 50
    try space.run(600)
    #expect(abs(bob.position.length - 50) < 5)
  }

  @Test("A slide joint lets the distance vary inside its range only")
  func slide() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let nail = try space.nail()
    let bob = try space.ball(at: Vector(0, -20))
    try space.add(SlideJoint(nail, bob, min: 10, max: 80))
    try space.run(5)
    #expect(bob.position.y < -20 && bob.position.y > -30)
    try space.run(400)
    #expect(abs(bob.position.y + 80) < 1)
  }

  @Test("A slide joint without an upper limit only keeps its bodies apart")
  func slideWithoutMost() throws {
    let space = try Space()
    let bob = try space.ball(at: Vector(0, 20))
    let joint = try SlideJoint(try space.nail(), bob, min: 15)
    try space.add(joint)
    #expect(joint.max == .infinity)
    bob.velocity = Vector(0, 1e6)
    try space.run(10)
    #expect(bob.position.y > 80_000 && bob.velocity == Vector(0, 1e6))
    (bob.position, bob.velocity) = (Vector(0, 20), Vector(0, -100))
    for _ in 0..<60 {
      try space.step(1.0 / 120)
      #expect(bob.position.y > 13)
    }
    #expect(bob.velocity.y > -1e-9)
    joint.max = 15
    #expect(throws: PhysicsError.self) { try SlideJoint(bob, try space.nail(), max: .nan) }
  }

  @Test("A pivot joint holds a point on a point, and its softness is that of a hand")
  func pivot() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let nail = try space.nail(at: Vector(0, 100))
    let crate = try space.crate(at: Vector(50, 100))
    let hinge = try PivotJoint(nail, crate, at: Vector(0, 100))
    try space.add(hinge)
    try space.run(100)
    let ends = hinge.ends
    #expect(ends.a.distance(to: ends.b) < 0.5)
    #expect(abs(crate.angle) > 0.1)
  }

  @Test("A grip pulls a body after the hand and lets go where its force ends")
  func grip() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let hand = try Body(BodyDefinition(kind: .kinematic))
    try space.add(hand)
    let crate = try space.crate(at: .zero, mass: 2)
    let grip = try PivotJoint(grip: hand, on: crate, at: .zero, maxForce: 2 * 1000 * 10)
    try space.add(grip)
    for step in 1...120 {
      try hand.move(to: Vector(Double(step), 0), over: 1.0 / 120)
      try space.step(1.0 / 120)
    }
    try space.run(120)
    #expect(crate.position.distance(to: Vector(120, 0)) < 3)
    grip.maxForce = 2 * 1000 * 0.5
    try space.run(60)
    #expect(crate.position.y < -50)
  }

  @Test("A groove joint lets a body slide along its line and not beyond")
  func groove() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(300, -1000)))
    let nail = try space.nail()
    let bead = try space.ball(at: Vector(0, 0))
    let groove = try GrooveJoint(nail, bead, from: Vector(-50, 0), to: Vector(50, 0))
    try space.add(groove)
    try space.run(600)
    #expect(bead.position.distance(to: Vector(50, 0)) < 1)
    #expect(groove.ends.a.distance(to: Vector(50, 0)) < 1)
  }

  @Test("A damped spring comes to rest where its force is the weight")
  func spring() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let nail = try space.nail()
    let bob = try space.ball(at: Vector(0, -50))
    let spring = try DampedSpring(nail, bob, restLength: 50, stiffness: 100, damping: 5)
    try space.add(spring)
    try space.run(1200)
    #expect(abs(bob.position.y + 60) < 0.5)
    spring.restLength = 20
    try space.run(1200)
    #expect(abs(bob.position.y + 30) < 0.5)
  }

  @Test("A damped rotary spring turns its bodies to the angle of rest")
  func rotarySpring() throws {
    let space = try Space()
    let nail = try space.nail()
    let wheel = try space.ball(at: .zero, radius: 20)
    try space.add(DampedRotarySpring(nail, wheel, restAngle: 1, stiffness: 20_000, damping: 4000))
    try space.run(1200)
    #expect(abs(wheel.angle - 1) < 0.01)
  }

  @Test("A rotary limit stops a turning wheel at its end")
  func rotaryLimit() throws {
    let space = try Space()
    let nail = try space.nail()
    let wheel = try space.ball(at: .zero)
    try space.add(RotaryLimit(nail, wheel, min: -1, max: 2))
    var range = (least: 0.0, most: 0.0)
    for rate in [10.0, -10] {
      wheel.angularVelocity = rate
      for _ in 0..<240 {
        try space.step(1.0 / 120)
        range = (min(range.least, wheel.angle), max(range.most, wheel.angle))
      }
    }
    #expect(range.most > 2 && range.most < 2.1)
    #expect(range.least < -1 && range.least > -1.1)
  }

  @Test("A ratchet turns freely one way and holds the other")
  func ratchet() throws {
    let space = try Space()
    let nail = try space.nail()
    let wheel = try space.ball(at: .zero)
    let ratchet = try Ratchet(nail, wheel, ratchet: 0.5)
    try space.add(ratchet)
    func turn(_ rate: Double) throws -> Double {
      let start = wheel.angle
      wheel.angularVelocity = rate
      try space.run(120)
      return abs(wheel.angle - start)
    }
    let (one, other) = (try turn(5), try turn(-5))
    #expect(max(one, other) > 4)
    #expect(min(one, other) < 1)
  }

  @Test("A gear keeps the ratio of two wheels")
  func gear() throws {
    let space = try Space()
    let (big, small) = (try space.ball(at: Vector(-50, 0)), try space.ball(at: Vector(50, 0)))
    try space.add(Gear(big, small, ratio: 0.5))
    small.angularVelocity = 8
    try space.run(240)
    #expect(abs(big.angle - small.angle * 0.5) < 0.02)
    #expect(small.angle > 1)
  }

  @Test("A motor keeps its rate against what brakes it, as far as its torque goes")
  func motor() throws {
    let space = try Space()
    let nail = try space.nail()
    let wheel = try space.ball(at: .zero)
    let motor = try Motor(nail, wheel, rate: 6)
    try space.add(motor)
    try space.run(10)
    #expect(abs(wheel.angularVelocity - 6) < 0.01)
    motor.maxForce = 0
    wheel.angularVelocity = 1
    try space.run(10)
    #expect(wheel.angularVelocity == 1)
  }

  @Test("Two jointed bodies collide with each other only where collideBodies says so")
  func collideBodies() throws {
    for collide in [true, false] {
      let space = try Space()
      let a = try space.ball(at: .zero)
      let b = try space.ball(at: Vector(15, 0))
      try space.add(SlideJoint(a, b, max: 100, ConstraintDefinition(collideBodies: collide)))
      try space.run(120)
      #expect((a.position.distance(to: b.position) > 19) == collide)
    }
  }

  @Test("A constraint whose bodies cannot answer rests until one of them can")
  func setAside() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let nail = try space.nail()
    let bob = try space.ball(at: Vector(50, 0))
    let joints: [Constraint] = [
      try PinJoint(nail, bob), try SlideJoint(nail, bob, max: 50), try PivotJoint(nail, bob, at: .zero),
      try DampedSpring(nail, bob, stiffness: 1, damping: 1),
      try GrooveJoint(nail, bob, from: Vector(40, 0), to: Vector(60, 0)),
      try DampedRotarySpring(nail, bob, stiffness: 1, damping: 1), try RotaryLimit(nail, bob, min: 0, max: 1),
      try Ratchet(nail, bob, ratchet: 1), try Gear(nail, bob, ratio: 2), try Motor(nail, bob, rate: 1),
    ]
    for kind in [BodyDefinition.Kind.kinematic, .static] {
      bob.setKind(kind)
      for joint in joints where joint.space == nil { try space.add(joint) }
      try space.run(10)
      #expect(bob.pose.bits == Pose(position: Vector(50, 0)).bits)
      #expect(joints.allSatisfy { $0.impulse == 0 })
    }
    bob.setKind(.dynamic)
    try space.run(10)
    #expect(joints.contains { $0.impulse > 0 })
    #expect(space.constraints.map(\.id) == joints.map(\.id))
  }

  @Test("A constraint of angles on bodies that do not turn has no effect, and is no error")
  func noTurning() throws {
    let space = try Space()
    let bodies = try (0..<2).map { i in
      let body = try Body(BodyDefinition(position: Vector(Double(i) * 50, 0), mass: 1))
      try space.add(body)
      return body
    }
    try space.add(Motor(bodies[0], bodies[1], rate: 5))
    try space.add(DampedRotarySpring(bodies[0], bodies[1], stiffness: 5, damping: 1))
    try space.add(Gear(bodies[0], bodies[1], ratio: 2))
    try space.run(10)
    #expect(bodies.allSatisfy { $0.angle == 0 })
  }

  @Test("A matrix without an inverse is an error before the step, not an abort in it")
  func unsolvable() throws {
    let space = try Space()
    let a = try Body(BodyDefinition(mass: 1e10, moment: 1e-20))
    let b = try Body(BodyDefinition(kind: .static))
    for body in [a, b] { try space.add(body) }
    let joint = try PivotJoint(b, a, anchorA: .zero, anchorB: Vector(1e6, 1e6))
    try space.add(joint)
    #expect(throws: PhysicsError.self) { try space.step(0.01) }
    try space.remove(joint)
    try space.step(0.01)
  }
}
