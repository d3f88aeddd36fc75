import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Cutting bodies in two")
struct SliceTests {
  /// A world in which nothing falls, and the cut is made after a tenth of a second.
  private func world(
    _ bodies: String, cut: String = "of: anything, from: [0, 100], to: [300, 100]", rest: String = ""
  ) throws -> World {
    try TriggerTests.world(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies: [\(bodies)]
      \(rest)
      when: [{event: time, at: 0.1 s, do: {action: slice, \(cut)}}]
      """)
  }

  private func run(_ world: World, _ steps: Int) throws { for _ in 0..<steps { try world.step() } }

  private func area(_ world: World) -> Double {
    world.bodies.present.reduce(0) { area, record in
      area + record.body!.shapes.reduce(0) { $1.isSensor ? $0 : $0 + $1.area }
    }
  }

  private func momentum(_ world: World) -> (linear: Vector, angular: Double, mass: Double) {
    var (linear, angular, mass) = (Vector.zero, 0.0, 0.0)
    for record in world.bodies.present {
      let body = record.body!
      let center = body.worldCenterOfGravity
      // The velocity of the center, for the body's own is that of it.
      linear += body.velocity * body.mass
      angular += center.cross(body.velocity) * body.mass + body.moment * body.angularVelocity
      mass += body.mass
    }
    return (linear, angular, mass)
  }

  @Test(
    "A cut keeps area, mass, momentum and spin, however it goes through",
    arguments: Seeds.list(default: 40))
  func conserved(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func part(_ low: Double, _ high: Double) -> Double { low + random.nextFraction() * (high - low) }
    let shape =
      switch seed % 5 {
      case 0: "box: [\(part(20, 60)), \(part(20, 60))]"
      case 1: "circle: \(part(10, 40))"
      case 2: "polygon: [[-20, -20], [30, -10], [10, 0], [25, 20], [-10, \(part(15, 40))]]"
      case 3: "shapes: [{box: {size: [30, 20], center: [-15, 0]}}, {circle: {radius: 12, center: [20, 0]}}]"
      // What only senses weighs nothing, before and after.
      default: "shapes: [{box: [40, 30]}, {circle: \(part(15, 60)), sensor: true}]"
      }
    // A given mass lies at the origin, which is not the middle of the outline.
    let mass = seed % 3 == 0 && seed % 5 != 2 ? ", mass: \(part(1, 9))" : ", density: 0.002"
    let angle = part(0, 2 * .pi)
    let (way, side) = (Vector(angle: angle, length: 200), part(-6, 6))
    let middle = Vector(100, 100) + way.normalized.perpendicular * side
    let (from, to) = (middle - way, middle + way)
    let world = try world(
      "{id: it-is, at: [100, 100], angle: \(part(0, 6)), \(shape)\(mass), velocity: [0, 0], angularVelocity: \(part(-3, 3))}",
      cut: "of: it-is, from: [\(from.x), \(from.y)], to: [\(to.x), \(to.y)]")
    try run(world, 9)
    let (before, beforeArea) = (momentum(world), area(world))
    try run(world, 1)
    let (after, afterArea) = (momentum(world), area(world))
    guard world.bodies.present.count == 2 else {
      return #expect(world.bodies.present.count == 1 && afterArea == beforeArea)
    }
    #expect(abs(afterArea / beforeArea - 1) < 1e-9)
    #expect(abs(after.mass / before.mass - 1) < 1e-9)
    #expect((after.linear - before.linear).length < 1e-9 * (1 + before.angular.magnitude))
    // A circle has become two polygons, whose moments are a little greater.
    #expect(abs(after.angular - before.angular) < 0.01 * (1 + before.angular.magnitude))
    #expect(
      world.snapshot.bodies.allSatisfy { $0.angularVelocity == world.previous.bodies[0].angularVelocity })
  }

  @Test("A cut leaves what it does not go all through, what is static, and what lies beside it")
  func untouched() throws {
    let world = try world(
      """
      {id: far, at: [100, 200], box: [20, 20]}, {id: wall, kind: static, at: [40, 100], box: [20, 40]}, {id: long, at: [300, 100], box: [80, 20]},
      {id: cut, at: [100, 100], box: [20, 20]}
      """)
    try run(world, 20)
    #expect(world.snapshot.bodyIDs.keys.sorted() == ["cut-half-1", "cut-half-2", "far", "long", "wall"])
  }

  @Test("A cut leaves joints with the half that has their anchor, and what they drive goes on")
  func joints() throws {
    let world = try world(
      """
      {id: hook, kind: static, at: [100, 140]}, {id: plank, at: [100, 100], box: [10, 60]},
      {id: low, at: [100, 60], circle: 4}, {id: base, kind: static, at: [100, 102]}
      """,
      rest: """
        joints:
          - {id: top, type: pivot, a: hook, b: plank, anchorA: [0, -15], anchorB: [0, 25]}
          - {id: rope, type: slide, a: plank, b: low, anchorA: [0, -28], min: 0, max: 20}
          - {id: engine, type: motor, a: base, b: plank, rate: 1}
        """)
    try run(world, 20)
    let scene = world.sceneNow()
    func joint(_ id: String) throws -> Scene.Joint { try #require(scene.joints.first { $0.id == id }) }
    func owner(_ id: Int) -> Scene.Body { scene.bodies[id] }
    let (top, rope) = (try joint("top"), try joint("rope"))
    #expect(owner(top.b).position.y > 100 && owner(rope.a).position.y < 100)
    #expect(owner(top.b).id != owner(rope.a).id && world.joint("engine") != nil)
    // Where the anchors were in the world they are still.
    let start = try #require(top.form.anchor(1))
    #expect((owner(top.b).position + start.rotated(by: owner(top.b).angle) - Vector(100, 125)).length < 1)
    try run(world, 100)
    #expect(world.snapshot[owner(top.b).id].map { abs($0.angularVelocity - 1) < 0.05 } == true)
  }

  @Test(
    "A cut keeps surface, filter and color, and what rules and triggers say of the whole holds for the halves"
  )
  func kept() throws {
    let world = try world(
      "{id: crate, at: [100, 100], box: [20, 20], friction: 0.9, elasticity: 0.7, color: red, group: g}, {id: floor, kind: static, line: [[0, 0], [300, 0]]}",
      rest: "rules: [{between: [crate, floor], ignore: true}]")
    try run(world, 20)
    let scene = world.sceneNow()
    let halves = scene.bodies.filter { $0.id.hasPrefix("crate-half") }
    #expect(halves.count == 2)
    for half in halves {
      #expect(half.shapes[0].friction == 0.9 && half.shapes[0].elasticity == 0.7)
      #expect(half.shapes[0].filter.group == 1 && half.appearance.color == Color(hex: "#ff0000"))
    }
    #expect(scene.rules[0].first.bodies?.count == 2)
  }

  @Test(
    "A trigger cuts what a hit says, in the body's own coordinates, again and again, and to the same bits each time"
  )
  func repeated() throws {
    let text = """
      world: {gravity: [0, -500], rate: 100 Hz}
      bodies:
        - {id: floor, kind: static, line: [[0, 0], [400, 0]], friction: 1}
        - {id: row, at: [60, 60], angle: 0.3, box: [40, 30], repeat: {grid: {columns: 4, rows: 2, spacing: [70, 60]}}}
      when:
        - {event: hit, between: [row, floor], above: 10, after: 0.1 s, do: {action: slice, of: it, from: [-100, 1], to: [100, 3], frame: body}}
        - {event: time, every: 0.5 s, do: {action: slice, of: anything, from: [0, 20], to: [400, 30]}}
      """
    let (one, other) = (try TriggerTests.world(text), try TriggerTests.world(text))
    for _ in 0..<300 {
      try one.step()
      try other.step()
    }
    #expect(one.hash == other.hash && one.bodies.present.count > 12)
    #expect(one.bodies.present.allSatisfy { $0.body!.position.y > -20 })
  }

  @Test(
    "Cutting ends where the scene would become larger than a file's may be, and says which trigger it was",
    arguments: [3, 4, 5, 9, 20])
  func bounded(limit: Int) throws {
    let world = try TriggerTests.world(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies: [{id: a, at: [150, 100], box: [60, 60]}]
      when:
        - id: chop
          event: time
          every: 0.01 s
          do:
            - {action: slice, of: anything, frame: body, from: [-99, 0.1], to: [99, 0.2]}
            - {action: slice, of: anything, frame: body, from: [0.1, -99], to: [0.2, 99]}
            - {action: respawn, of: anything}
      """)
    world.limits.bodies = limit
    var refusals: [String] = []
    for _ in 0..<8 { refusals += try world.step().refused }
    #expect(refusals == ["the trigger 'chop': \(limit) bodies have been made, and no more can be"])
    #expect(world.model.scene.bodies.count <= limit && world.model.scene.bodies.count > limit - 2)
    world.limits = SceneLimits()
    world.limits.shapes = world.model.shapes + 1
    #expect(world.fullness(adding: [Scene.Body("b")]) == nil)
    #expect(world.fullness(adding: [Scene.Body("b"), Scene.Body("c")])?.contains("shapes") == true)
  }

  @Test(
    "Spawning ends where the scene would become larger than a file's may be, and says which trigger it was")
  func boundedSpawning() throws {
    let world = try TriggerTests.world(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      templates: {ball: {circle: 5, mass: 1}}
      bodies: [{id: a, at: [150, 100], circle: 5}]
      when: [{id: rain, event: time, every: 0.01 s, do: {action: spawn, template: ball, at: [50, 50]}}]
      """)
    world.limits.bodies = 3
    var refusals: [String] = []
    for _ in 0..<8 { refusals += try world.step().refused }
    #expect(refusals == ["the trigger 'rain': 3 bodies have been made, and no more can be"])
    #expect(world.model.scene.bodies.count == 3)
  }

  @Test(
    "A stroke cuts bodies the same in a world and in the scene that it starts with, and is undone",
    arguments: Seeds.list(default: 30))
  func stroke(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func part(_ low: Double, _ high: Double) -> Double { low + random.nextFraction() * (high - low) }
    let text = """
      tumble: 1
      view: {size: [400, 300]}
      bodies:
        - {id: floor, kind: static, at: [200, 10], box: [400, 20]}
        - {id: plank, at: [200, 150], angle: \(part(-0.5, 0.5)), box: [160, 20], mass: 3, angularVelocity: 2}
        - {id: wheel, at: [140, 150], circle: 20, velocity: [5, 0]}
        - {id: weight, at: [260, 60], box: [20, 20]}
      joints:
        - {id: axle, type: hinge, a: plank, b: wheel, at: [140, 150], motor: 2}
        - {id: rod, type: pin, a: plank, b: weight, anchorA: [60, 0]}
      """
    let scene = try Scene(text: text)
    let session = try Session(World(scene), content: text, lastStep: .max)
    let before = session.world.sceneNow()
    let (top, bottom) = (Vector(part(180, 220), 260), Vector(part(180, 220), 40))
    try session.give(.edit(.slice(from: top, to: bottom)))
    let names = session.world.sceneNow().bodies.map(\.id)
    #expect(names == ["floor", "wheel", "weight", "plank-half-1", "plank-half-2"], "seed \(seed)")
    #expect(session.world.sceneNow().joints.map(\.id) == ["axle", "axle-motor", "rod"], "seed \(seed)")
    // What is saved of it is what was made, to the bit. Later the engine may take contacts that begin in the
    // same step in another order: its index of shapes remembers the plank.
    let again = try World(session.startScene)
    #expect(
      again.snapshot.bodies.map(\.position) == session.world.snapshot.bodies.map(\.position), "seed \(seed)")
    #expect(
      again.snapshot.bodies.map(\.velocity) == session.world.snapshot.bodies.map(\.velocity), "seed \(seed)")
    for _ in 0..<30 { try session.step() }
    for _ in 0..<30 { try again.step() }
    for (one, other) in zip(session.world.snapshot.bodies, again.snapshot.bodies) {
      #expect(one.position.distance(to: other.position) < 0.1, "seed \(seed)")
    }
    try Session(replaying: session.recording).run()
    session.undo()
    try session.finishRerun()
    #expect(session.startScene == before, "seed \(seed)")
  }

  @Test("A stroke takes the fields of the body along with it, in the world as in what is saved")
  func fields() throws {
    let text = """
      tumble: 1
      world: {gravity: [0, 0]}
      bodies:
        - {id: star, at: [100, 100], box: [40, 40]}
        - {id: dwarf, at: [300, 100], box: [40, 40]}
      fields:
        - {id: pull, type: gravity, body: star, strength: 50000}
        - {id: push, type: gravity, body: dwarf, strength: -50000}
      """
    let session = try Session(World(Scene(text: text)), content: text, lastStep: .max)
    for _ in 0..<10 { try session.step() }
    try session.give(.edit(.slice(from: Vector(100, 200), to: Vector(100, 0))))
    #expect(session.world.sceneNow().fields.map(\.id) == ["push"])
    #expect(session.world.fields.present.count == 1)
    #expect(session.world.snapshot.bodies.count == 3)
    for _ in 0..<10 { try session.step() }
    let again = try World(Scene(text: SceneWriter().text(session.world.sceneNow())))
    for _ in 0..<30 { try again.step() }
    for _ in 0..<30 { try session.step() }
    for (one, other) in zip(session.world.snapshot.bodies, again.snapshot.bodies) {
      #expect(one.position.distance(to: other.position) < 1e-6)
    }
    session.undo()
    try session.finishRerun()
    #expect(session.world.sceneNow().fields.map(\.id) == ["pull", "push"])
  }

  @Test("A half gets its joints again as long as the scene may have as many")
  func boundedJoints() throws {
    let world = try world(
      "{id: a, at: [150, 100], box: [60, 60]}, {id: b, at: [150, 200], circle: 9}",
      rest: "joints: [{id: rope, type: pin, a: a, b: b}]")
    world.limits.joints = 1
    var refusals: [String] = []
    for _ in 0..<20 { refusals += try world.step().refused }
    #expect(refusals == ["trigger 1: 1 joints have been made, and no more can be"])
    #expect(world.snapshot.joints.isEmpty && world.snapshot.bodies.count == 3)
  }
}
