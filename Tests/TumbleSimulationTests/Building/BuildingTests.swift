import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A scene, built")
struct BuildingTests {
  /// One that weighs a kilogram.
  private func body(
    _ id: String, _ kind: Scene.Body.Kind = .dynamic, at position: Vector = .zero,
    _ form: Scene.Form = .circle(radius: 5)
  ) -> Scene.Body {
    Scene.Body(id, kind, at: position, form) { $0.mass = .body(1, .fromShapes) }
  }

  private func run(_ scene: Scene, _ steps: Int) throws -> World {
    let world = try World(scene)
    for _ in 0..<steps { try world.step() }
    return world
  }

  @Test(
    "A sensor beside a solid shape changes neither mass, moment, center nor lift of a body",
    arguments: Seeds.list(default: 10))
  func sensors(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func shapes() -> [Scene.Shape] {
      (0..<random.int(in: 1...3)).map { _ in
        let middle = Vector(random.double(in: -30...30), random.double(in: -30...30))
        let form: Scene.Form =
          random.bool()
          ? .circle(center: middle, radius: random.double(in: 1...20))
          : .rect(Rect(center: middle, size: Size(random.double(in: 1...40), 10)), radius: 0)
        return Scene.Shape(form)
      }
    }
    var plain = Scene.Body(id: "float")
    plain.shapes = shapes()
    plain.mass = random.pick([.fromShapes, .body(2, .fromShapes)])
    plain.centerOfGravity = random.pick([nil, Vector(3, -1)])
    var sensed = plain
    for var shape in shapes() {
      shape.isSensor = true
      sensed.shapes.append(shape)
    }
    let worlds = try [plain, sensed].map { body in
      var scene = Scene(bodies: [body])
      scene.world.gravity = Vector(0, -100)
      let pool = Rect(min: Vector(-99, -99), max: Vector(99, 0))
      scene.fluids = [Scene.Fluid(id: "water", liquid: Fluid(outline: pool.corners))]
      return try run(scene, 60)
    }
    #expect(worlds[0].facts(of: BodyID(0)) == worlds[1].facts(of: BodyID(0)), "seed \(seed)")
    #expect(worlds[0].snapshot.bodies == worlds[1].snapshot.bodies, "seed \(seed)")
  }

  @Test("A body of sensors alone weighs what they weigh")
  func sensorsAlone() throws {
    var body = Scene.Body(id: "ghost")
    body.shapes = [Scene.Shape(.circle(center: .zero, radius: 10))]
    let solid = try World(Scene(bodies: [body])).facts(of: BodyID(0))
    body.shapes[0].isSensor = true
    #expect(try World(Scene(bodies: [body])).facts(of: BodyID(0)) == solid)
  }

  @Test(
    "A centre of gravity without a mass is where the body turns, with the mass of its shapes",
    arguments: [Vector.zero, Vector(7, -3)])
  func center(center: Vector) throws {
    var body = Scene.Body(id: "lopsided")
    body.shapes = [
      Scene.Shape(.rect(Rect(min: Vector(0, 0), max: Vector(40, 10)), radius: 0)),
      Scene.Shape(.polygon([Vector(0, 10), Vector(12, 10), Vector(0, 30)], radius: 2)),
    ]
    let own = try #require(World(Scene(bodies: [body])).facts(of: BodyID(0)))
    body.centerOfGravity = center
    let given = try #require(World(Scene(bodies: [body])).facts(of: BodyID(0)))
    #expect(given.centerOfGravity == center)
    #expect(abs(given.mass / own.mass - 1) < 1e-12)
    // The parallel axis theorem.
    let moment = own.moment + own.mass * (own.centerOfGravity - center).lengthSquared
    #expect(abs(given.moment / moment - 1) < 1e-9)
    // An edit that gives it leads to the same body.
    body.centerOfGravity = nil
    let world = try World(Scene(bodies: [body]))
    let text = "[\(center.x), \(center.y)]"
    try world.apply(.edit(.set(.body("lopsided"), path: "centerOfGravity", value: text)))
    #expect(world.facts(of: BodyID(0)) == given)
  }

  @Test("A built scene refuses looks and a view that nothing could draw, and says whose they are")
  func appearance() throws {
    let numbers = [Double.nan, .infinity, -.infinity, 2e9]
    func refused(_ change: (inout Scene) -> Void) -> String {
      var scene = Scene(bodies: [.floor(), body("crate")])
      change(&scene)
      do {
        _ = try World(scene)
        return "built"
      } catch {
        return "\(error)"
      }
    }
    #expect(refused { $0.bodies[1].appearance.scale = Vector(-1, 0) } == "built")
    for number in numbers {
      #expect(
        refused { $0.bodies[1].appearance.opacity = number }.hasPrefix(
          "the opacity of 'crate' is 0 to 1, not "))
      #expect(
        refused { $0.bodies[1].appearance.scale.y = number }.hasPrefix("the scale of 'crate' must be finite"))
      #expect(
        refused { $0.bodies[0].appearance.color = Color(red: 0, green: number, blue: 0) }
          == "the color of 'floor' has a component that is not 0 to 1")
      #expect(refused { $0.view.origin.x = number }.hasPrefix("the view is 300.0 × 300.0 points at ("))
      #expect(refused { $0.view.size.height = number }.hasPrefix("the view is "))
      #expect(
        refused { $0.view.background = Color(red: 0, green: 0, blue: number) }.hasPrefix("the view is "))
    }
    #expect(refused { $0.bodies[1].appearance.opacity = -0.1 } != "built")
    #expect(refused { $0.view.size.width = 0 } != "built")
  }

  @Test(
    "A built scene has all ten joints, each doing what its name says",
    arguments: [
      Scene.JointForm.pin(anchorA: .zero, anchorB: .zero, length: 50),
      .slide(anchorA: .zero, anchorB: .zero, min: 20, max: 60),
      .pivot(anchorA: Vector(50, 0), anchorB: .zero),
      .groove(from: Vector(0, -30), to: Vector(100, -30), anchorB: .zero),
      .spring(anchorA: .zero, anchorB: .zero, restLength: 30, stiffness: 100, damping: 5),
      .rotarySpring(restAngle: 1, stiffness: 500, damping: 100), .rotaryLimit(min: 0.2, max: 0.4),
      .ratchet(phase: 0, click: 0.5), .gear(phase: 0, ratio: 2), .motor(rate: 3),
    ])
  func joints(form: Scene.JointForm) throws {
    var scene = Scene()
    scene.bodies = [
      body("hook", .static), body("lamp", at: Vector(50, 0)),
    ]
    scene.bodies[1].angularVelocity = -1
    scene.bodies[1].shapes[0].filter.group = 1
    scene.bodies[0].shapes[0].filter.group = 1
    scene.joints = [Scene.Joint(id: "joint", form: form, a: 0, b: 1)]
    let world = try run(scene, 600)
    let lamp = world.snapshot.bodies[1]
    let distance = lamp.position.length
    let joint = try #require(world.snapshot.joints.first)
    #expect(joint.id == 0)
    var described = JointDescription(name: "joint", kind: form.kind, a: 0, b: 1)
    if case .slide = form { described.length = 60 }
    if case .groove(let from, let to, _) = form { described.track = .init(from: from, to: to) }
    #expect(world.description.joints == [described])
    switch form {
    case .pin:
      #expect(abs(distance - 50) < 1)
      #expect(joint.b == lamp.position && joint.a == .zero)
    case .slide: #expect((19...61).contains(distance))
    case .pivot: #expect(lamp.position.distance(to: Vector(50, 0)) < 1)
    case .groove: #expect(lamp.position.distance(to: joint.a) < 1 && abs(joint.a.y + 30) < 1e-9)
    case .spring: #expect(abs(distance - 40) < 1, "rest length and the weight: \(distance)")
    case .rotarySpring: #expect(abs(lamp.angle - 1) < 0.05)
    case .rotaryLimit: #expect((0.19...0.41).contains(lamp.angle))
    case .ratchet: #expect(lamp.angle > -0.6)
    case .gear: #expect(abs(lamp.angle * 2) < 0.1)
    case .motor: #expect(abs(lamp.angularVelocity - 3) < 0.1)
    }
  }

  @Test("A built scene loses the joints of a body that diverges, and keeps the others")
  func lostJoints() throws {
    var scene = Scene()
    scene.world.gravity = .zero
    scene.bodies = [body("a"), body("b", at: Vector(20, 0)), body("comet", at: Vector(9.99e8, 0))]
    scene.bodies[2].velocity = Vector(5e8, 0)
    scene.joints = [
      Scene.Joint(id: "far", form: .slide(anchorA: .zero, anchorB: .zero, min: 0, max: 1e9), a: 1, b: 2),
      Scene.Joint(id: "near", form: .pin(anchorA: .zero, anchorB: .zero, length: 20), a: 0, b: 1),
    ]
    let world = try World(scene)
    #expect(world.snapshot.joints.map(\.id) == [0, 1])
    #expect(try world.step().lost == ["comet"])
    #expect(world.snapshot.joints.map(\.id) == [1])
    try world.step()
    #expect(world.snapshot.joints[0].b == world.snapshot.bodies[1].position)
  }

  @Test("A built scene gives a body its mass and moment, from its shapes or its own")
  func masses() throws {
    // A push by a motor of limited force tells a moment; a bounce of equal masses tells a mass.
    func spin(_ change: (inout Scene.Body) -> Void) throws -> Double {
      var scene = Scene()
      scene.world.gravity = .zero
      scene.bodies = [
        body("hook", .static, at: Vector(500, 0)), body("wheel", at: .zero, .box(Size(30, 10), radius: 0)),
      ]
      change(&scene.bodies[1])
      scene.joints = [Scene.Joint(id: "motor", form: .motor(rate: 1e6), a: 0, b: 1)]
      scene.joints[0].maxForce = 1_000
      return try run(scene, 120).snapshot.bodies[1].angularVelocity
    }
    let solid = try spin { $0.mass = .body(12, .fromShapes) }
    #expect(abs(solid - 1_000 / (12 * (30 * 30 + 10 * 10) / 12)) < 1e-9)
    #expect(abs(try spin { $0.mass = .body(12, .value(2_000)) } - 0.5) < 1e-9)
    #expect(try spin { $0.mass = .body(12, .infinite) } == 0)
    #expect(
      abs(
        try spin {
          $0.mass = .fromShapes; $0.shapes[0].mass = .density(0.04)
        } - solid) < 1e-6,
      "300 square points at 0.04 kg")
    #expect(
      abs(
        try spin {
          $0.mass = .fromShapes; $0.shapes[0].mass = .mass(12)
        } - solid) < 1e-6)
    // Two half boxes are one whole.
    let halves = try spin {
      $0.mass = .body(12, .fromShapes)
      $0.shapes = [-7.5, 7.5].map { x in
        Scene.Shape(.polygon(Rect(center: Vector(x, 0), size: Size(15, 10)).corners))
      }
    }
    #expect(abs(halves - solid) < 1e-6)
  }

  @Test("A built scene splits a concave outline, which is then as heavy and as wide as one piece would be")
  func concave() throws {
    // A U, open at the top: a ball falls into it and stays.
    let outline = [
      Vector(-30, -20), Vector(30, -20), Vector(30, 20), Vector(20, 20), Vector(20, -10), Vector(-20, -10),
      Vector(-20, 20), Vector(-30, 20),
    ]
    for mass in [Scene.Mass.body(20, .fromShapes), .fromShapes] {
      var scene = Scene()
      scene.bodies = [
        .floor(), body("cup", at: Vector(0, 22), .polygon(outline)),
        body("ball", at: Vector(0, 60)),
      ]
      scene.bodies[1].mass = mass
      scene.bodies[1].shapes[0].mass = .mass(20)
      let world = try run(scene, 600)
      // Drawn as one: the ball in it is what shows the pieces.
      #expect(world.description.bodies[1].outlines == [.polygon(outline)])
      let (cup, ball) = (world.snapshot.bodies[1], world.snapshot.bodies[2])
      #expect(abs(cup.position.y - 21) < 1 && abs(cup.angle) < 0.01)
      #expect(abs(ball.position.y - (cup.position.y - 5)) < 1 && abs(ball.position.x - cup.position.x) < 16)
    }
  }

  @Test(
    "A concave outline with a radius is drawn as one, also where its notch is filled by that",
    arguments: [2.0, 60])
  func roundedConcave(radius: Double) throws {
    let corners = [Vector(-40, -40), Vector(40, -40), Vector(40, 40), Vector(0, -10), Vector(-40, 40)]
    var scene = Scene()
    scene.bodies = [body("crown", .dynamic, .polygon(corners, radius: radius))]
    let outlines = try World(scene).description.bodies[0].outlines
    #expect(outlines.count == 1)
  }

  @Test("A built scene shows outlines counter-clockwise, whichever way round they were written")
  func outlineOrder() throws {
    let corners = [Vector(-20, -15), Vector(20, -15), Vector(0, 20)]
    for radius in [0.0, 6] {
      var scene = Scene()
      scene.bodies = [body("stone", .dynamic, .polygon(corners.reversed(), radius: radius))]
      #expect(try World(scene).description.bodies[0].outlines == [.polygon(corners, radius: radius)])
    }
  }

  @Test(
    "A built scene has segments that know what they go on to, so that less trips over the joints of a floor")
  func neighbors() throws {
    func slide(_ connected: Bool) throws -> World {
      var scene = Scene()
      let points = stride(from: -40.0, through: 1_000, by: 8).map { Vector($0, 0) }
      var track = body("track", .static, .segment(from: points[0], to: points[1], radius: 1))
      track.shapes = (1..<points.count - 2).map { i in
        Scene.Shape(
          .segment(from: points[i], to: points[i + 1], radius: 1), before: connected ? points[i - 1] : nil,
          after: connected ? points[i + 2] : nil)
      }
      scene.bodies = [track, body("sled", at: Vector(0, 6), .box(Size(20, 10), radius: 0))]
      scene.bodies[1].velocity = Vector(300, -200)
      scene.bodies[1].shapes[0].friction = 0
      return try run(scene, 300)
    }
    let (smooth, rough) = (try slide(true).snapshot.bodies[1], try slide(false).snapshot.bodies[1])
    #expect(smooth.position.x > 100 && rough.position.x < 10)
  }

  @Test("A built scene keeps filters: groups and categories do not meet what they should not")
  func filters() throws {
    func falls(_ change: (inout Scene) -> Void) throws -> Bool {
      var scene = Scene()
      scene.bodies = [.floor(), body("ball", at: Vector(0, 30))]
      change(&scene)
      return try run(scene, 240).snapshot.bodies[1].position.y < -100
    }
    #expect(try !falls { _ in })
    #expect(
      try falls {
        $0.bodies[0].shapes[0].filter.group = 1
        $0.bodies[1].shapes[0].filter.group = 1
      })
    #expect(
      try falls {
        $0.bodies[1].shapes[0].filter.mask = 2; $0.bodies[0].shapes[0].filter.categories = 1
      })
    #expect(try falls { $0.bodies[1].shapes[0].isSensor = true })
  }

  @Test("A built scene keeps rules: pairs that are ignored, one-way platforms, surfaces of a pair's own")
  func rules() throws {
    func ball(_ rules: [Scene.Rule], velocity: Vector = .zero, at position: Vector = Vector(0, 30)) throws
      -> BodySnapshot
    {
      var scene = Scene()
      scene.bodies = [.floor(), body("ball", at: position), body("other", at: Vector(500, 30))]
      scene.bodies[1].velocity = velocity
      scene.bodies[1].shapes[0].elasticity = 1
      scene.rules = rules
      let world = try run(scene, 240)
      #expect(world.snapshot.bodies[2].position.y > 0, "a rule of one body is no rule of another")
      return world.snapshot.bodies[1]
    }
    #expect(try ball([]).position.y > 0)
    #expect(try ball([.init(.bodies([1]), .bodies([0]), .ignore)]).position.y < -100)
    #expect(try ball([.init(.bodies([0]), .bodies([1]), .ignore)]).position.y < -100)
    #expect(try ball([.init(.bodies([1]), .bodies([2]), .ignore)]).position.y > 0)
    let oneWay = Scene.Rule(.bodies([1]), .bodies([0]), .oneWay(Vector(0, 1)))
    #expect(try ball([oneWay]).position.y > 0, "held from above")
    #expect(
      try ball([oneWay], velocity: Vector(0, 500), at: Vector(0, -60)).position.y > 0, "passed from below")
    #expect(
      try ball([.init(.bodies([1]), .bodies([0]), .oneWay(Vector(0, -1)))]).position.y < -100,
      "passed from above")
    let bouncy = try ball([.init(.bodies([1]), .bodies([0]), .override(.init(elasticity: 1)))])
    let dead = try ball([.init(.bodies([1]), .bodies([0]), .override(.init(elasticity: 0)))])
    #expect(bouncy.velocity.length > 50 && dead.velocity.length < 1)
    let belt = Scene.Surface(friction: 5, elasticity: 0, surfaceVelocity: Vector(100, 0))
    #expect(abs(try ball([.init(.bodies([1]), .bodies([0]), .override(belt))]).position.x) > 20)
  }

  @Test("A built scene starts asleep what the scene says sleeps, and lets things fall asleep")
  func sleep() throws {
    var scene = Scene()
    scene.world.sleepAfter = 0.5
    scene.bodies = [.floor(), body("sleeper", at: Vector(0, 30)), body("ball", at: Vector(50, 7))]
    scene.bodies[1].isAsleep = true
    var held = scene
    var lift = body("lift", .kinematic, at: Vector(0, 30))
    lift.shapes[0] = Scene.Shape(.box(Size(200, 2), radius: 0))
    held.bodies.append(lift)
    #expect(try World(held).snapshot.bodies.allSatisfy { !$0.isSleeping }, "a lift holds it awake")
    let world = try World(scene)
    #expect(world.snapshot.bodies.map(\.isSleeping) == [false, true, false])
    for _ in 0..<240 { try world.step() }
    #expect(world.snapshot.bodies.map(\.isSleeping) == [false, true, true])
    #expect(world.snapshot.bodies[1].position == Vector(0, 30))
    try world.step([.tilt(Vector(0, 500))])
    for _ in 0..<60 { try world.step() }
    #expect(world.snapshot.bodies[1].position.y > 31, "a tilt wakes everyone")
  }

  @Test("A built scene tells of contacts by body, in order, and of hits when asked")
  func contacts() throws {
    var scene = Scene()
    scene.bodies = [body("left", at: Vector(-50, 60)), body("right", at: Vector(50, 60)), .floor()]
    let world = try World(scene)
    var told: [(Int, Contact)] = []
    world.hitThreshold = 100
    #expect(world.hitThreshold == 100)
    for _ in 0..<240 {
      try world.step()
      told += world.contacts.map { (world.steps, $0) }
    }
    let began = told.filter { $0.1.kind == .began }
    #expect(began.prefix(2).map(\.1.a) == [0, 1] && began.prefix(2).map(\.1.b) == [2, 2])
    #expect(began[0].0 == began[1].0, "in the same step")
    #expect(abs(began[0].1.point.y - 1) < 5 && began[0].1.normal.y < -0.99)
    #expect(began[0].1.impulse.y < -100)
    let hits = told.filter { $0.1.kind == .hit }
    #expect(hits.first?.0 == began[0].0 && hits.allSatisfy { $0.1.impulse.length >= 100 })
    world.hitThreshold = nil
    #expect(world.hitThreshold == nil)
  }

}
