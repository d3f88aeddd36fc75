import CTumbleChipmunk
import Testing
import TumbleTestSupport

@testable import TumblePhysics

@Suite("A constraint that may break") struct BreakingTests {
  private static let dt = 1.0 / 120

  /// A weight that swings on a pin, so that the pull rises until it hangs straight down.
  private func swing(breakForce: Double) throws -> (space: Space, pin: PinJoint, bob: Body) {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let bob = try space.ball(at: Vector(100, 0), mass: 3)
    let pin = try PinJoint(
      try space.nail(), bob, distance: 100, ConstraintDefinition(breakForce: breakForce))
    try space.add(pin)
    return (space, pin, bob)
  }

  @Test(
    "A breakable constraint breaks at the step in which C's impulse exceeds its limit, and not before",
    arguments: Seeds.list(default: 20))
  func plainC(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Hanging straight down it takes three times the weight.
    let limit = 3000 * random.double(in: 0.2...2.9)
    let plain = PlainSpace(gravity: Vector(0, -1000))
    defer { plain.free() }
    let nail = cpBodyNewStatic()!
    let bob = cpBodyNew(3, Moment.circle(mass: 3, radius: 10))!
    cpBodySetPosition(bob, cpVect(x: 100, y: 0))
    cpSpaceAddBody(plain.space, bob)
    let joint = cpPinJointNew(nail, bob, cpVect(x: 0, y: 0), cpVect(x: 0, y: 0))!
    cpSpaceAddConstraint(plain.space, joint)
    defer {
      cpSpaceRemoveConstraint(plain.space, joint)
      cpSpaceRemoveBody(plain.space, bob)
      cpConstraintFree(joint)
      cpBodyFree(bob)
      cpBodyFree(nail)
    }
    let (space, pin, _) = try swing(breakForce: limit)
    for step in 1...240 {
      cpSpaceStep(plain.space, Self.dt)
      try space.step(Self.dt)
      let impulse = cpConstraintGetImpulse(joint)
      let breaks = impulse / Self.dt > limit
      #expect((pin.space == nil) == breaks, "step \(step)")
      #expect(space.brokenConstraints.map(\.impulse) == (breaks ? [impulse] : []))
      if breaks {
        #expect(space.brokenConstraints.first?.constraint === pin && space.constraints.isEmpty)
        try space.step(Self.dt)
        #expect(space.brokenConstraints.isEmpty)
        return
      }
    }
    Issue.record("it never broke")
  }

  @Test(
    "A breakable constraint of which nothing asks for more than it bears moves as one that cannot break, bit for bit"
  )
  func unbroken() throws {
    let (one, other) = (try swing(breakForce: 1e9), try swing(breakForce: .infinity))
    for _ in 0..<240 {
      try one.space.step(Self.dt)
      try other.space.step(Self.dt)
      #expect(one.bob.pose.bits == other.bob.pose.bits)
    }
    #expect(one.space.hasBreakable && !other.space.hasBreakable)
  }

  @Test(
    "A breakable constraint breaks by its torque where it holds angles, and by a push as by a pull where it is a spring"
  )
  func kinds() throws {
    let space = try Space()
    let wheel = try space.ball(at: .zero)
    let motor = try Motor(try space.nail(), wheel, rate: 10, ConstraintDefinition(breakForce: 1e4))
    try space.add(motor)
    // From rest to ten radians per second in one step, at a moment of 50: a torque of 60,000.
    try space.step(Self.dt)
    #expect(space.brokenConstraints.map(\.constraint) == [motor])
    for sign in [-1.0, 1] {
      let bob = try space.ball(at: Vector(100, 0))
      let spring = try DampedSpring(
        try space.nail(), bob, restLength: 100 + 50 * sign, stiffness: 100, damping: 0,
        ConstraintDefinition(breakForce: 4999))
      try space.add(spring)
      try space.step(Self.dt)
      #expect(space.brokenConstraints.map { $0.impulse.sign } == [sign < 0 ? .minus : .plus])
      try space.remove(bob)
    }
  }

  @Test("A breakable constraint may be given its limit while it is in a space, and lose it again")
  func change() throws {
    let (space, pin, _) = try swing(breakForce: .infinity)
    try space.run(30)
    pin.breakForce = 1
    pin.breakForce = .infinity
    try space.run(1)
    #expect(pin.space === space)
    pin.breakForce = 1
    try space.run(1)
    #expect(pin.space == nil && !space.hasBreakable)
    #expect(throws: PhysicsError.self) { try throwing { pin.breakForce = .nan } }
    #expect(throws: PhysicsError.self) { try throwing { pin.breakForce = -1 } }
    #expect(pin.breakForce == 1)
  }

  @Test(
    "A breakable constraint that sleeps is not judged by the impulse of the step before it slept, however short the next one is"
  )
  func asleep() throws {
    let space = try Worlds.floor(
      SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.1, idleSpeedThreshold: 20))
    let (a, b) = (try space.crate(at: Vector(0, 10)), try space.crate(at: Vector(60, 10)))
    let slide = try SlideJoint(a, b, min: 0, max: 30, ConstraintDefinition(breakForce: 1e7))
    try space.add(slide)
    try space.run(240)
    try #require(a.isSleeping)
    try space.step(1e-9)
    #expect(slide.space === space && a.isSleeping)
  }

  @Test(
    "A breakable constraint goes together with a body that is lost in the same step, and others still break")
  func lost() throws {
    let (space, pin, _) = try swing(breakForce: .infinity)
    try space.run(20)
    pin.breakForce = 1
    let far = try space.ball(at: Vector(9.9e8, 0))
    far.velocity = Vector(1e12, 0)
    #expect(throws: PhysicsError.self) { try space.run(1) }
    #expect(far.space == nil && pin.space == nil)
  }
}
