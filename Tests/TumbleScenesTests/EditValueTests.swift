import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("Edits of values")
struct EditValueTests {
  private static func scene() throws -> Scene {
    try Scene(
      text: """
        tumble: 1
        categories: [stone, wood]
        bodies: [{id: a, circle: 5, group: team}, {id: b, at: [50, 0], circle: 5}]
        joints: [{id: turner, type: motor, a: a, b: b, rate: 1}]
        fluids: [{id: pond, polygon: [[0, -50], [90, -50], [90, -10], [0, -10]]}]
        emitters: [{id: smoke, cells: [{rate: 2, lifetime: 1}]}]
        """)
  }

  @Test("Values that are added come out as they went in, to the bit", arguments: Seeds.list(default: 40))
  func adding(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scene = try Self.scene()
    func number() -> Double { random.double(in: -100...100) }
    func vector() -> Vector { Vector(number(), number()) }
    var filter = ShapeFilter()
    (filter.group, filter.categories) = (1, random.pick([~0, 1, 2, 3]))
    let body = Scene.Body(
      id: "c", kind: random.pick(Scene.Body.Kind.allCases), at: vector(), angle: number(),
      mass: .body(random.double(in: 0.1...9), .fromShapes), centerOfGravity: vector(),
      shapes: [
        Scene.Shape(
          .box(Size(random.double(in: 1...50), 20)), friction: random.double(in: 0...1),
          surfaceVelocity: vector(), isSensor: random.bool(), filter: filter),
        Scene.Shape(.circle(center: vector(), radius: random.double(in: 1...9)), name: "foot"),
        Scene.Shape(.segment(from: vector(), to: vector(), radius: 1), mass: .mass(3)),
      ],
      appearance: Scene.Appearance(opacity: random.double(in: 0...1)), depth: random.int(in: -9...9),
      gravityScale: number(), maxSpeed: random.double(in: 1...9), isBullet: random.bool())
    let joint = Scene.Joint(
      id: "j",
      form: random.pick([
        .pivot(anchorA: vector(), anchorB: vector()), .motor(rate: number()),
        .spring(
          anchorA: vector(), anchorB: vector(), restLength: random.double(in: 0...9), stiffness: 3, damping: 1
        ),
      ]), a: 0, b: 1, maxForce: random.double(in: 1...1e6), breakAt: 1e9, collideBodies: random.bool())
    let fluid = Scene.Fluid(
      id: "lake", liquid: Fluid(outline: [Vector(0, 0), Vector(9, 0), Vector(9, random.double(in: 1...9))]))
    let field = Scene.Field(
      id: "pull",
      force: ForceField(
        .gravity(center: vector(), falloff: random.int(in: 0...2), core: 2), strength: number(),
        categories: 2), body: 1)
    let emitter = Scene.Emitter(
      id: "sparks",
      emitter: Emitter(seed: 7, cells: [ParticleCell(birthRate: 5, lifetime: random.double(in: 0.1...2))]),
      body: 0, position: vector(), angle: number())
    let animation = Scene.Animation(
      id: "fade", target: AnimationTarget("a", .opacity),
      definition: AnimationDefinition(
        .keyframes([0, 0.5, 1], keyTimes: [0, random.double(in: 0...1), 1]),
        timing: MediaTiming(duration: random.double(in: 0.1...5))))
    let input = Scene.Input(id: "go", keys: ["Space"], drives: [.motor("turner", rate: number())])
    let before = scene
    for edit in [
      Edit.add(body, in: scene), .add(joint, between: "a", and: "b"), .add(fluid), .add(animation),
      .add(field, on: "b", in: scene), .add(emitter, on: "a"), .add(input),
    ] { try scene.apply(edit) }
    #expect(scene.bodies == before.bodies + [body])
    #expect(scene.joints == before.joints + [joint])
    #expect(scene.fluids == before.fluids + [fluid])
    #expect(scene.fields == [field])
    #expect(scene.emitters == before.emitters + [emitter])
    #expect(scene.animations == [animation])
    #expect(scene.inputs == [input])
  }

  @Test("Properties are set by the keys of the format's own table")
  func setting() throws {
    var scene = try Self.scene()
    let number = 1 / 3.0
    for edit in [
      try Edit.set(body: "a", \.gravityScale, to: number), try .set(body: "a", \.damping, to: 0.25),
      try .set(body: "a", \.appearance.glow, to: number), try .set(body: "b", \.kind, to: .kinematic),
      try .set(shapesOf: "a", \.friction, to: number), try .set(shapesOf: "b", \.density, at: 0, to: 0.5),
      try .set(joint: "turner", \.maxForce, to: 500), try .set(.joint("turner"), .rate, to: 3),
      try .set(fluid: "pond", \.liquid.level, to: -20), try .set(world: \.sleepAfter, to: 0.5),
      try .set(view: \.size, to: Size(200, 100)),
      try .set(.body("a"), .position, to: Vector(1, number)),
      try .set(.emitter("smoke"), .emitterRate, to: 2),
    ] { try scene.apply(edit) }
    #expect(scene.bodies[0].gravityScale == number)
    #expect(scene.bodies[0].damping == 0.25)
    #expect(scene.bodies[0].appearance.glow == number)
    #expect(scene.bodies[0].position == Vector(1, number))
    #expect(scene.bodies[1].kind == .kinematic)
    #expect(scene.bodies[0].shapes[0].friction == number)
    #expect(scene.bodies[1].shapes[0].mass == .density(0.5))
    #expect(scene.joints[0].maxForce == 500)
    #expect(scene.joints[0].form == .motor(rate: 3))
    #expect(scene.fluids[0].liquid.level == -20)
    #expect(scene.emitters[0].emitter.multipliers.rate == 2)
    #expect(scene.world.sleepAfter == 0.5)
    #expect(scene.view.size == Size(200, 100))
    try scene.apply(.set(body: "a", \.damping, to: nil))
    #expect(scene.bodies[0].damping == nil)
    #expect(throws: EditRefusal.self) { try Edit.set(body: "a", \.shapes, to: []) }
    #expect(throws: EditRefusal.self) { try Edit.set(.body("a"), .rate, to: 1) }
    #expect(throws: EditRefusal.self) { try Edit.set(.body("a"), .opacity, to: Vector.zero) }
  }

  @Test("Actions and controls of values say what their text says")
  func actions() throws {
    let lamp = AnimationTarget("a", .opacity)
    #expect(Scene.Action.set(lamp, to: 0.5) == .set("a.opacity", to: "0.5", nil))
    #expect(
      Scene.Action.attach(
        Scene.Joint(id: "hold", form: .pivot(anchorA: .zero, anchorB: .zero)), between: "it", and: "b")
        == .attach("{id: hold, type: pivot, a: it, b: b, anchorA: [0, 0], anchorB: [0, 0]}"))
    let control = Scene.Control(id: "dim", .toggle(off: 0, on: 1), of: [lamp])
    #expect(control == Scene.Control(id: "dim", .toggle(off: "0", on: "1"), of: ["a.opacity"]))
    let scene = Scene(
      bodies: [
        Scene.Body(id: "a", at: Vector(0, 50), .circle(radius: 5)),
        Scene.Body(id: "b", kind: .static, .circle(radius: 5)),
      ],
      triggers: [
        Scene.Trigger(
          id: "met", .contact(.began, "a", ["b"]), times: 1,
          [
            .set(lamp, to: 0.5),
            .animate(Scene.Animation(id: "x", target: lamp, definition: .init(.basic(to: 1.0)))),
          ])
      ], controls: [control])
    let read = try Scene(text: SceneWriter().text(scene))
    #expect(read.triggers == scene.triggers)
    #expect(read.controls == scene.controls)
  }
}
