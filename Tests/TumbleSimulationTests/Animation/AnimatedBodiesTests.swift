import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("Bodies under animation")
struct AnimatedBodiesTests {
  static func body(
    _ id: String, _ kind: Scene.Body.Kind = .dynamic, at position: Vector = .zero, size: Size = Size(20, 20)
  ) -> Scene.Body {
    Scene.Body(id, kind, at: position, .box(size)) {
      ($0.shapes[0].friction, $0.shapes[0].elasticity) = (0.9, 0)
    }
  }

  static func scene(
    _ bodies: [Scene.Body], gravity: Vector = Vector(0, -1000), _ animations: [Scene.Animation] = []
  ) -> Scene {
    var scene = Scene(name: "test", bodies: bodies, animations: animations)
    scene.world.gravity = gravity
    return scene
  }

  static func animation(
    _ target: String, _ content: AnimationContent, _ timing: MediaTiming = MediaTiming(duration: 1),
    timingFunction: TimingFunction = .linear, cumulative: Bool = false, id: String = "a"
  ) throws -> Scene.Animation {
    Scene.Animation(
      id: id, target: try AnimationTarget(parsing: target),
      definition: AnimationDefinition(
        content, timing: timing, timingFunction: timingFunction, isCumulative: cumulative))
  }

  @Test("Bodies under animation appear where a curve jumps to: a frame between does not show them on the way")
  func jumps() throws {
    let hop = AnimationContent.keyframe(
      .init(values: [Vector(0, 0), Vector(100, 0), Vector(200, 0)].map { .vector($0) }, mode: .discrete))
    let scene = Self.scene(
      [Self.body("hopper", .kinematic), Self.body("aside", at: Vector(0, 500))],
      [try Self.animation("hopper.position", hop, MediaTiming(duration: 3))])
    let world = try World(scene)
    var jumps = 0
    for _ in 0..<360 {
      let before = world.snapshot
      try world.step()
      if world.snapshot.bodies[0].position != before.bodies[0].position {
        jumps += 1
        #expect(world.previous.bodies[0].position == world.snapshot.bodies[0].position)
      }
      #expect(world.previous.bodies[1] == before.bodies[1])
    }
    #expect(jumps >= 2)
  }

  static func to(_ x: Double, _ y: Double, from: Vector? = nil) -> AnimationContent {
    .basic(.init(from: from.map { .vector($0) }, to: .vector(Vector(x, y))))
  }

  @Test(
    "A kinematic body is at every step where the curve is, to the bit, with the velocity that took it there",
    arguments: Seeds.list(default: 20))
  func arrives(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func point() -> Vector { Vector(random.double(in: 0...300), random.double(in: 0...300)) }
    let points = (0...random.int(in: 1...5)).map { _ in AnimatableValue.vector(point()) }
    let timing = MediaTiming(
      duration: random.double(in: 0.2...2), speed: random.pick([1, 0.7, 2]), repetition: .forever,
      autoreverses: true)
    let lift = try Self.animation(
      "lift.position",
      .keyframe(.init(values: points, timing: [.easeInOut], mode: random.pick([.linear, .cubic, .paced]))),
      timing)
    var lifted = Self.body("lift", .kinematic)
    lifted.angle = 0.4
    let world = try World(Self.scene([lifted], [lift]))
    let sampler = try #require(
      try lift.definition.tracks(of: lift.target).map(\.sampler).first)
    for step in 0...240 {
      if step > 0 { try world.step() }
      let body = world.snapshot.bodies[0]
      let value = sampler.sample(at: MediaTime(step: step, rate: 120))?.value
      #expect(value == .vector(body.position), "step \(step)")
      #expect(body.angle == 0.4)
      guard step > 0 else { continue }
      let mean = (body.position - world.previous.bodies[0].position) * 120
      #expect((mean - body.velocity).length < 1e-9 * (1 + mean.length), "step \(step)")
    }
  }

  @Test(
    "At its end a kinematic body stands at the very end value, wherever between two steps the end falls",
    arguments: Seeds.list(default: 20))
  func ends(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let duration = random.pick([0.5, 0.001, random.double(in: 0.001...1)])
    let begin = random.pick([0, 0.25, random.double(in: 0...0.5)])
    let lift = try Self.animation(
      "lift.position", Self.to(0.1, 200.7), MediaTiming(beginTime: begin, duration: duration),
      timingFunction: .easeInOut)
    let world = try World(Self.scene([Self.body("lift", .kinematic)], [lift]))
    for _ in 0..<240 { try world.step() }
    let body = world.snapshot.bodies[0]
    #expect(body.position == Vector(0.1, 200.7) && body.velocity == .zero, "\(body)")
  }

  @Test(
    "One that begins and ends between two steps is played: it arrives, and reports", arguments: [false, true])
  func short(isGroup: Bool) throws {
    for kind in [Scene.Body.Kind.kinematic, .dynamic] {
      var hop = try Self.animation(
        "lift.position", Self.to(50, 60), MediaTiming(beginTime: 0.304, duration: 0.001))
      if isGroup {
        let member = AnimationMember(AnimationTarget("lift", .position), hop.definition)
        hop.target = nil
        hop.definition = AnimationDefinition(.group([member]), timing: MediaTiming(duration: 1))
      }
      let world = try World(Self.scene([Self.body("lift", kind)], gravity: .zero, [hop]))
      var reports: [Int] = []
      for step in 1...130 {
        try world.step()
        if step == 36 { #expect(world.snapshot.bodies[0].position == .zero) }
        if step == 37, kind == .kinematic { #expect(world.snapshot.bodies[0].position == Vector(50, 60)) }
        if world.animationEvents == [.init(key: "a", outcome: .finished)] { reports.append(step) }
      }
      #expect(reports == [isGroup ? 120 : 37] && world.animationKeys.isEmpty)
      if kind == .kinematic { #expect(world.snapshot.bodies[0].position == Vector(50, 60)) }
    }
  }

  @Test("One that is over before it is added reports so, and shows its end only where it fills")
  func belated() throws {
    for (fill, place) in [(MediaTiming.FillMode.removed, Vector.zero), (.forwards, Vector(50, 60))] {
      let world = try World(Self.scene([Self.body("lift", .kinematic)], gravity: .zero))
      let late = AnimationDefinition(
        Self.to(50, 60), timing: MediaTiming(beginTime: -1, duration: 0.5, fillMode: fill))
      try world.addAnimation(late, of: AnimationTarget("lift", .position), key: "late")
      try world.step()
      #expect(world.animationEvents == [.init(key: "late", outcome: .finished)])
      #expect(world.animationKeys == (fill == .removed ? [] : ["late"]))
      #expect(world.snapshot.bodies[0].position == place)
    }
  }

  @Test("Those of a body that is lost are interrupted with it, whether they had begun or not")
  func lost() throws {
    let net = try Spring(response: 0.8, dampingRatio: 0.5)
    var scene = Self.scene(
      [Self.body("wall", .static, at: Vector(0, -99)), Self.body("stray")], gravity: .zero,
      [
        try Self.animation(
          "stray.position", .spring(.init(to: .vector(.zero), spring: net)), MediaTiming(beginTime: 1),
          id: "net"),
        try Self.animation(
          "stray.opacity", .basic(.init(to: .number(0))), MediaTiming(repetition: .forever), id: "blink"),
        try Self.animation(
          "rope.restLength", .basic(.init(to: .number(1))), MediaTiming(duration: 9), id: "reel"),
        try Self.animation(
          "wall.opacity", .basic(.init(to: .number(0))), MediaTiming(duration: 9), id: "fade"),
      ])
    scene.bodies[1].velocity = Vector(1e12, 0)
    scene.joints = [
      Scene.Joint(
        id: "rope", form: .spring(anchorA: .zero, anchorB: .zero, restLength: 9, stiffness: 1, damping: 0),
        a: 0,
        b: 1)
    ]
    let world = try World(scene)
    #expect(try world.step().lost == ["stray"])
    try world.step()
    #expect(world.animationEvents == ["net", "blink", "reel"].map { .init(key: $0, outcome: .interrupted) })
    #expect(world.animationKeys == ["fade"])
    let reason = "'stray' went out of the world"
    #expect(throws: WorldError.badAnimation(key: "k", reason: reason)) {
      try world.addAnimation(
        AnimationDefinition(Self.to(0, 0)), of: AnimationTarget("stray", .position), key: "k")
    }
  }

  @Test("What jumps in one coordinate goes on in the others, and takes the ends of its joints along")
  func jumpsInPart() throws {
    let circle = Path(start: Vector(100, 0), segments: [.arc(center: .zero, sweep: 2 * .pi)])
    var scene = Self.scene(
      [Self.body("car", .kinematic, at: Vector(100, 0)), Self.body("bob", at: Vector(200, 0))],
      gravity: .zero,
      [
        try Self.animation(
          "car.position", .path(.init(circle, pacing: .paced, rotation: .along)),
          MediaTiming(duration: 0.5, repetition: .forever))
      ])
    scene.joints = [
      Scene.Joint(
        id: "rope",
        form: .spring(anchorA: Vector(10, 5), anchorB: .zero, restLength: 90, stiffness: 1, damping: 1), a: 0,
        b: 1)
    ]
    let world = try World(scene)
    var turns = 0
    for step in 1...200 {
      let before = world.snapshot
      try world.step()
      let (old, new) = (world.previous.bodies[0], world.snapshot.bodies[0])
      #expect(old.position == before.bodies[0].position, "step \(step)")
      if old.angle != before.bodies[0].angle {
        turns += 1
        #expect(old.angle == new.angle)
      }
      // The anchor is fixed on the car, wherever the car is drawn.
      let anchor = old.position + Vector(10, 5).rotated(by: old.angle)
      #expect((world.previous.joints[0].a - anchor).length < 1e-9, "step \(step)")
      #expect(world.previous.joints[0].b == before.joints[0].b)
    }
    #expect(turns == 3)
  }

  @Test("A crate on an elevator goes with it; on a belt-like platform friction takes it along")
  func carries() throws {
    let lift = try Self.animation(
      "lift.position", Self.to(150, 300, from: Vector(150, 50)), MediaTiming(duration: 5))
    let world = try World(
      Self.scene(
        [
          Self.body("lift", .kinematic, at: Vector(150, 50), size: Size(100, 10)),
          Self.body("crate", at: Vector(150, 65)),
        ],
        [lift]))
    for _ in 0..<240 { try world.step() }
    let (platform, crate) = (world.snapshot.bodies[0], world.snapshot.bodies[1])
    #expect(platform.velocity.y > 49 && (crate.velocity - platform.velocity).length < 1)
    #expect((crate.position.y - platform.position.y - 15).magnitude < 0.5)

    let sideways = try Self.animation(
      "lift.position.x", .basic(.init(from: .number(150), to: .number(450))), MediaTiming(duration: 3))
    let ride = try World(
      Self.scene(
        [
          Self.body("lift", .kinematic, at: Vector(150, 50), size: Size(100, 10)),
          Self.body("crate", at: Vector(150, 65)),
        ],
        [sideways]))
    for _ in 0..<240 { try ride.step() }
    #expect((ride.snapshot.bodies[1].velocity.x - 100).magnitude < 2)
    #expect(ride.snapshot.bodies[1].position.x > 300 && ride.snapshot.bodies[0].position.y == 50)
  }

  @Test("A cycle that begins elsewhere does not sweep aside what lies between")
  func restarts() throws {
    let sweep = try Self.animation(
      "bar.position", Self.to(200, 0, from: .zero), MediaTiming(duration: 1, repetition: .forever))
    let world = try World(
      Self.scene(
        [Self.body("bar", .kinematic), Self.body("crate", at: Vector(100, 21))], gravity: .zero, [sweep]))
    var fastest = 0.0
    for step in 1...480 {
      try world.step()
      let bar = world.snapshot.bodies[0]
      #expect((bar.velocity - Vector(200, 0)).length < 1e-6, "step \(step): \(bar.velocity)")
      fastest = max(fastest, world.snapshot.bodies[1].velocity.length)
    }
    #expect(fastest < 1)
  }

  @Test("More than half a turn is turned in full, and a path turns its body along")
  func turns() throws {
    let spin = try Self.animation(
      "wheel.angle", .basic(.init(by: .number(4 * .pi))), MediaTiming(duration: 2))
    let world = try World(Self.scene([Self.body("wheel", .kinematic)], [spin]))
    for _ in 0..<120 { try world.step() }
    let wheel = world.snapshot.bodies[0]
    #expect((wheel.angle - 2 * .pi).magnitude < 1e-12 && (wheel.angularVelocity - 2 * .pi).magnitude < 1e-9)

    let circle = Path(start: Vector(100, 0), segments: [.arc(center: .zero, sweep: 2 * .pi)])
    let round = try Self.animation(
      "car.position", .path(.init(circle, pacing: .paced, rotation: .along)),
      MediaTiming(duration: 1, repetition: .forever))
    let track = try World(Self.scene([Self.body("car", .kinematic)], gravity: .zero, [round]))
    for step in 1...300 {
      try track.step()
      let car = track.snapshot.bodies[0]
      #expect((car.angularVelocity - 2 * .pi).magnitude < 1e-6, "step \(step): \(car.angularVelocity)")
      #expect((car.velocity.length - 200 * .pi).magnitude < 1, "step \(step)")
    }
  }

  @Test("What of a body is not animated goes on as it was, under the animation and after it")
  func otherwise() throws {
    var ball = Self.body("ball")
    (ball.velocity, ball.angularVelocity) = (Vector(7, 50), 2)
    let slide = try Self.animation(
      "ball.position.x", .basic(.init(from: .number(0), to: .number(30))),
      MediaTiming(beginTime: 0.1, duration: 0.4))
    let world = try World(Self.scene([ball], gravity: .zero, [slide]))
    for step in 1...120 {
      try world.step()
      let (time, now) = (Double(step) / 120, world.snapshot.bodies[0])
      #expect(
        (now.position.y - 50 * time).magnitude < 1e-9 && (now.angle - 2 * time).magnitude < 1e-9, "\(step)")
      #expect((now.velocity.y - 50).magnitude < 1e-9 && (now.angularVelocity - 2).magnitude < 1e-9, "\(step)")
    }
  }

  @Test("Curves with the largest numbers that there may be bring nothing down, in a group or out of it")
  func overflow() throws {
    let wild = try TimingFunction(parsing: "linear(-1e9, 1e9, -1e9)")
    let circle = Path(
      start: Vector(9, 0), segments: [.arc(center: .zero, sweep: 1e6), .line(to: Vector(1e9, 0))])
    let timing = MediaTiming(duration: 0.5, repetition: .forever)
    let contents: [(String, AnimationContent)] = [
      ("ball.position", Self.to(1e9, -1e9, from: .zero)),
      ("ball.position", .path(.init(circle, rotation: .along))),
      ("ball.position", .path(.init(circle, pacing: .paced, rotation: .along))),
      ("ball.angle", .basic(.init(from: .number(0), to: .number(1e15)))),
      ("ball.opacity", .basic(.init(from: .number(0), to: .number(1e15)))),
      ("ball.scale", .basic(.init(from: .vector(.zero), to: .vector(Vector(1e15, 0))))),
      ("world.gravity", .basic(.init(from: .vector(.zero), to: .vector(Vector(1e15, 1))))),
      (
        "ball.surfaceVelocity",
        .keyframe(.init(values: [.vector(.zero), .vector(Vector(1e15, 1))], timing: [wild]))
      ),
    ]
    for kind in [Scene.Body.Kind.dynamic, .kinematic] {
      for isGrouped in [false, true] {
        let world = try World(Self.scene([Self.body("ball", kind), Self.body("other", at: Vector(40, 0))]))
        for (i, (target, content)) in contents.enumerated() {
          let one = try Self.animation(target, content, timing, timingFunction: wild)
          if isGrouped, let member = one.target {
            try world.addAnimation(
              AnimationDefinition(
                .group([AnimationMember(member, one.definition)]), timing: timing, timingFunction: wild),
              of: nil, key: "\(i)")
          } else {
            try world.addAnimation(one.definition, of: one.target, key: "\(i)")
          }
          for _ in 0..<90 {
            try world.step()
          }
        }
      }
    }
  }

  @Test("The same run twice is the same bits, animations and all")
  func repeats() throws {
    let lift = try Self.animation(
      "lift.position", Self.to(150, 200, from: Vector(150, 50)),
      MediaTiming(duration: 1.1, repetition: .forever, autoreverses: true), timingFunction: .easeInOut)
    func run() throws -> [StateHash] {
      let world = try World(
        Self.scene(
          [Self.body("lift", .kinematic, size: Size(100, 10)), Self.body("crate", at: Vector(150, 66))],
          [lift]))
      return try (0..<300).map { _ in
        try world.step()
        return world.hash
      }
    }
    #expect(try run() == run())
  }

  @Test("An animation that is taken away before the first step leaves its body where the scene has it")
  func animationTakenAway() throws {
    let text = """
      tumble: 1
      bodies:
        - {id: ball, at: [100, 100], circle: 10}
      animations:
        - {id: a, of: ball.position.x, type: basic, from: 300, to: 400, duration: 1 s}

      """
    let scene = try Scene(text: text)
    let world = try World(scene)
    #expect(world.snapshot["ball"]?.position == Vector(300, 100))
    try world.apply(.edit(.set(.animation("a"), path: "from", value: "350")))
    #expect(world.snapshot["ball"]?.position == Vector(350, 100))
    try world.apply(.edit(.remove(.animation("a"))))
    #expect(world.snapshot["ball"]?.position == Vector(100, 100))
    var without = scene
    without.animations = []
    let fresh = try World(without)
    for _ in 0..<60 {
      try world.step()
      try fresh.step()
      try #require(world.hash == fresh.hash, "step \(world.steps)")
    }
  }

  @Test(
    "A world whose animations are edited before the first step is as one that begins with them",
    arguments: Seeds.list(default: 20))
  func editedBeforeFirstStep(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = """
      tumble: 1
      world: {gravity: [0, -500]}
      bodies:
        - {id: ball, at: [100, 100], circle: 10, velocity: [40, 0], sensor: true}
        - {id: lift, at: [200, 100], box: [60, 10], kind: kinematic, sensor: true}
        - {id: wall, at: [300, 100], box: [10, 60], kind: static, sensor: true}
        - {id: crate, at: [200, 120], box: [20, 20], sensor: true}
      animations:
        - {id: a, of: lift.position.y, type: basic, to: 150, duration: 0.2 s, autoplay: false}
        - {id: b, of: crate.angle, type: basic, to: 1, duration: 0.2 s}
      when:
        - {event: time, at: 0.15 s, do: [{action: start, animations: [a, b]}]}

      """
    let world = try World(Scene(text: text))
    var model = SceneModel(world.scene)
    // None pushes another: where contacts were looked for before the first step shows in their last bits.
    let targets = [
      "position": ["[120, 90]", "[260, 140]"], "position.x": ["150", "250"], "position.y": ["80", "160"],
      "angle": ["0.5", "2"], "opacity": ["0.2", "0.9"], "scale": ["0.5", "2"],
    ]
    func animation(_ id: String) -> String {
      let (property, values) = generator.pick(targets.sorted { $0.key < $1.key })
      let body = generator.pick(["ball", "lift", "wall", "crate"])
      let from = generator.int(in: 0...2) == 0 ? "" : "from: \(values[0]), "
      let begin = generator.pick(["0 s", "0.1 s", "-0.1 s"])
      let fill = generator.pick(["removed", "forwards", "both"])
      return "{id: \(id), of: \(body).\(property), type: basic, \(from)to: \(values[1]), duration: 0.2 s, "
        + "beginTime: \(begin), fillMode: \(fill), autoplay: \(generator.int(in: 0...2) > 0)}"
    }
    for round in 0..<12 {
      let id = generator.pick(["a", "b", "c"])
      let isThere = model.animation(id) != nil
      let edit: Edit =
        switch generator.int(in: 0...3) {
        case 0 where isThere: .remove(.animation(id))
        case 1 where isThere: .set(.animation(id), path: "duration", value: generator.pick(["0.1", "0.3"]))
        case 2 where isThere:
          .set(.animation(id), path: "autoplay", value: generator.pick(["true", "false"]))
        default: .add(.animation, animation(id))
        }
      // What is over by then cannot be set.
      guard (try? world.apply(.edit(edit))) != nil else { continue }
      _ = try model.take(edit)
      let fresh = try World(model.compact)
      try #require(world.snapshot.bodies == fresh.snapshot.bodies, "\(edit) in round \(round)")
    }
    let fresh = try World(model.compact)
    for _ in 0..<60 {
      try world.step()
      try fresh.step()
      try #require(world.snapshot.bodies == fresh.snapshot.bodies, "step \(world.steps)")
    }
  }
}
