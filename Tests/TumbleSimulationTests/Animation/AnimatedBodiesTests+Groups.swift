import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

// Bodies that members of groups move.
extension AnimatedBodiesTests {
  @Test(
    "A group's member that ends inside a step lets its body fly on from then, turned back and repeated groups too",
    arguments: [1.0, 0.7, 2])
  func members(speed: Double) throws {
    // Evenly, from 0.2031 s on, at 100 points per second of the group's time.
    let way = AnimationDefinition(
      Self.to(60, 0, from: Vector(10, 0)), timing: MediaTiming(beginTime: 0.2031, duration: 0.5))
    let member = AnimationMember(AnimationTarget("ball", .position), way)
    for repetition in [MediaTiming.Repetition.once, .count(3)] {
      let group = Scene.Animation(
        id: "g", target: nil,
        definition: AnimationDefinition(
          .group([member]), timing: MediaTiming(duration: 1, speed: speed, repetition: repetition)))
      let world = try World(Self.scene([Self.body("ball")], gravity: .zero, [group]))
      let end = 0.7031 / speed
      for step in 1...Int(1 / speed * 120) {
        try world.step()
        let time = Double(step) / 120
        let ball = world.snapshot.bodies[0]
        guard time > 0.2031 / speed + 1 / 120.0 else { continue }
        #expect((ball.velocity.x - 100 * speed).magnitude < 1e-6, "\(repetition), step \(step)")
        let place = 10 + 100 * (time - 0.2031 / speed) * speed
        #expect((ball.position.x - place).magnitude < 1e-6, "\(repetition), step \(step), end \(end)")
      }
    }
  }

  @Test("A repeating group's member that is cut off stands at its cycle's end until it begins again")
  func cutOff() throws {
    let run = AnimationContent.basic(.init(from: .number(0), to: .number(100)))
    let member = AnimationMember(
      AnimationTarget("ball", .positionX),
      AnimationDefinition(run, timing: MediaTiming(beginTime: 0.5, duration: 0.5, repetition: .forever)))
    let group = Scene.Animation(
      id: "g", target: nil,
      definition: AnimationDefinition(
        .group([member]), timing: MediaTiming(duration: 1.5, repetition: .count(2))))
    let world = try World(Self.scene([Self.body("ball", .kinematic)], gravity: .zero, [group]))
    for step in 1...480 {
      try world.step()
      let phase = step % 180 - 60
      let expected =
        step >= 180 && phase < 0 || step >= 360 ? 100 : phase < 0 ? 0 : Double(phase % 60) * 100 / 60
      #expect((world.snapshot.bodies[0].position.x - expected).magnitude < 1e-9, "step \(step)")
    }
  }

  @Test("A body leaves a group's end as fast as it came there, also where its member was about to turn")
  func leavesForwards() throws {
    let run = AnimationContent.basic(.init(from: .number(0), to: .number(100)))
    for (duration, rate) in [(0.5, 200.0), (0.3, 1000 / 3.0), (0.1, 1000), (0.15, 2000 / 3.0)] {
      let member = AnimationMember(
        AnimationTarget("ball", .positionX),
        AnimationDefinition(
          run, timing: MediaTiming(duration: duration, repetition: .forever, autoreverses: true)))
      let group = Scene.Animation(
        id: "g", target: nil,
        definition: AnimationDefinition(.group([member]), timing: MediaTiming(duration: duration * 3)))
      let world = try World(Self.scene([Self.body("ball")], gravity: .zero, [group]))
      let last = Int((duration * 3 * 120).rounded())
      for _ in 0..<last { try world.step() }
      #expect((world.snapshot.bodies[0].position.x - 100).magnitude < 1e-9)
      try world.step()
      #expect((world.snapshot.bodies[0].velocity.x - rate).magnitude < 1e-6, "\(duration)")
    }
  }

  @Test("A member that a group plays backwards leaves its begin with the velocity it had")
  func turnedBack() throws {
    let way = AnimationDefinition(
      Self.to(60, 0, from: Vector(10, 0)), timing: MediaTiming(beginTime: 0.2031, duration: 2))
    let group = Scene.Animation(
      id: "g", target: nil,
      definition: AnimationDefinition(
        .group([AnimationMember(AnimationTarget("ball", .position), way)]),
        timing: MediaTiming(duration: 1, autoreverses: true)))
    let world = try World(Self.scene([Self.body("ball")], gravity: .zero, [group]))
    for step in 1...239 {
      try world.step()
      let (time, ball) = (Double(step) / 120, world.snapshot.bodies[0])
      guard time > 1.01 else { continue }
      #expect((ball.velocity.x + 25).magnitude < 1e-6, "step \(step)")
      #expect((ball.position.x - (10 + 25 * (2 - time - 0.2031))).magnitude < 1e-6, "step \(step)")
    }
  }

  @Test(
    "A member that comes and goes within a step moves its body to its end, and to its begin on the way back")
  func blinks() throws {
    let blink = AnimationDefinition(
      Self.to(60, 0, from: Vector(10, 0)), timing: MediaTiming(beginTime: 0.502, duration: 0.004))
    let group = Scene.Animation(
      id: "g", target: nil,
      definition: AnimationDefinition(
        .group([AnimationMember(AnimationTarget("ball", .position), blink)]),
        timing: MediaTiming(duration: 1, repetition: .forever, autoreverses: true)))
    let world = try World(Self.scene([Self.body("ball", .kinematic)], gravity: .zero, [group]))
    for step in 1...600 {
      try world.step()
      // There after 0.506 s of each two; back after 1.498 s.
      let passed = (Double(step) / 120).truncatingRemainder(dividingBy: 2)
      let x = world.snapshot.bodies[0].position.x
      if step < 60 {
        #expect(x == 0)
      } else if passed > 0.51, passed < 1.49 {
        #expect(x == 60, "step \(step)")
      } else if passed > 1.51 || passed < 0.5 {
        #expect(x == 10, "step \(step)")
      }
    }
  }

  @Test(
    "Where the group turns or begins again within the step too, the way that the member was played last counts"
  )
  func blinksAtTurns() throws {
    func heights(_ begin: Double, _ timing: MediaTiming) throws -> [Double] {
      let blink = AnimationDefinition(
        Self.to(60, 0, from: Vector(10, 0)), timing: MediaTiming(beginTime: begin, duration: 0.002))
      let group = Scene.Animation(
        id: "g", target: nil,
        definition: AnimationDefinition(
          .group([AnimationMember(AnimationTarget("ball", .position), blink)]), timing: timing))
      let world = try World(Self.scene([Self.body("ball", .kinematic)], gravity: .zero, [group]))
      return try (0...250).map { step in
        if step > 0 { try world.step() }
        return world.snapshot.bodies[0].position.x
      }
    }
    // Step 241 goes back over it, and forth again up to before it.
    let turned = try heights(
      0.001, MediaTiming(duration: 1.004, repetition: .forever, autoreverses: true))
    #expect(turned[0] == 0 && turned[1] == 60 && turned[240] == 60 && turned[241] == 10 && turned[242] == 60)
    // Step 121 passes it and the cycle's end.
    let repeated = try heights(1.002, MediaTiming(duration: 1.005, repetition: .forever))
    #expect(repeated[120] == 0 && repeated[121] == 60 && repeated[122] == 60)
  }
}
