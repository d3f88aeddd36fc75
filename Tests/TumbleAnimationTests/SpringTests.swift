import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Springs")
struct SpringTests {
  @Test("Value and velocity agree with the equation's solutions by its roots, in 60 digits")
  func table() throws {
    for row in try Table("springs").rows {
      let spring = try Spring(
        mass: row.number("mass"), stiffness: row.number("stiffness"), damping: row.number("damping"),
        initialVelocity: row.number("velocity"))
      let time = row.number("time")
      #expect((spring.value(at: time) - row.number("value")).magnitude < 2e-13, "\(row)")
      #expect((spring.velocity(at: time) - row.number("slope")).magnitude < 2e-12, "\(row)")
    }
  }

  @Test("Near critical damping nothing jumps")
  func critical() throws {
    for time in [0.01, 0.3, 1.0, 4.0] {
      var last: Double?
      for i in -50...50 {
        let ratio = 1 + Double(i) * 1e-4
        let value = try Spring(response: 0.7, dampingRatio: ratio, initialVelocity: 3).value(
          at: time)
        if let last { #expect((value - last).magnitude < 1e-3, "\(ratio) at \(time)") }
        last = value
      }
    }
  }

  @Test("The velocity is the value's derivative, the force its own", arguments: Seeds.list(default: 200))
  func derivative(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let spring = try Spring(
      mass: random.double(in: 0.1...10), stiffness: random.double(in: 1...500),
      damping: random.double(in: 0...80),
      initialVelocity: random.double(in: -10...10))
    let t = random.double(in: 0.01...2)
    let h = 1e-5
    let slope = (spring.value(at: t + h) - spring.value(at: t - h)) / (2 * h)
    #expect((slope - spring.velocity(at: t)).magnitude < 1e-4)
    let acceleration = (spring.velocity(at: t + h) - spring.velocity(at: t - h)) / (2 * h)
    let force = spring.stiffness * (1 - spring.value(at: t)) - spring.damping * spring.velocity(at: t)
    #expect((acceleration * spring.mass - force).magnitude < 1e-2 * spring.mass)
  }

  @Test(
    "After its settling duration a spring stays within the tolerance, and not much sooner",
    arguments: Seeds.list(default: 100))
  func settles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let spring = try Spring(
      response: random.double(in: 0.1...2),
      dampingRatio: random.pick([0.1, 0.5, 0.9, 0.9999, 1, 1.0001, 2, 8]),
      initialVelocity: random.double(in: -5...5))
    let settled = spring.settlingDuration()
    for i in 0...400 {
      let value = spring.value(at: settled + Double(i) * spring.response / 100)
      #expect((value - 1).magnitude <= 0.001 * (1 + 1e-9), "\(spring)")
    }
    let swing = spring.response / max(1 - min(spring.dampingRatio, 0.995), 0.02)
    let earlier = max(settled - 4 * swing, 0)
    let farthest = (0...400).map {
      (spring.value(at: earlier + (settled - earlier) * Double($0) / 400) - 1).magnitude
    }
    if earlier > 0 { #expect(farthest.max() ?? 0 > 0.001, "\(spring)") }
  }

  @Test("A spring without damping never settles")
  func neverSettles() throws {
    #expect(try Spring(damping: 0).settlingDuration() == .infinity)
  }

  @Test("Response and damping ratio are what they were made of")
  func parameters() throws {
    let spring = try Spring(response: 0.5, dampingRatio: 0.7)
    #expect((spring.response - 0.5).magnitude < 1e-15 && (spring.dampingRatio - 0.7).magnitude < 1e-15)
    for (mass, stiffness, damping) in [(0.0, 1.0, 1.0), (1, -1, 1), (1, 1, -1)] {
      #expect(throws: AnimationError.self) {
        try Spring(mass: mass, stiffness: stiffness, damping: damping)
      }
    }
    for response in [0, 1e-300] {
      #expect(throws: AnimationError.self) { try Spring(response: response, dampingRatio: 1) }
    }
  }

  @Test(
    "A retargeted motion goes on with its place and velocity, in any direction",
    arguments: Seeds.list(default: 100))
  func retargeted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func value() -> AnimatableValue {
      .vector(.init(random.double(in: -100...100), random.double(in: -100...100)))
    }
    let spring = try Spring(
      response: random.double(in: 0.2...1), dampingRatio: random.double(in: 0...2), initialVelocity: 2)
    let motion = SpringMotion(spring, from: value(), to: value(), velocity: value())
    let time = random.double(in: 0...1)
    let next = motion.retargeted(to: value(), at: time)
    #expect(next.value(at: 0) == motion.value(at: time))
    #expect((next.velocity(at: 0) - motion.velocity(at: time)).length < 1e-9)
    if spring.damping > 0 {
      let end = next.value(at: next.settlingDuration())
      #expect((end - next.to).length < 0.1, "\(end) is not \(next.to)")
    }
  }
}
