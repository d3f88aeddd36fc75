import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("The scene of a moment")
struct SceneNowTests {
  /// All that is seen of a world, by names: ids may differ.
  private struct Seen: Equatable {
    var gravity: Vector
    var bodies: [String: [Double]] = [:]
    var joints: [String: [Vector]] = [:]
    /// The largest number that a position is computed from: of a position itself, or of the way from it to
    /// the center of gravity, whose ends are rounded alike.
    private var reach = 0.0

    /// Compares to a tolerance: where a body's mass is off its middle, the engine rounds its position on the
    /// way there and back, and now and then no position gives the one seen to the last bit.
    static func == (a: Seen, b: Seen) -> Bool {
      let rounding = 2 * max(a.reach, b.reach).ulp
      func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= rounding }
      return a.gravity == b.gravity && a.bodies.keys == b.bodies.keys && a.joints.keys == b.joints.keys
        && a.bodies.allSatisfy { name, numbers in
          let others = b.bodies[name] ?? []
          return zip(numbers, others).prefix(2).allSatisfy(isNear)
            && numbers.dropFirst(2) == others.dropFirst(2)
        }
        && a.joints.allSatisfy { name, ends in
          zip(ends, b.joints[name] ?? []).allSatisfy { isNear($0.x, $1.x) && isNear($0.y, $1.y) }
        }
    }

    init(_ world: World) {
      gravity = world.snapshot.gravity
      for body in world.snapshot.bodies {
        let name = world.description[body.id]?.name ?? "?"
        bodies[name] = [
          // As fast, and turned as far, as a scene may say.
          body.position.x, body.position.y, Vector.bounded(body.angle), body.velocity.bounded.x,
          body.velocity.bounded.y, Vector.bounded(body.angularVelocity),
        ]
        let offset = world.bodies[body.id.number].body?.centerOfGravity ?? .zero
        for number in [body.position.x, body.position.y, offset.length] {
          reach = max(reach, number.magnitude)
        }
      }
      for joint in world.snapshot.joints {
        joints[world.description[joint.id]?.name ?? "?"] = [joint.a, joint.b]
      }
    }
  }

  private func check(_ world: World, _ comment: Comment? = nil) throws {
    let scene = world.sceneNow()
    let text = SceneWriter().text(scene)
    let read = SceneReader().read(Data(text.utf8), file: "moment.yaml", name: scene.name)
    let loaded = try World(read.get())
    #expect(Seen(loaded) == Seen(world), comment)
    #expect(loaded.description.bodies.count == world.snapshot.bodies.count, comment)
  }

  @Test(
    "The scene of a moment loads to the same snapshot, but for the rounding of places, where no animation moves a body",
    arguments: Seeds.list(default: 30))
  func same(seed: UInt64) throws {
    let text = GeneratedScene(seed: seed).text.components(separatedBy: "animations:")[0]
    let world = try World(Scene(text: text))
    for _ in 0..<20 { _ = try? world.step() }
    // An outline's mass is off its middle: there the engine rounds.
    try check(world)
  }

  @Test(
    "The scene of a moment has what was added, and not what was removed, lost or let fade",
    arguments: Seeds.list(default: 20))
  func edited(seed: UInt64) throws {
    let world = try World(EditTests.scene())
    var maker = EditMaker(seed: seed)
    for _ in 0..<60 {
      let edit = maker.edit(for: world)
      if case .add(.animation, _) = edit { continue }
      try? world.apply(.edit(edit))
      _ = try? world.step()
    }
    try world.apply(.edit(.set(.world, path: "gravity", value: "[0, -500]")))
    try check(world)
  }

  @Test("What is faster, and turned farther, than a scene may say is saved and edited as fast as one may")
  func beyondBounds() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [1000000000, 0]}
          bodies:
            - {id: a, circle: 5, at: [-900000000, 0], angle: 999999999 rad, velocity: [999999999, 0],
               angularVelocity: 1000000000 rad/s}
          """))
    for _ in 0..<12 { try world.step() }
    let now = try #require(world.snapshot["a"])
    #expect(now.velocity.x > 1e9)
    #expect(now.angle > 1e9)
    let loaded = try reloaded(world)
    #expect(loaded.snapshot["a"]?.velocity == Vector(1e9, 0))
    #expect(loaded.snapshot["a"]?.angle == 1e9)
    #expect(world.text(of: .body("a"), path: "velocity") == "[1000000000, 0]")
    try world.apply(.set(.body("a"), path: "friction", value: "0.5"))
    #expect(world.snapshot["a"]?.velocity == now.velocity)
  }

  /// A world of the moment, read from its text.
  private func reloaded(_ world: World) throws -> World {
    let scene = world.sceneNow()
    let text = SceneWriter().text(scene)
    return try World(
      SceneReader().read(Data(text.utf8), file: "moment.yaml", name: scene.name).get())
  }

  /// Runs both on and compares all that animations move, to the rounding of a begin time times the speed of
  /// what moves: but for bodies that physics has, for it remembers contacts.
  private func expectSame(_ world: World, _ loaded: World, steps: Int, _ comment: Comment) throws {
    var targets: [AnimationTarget] = []
    var (discrete, apart): (Set<AnimationTarget>, Set<AnimationTarget>) = ([], [])
    func collect(_ definition: AnimationDefinition, _ target: AnimationTarget?) {
      if let target, !target.property.isMotion { targets.append(target) }
      if let target, case .keyframe(let keys) = definition.content, keys.mode == .discrete {
        discrete.insert(target)
      }
      guard case .group(let members) = definition.content else { return }
      for member in members { collect(member.animation, member.target) }
    }
    for own in world.model.scene.animations { collect(own.definition, own.target) }
    // One that an animation takes hold of later comes to it from physics.
    var led = Set(
      world.snapshot.bodies.compactMap { body -> String? in
        let own = world.model.scene.bodies[body.id.number]
        let isHeld = world.bodies[body.id.number].drive?.isHeld == true
        return own.kind == .kinematic || isHeld ? own.id : nil
      })
    let moved = Set(
      world.model.scene.animations.filter { own in
        var bodies: [String] = []
        func collect(_ definition: AnimationDefinition, _ target: AnimationTarget?) {
          if let target, target.property.owner == .body { bodies.append(target.object) }
          guard case .group(let members) = definition.content else { return }
          for member in members { collect(member.animation, member.target) }
        }
        collect(own.definition, own.target)
        return bodies.allSatisfy {
          led.contains($0)
            || world.body($0).flatMap { world.bodies[$0.number].body?.kind } == .static
        }
      }.map(\.id))
    for step in 0..<steps {
      for target in targets {
        guard let a = world.presentationValue(of: target), let b = loaded.presentationValue(of: target)
        else { continue }
        let isSame = a.distance(to: b) <= 1e-7 * (1 + a.length)
        // A step may lie on a jump to the last bit, which the rounding of a begin time then decides: the two
        // may jump a step apart, and are alike in the steps before and after it.
        let mayJump = discrete.contains(target) && !apart.contains(target)
        #expect(isSame || mayJump, "\(target) after \(step): \(comment)")
        if isSame { apart.remove(target) } else { apart.insert(target) }
      }
      for name in led {
        guard let a = world.snapshot[name], let b = loaded.snapshot[name] else { continue }
        let isNear =
          (a.position - b.position).length <= 1e-7 * (1 + a.position.length)
          && (a.angle - b.angle).magnitude <= 1e-7 * (1 + a.angle.magnitude)
        #expect(isNear, "\(name) after \(step): \(a.position) \(b.position) \(a.angle) \(b.angle) \(comment)")
        if !isNear { return }
      }
      for layer in world.animationLayers {
        let other = loaded.animationLayers.first { $0.name == layer.name }
        #expect(other?.speed == layer.speed, comment)
        #expect(((other?.time ?? .nan) - layer.time).magnitude < 1e-9 * (1 + layer.time.magnitude), comment)
      }
      try world.step()
      try loaded.step()
      // What is let go is physics' again.
      led = led.filter { name in
        guard let id = world.body(name), world.model.scene.bodies[id.number].kind == .dynamic else {
          return true
        }
        return world.bodies[id.number].drive?.isHeld == true
      }
      let events = [world, loaded].map { $0.animationEvents.filter { moved.contains($0.key) } }
      #expect(events[0] == events[1], "events after step \(step): \(comment)")
    }
  }

  @Test(
    "The scene of a moment goes on as it was at any step of any scene that comes with Tumble",
    arguments: ShippedSceneTests.names, Seeds.ofEachScene(default: 2))
  func shipped(name: String, seed: UInt64) throws {
    var scene = try SceneLibrary().scene(name)
    // What they do depends on contacts, and on what a moment does not keep.
    scene.triggers = []
    scene.expectations = []
    var random = SeededGenerator(seed: seed)
    let world = try World(scene)
    let isLarge = scene.bodies.count > 300
    for _ in 0..<random.int(in: 0...(isLarge ? 20 : 300)) { try world.step() }
    let loaded = try reloaded(world)
    try expectSame(world, loaded, steps: isLarge ? 5 : 90, "\(name), step \(world.steps)")
  }

  @Test(
    "The scene of a moment goes on as it was with made animations of every kind",
    arguments: Seeds.list(default: 20))
  func made(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scene = try Scene(text: GeneratedScene(seed: seed).text)
    scene.triggers = []
    let world = try World(scene)
    for _ in 0..<random.int(in: 0...150) { _ = try? world.step() }
    let loaded = try reloaded(world)
    try expectSame(world, loaded, steps: 60, "seed \(seed), step \(world.steps)")
  }

  private static let stage = """
    tumble: 1
    world: {gravity: [0, 0]}
    bodies:
      - {id: lift, kind: kinematic, box: [10, 10]}
      - {id: lamp, kind: kinematic, at: [100, 0], box: [10, 10]}
      - {id: weight, at: [200, 0], velocity: [3, 40], shapes: [{circle: {radius: 9, center: [20, 5]}, density: 1}]}
    layers:
      - {id: stage, speed: 2}
      - {id: inner, parent: stage, speed: 0.5, beginTime: 0.1 s}
      - {id: deep, parent: inner, speed: 3, timeOffset: 0.25 s}
    animations:
    """

  @Test(
    "The scene of a moment goes on with layers in layers, springs that take the time they need, and open starts, at each step",
    arguments: [
      "{id: x, layer: inner, of: lift.position.x, type: basic, from: 0, to: 100, duration: 2 s, repeat: forever}",
      "{id: x, layer: deep, of: lamp.opacity, type: keyframe, values: [0, 1, 0.5], mode: discrete, duration: 1.3 s, repeat: forever}",
      "{id: x, of: lift.position.x, type: spring, by: 100, beginTime: 0.3 s}",
      "{id: x, of: lamp.opacity, type: spring, to: 0.2, spring: 'spring(response: 2, damping: 0.4, velocity: 3)', beginTime: 0.25 s}",
      "{id: x, of: lift.position, type: basic, by: [100, 50], timing: ease-in-out, beginTime: 0.4 s, duration: 0.5 s}",
      "{id: x, of: lamp.opacity, type: basic, from: 0, to: 1, beginTime: 1 s, duration: 0.3 s}",
      "{id: x, of: lamp.opacity, type: basic, to: 0.3, beginTime: 0.7 s, duration: 0.1 s, repeat: 3, fillMode: forwards}",
      "{id: x, type: group, duration: 0.7 s, repeat: forever, "
        + "animations: [{of: lift.position.x, type: spring, to: 50, beginTime: 0.1}, {of: lamp.opacity, type: basic, by: -0.5, beginTime: 0.2}]}",
      "{id: x, of: weight.angle, type: basic, by: 3 turn, duration: 2 s}",
      "{id: x, of: weight.position.x, type: basic, by: 50, beginTime: 0.3 s, duration: 0.5 s}",
    ])
  func everyStep(animation: String) throws {
    for step in 0..<180 {
      let world = try World(Scene(text: Self.stage + "\n  - " + animation))
      for _ in 0..<step { try world.step() }
      try expectSame(world, reloaded(world), steps: 60, "step \(step)")
    }
  }

  @Test(
    "The scene of a moment goes on where a body that an animation has let go flies, off its middle or not")
  func released() throws {
    for step in 0..<100 {
      let world = try World(
        Scene(
          text: Self.stage + "\n  - {id: x, of: weight.angle, type: basic, by: 1 turn, duration: 0.5 s}"
            + "\n  - {id: y, of: lift.position.x, type: basic, by: 60, duration: 0.5 s}"))
      for _ in 0..<step { try world.step() }
      let loaded = try reloaded(world)
      for _ in 0..<60 {
        try world.step()
        try loaded.step()
      }
      for name in ["weight", "lift"] {
        let (a, b) = (try #require(world.snapshot[name]), try #require(loaded.snapshot[name]))
        #expect((a.position - b.position).length < 1e-7, "\(name), step \(step)")
        #expect((a.angle - b.angle).magnitude < 1e-7, "\(name), step \(step)")
      }
    }
  }

  @Test(
    "The scene of a moment goes on with what triggers change over time, and fires what is left of their times"
  )
  func changes() throws {
    let text =
      Self.stage + """

          - {id: up, of: lift.position.y, type: basic, by: 40, duration: 2 s}
        when:
          - {event: time, at: 200 ms, do: {action: set, of: lamp.opacity, to: 0.1, spring: "spring(response: 1.5, damping: 0.5)"}}
          - {event: time, at: 500 ms, every: 300 ms, times: 3, do: [{action: mark, text: again},
             {action: set, of: lift.at, to: [90, 10], spring: "spring(response: 0.4)"}]}
          - {event: time, at: 1 s, do: {action: mark, text: once}}
          - {event: finished, of: up, do: {action: mark, text: up}}
        """
    for step in 0..<180 {
      let world = try World(Scene(text: text))
      for _ in 0..<step { try world.step() }
      let loaded = try reloaded(world)
      for later in 1...120 {
        try world.step()
        try loaded.step()
        #expect(world.marks == loaded.marks, "\(step) + \(later)")
        for name in ["lift", "lamp"] {
          let (a, b) = (try #require(world.snapshot[name]), try #require(loaded.snapshot[name]))
          #expect((a.position - b.position).length < 1e-7, "\(name), \(step) + \(later)")
          #expect(
            (a.appearance.opacity - b.appearance.opacity).magnitude < 1e-9, "\(name), \(step) + \(later)")
        }
      }
    }
  }

  @Test(
    "The scene of a moment begins what is to come at the step at which it would have begun",
    arguments: [50, 60, 120, 144])
  func begins(rate: Int) throws {
    for (begin, hundredths) in [(1.0, 100), (0.7, 70), (0.5, 50)] {
      for step in 0..<(rate * hundredths / 100) {
        let world = try World(
          Scene(
            text: """
              tumble: 1
              world: {gravity: [0, 0], rate: \(rate) Hz}
              bodies: [{id: lift, kind: kinematic, box: [10, 10]}]
              animations: [{id: x, of: lift.opacity, type: basic, from: 0, to: 0.5, beginTime: \(begin) s}]
              """))
        for _ in 0..<step { try world.step() }
        let loaded = try reloaded(world)
        let first = (rate * hundredths + 99) / 100
        while loaded.steps + step < first - 1 { try loaded.step() }
        #expect(loaded.snapshot.bodies[0].appearance.opacity == 1, "saved at \(step)")
        try loaded.step()
        #expect(loaded.snapshot.bodies[0].appearance.opacity < 0.1, "saved at \(step)")
      }
    }
  }

  @Test("The scene of a moment goes on with its animations where they are")
  func animated() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          bodies:
            - {id: lift, kind: kinematic, at: [0, 0], box: [20, 4]}
          layers:
            - {id: slow, speed: 0.5}
          animations:
            - {id: up, of: lift.position.y, type: basic, from: 0, to: 120, duration: 2 s, fillMode: forwards}
            - {id: across, of: lift.position.x, type: basic, from: 0, to: 120, duration: 2 s, layer: slow, fillMode: forwards}
          """))
    for _ in 0..<60 { try world.step() }
    let loaded = try World(world.sceneNow())
    for _ in 0..<60 {
      try world.step()
      try loaded.step()
      let (a, b) = (world.snapshot.bodies[0].position, loaded.snapshot.bodies[0].position)
      #expect(a.distance(to: b) < 1e-9)
    }
  }
}
