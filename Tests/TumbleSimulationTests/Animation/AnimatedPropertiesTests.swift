import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("Properties under animation")
struct AnimatedPropertiesTests {
  private typealias Bodies = AnimatedBodiesTests

  private func world(_ animations: [Scene.Animation], _ change: (inout Scene) -> Void = { _ in }) throws
    -> World
  {
    var lamp = Bodies.body("lamp", at: Vector(0, 0), size: Size(20, 40))
    lamp.appearance.opacity = 0.8
    lamp.appearance.scale = Vector(2, 2)
    lamp.appearance.color = .black
    var scene = Bodies.scene(
      [Bodies.body("wall", .static, at: Vector(0, -200)), lamp], gravity: .zero, animations)
    change(&scene)
    return try World(scene)
  }

  private func run(_ world: World, to step: Int) throws { while world.steps < step { try world.step() } }

  @Test(
    "Appearance show the curve's values and after it the scene's own again; they change no shape and no hash")
  func appearance() throws {
    let plain = try world([])
    let animated = try world([
      Bodies.animation("lamp.opacity", .basic(.init(to: .number(0.2))), id: "a"),
      Bodies.animation(
        "lamp.color", .basic(.init(to: .color(.white))), timingFunction: .easing(Easing(.back, .out)), id: "b"
      ),
      Bodies.animation(
        "lamp.scale", .basic(.init(from: .vector(Vector(1, 1)), to: .vector(Vector(3, 1)))), id: "c"),
    ])
    #expect(
      animated.snapshot.bodies[1].appearance == Appearance(opacity: 0.8, scale: Vector(1, 1), color: .black))
    try run(animated, to: 60)
    try run(plain, to: 60)
    let appearance = animated.snapshot.bodies[1].appearance
    #expect((appearance.opacity - 0.5).magnitude < 1e-12 && (appearance.scale - Vector(2, 1)).length < 1e-12)
    #expect(appearance.color == .white, "what overshoots is held where it can be drawn")
    #expect(animated.hash == plain.hash)
    try run(animated, to: 120)
    #expect(animated.snapshot.bodies[1].appearance == plain.snapshot.bodies[1].appearance)
    #expect(animated.animationEvents.map(\.key) == ["a", "b", "c"])
    try animated.step()
    #expect(animated.animationEvents.isEmpty)
  }

  @Test("Size is the size at which the outline is drawn")
  func size() throws {
    let world = try world([
      Bodies.animation(
        "lamp.size", .basic(.init(to: .size(Size(80, 80)))), MediaTiming(duration: 1, fillMode: .forwards))
    ])
    try run(world, to: 60)
    #expect(
      (world.snapshot.bodies[1].appearance.scale - Vector(3, 2)).length < 1e-12, "half-way from 40 × 80")
    try run(world, to: 300)
    #expect(world.snapshot.bodies[1].appearance.scale == Vector(4, 2))
  }

  @Test("Of two animations of one property the later one shows while it applies")
  func order() throws {
    let world = try world([
      Bodies.animation(
        "lamp.opacity", .basic(.init(from: .number(0), to: .number(0.4))), MediaTiming(duration: 4), id: "a"),
      Bodies.animation(
        "lamp.opacity", .basic(.init(from: .number(1), to: .number(1))),
        MediaTiming(beginTime: 1, duration: 1), id: "b"),
    ])
    try run(world, to: 60)
    #expect((world.snapshot.bodies[1].appearance.opacity - 0.05).magnitude < 1e-12)
    try run(world, to: 180)
    #expect(world.snapshot.bodies[1].appearance.opacity == 1)
    try run(world, to: 240)
    #expect((world.snapshot.bodies[1].appearance.opacity - 0.2).magnitude < 1e-12)
  }

  @Test("Gravity follows its curve, and afterwards what the tilt says")
  func gravity() throws {
    let world = try world([
      Bodies.animation("world.gravity", .basic(.init(to: .vector(Vector(0, -600)))))
    ])
    try run(world, to: 60)
    #expect(world.snapshot.gravity == Vector(0, -300))
    try world.step([.tilt(Vector(70, 0))])
    #expect((world.snapshot.gravity - Vector(0, -305)).length < 1e-9, "resolved once, at its begin")
    try run(world, to: 120)
    #expect(world.snapshot.gravity == Vector(70, 0))
  }

  private static let joints = [
    Scene.Joint(
      id: "rope", form: .spring(anchorA: .zero, anchorB: .zero, restLength: 200, stiffness: 50, damping: 5),
      a: 0,
      b: 1),
    Scene.Joint(id: "engine", form: .motor(rate: 0), a: 0, b: 1),
  ]

  @Test("A spring's rest length and a motor's rate move their bodies; neither is ever out of its range")
  func joints() throws {
    let world = try world([
      Bodies.animation(
        "rope.restLength", .basic(.init(from: .number(100), to: .number(0))), MediaTiming(duration: 1),
        timingFunction: .easing(Easing(.back, .out)), id: "a"),
      Bodies.animation("engine.rate", .basic(.init(to: .number(5))), id: "b"),
    ]) { $0.joints = Self.joints }
    try run(world, to: 100)
    #expect(world.snapshot.bodies[1].position.y < -5)
    #expect((world.snapshot.bodies[1].angularVelocity.magnitude - 5 * 100 / 120).magnitude < 0.2)
    try run(world, to: 400)
    #expect(world.snapshot.bodies[1].angularVelocity.magnitude < 1e-6, "the motor stands again")
  }

  @Test("A surface's velocity takes along what lies on it")
  func surface() throws {
    let belt = try Bodies.animation(
      "wall.surfaceVelocity", .basic(.init(from: .vector(.zero), to: .vector(Vector(100, 0)))),
      MediaTiming(duration: 2))
    let scene = Bodies.scene(
      [Bodies.body("wall", .static, size: Size(1000, 10)), Bodies.body("crate", at: Vector(0, 15))], [belt])
    let world = try World(scene)
    try run(world, to: 220)
    #expect(world.snapshot.bodies[1].velocity.x.magnitude > 50)
    try run(world, to: 600)
    #expect(world.snapshot.bodies[1].velocity.x.magnitude < 1, "and brakes it when it stands")
  }

  @Test("What shows beside its model value and stands still keeps nobody awake", arguments: [false, true])
  func asleep(isForwards: Bool) throws {
    let timing = MediaTiming(duration: 0.5, fillMode: isForwards ? .forwards : .removed)
    let belt = Vector(7, 0)
    let world = try world([
      Bodies.animation("rope.restLength", .basic(.init(to: .number(190))), timing, id: "a"),
      Bodies.animation("engine.rate", .basic(.init(to: .number(0))), timing, id: "b"),
      Bodies.animation("lamp.surfaceVelocity", .basic(.init(to: .vector(belt))), timing, id: "c"),
      Bodies.animation("world.gravity", .basic(.init(to: .vector(Vector(0, -1)))), timing, id: "d"),
    ]) { scene in
      (scene.world.sleepAfter, scene.world.restSpeed) = (0.3, 1)
      scene.joints = [
        Scene.Joint(
          id: "rope",
          form: .spring(anchorA: .zero, anchorB: .zero, restLength: 200, stiffness: 50, damping: 20), a: 0,
          b: 1),
        Scene.Joint(id: "engine", form: .motor(rate: 0.001), a: 0, b: 1),
      ]
    }
    try run(world, to: 1200)
    #expect(world.snapshot.bodies[1].isSleeping)
    #expect((world.snapshot.bodies[1].position.y + (isForwards ? 10 : 0)).magnitude < 1)
    for key in world.animationKeys { world.removeAnimation(key: key) }
    try world.step()
    #expect(world.snapshot.bodies[1].isSleeping == !isForwards, "a change wakes")
  }

  @Test("Groups play their members in their own time")
  func groups() throws {
    let fade = AnimationDefinition(
      .basic(.init(from: .number(0), to: .number(1))), timing: MediaTiming(duration: 1))
    let members = [
      AnimationMember(AnimationTarget("lamp", .opacity), fade),
      AnimationMember(AnimationTarget("lamp", .angle), fade),
    ]
    let world = try world([
      Scene.Animation(
        id: "both", target: nil,
        definition: AnimationDefinition(
          .group(members), timing: MediaTiming(beginTime: 0.5, duration: 1, speed: 0.5)))
    ])
    try run(world, to: 120)
    #expect(world.snapshot.bodies[1].appearance.opacity == 0.25 && world.snapshot.bodies[1].angle == 0.25)
    try run(world, to: 300)
    #expect(world.animationKeys.isEmpty && world.snapshot.bodies[1].angle >= 1)
  }

  @Test("What is not there, or can't be moved, is named and changes nothing")
  func refused() throws {
    let world = try world([])
    let fade = AnimationDefinition(.basic(.init(to: .number(1))))
    let move = AnimationDefinition(.basic(.init(to: .vector(.zero))))
    for (definition, target, reason) in [
      (fade, AnimationTarget("moon", .opacity), "there is no body 'moon'"),
      (fade, AnimationTarget("rope", .restLength), "there is no joint 'rope'"),
      (move, AnimationTarget("wall", .position), "'wall' is static and does not move"),
      (fade, AnimationTarget("lamp", .position), "position takes a vector, not a number"),
    ] {
      #expect(throws: WorldError.badAnimation(key: "k", reason: reason)) {
        try world.addAnimation(definition, of: target, key: "k")
      }
    }
    #expect(world.animationKeys.isEmpty)
    #expect(throws: WorldError.self) {
      try self.world([Scene.Animation(id: "x", target: AnimationTarget("moon", .opacity), definition: fade)])
    }
  }

  @Test("A curve that overshoots leaves neither what can be seen nor what is a color")
  func overshoot() throws {
    let beyond = MediaTiming(duration: 1, fillMode: .both)
    var fade = try Bodies.animation(
      "lamp.opacity", .basic(.init(from: .number(0), to: .number(1))), beyond, id: "a")
    var paint = try Bodies.animation(
      "lamp.color", .basic(.init(from: .color(.black), to: .color(.white))), beyond, id: "b")
    (fade.definition.timingFunction, paint.definition.timingFunction) = (
      .easing(Easing(.back, .inOut)), .easing(Easing(.back, .inOut))
    )
    let world = try world([fade, paint])
    var shown: [Double] = []
    for _ in 0..<120 {
      try world.step()
      let appearance = world.snapshot.bodies[1].appearance
      shown.append(appearance.opacity)
      #expect((0...1).contains(appearance.opacity) && (0...1).contains(appearance.color?.green ?? -1))
    }
    #expect(shown.count { $0 == 0 } > 10 && shown.count { $0 == 1 } > 10, "it was held at both ends")
  }

  @Test("Removing all reports each, and shows the model values again")
  func removeAll() throws {
    let world = try world([
      Bodies.animation("lamp.opacity", .basic(.init(to: .number(0))), id: "a"),
      Bodies.animation("lamp.scale", .basic(.init(to: .vector(.zero))), id: "b"),
    ])
    try run(world, to: 30)
    for key in world.animationKeys { world.removeAnimation(key: key) }
    try world.step()
    #expect(world.animationEvents.map(\.key) == ["a", "b"])
    #expect(
      world.snapshot.bodies[1].appearance == Appearance(opacity: 0.8, scale: Vector(2, 2), color: .black))
  }

}
