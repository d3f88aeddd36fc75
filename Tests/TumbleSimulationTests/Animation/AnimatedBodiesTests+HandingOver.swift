import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

// How bodies go from animation to physics and back.
extension AnimatedBodiesTests {
  @Test(
    "Thrown, caught and let go: from animation to physics and back no velocity jumps",
    arguments: Seeds.list(default: 30))
  func handOver(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let g = -500.0
    let catchTime = Double(random.int(in: 70...100)) / 120
    let throwTime = random.pick([0.5, random.double(in: 0.3...0.5)])
    let swing = try Self.animation(
      "ball.position",
      .keyframe(
        .init(
          values: (0..<4).map { _ in .vector(Vector(random.double(in: 0...200), random.double(in: 0...200)))
          },
          mode: .cubic)), MediaTiming(duration: throwTime), id: "swing")
    let spin = try Self.animation(
      "ball.angle", .basic(.init(from: .number(0), to: .number(random.double(in: -9...9)))),
      MediaTiming(duration: throwTime), timingFunction: .easing(Easing(.quadratic, .in)), id: "spin")
    let net = try Spring(response: random.double(in: 0.5...1), dampingRatio: random.double(in: 0.3...1.2))
    let caught = try Self.animation(
      "ball.position", .spring(.init(to: .vector(Vector(100, 100)), spring: net)),
      MediaTiming(beginTime: catchTime), id: "catch")
    let world = try World(
      Self.scene([Self.body("ball", at: Vector(3, 4))], gravity: Vector(0, g), [swing, spin, caught]))
    let sampler = try #require(
      try swing.definition.tracks(of: swing.target).map(\.sampler).first)
    func rate(_ time: Double) -> Vector {
      (time < throwTime ? sampler.sample(at: time) : sampler.endSample)?.rate.vector ?? .zero
    }
    var finished: [String: Int] = [:]
    var last = world.snapshot.bodies[0]
    // The slackest net swings for ten seconds.
    for step in 1...1800 {
      try world.step()
      for event in world.animationEvents { finished[event.key] = step }
      let body = world.snapshot.bodies[0]
      let time = Double(step) / 120
      let release = Int((throwTime * 120 - 1e-9).rounded(.up))
      if step <= release {
        // A mean lies among the velocities that it is the mean of.
        let farthest = (0...16).map { (rate(time - Double($0) / 16 / 120) - rate(time)).length }.max() ?? 0
        #expect((body.velocity - rate(time)).length <= farthest * 1.01 + 1e-9, "step \(step)")
      } else if step == release + 1 {
        let left = rate(throwTime) + Vector(0, g / 120)
        #expect(
          (body.velocity - left).length < 1e-9, "left with \(body.velocity), not \(left)")
      } else if time <= catchTime {
        #expect(
          (body.velocity - last.velocity - Vector(0, g / 120)).length < 1e-9, "step \(step)")
        #expect(body.angularVelocity == last.angularVelocity)
      } else if time <= catchTime + 1.5 / 120 {
        // The spring's pull and damping at the place and velocity where it took over, and half as much again.
        let pull = (Vector(100, 100) - last.position) * (net.stiffness / net.mass)
        let brake = last.velocity * (net.damping / net.mass)
        let most = (pull.length + brake.length) / 120 * 1.5
        #expect((body.velocity - last.velocity).length <= most, "step \(step)")
      }
      last = body
    }
    #expect(finished.count == 3, "\(finished)")
    #expect(finished["swing"] == Int((throwTime * 120 - 1e-9).rounded(.up)))
    // Let go at rest: it falls again.
    let fall = g * Double(1800 - (finished["catch"] ?? 0)) / 120
    #expect(abs(last.velocity.y - fall) < 1)
  }

  @Test("The velocity that a throw leaves with is the curve's own at its end")
  func thrown() throws {
    let toss = try Self.animation(
      "ball.position", Self.to(60, 80, from: .zero), MediaTiming(duration: 0.5),
      timingFunction: .easing(Easing(.quadratic, .in)))
    let world = try World(Self.scene([Self.body("ball")], gravity: .zero, [toss]))
    for _ in 0..<120 { try world.step() }
    // The slope of t² is 2 at its end: twice 60 and 80 in half a second.
    #expect((world.snapshot.bodies[0].velocity - Vector(240, 320)).length < 1e-9)
  }

  @Test("A spring takes a falling body over with its place and velocity")
  func caught() throws {
    let net = try Spring(response: 0.8, dampingRatio: 0.5)
    let catcher = try Self.animation(
      "ball.position", .spring(.init(to: .vector(Vector(50, 50)), spring: net)), MediaTiming(beginTime: 0.5))
    let world = try World(Self.scene([Self.body("ball", at: Vector(0, 300))], [catcher]))
    for _ in 0..<60 { try world.step() }
    let start = world.snapshot.bodies[0]
    let motion = SpringMotion(net, from: start.position, to: Vector(50, 50), velocity: start.velocity)
    for step in 1...60 {
      try world.step()
      let expected = motion.value(at: Double(step) / 120)
      #expect((world.snapshot.bodies[0].position - expected).length < 1e-9, "step \(step)")
    }
  }

  @Test("A new target in flight keeps the spring's velocity")
  func retargeted() throws {
    let spring = try Spring(response: 0.8, dampingRatio: 0.4)
    func pull(_ x: Double) -> AnimationDefinition {
      AnimationDefinition(.spring(.init(to: .vector(Vector(x, 0)), spring: spring)))
    }
    let target = AnimationTarget("ball", .position)
    for kind in [Scene.Body.Kind.dynamic, .kinematic] {
      let world = try World(Self.scene([Self.body("ball", kind)], gravity: .zero))
      try world.addAnimation(pull(200), of: target, key: "pull")
      for _ in 0..<15 { try world.step() }
      let before = world.snapshot.bodies[0].velocity
      try world.addAnimation(pull(-200), of: target, key: "pull")
      try world.step()
      let after = world.snapshot.bodies[0].velocity
      // The spring pulls with at most 400 points × (2π / 0.8)².
      #expect((after - before).length <= 420 * 61.7 / 120, "\(kind): \(before) to \(after)")
      #expect(before.x > 500 && world.animationEvents == [.init(key: "pull", outcome: .interrupted)])
      for _ in 0..<1200 { try world.step() }
      #expect(world.snapshot.bodies[0].position.x == -200)
    }
  }

  @Test("Taken away in flight, a dynamic body flies on and a kinematic one stands")
  func removed() throws {
    for kind in [Scene.Body.Kind.dynamic, .kinematic] {
      let slide = try Self.animation("ball.position", Self.to(120, 0, from: .zero))
      let world = try World(Self.scene([Self.body("ball", kind)], gravity: .zero, [slide]))
      for _ in 0..<60 { try world.step() }
      world.removeAnimation(key: "a")
      try world.step()
      #expect(world.animationEvents == [.init(key: "a", outcome: .interrupted)])
      try world.step()
      #expect(world.animationEvents.isEmpty && world.animationKeys.isEmpty)
      let velocity = world.snapshot.bodies[0].velocity
      #expect((velocity - (kind == .dynamic ? Vector(120, 0) : .zero)).length < 1e-9, "\(kind)")
    }
  }

  @Test("A body that a person holds is let go when an animation takes it")
  func held() throws {
    let lift = try Self.animation(
      "crate.position", Self.to(0, 100), MediaTiming(beginTime: 0.5, duration: 0.5))
    let world = try World(Self.scene([Self.body("crate")], gravity: .zero, [lift]))
    try world.step([.grab(.zero)])
    for step in 1...180 { try world.step([.move(Vector(0, -Double(step) / 10))]) }
    #expect(world.snapshot.bodies[0].position.y > 90)
  }
}
