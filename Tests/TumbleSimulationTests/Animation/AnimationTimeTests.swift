import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("The time of animations in a world")
struct AnimationTimeTests {
  private static let way = AnimationContent.basic(.init(from: .number(0), to: .number(100)))

  private static func world(_ bodies: Int, rate: Int = 120, kind: Scene.Body.Kind = .kinematic) throws
    -> World
  {
    var scene = AnimatedBodiesTests.scene(
      (0..<bodies).map { AnimatedBodiesTests.body("b\($0)", kind, at: Vector(0, Double($0) * 50)) },
      gravity: .zero)
    scene.world.rate = rate
    return try World(scene)
  }

  @Test(
    "What takes 0 to 100 ends at 100 with the step that its duration says, whenever it was added",
    arguments: [0.4, 0.45, 0.8, 0.9], [MediaTiming.Repetition.once, .count(2)])
  func ends(duration: Double, repetition: MediaTiming.Repetition) throws {
    // As many bodies as are under way at once, and one more.
    let length = Int((duration * 120).rounded()) * (repetition == .once ? 1 : 2)
    let world = try Self.world(length + 1)
    // Of each five steps of the first 30 seconds one: every one is looked at without a world around it.
    for step in 0..<(3600 + length) {
      if step < 3600, step % 5 == 0 {
        try world.addAnimation(
          AnimationDefinition(
            Self.way, timing: MediaTiming(duration: duration, repetition: repetition)),
          of: AnimationTarget("b\(step % (length + 1))", .positionX), key: "\(step)")
      }
      try world.step()
      let started = world.steps - length
      guard started >= 0, started % 5 == 0, started < 3600 else { continue }
      #expect(world.snapshot.bodies[started % (length + 1)].position.x == 100, "started at step \(started)")
      #expect(
        world.animationEvents == [AnimationEvent(key: "\(started)", outcome: .finished)],
        "started at step \(started)")
    }
  }

  @Test("A duration of 0 in a scene is 0: bodies are at their ends at once, and looks where they fill")
  func instants() throws {
    func scene(_ animations: String) throws -> World {
      try World(
        Scene(
          text: """
            tumble: 1
            world: {gravity: [0, 0]}
            bodies:
              - {id: lift, kind: kinematic, at: [0, 5], box: [10, 10]}
              - {id: ball, at: [50, 0], velocity: [0, 60], circle: 5}
            animations: [\(animations)]
            """, name: "instant"))
    }
    let world = try scene(
      """
      {id: a, of: lift.position, type: basic, to: [30, 0], duration: 0},
      {id: b, of: ball.position.x, type: spring, by: 20, duration: 0, beginTime: 0.5 s},
      {id: c, of: lift.opacity, type: basic, from: 1, to: 0.25, duration: 0, beginTime: 0.25 s, fillMode: forwards},
      {id: d, type: group, duration: 1, repeat: 2, animations: [
        {of: lift.angle, type: basic, by: 1, duration: 0, beginTime: 0.5}]}
      """)
    var ended: [String] = []
    for step in 1...240 {
      try world.step()
      let (lift, ball) = (world.snapshot.bodies[0], world.snapshot.bodies[1])
      #expect(lift.position == Vector(30, 0), "step \(step)")
      #expect(lift.angle == (step > 60 ? 1 : 0), "step \(step)")
      #expect(ball.position.x == (step > 60 ? 70 : 50), "step \(step)")
      #expect((ball.position.y - Double(step) / 2).magnitude < 1e-9, "step \(step)")
      #expect(lift.appearance.opacity == (step >= 30 ? 0.25 : 1), "step \(step)")
      ended += world.animationEvents.map { "\($0.key) \(step)" }
    }
    #expect(ended == ["a 1", "c 31", "b 61", "d 240"])
    let written = SceneWriter().text(world.scene)
    #expect(written.contains("duration: 0"))
    // Left out it is the quarter second of Core Animation.
    let usual = try scene("{id: a, of: lift.position.x, type: basic, to: 30}")
    for _ in 0..<15 { try usual.step() }
    #expect((usual.snapshot.bodies[0].position.x - 15).magnitude < 1e-9)
  }

  @Test("Discrete keys and stairs change with the step that their time says, whenever they were added")
  func jumps() throws {
    let values = (0..<10).map { AnimatableValue.number(Double($0)) }
    let stairs = try Steps(10)
    let ramp = AnimationContent.basic(.init(from: .number(0), to: .number(10)))
    let world = try Self.world(2 * 121)
    let timing = MediaTiming(duration: 1)
    for step in 0..<1200 {
      let body = 2 * (step % 121)
      try world.addAnimation(
        AnimationDefinition(.keyframe(.init(values: values, mode: .discrete)), timing: timing),
        of: AnimationTarget("b\(body)", .positionX), key: "keys\(step)")
      try world.addAnimation(
        AnimationDefinition(ramp, timing: timing, timingFunction: .steps(stairs)),
        of: AnimationTarget("b\(body + 1)", .positionX), key: "stairs\(step)")
      try world.step()
      for started in stride(from: step, through: max(0, world.steps - 119), by: -7) {
        let expected = Double((world.steps - started) / 12)
        let body = 2 * (started % 121)
        #expect(
          world.snapshot.bodies[body].position.x == expected
            && world.snapshot.bodies[body + 1].position.x == expected,
          "started at step \(started), now \(world.steps)")
      }
    }
  }

  @Test(
    "In layers of layers too, what repeats neither flashes nor ends elsewhere",
    arguments: [60, 100, 120, 144])
  func layers(rate: Int) throws {
    for (begin, speed, duration) in [(0.1, 0.5, 0.45), (2.3, 1, 0.9), (100.1, 2, 0.4), (-7.7, 1.25, 0.8)] {
      var scene = AnimatedBodiesTests.scene([AnimatedBodiesTests.body("a", .kinematic)], gravity: .zero)
      scene.world.rate = rate
      scene.layers = [
        Scene.Layer(id: "outer", timing: LayerTiming(beginTime: begin, timeOffset: begin)),
        Scene.Layer(id: "inner", parent: "outer", timing: LayerTiming(beginTime: begin, speed: speed)),
      ]
      let world = try World(scene)
      let length = duration * 2 / speed * Double(rate)
      // Those that end between two steps end with the next.
      let steps = Int((length - 1e-6).rounded(.up))
      for start in 0..<20 {
        for _ in 0..<(start * 7 % 11) { try world.step() }
        try world.addAnimation(
          AnimationDefinition(Self.way, timing: MediaTiming(duration: duration, repetition: .count(2))),
          of: AnimationTarget("a", .positionX), key: "a", layer: "inner")
        for step in 1...steps {
          try world.step()
          let passes = Double(step) / length * 2
          let share = passes - passes.rounded(.down)
          let expected = step == steps ? 100 : (passes - 1).magnitude < 1e-9 ? 0 : share * 100
          #expect(
            (world.snapshot.bodies[0].position.x - expected).magnitude < 1e-6,
            "begin \(begin), started \(start), step \(step) of \(steps)")
          let isOver = world.animationEvents.contains { $0.outcome == .finished }
          #expect(isOver == (step == steps), "begin \(begin), started \(start), step \(step) of \(steps)")
        }
      }
    }
  }

  @Test(
    "A body whose group ends on a step while one around it goes on is let go in that step, and does not stall"
  )
  func groupEnds() throws {
    for (rate, begin) in [(120, 0.0), (120, 0.1), (144, 0.3), (100, 0.7)] {
      for inner in [0.4, 0.45, 0.9] {
        let member = AnimationMember(
          AnimationTarget("b0", .positionX),
          AnimationDefinition(Self.way, timing: MediaTiming(duration: 1)))
        let group = AnimationDefinition(
          .group([member]), timing: MediaTiming(beginTime: begin, duration: inner))
        let outer = AnimationDefinition(
          .group([AnimationMember(nil, group)]), timing: MediaTiming(duration: 3))
        let world = try Self.world(1, rate: rate, kind: .dynamic)
        try world.addAnimation(outer, of: nil, key: "outer")
        for _ in 0..<(2 * rate) {
          let before = world.snapshot.bodies[0]
          try world.step()
          let body = world.snapshot.bodies[0]
          guard before.position.x > 0 else { continue }
          #expect(
            ((body.position.x - before.position.x) * Double(rate) - 100).magnitude < 1e-6,
            "\(rate) Hz, begin \(begin), inner \(inner), step \(world.steps)")
        }
      }
    }
  }

  @Test("A new target in flight keeps the curve's velocity, of a dynamic body as of a kinematic one")
  func retargeting() throws {
    let spring = try Spring(response: 0.5, dampingRatio: 0.7)
    for kind in [Scene.Body.Kind.dynamic, .kinematic] {
      let world = try Self.world(1, kind: kind)
      func aim(_ x: Double) throws {
        try world.addAnimation(
          AnimationDefinition(.spring(SpringAnimation(to: .number(x), spring: spring))),
          of: AnimationTarget("b0", .positionX), key: "spring")
      }
      try aim(200)
      let motion = SpringMotion(
        spring, from: .number(0), to: AnimatableValue.number(200), velocity: .number(0))
      for _ in 0..<12 { try world.step() }
      try aim(-100)
      let turned = motion.retargeted(to: .number(-100), at: 0.1)
      for step in 1...60 {
        try world.step()
        let x = try #require(turned.value(at: Double(step) / 120).number)
        #expect((world.snapshot.bodies[0].position.x - x).magnitude < 1e-6, "\(kind), step \(step)")
      }
    }
  }
}
