import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A body that follows its animations")
struct FollowTests {
  private func world(
    _ animations: String, follow: String, mass: Double = 2, gravity: Double = 0, more: String = ""
  ) throws -> World {
    try World(
      Scene(
        text: """
          tumble: 1
          world: {rate: 240, gravity: [0, \(gravity)]}
          bodies:
            - {id: box, at: [100, 100], box: [20, 20], mass: \(mass), follow: \(follow)}
          \(more)
          animations:
          \(animations)
          """))
  }

  private static let still =
    "  - {id: hold, of: box.position, type: basic, from: [100, 100], to: [100, 100], duration: 1e5 s}"

  @Test(
    "At rest under gravity it hangs as far below as the spring's stiffness says", arguments: [1.0, 2, 8, 60])
  func hangs(frequency: Double) throws {
    let world = try world(Self.still, follow: "{frequency: \(frequency), damping: 1}", gravity: -1000)
    for _ in 0..<240 * 12 { try world.step() }
    let sag = 1000 / (2 * .pi * frequency) / (2 * .pi * frequency)
    let y = try #require(world.snapshot["box"]?.position.y)
    #expect(abs(y - (100 - sag)) < 1e-6 * max(sag, 1), "\(frequency) Hz: \(100 - y), not \(sag)")
  }

  @Test(
    "A free body answers a step of its curve as the damped oscillator does, whatever its mass",
    arguments: [(2.0, 0.0), (2, 0.2), (3, 1), (3, 2.5), (60, 0.5)], [0.001, 2, 1e6])
  func step(_ spring: (frequency: Double, damping: Double), mass: Double) throws {
    let text = "  - {id: hold, of: box.position.x, type: basic, from: 150, to: 150, duration: 1e5 s}"
    let world = try world(
      text, follow: "{frequency: \(spring.frequency), damping: \(spring.damping)}", mass: mass)
    let exact = try Spring(response: 1 / spring.frequency, dampingRatio: spring.damping)
    for step in 1...480 {
      try world.step()
      let x = try #require(world.snapshot["box"]?.position.x)
      let expected =
        150 + exact.motion(displacement: -50, velocity: 0, after: Double(step) / 240).displacement
      #expect(abs(x - expected) < 0.5, "step \(step): \(x), not \(expected)")
    }
    #expect(world.snapshot["box"]?.position.y == 100)
  }

  @Test("What lets a follower go leaves it the velocity of its spring", arguments: [-900.0, 0])
  func letGo(gravity: Double) throws {
    let world = try world(
      "  - {id: hold, of: box.position.x, type: basic, from: 150, to: 150, duration: 0.1 s}\n"
        + "  - {id: turn, of: box.angle, type: basic, from: 1, to: 1, duration: 0.05 s}",
      follow: "{frequency: 2, damping: 0}", gravity: gravity)
    let spring = try Spring(response: 0.5, dampingRatio: 0)
    let swing = spring.motion(displacement: -50, velocity: 0, after: 0.1)
    let turn = spring.motion(displacement: -1, velocity: 0, after: 0.05)
    for step in 1...240 {
      try world.step()
      let after = Double(step) / 240
      let body = try #require(world.snapshot["box"])
      if after > 0.1 {
        let x = 150 + swing.displacement + swing.velocity * (after - 0.1)
        #expect(abs(body.position.x - x) < 1e-6, "step \(step)")
      }
      if after > 0.05 {
        let angle = 1 + turn.displacement + turn.velocity * (after - 0.05)
        #expect(abs(body.angle - angle) < 1e-9, "step \(step)")
      }
    }
  }

  @Test("An even motion is followed without a lag once it has settled")
  func evenMotion() throws {
    let text =
      "  - {id: go, of: box.position, type: basic, from: [100, 100], to: [1100, 300], duration: 10 s}"
    let world = try world(text, follow: "{frequency: 4}")
    for _ in 0..<240 * 5 { try world.step() }
    let place = try #require(world.snapshot["box"]?.position)
    #expect(place.distance(to: Vector(600, 200)) < 1e-3, "\(place)")
  }

  @Test("An angle is followed, and a body that may not turn stays as it is")
  func angle() throws {
    let text =
      "  - {id: turn, of: box.angle, type: basic, from: 0, to: 2, duration: 1e-3 s, fillMode: forwards}"
    let world = try world(text, follow: "3")
    for _ in 0..<240 * 4 { try world.step() }
    #expect(abs((world.snapshot["box"]?.angle ?? 0) - 2) < 1e-6)
    #expect(world.snapshot["box"]?.position == Vector(100, 100))
  }

  @Test("The slowest springs let it fall as if it were free", arguments: [1e-3, 1e-9, 1e-200])
  func slowest(frequency: Double) throws {
    let world = try world(Self.still, follow: "{frequency: \(frequency), damping: 1}", gravity: -1000)
    for _ in 0..<240 { try world.step() }
    let y = try #require(world.snapshot["box"]?.position.y)
    #expect(abs(y + 400) < 5, "\(frequency) Hz: \(y)")
  }

  @Test("No force beyond its limit pulls it")
  func limited() throws {
    let text = "  - {id: go, of: box.position.x, type: basic, from: 500, to: 500, duration: 1e5 s}"
    let world = try world(text, follow: "{frequency: 10, maxForce: 60}", mass: 2)
    var last = 0.0
    for step in 1...120 {
      let before = try #require(world.snapshot["box"]?.position.x)
      try world.step()
      let speed = (try #require(world.snapshot["box"]?.position.x) - before) * 240
      if step > 1 { #expect(abs(speed - last) <= 30 / 240 + 1e-9, "step \(step)") }
      last = speed
    }
    #expect(abs(last - 15) < 0.2, "60 / 2 over half a second")
  }

  @Test("What it pushes gets momentum, and it comes back when it is pushed aside")
  func pushes() throws {
    let text =
      "  - {id: go, of: box.position, type: basic, from: [100, 100], to: [300, 100], duration: 2 s, fillMode: forwards}"
    let more =
      "  - {id: ball, at: [140, 100], circle: 8, mass: 1}\n  - {id: bullet, at: [300, 400], velocity: [0, -900], circle: 8, mass: 1}"
    let world = try world(text, follow: "{frequency: 4, damping: 1}", more: more)
    for _ in 0..<240 { try world.step() }
    let ball = try #require(world.snapshot["ball"])
    #expect(ball.velocity.x >= 99)
    var furthest = 0.0
    for _ in 0..<240 * 6 {
      try world.step()
      furthest = max(furthest, world.snapshot["box"]?.position.distance(to: Vector(300, 100)) ?? 0)
    }
    let end = try #require(world.snapshot["box"]?.position)
    #expect(furthest > 1)
    #expect(end.distance(to: Vector(300, 100)) < 0.01, "\(end)")
  }

  @Test("It stays finite at any spring that is allowed, in a crowd", arguments: Seeds.list(default: 20))
  func stable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let follow =
      "{frequency: \(random.double(in: 0.01...60)), damping: \(random.pick([0, 0.3, 1, 100]))}"
    let text =
      "  - {id: go, of: box.position, type: basic, by: [\(random.double(in: -900...900)), 30], duration: 0.2 s, autoreverses: true, repeat: forever}"
    let crowd = (0..<12).map {
      "  - {id: b\($0), at: [\(60 + 15 * $0), 130], circle: 8, mass: \(random.double(in: 0.01...50))}"
    }.joined(separator: "\n")
    let world = try world(
      text, follow: follow, mass: random.double(in: 0.01...1000), gravity: -500, more: crowd)
    for _ in 0..<1200 { try world.step() }
    let place = try #require(world.snapshot["box"]?.position, "seed \(seed)")
    #expect(place.length < 1e5, "seed \(seed): \(place)")
  }

  @Test("Once its animation is over it moves on by physics")
  func released() throws {
    let text = "  - {id: go, of: box.position, type: basic, from: [100, 100], to: [200, 100], duration: 1 s}"
    let world = try world(text, follow: "{frequency: 8, damping: 1}")
    for _ in 0..<480 { try world.step() }
    let velocity = try #require(world.snapshot["box"]?.velocity)
    #expect(abs(velocity.x - 100) < 1, "\(velocity)")
  }

  @Test("A frequency beyond a quarter of the rate is refused")
  func tooFast() {
    let text = "tumble: 1\nworld: {rate: 120}\nbodies:\n  - {id: a, circle: 5, follow: 31 Hz}\n"
    let outcome = SceneReader().read(Data(text.utf8), file: "f.yaml", name: "f")
    #expect(
      outcome.diagnostics.map(\.message) == [
        "'frequency' is at most a quarter of the 120 steps per second: 30 Hz"
      ])
  }
}
