import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("Layers of a world")
struct LayerTests {
  /// A lift that goes up and down, two seconds a way, in a layer within a layer.
  private static func scene(
    outer: LayerTiming = LayerTiming(), inner: LayerTiming = LayerTiming(), _ others: [Scene.Body] = []
  ) throws -> Scene {
    var lift = try AnimatedBodiesTests.animation(
      "lift.position", AnimatedBodiesTests.to(150, 250, from: Vector(150, 50)),
      MediaTiming(duration: 2, repetition: .forever, autoreverses: true, fillMode: .backwards),
      timingFunction: .easeInOut)
    lift.layer = "inner"
    var scene = AnimatedBodiesTests.scene(
      [AnimatedBodiesTests.body("lift", .kinematic, size: Size(100, 10))] + others, [lift])
    scene.layers = [
      Scene.Layer(id: "outer", timing: outer), Scene.Layer(id: "inner", parent: "outer", timing: inner),
    ]
    return scene
  }

  /// Returns the height of the lift at a time of its layer.
  private static func height(_ time: Double) throws -> Double {
    let scene = try Self.scene()
    let sampler = try scene.animations[0].definition.tracks(of: scene.animations[0].target).map(\.sampler)[0]
    return sampler.sample(at: time)?.value.vector?.y ?? .nan
  }

  private func lift(_ world: World) -> BodySnapshot { world.snapshot.bodies[0] }

  @Test(
    "Paused, resumed, rewound, sped up and scrubbed in any order, a body is where the layer's time says, and moves as it does",
    arguments: Seeds.list(default: 15))
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try World(Self.scene())
    // Counted apart from the world, in sums.
    var (time, speeds) = (0.0, ["outer": 1.0, "inner": 1.0])
    for step in 0..<240 {
      var commands: [Command] = []
      var goal: Double?
      if random.int(in: 0...9) == 0 {
        let layer = random.pick(["outer", "inner"])
        let speed = random.pick([0, 1, -1, 4, 0.3])
        speeds[layer] = speed
        commands = [.run(layer: layer, speed: speed)]
      } else if random.int(in: 0...9) == 0 {
        goal = random.double(in: 0...3)
        speeds["inner"] = 0
        commands = [.scrub(layer: "inner", to: goal ?? 0)]
      }
      let (before, old) = (lift(world), time)
      try world.step(commands)
      time = goal ?? time + (speeds["outer"] ?? 0) * (speeds["inner"] ?? 0) / 120
      let now = lift(world)
      let own = try #require(world.layerTime("inner"))
      #expect((own.time - time).magnitude < 1e-9, "step \(step)")
      #expect((now.position.y - (try Self.height(time))).magnitude < 1e-6, "step \(step)")
      // Never put anywhere: its velocity is what took it there. ease-in-out is nowhere steeper than 1.8.
      #expect(
        ((now.position.y - before.position.y) * 120 - now.velocity.y).magnitude < 1e-6,
        "step \(step)")
      #expect(
        (now.position.y - before.position.y).magnitude <= 180 * (time - old).magnitude + 1e-6,
        "step \(step)")
    }
  }

  @Test("A scrub arrives without a jump whatever else its step does to the layers above, in either order")
  func scrubsTogether() throws {
    for (other, outer) in [
      (Command.run(layer: "outer", speed: 4), nil), (.run(layer: "outer", speed: 0), nil),
      (.run(layer: "outer", speed: -1), nil), (.scrub(layer: "outer", to: 0), 0.0),
      (.scrub(layer: "outer", to: 3), 3.0),
    ] {
      for isFirst in [true, false] {
        for speed in [1.0, 0] {
          let world = try World(
            Self.scene(outer: LayerTiming(speed: speed), inner: LayerTiming(timeOffset: 0.5)))
          for _ in 0..<10 { try world.step() }
          let before = lift(world)
          let scrub = Command.scrub(layer: "inner", to: 1)
          try world.step(isFirst ? [scrub, other] : [other, scrub])
          let now = lift(world)
          #expect(world.layerTime("inner")! == (1, 0), "\(other), first: \(isFirst), from \(speed)")
          if let outer { #expect(world.layerTime("outer")! == (outer, 0)) }
          #expect((now.position.y - (try Self.height(1))).magnitude < 1e-9)
          #expect(((now.position.y - before.position.y) * 120 - now.velocity.y).magnitude < 1e-6)
          for _ in 0..<5 { try world.step() }
          #expect(world.layerTime("inner")! == (1, 0))
          #expect((lift(world).position.y - (try Self.height(1))).magnitude < 1e-9)
        }
      }
    }
  }

  @Test("Of a run and a scrub of one layer in one step the later one counts")
  func laterCounts() throws {
    let world = try World(Self.scene())
    try world.step([.scrub(layer: "inner", to: 1), .run(layer: "inner", speed: 2)])
    let own = try #require(world.layerTime("inner"))
    #expect((own.time - 2.0 / 120).magnitude < 1e-12 && own.speed == 2)
    try world.step([
      .run(layer: "inner", speed: 2), .scrub(layer: "inner", to: 0.5), .scrub(layer: "inner", to: 1),
    ])
    #expect(world.layerTime("inner")! == (1, 0))
  }

  @Test("A dynamic body whose animation a scrub takes past its end or its begin is let go there at rest")
  func scrubbedOut() throws {
    for (goal, place) in [(5.0, 200.0), (-3, 0)] {
      var throwing = try AnimatedBodiesTests.animation(
        "ball.position", AnimatedBodiesTests.to(200, 0, from: .zero), MediaTiming(duration: 1))
      throwing.layer = "show"
      var scene = AnimatedBodiesTests.scene([AnimatedBodiesTests.body("ball")], gravity: .zero, [throwing])
      scene.layers = [Scene.Layer(id: "show")]
      let world = try World(scene)
      for step in 0..<60 { try world.step(step == 30 ? [.scrub(layer: "show", to: goal)] : []) }
      let ball = world.snapshot.bodies[0]
      #expect(ball.velocity == .zero, "to \(goal)")
      #expect((ball.position.x - place).magnitude < 1e-9, "to \(goal)")
    }
  }

  @Test("After a scrub time stands, for a spring that is added before the next step too")
  func standsAfterScrub() throws {
    let fade = try AnimatedBodiesTests.animation(
      "lamp.opacity", .basic(.init(from: .number(0), to: .number(1))), MediaTiming(duration: 2))
    var scene = AnimatedBodiesTests.scene([AnimatedBodiesTests.body("lamp")], [fade])
    scene.layers = [Scene.Layer(id: "show")]
    let world = try World(scene)
    try world.step([.scrub(layer: "show", to: 1)])
    #expect(world.layerTime("show")! == (1, 0))
    let spring = try Spring(response: 0.5, dampingRatio: 0.5)
    try world.addAnimation(
      AnimationDefinition(.spring(.init(to: .number(1), spring: spring))),
      of: AnimationTarget("lamp", .opacity), key: "spring", layer: "show")
    let shown = world.snapshot.bodies[0].appearance.opacity
    try world.step()
    #expect((world.snapshot.bodies[0].appearance.opacity - shown).magnitude < 1e-12)
    // The fade's 0.5 per second are nothing where time stands: from rest a spring goes the way of its pull
    // alone.
    try world.step([.run(layer: "show", speed: 1)])
    let way = world.snapshot.bodies[0].appearance.opacity - shown
    #expect(way < spring.stiffness / 120 / 120 / 2 * 1.01)
  }

  @Test("The same commands lead to the same bits")
  func repeatable() throws {
    let script: [Int: Command] = [
      10: .run(layer: "outer", speed: 3), 40: .scrub(layer: "inner", to: 0.2),
      60: .run(layer: "inner", speed: -0.5), 80: .grab(Vector(150, 100)), 90: .run(layer: "outer", speed: 0),
      100: .scrub(layer: "inner", to: 2), 120: .release, 130: .run(layer: "outer", speed: 1),
    ]
    func run() throws -> [StateHash] {
      let crate = AnimatedBodiesTests.body("crate", at: Vector(150, 66))
      let world = try World(Self.scene([crate]))
      return try (0..<200).map { step in
        try world.step(script[step].map { [$0] } ?? [])
        return world.hash
      }
    }
    #expect(try run() == run())
  }

  @Test("A layer's begin, speed and offset are those of the file, its parent's over its own")
  func own() throws {
    let world = try World(
      Self.scene(
        outer: LayerTiming(beginTime: 0.5, speed: 2), inner: LayerTiming(speed: 0.5, timeOffset: 1.5)))
    #expect(lift(world).position.y == (try Self.height(1)))
    for _ in 0..<120 { try world.step() }
    #expect((lift(world).position.y - (try Self.height(2))).magnitude < 1e-9)
    let times = try #require(world.layerTime("inner"))
    #expect((times.time - 2).magnitude < 1e-12 && times.speed == 1)
    #expect(world.layerTime("elsewhere") == nil)
  }

  @Test("A lift that is scrubbed by hand carries what stands on it, up and down")
  func carries() throws {
    let world = try World(
      Self.scene(inner: LayerTiming(speed: 0), [AnimatedBodiesTests.body("crate", at: Vector(150, 65))]))
    for _ in 0..<60 { try world.step() }
    for step in 0..<360 {
      // Up by 250 points per second at most, then half of the way down.
      let time = step < 240 ? Double(step) / 120 : 2 - Double(step - 240) / 120
      try world.step([.scrub(layer: "inner", to: time)])
      let (lift, crate) = (world.snapshot.bodies[0], world.snapshot.bodies[1])
      #expect((crate.position.y - lift.position.y - 15).magnitude < 2, "step \(step)")
      #expect((crate.position.x - 150).magnitude < 1, "step \(step)")
    }
    #expect(world.snapshot.bodies[1].position.y > 150)
  }

  @Test(
    "A layer is scrubbed to its goal in the step, whatever is done to its parent in the same one, before or after"
  )
  func familyScrubs() throws {
    let others: [Command] = [
      .scrub(layer: "outer", to: 0), .scrub(layer: "outer", to: 1.5), .run(layer: "outer", speed: 4),
      .run(layer: "outer", speed: -1),
    ]
    for other in others {
      for isFirst in [true, false] {
        let world = try World(Self.scene())
        for _ in 0..<30 { try world.step() }
        let (before, start) = (lift(world), try #require(world.layerTime("inner")).time)
        #expect(abs(start - 0.25) < 1e-9)
        let scrub = Command.scrub(layer: "inner", to: 1)
        try world.step(isFirst ? [other, scrub] : [scrub, other])
        let after = lift(world)
        #expect(abs(after.position.y - (try Self.height(1))) < 1e-6, "\(other)")
        #expect(abs(after.velocity.y - (after.position.y - before.position.y) * 120) < 1e-3, "\(other)")
        try world.step()
        #expect(abs(lift(world).position.y - after.position.y) < 1e-9, "\(other)")
      }
    }
  }

  @Test("What is over shows again when its layer goes back, and has reported once")
  func rewound() throws {
    var fade = try AnimatedBodiesTests.animation(
      "lamp.opacity", .basic(.init(from: .number(0), to: .number(0.5))), MediaTiming(duration: 0.5))
    fade.layer = "show"
    var scene = AnimatedBodiesTests.scene([AnimatedBodiesTests.body("lamp")], [fade])
    scene.layers = [Scene.Layer(id: "show")]
    let world = try World(scene)
    var events: [AnimationEvent] = []
    for step in 0..<240 {
      try world.step(step == 120 ? [.run(layer: "show", speed: -1)] : [])
      events += world.animationEvents
      let time = (step < 120 ? step + 1 : 239 - step)
      let opacity = world.snapshot.bodies[0].appearance.opacity
      #expect((opacity - (time >= 60 ? 1 : Double(time) / 120)).magnitude < 1e-9, "step \(step)")
    }
    #expect(events == [AnimationEvent(key: "a", outcome: .finished)])
    #expect(world.animationKeys == ["a"])
  }

  @Test("Forwards or backwards, slow or fast, a body that is let go flies on as it was moved")
  func handOver() throws {
    for speed in [1, 0.5, 3, -1, -2.5] {
      for offset in [0.3, 0.3021, 0.29999] {
        var throwing = try AnimatedBodiesTests.animation(
          "ball.position", AnimatedBodiesTests.to(200, 0, from: .zero), MediaTiming(duration: 1))
        throwing.layer = "show"
        var scene = AnimatedBodiesTests.scene([AnimatedBodiesTests.body("ball")], gravity: .zero, [throwing])
        scene.layers = [Scene.Layer(id: "show", timing: LayerTiming(speed: speed, timeOffset: offset))]
        let world = try World(scene)
        let start = world.snapshot.bodies[0].position.x
        for step in 1...240 {
          try world.step()
          let ball = world.snapshot.bodies[0]
          #expect((ball.velocity.x - 200 * speed).magnitude < 1e-6, "\(speed), step \(step)")
          #expect(
            (ball.position.x - start - 200 * speed * Double(step) / 120).magnitude < 1e-6,
            "\(speed), \(offset), step \(step)")
        }
      }
    }
  }

  @Test("Played back past its begin, an animation leaves a kinematic body standing at the very begin")
  func begins() throws {
    for begin in [0, 0.1, 0.10321] {
      var rise = try AnimatedBodiesTests.animation(
        "lift.position", AnimatedBodiesTests.to(150, 250, from: Vector(150, 50.1)),
        MediaTiming(beginTime: begin, duration: 2))
      rise.layer = "show"
      var scene = AnimatedBodiesTests.scene(
        [AnimatedBodiesTests.body("lift", .kinematic, at: Vector(150, 50.1))], [rise])
      scene.layers = [Scene.Layer(id: "show")]
      let world = try World(scene)
      for step in 0..<200 { try world.step(step == 60 ? [.run(layer: "show", speed: -1.3)] : []) }
      let lift = world.snapshot.bodies[0]
      #expect(lift.position == Vector(150, 50.1) && lift.velocity == .zero, "\(begin): \(lift)")
    }
  }

  @Test("A spring in a fast layer takes over a falling body without a jump in its velocity")
  func spring() throws {
    for speed in [0.5, 1, 2] {
      let ball = AnimatedBodiesTests.body("ball", at: Vector(0, 300))
      var scene = AnimatedBodiesTests.scene([ball])
      scene.layers = [Scene.Layer(id: "show", timing: LayerTiming(speed: speed))]
      let world = try World(scene)
      for _ in 0..<60 { try world.step() }
      let spring = try Spring(response: 2, dampingRatio: 0.5)
      try world.addAnimation(
        AnimationDefinition(.spring(.init(to: .vector(Vector(0, 150)), spring: spring))),
        of: AnimationTarget("ball", .position), key: "catch", layer: "show")
      let before = world.snapshot.bodies[0].velocity.y
      try world.step()
      // In a step the spring changes it by its own pull, at most so much.
      let pull = spring.stiffness * 150 + spring.damping * 600
      #expect((world.snapshot.bodies[0].velocity.y - before).magnitude < pull * speed * speed / 60)
    }
  }

  @Test("Commands and scenes that name layers or times that are not there are refused, and change nothing")
  func refused() throws {
    let world = try World(Self.scene())
    let hash = world.hash
    for command in [
      Command.run(layer: "iner", speed: 1), .run(layer: "inner", speed: .nan),
      .run(layer: "inner", speed: 1e7),
      .scrub(layer: "", to: 1), .scrub(layer: "inner", to: .infinity), .scrub(layer: "inner", to: 2e9),
    ] {
      #expect(throws: WorldError.self) { try world.step([.run(layer: "inner", speed: 0), command]) }
    }
    #expect(world.hash == hash && world.steps == 0 && world.layerTime("inner")?.speed == 1)
    do {
      try world.step([.run(layer: "iner", speed: 1)])
    } catch {
      #expect("\(error)" == "there is no layer 'iner'; did you mean 'inner'?")
    }
    let fade = AnimationDefinition(.basic(.init(to: .number(0))))
    #expect(throws: WorldError.self) {
      try world.addAnimation(fade, of: AnimationTarget("lift", .opacity), key: "x", layer: "x")
    }
    #expect(world.animationKeys == ["a"])
    for layers in [
      [Scene.Layer(id: "a", parent: "b"), Scene.Layer(id: "b")],
      [Scene.Layer(id: "a"), Scene.Layer(id: "a")],
      [Scene.Layer(id: "a", timing: LayerTiming(speed: .nan))],
      [Scene.Layer(id: "a", timing: LayerTiming(beginTime: .infinity))],
    ] {
      var scene = try Self.scene()
      scene.layers += layers
      #expect(throws: WorldError.self) { try World(scene) }
    }
    var scene = try Self.scene()
    scene.animations[0].layer = "elsewhere"
    #expect(throws: WorldError.self) { try World(scene) }
  }

  @Test("Layers within layers, each as fast as there is, bring nothing down")
  func extremes() throws {
    for (speed, offset) in [(1e6, 1e9), (-1e6, 1e9), (1e6, 0), (1e-300, 1)] {
      var scene = try Self.scene([AnimatedBodiesTests.body("crate", at: Vector(150, 66))])
      let timing = LayerTiming(beginTime: -1, speed: speed, timeOffset: offset)
      for i in 0..<98 {
        scene.layers.append(Scene.Layer(id: "l\(i)", parent: i == 0 ? "inner" : "l\(i - 1)", timing: timing))
      }
      scene.animations[0].layer = "l97"
      let world = try World(scene)
      for step in 0..<20 {
        try world.step(step % 3 == 1 ? [.scrub(layer: "l97", to: 1)] : [.run(layer: "l50", speed: -speed)])
        #expect(lift(world).position.isFinite)
      }
    }
  }
}
