import Foundation
import Testing
import TumbleGeometry
import TumbleTestSupport

@testable import TumblePhysics

@Suite("A spring or damper with a curve")
struct ForceCurveTests {
  /// A curve that is hard near its rest, soft further out, and harder when it is pressed.
  private static func curve(scale: Double = 1) throws -> ForceCurve {
    try ForceCurve(
      [(-50.0, -9000.0), (-10, -2000), (0, 0), (20, 3000), (60, 4000)].map {
        ForceCurve.Point(at: $0.0, force: $0.1 * scale)
      })
  }

  @Test(
    "A spring or damper with a curve has at each point the force of its table, between two the straight line, and beyond the ends theirs"
  )
  func values() throws {
    let curve = try Self.curve()
    for point in curve.points { #expect(curve.force(at: point.at) == point.force) }
    #expect(curve.force(at: 10) == 1500 && curve.force(at: -30) == -5500 && curve.force(at: 40) == 3500)
    #expect(curve.force(at: -1e9) == -9000 && curve.force(at: 1e9) == 4000)
    let sampled = try ForceCurve(over: -2...2, count: 5) { $0 * $0 * $0 }
    #expect(sampled.points.map(\.at) == [-2, -1, 0, 1, 2] && sampled.force(at: 1.5) == 4.5)
  }

  @Test(
    "A spring or damper with a curve refuses a table that is empty, does not rise, or has a number out of range"
  )
  func refusals() {
    func refusal(_ points: [(Double, Double)]) -> String {
      do {
        _ = try ForceCurve(points.map { ForceCurve.Point(at: $0.0, force: $0.1) })
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal([]) == "force curve: points must have one point at least, not none")
    #expect(refusal([(1, 0), (1, 5)]) == "force curve: at must rise from point to point, not 1.0 after 1.0")
    #expect(refusal([(.nan, 0)]).hasPrefix("force curve: at must be from"))
    #expect(refusal([(0, .infinity)]).hasPrefix("force curve: force must be from"))
    #expect(refusal([(0, 3)]) == "none")
    #expect(throws: PhysicsError.self) { try ForceCurve(over: 0...1, count: 1) { $0 } }
  }

  @Test(
    "A spring or damper with a curve pulls and pushes with the force of its table, and no more than its maxForce"
  )
  func linear() throws {
    for reach in [-45.0, -10, -4, 3, 20, 59, 200] {
      let space = try Space()
      let (nail, bob) = (try space.nail(), try space.ball(at: Vector(100 + reach, 0), mass: 2))
      let spring = try DampedSpring(nail, bob, restLength: 100, stiffness: 77, damping: 0)
      spring.forceCurve = try Self.curve()
      try space.add(spring)
      try space.step(0.01)
      let force = try Self.curve().force(at: reach)
      #expect(abs(bob.velocity.x + force / 2 * 0.01) < 1e-9, "\(reach)")
      #expect(abs(spring.impulse + force * 0.01) < 1e-9)
      spring.maxForce = 100
      bob.pose(at: Vector(100 + reach, 0))
      try space.step(0.01)
      #expect(abs(bob.velocity.x.magnitude - min(force.magnitude, 100) / 2 * 0.01) < 1e-9)
      // And by its stiffness again without the curve.
      (spring.forceCurve, spring.maxForce) = (nil, .infinity)
      bob.pose(at: Vector(100 + reach, 0))
      try space.step(0.01)
      #expect(abs(bob.velocity.x + 77 * reach / 2 * 0.01) < 1e-9)
    }
  }

  @Test("A spring or damper with a curve turns back with the torque of its table")
  func rotary() throws {
    for turn in [-0.8, -0.05, 0.1, 0.45] {
      let space = try Space()
      let (nail, wheel) = (try space.nail(), try space.ball(at: .zero, mass: 2))
      wheel.angle = 0.3 + turn
      let spring = try DampedRotarySpring(nail, wheel, restAngle: 0.3, stiffness: 5, damping: 0)
      let curve = try ForceCurve(over: -1...1, count: 9) { $0 * $0 * $0 * 4000 + $0 * 100 }
      spring.torqueCurve = curve
      try space.add(spring)
      try space.step(0.01)
      #expect(abs(wheel.angularVelocity * wheel.moment + curve.force(at: turn) * 0.01) < 1e-9)
      #expect(abs(spring.impulse + curve.force(at: turn) * 0.01) < 1e-9)
    }
  }

  @Test(
    "A spring or damper with a curve of the shape of a stiffness and a damping moves bit for bit or nearly as those do"
  )
  func straight() throws {
    func run(_ hasCurves: Bool) throws -> Vector {
      let space = try Space(SpaceDefinition(gravity: Vector(0, -300)))
      let (nail, bob) = (try space.nail(), try space.ball(at: Vector(120, 0), mass: 2))
      let spring = try DampedSpring(
        nail, bob, restLength: 80, stiffness: hasCurves ? 0 : 100, damping: hasCurves ? 0 : 3)
      if hasCurves {
        spring.forceCurve = try ForceCurve(over: -400...400, count: 3) { $0 * 100 }
        spring.dampingCurve = try ForceCurve(over: -1e4...1e4, count: 3) { $0 * 3 }
      }
      try space.add(spring)
      try space.run(600)
      return bob.position
    }
    #expect(try run(true).distance(to: run(false)) < 1e-6)
  }

  @Test(
    "A spring or damper with a curve swings for ten minutes without gaining or losing energy",
    arguments: Seeds.list(default: 5))
  func energy(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space()
    let (nail, bob) = (try space.nail(), try space.ball(at: Vector(random.double(in: 60...150), 0), mass: 2))
    let curve = try Self.curve(scale: random.double(in: 0.2...1))
    let spring = try DampedSpring(nail, bob, restLength: 100, stiffness: 0, damping: 0)
    spring.forceCurve = curve
    try space.add(spring)
    /// The work from the rest to an extension, by trapezoids over the pieces of the table: exactly.
    func stored() -> Double {
      let stretch = bob.position.length - 100
      let cuts = ([0, stretch] + curve.points.map(\.at)).filter {
        (min(0, stretch)...max(0, stretch)).contains($0)
      }
      .sorted()
      let work = zip(cuts, cuts.dropFirst()).reduce(0) { sum, piece in
        sum + (piece.1 - piece.0) * (curve.force(at: piece.0) + curve.force(at: piece.1)) / 2
      }
      return stretch < 0 ? -work : work
    }
    let start = stored()
    var (low, high) = (Double.infinity, 0.0)
    for step in 0..<72_000 {
      try space.step(1.0 / 120)
      let energy = space.kineticEnergy + stored()
      (low, high) = (min(low, energy), max(high, energy))
      guard high < start * 1.35, low > start * 0.65 else {
        Issue.record("seed \(seed), step \(step): \(low) to \(high), from \(start)")
        return
      }
    }
    #expect(high / low < 1.9)
  }

  @Test(
    "A spring or damper with a curve never speeds a motion up by its damper, however steep that is",
    arguments: Seeds.list(default: 10))
  func damper(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space()
    let (a, b) = (try space.ball(at: .zero, mass: 1), try space.ball(at: Vector(80, 0), mass: 5))
    (a.velocity, b.velocity) = (
      Vector(random.double(in: -500...500), 0), Vector(random.double(in: -500...500), 0)
    )
    (a.angularVelocity, b.angularVelocity) = (random.double(in: -9...9), random.double(in: -9...9))
    let steep = random.pick([1.0, 100, 1e5, 1e9])
    let spring = try DampedSpring(a, b, restLength: 80, stiffness: 0, damping: 0)
    spring.dampingCurve = try ForceCurve(over: -300...300, count: 11) { $0 * $0 * $0 * steep / 1000 }
    let rotary = try DampedRotarySpring(a, b, stiffness: 0, damping: 0)
    rotary.dampingCurve = try ForceCurve(over: -5...5, count: 4) { $0 * steep * 10 }
    try space.add([spring, rotary])
    let momentum = space.momentum
    var energy = space.kineticEnergy
    for step in 0..<120 {
      try space.step(1.0 / 120)
      #expect(space.kineticEnergy <= energy * (1 + 1e-12), "seed \(seed), step \(step)")
      energy = space.kineticEnergy
    }
    #expect((space.momentum - momentum).length < 1e-6)
  }

  @Test(
    "A spring or damper with a curve damps one way as its table says, and lets what hangs on it fall asleep")
  func oneWay() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.5))
    let (nail, bob) = (try space.nail(at: Vector(0, 100)), try space.ball(at: .zero, mass: 1))
    let damper = try DampedSpring(nail, bob, restLength: 100, stiffness: 0, damping: 0)
    // Free when it is pressed, stiff when it is drawn out.
    damper.dampingCurve = try ForceCurve(
      [(-1e6, 0), (0, 0), (1e6, 1e8)].map { ForceCurve.Point(at: $0.0, force: $0.1) })
    try space.add(damper)
    bob.velocity = Vector(0, 300)
    try space.step(1.0 / 120)
    #expect(abs(bob.velocity.y - (300 - 1000.0 / 120)) < 1e-9)
    try space.run(120)
    // As with a damping of 100: what a step leaves of the speed, and what it adds.
    let rest = exp(-100.0 / 120)
    #expect(abs(bob.velocity.y + 1000 / 120 * rest / (1 - rest)) < 1e-3)
    let floor = try space.nail(at: bob.position - Vector(0, 12))
    try space.add(Shape(.box(Size(100, 4)), on: floor))
    try space.run(240)
    #expect(bob.isSleeping)
  }
}

extension Body {
  /// Puts it somewhere, at rest.
  fileprivate func pose(at position: Vector) {
    (self.position, velocity, angle, angularVelocity) = (position, .zero, 0, 0)
  }
}
