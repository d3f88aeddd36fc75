import CTumbleReference
import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

@Suite("Fields and fluids of a scene")
struct FieldSceneTests {
  private func world(_ text: String) throws -> World {
    try World(Scene(text: text, name: "scene"))
  }

  private static let ball = "bodies: [{id: ball, at: [50, 200], circle: 8}]\nworld: {gravity: [0, 0]}\n"

  @Test(
    "The rocks about the planet equal a C program with a velocity function, bit for bit, for 30 seconds; a larger one they touch",
    arguments: [60.0, 100])
  func planets(radius: Double) throws {
    var scene = try SceneLibrary().scene("planets")
    guard case .gravity = scene.fields[0].force.effect else { return #expect(Bool(false)) }
    scene.bodies[0].shapes[0].form = .circle(center: .zero, radius: radius)
    let reference = try #require(ctumble_influenced_new(0, Int32(scene.world.iterations)))
    defer { ctumble_influenced_free(reference) }
    ctumble_influenced_disc(reference, radius, scene.bodies[0].angularVelocity, 1, 1)
    ctumble_influenced_pull(reference, scene.fields[0].force.strength)
    for body in scene.bodies.dropFirst() {
      let start = ctumble_reference_state(
        x: body.position.x, y: body.position.y, angle: body.angle, vx: body.velocity.x, vy: body.velocity.y,
        w: body.angularVelocity)
      ctumble_influenced_box(reference, start, 10, 10, 1, body.shapes[0].friction, body.shapes[0].elasticity)
    }
    let world = try World(scene)
    var touchedPlanet = false
    for step in 1...30 * scene.world.rate {
      try world.step()
      ctumble_influenced_step(reference, 1 / Double(scene.world.rate))
      touchedPlanet = touchedPlanet || world.contacts.contains { $0.a.number == 0 || $0.b.number == 0 }
      for (index, body) in world.snapshot.bodies.dropFirst().enumerated() {
        let theirs = ctumble_influenced_read(reference, Int32(index))
        try #require(
          body.position == Vector(theirs.x, theirs.y) && body.angle == theirs.angle
            && body.velocity == Vector(theirs.vx, theirs.vy), "rock-\(index + 1) after \(step) steps")
      }
    }
    #expect(touchedPlanet == (radius > 80))
  }

  @Test("A field's strength and a fluid's level follow their animations, and are what a snapshot shows")
  func animated() throws {
    let world = try world(
      Self.ball + """
        tumble: 1
        fields: [{id: push, type: uniform, direction: right, strength: 120}]
        fluids: [{id: pool, at: [150, 50], box: [300, 100]}]
        animations:
          - {id: a, of: push.strength, type: basic, to: 0, duration: 1, fillMode: forwards}
          - {id: b, of: pool.level, type: basic, from: 20, to: 80, duration: 1}
        """)
    #expect(world.snapshot.strengths == [120] && world.snapshot.levels == [20])
    for _ in 0..<60 { try world.step() }
    #expect(abs(world.snapshot.strengths[0] - 60) < 1e-9 && abs(world.snapshot.levels[0] - 50) < 1e-9)
    for _ in 0..<60 { try world.step() }
    let speed = try #require(world.snapshot["ball"]).velocity.x
    for _ in 0..<60 { try world.step() }
    #expect(world.snapshot.strengths == [0], "it stays where it ended")
    #expect(world.snapshot.levels == [100], "the animation is over: the level is the vessel's again")
    #expect(world.snapshot["ball"]?.velocity.x == speed && speed > 55 && speed < 65)
  }

  @Test("Edits add, set and remove fields and fluids; what is set wrongly is refused in the reader's words")
  func edits() throws {
    let world = try world("tumble: 1\n" + Self.ball)
    func edit(_ edit: Edit) throws { try world.step([.edit(edit)]) }
    func velocity() -> Vector { world.snapshot["ball"]?.velocity ?? .zero }
    try edit(.add(.field, "{id: push, type: uniform, direction: right, strength: 120}"))
    #expect(velocity() == Vector(1, 0))
    try edit(.set(.field("push"), path: "strength", value: "240"))
    #expect(velocity() == Vector(3, 0) && world.snapshot.strengths == [240])
    #expect(world.text(of: .field("push"), path: "strength") == "240")
    try edit(.set(.field("push"), path: "region", value: "{at: [945, 5], box: [90, 10]}"))
    #expect(velocity() == Vector(3, 0))
    try edit(.remove(.field("push")))
    #expect(world.snapshot.strengths == [0])
    #expect(throws: WorldError.self) { try edit(.remove(.field("push"))) }
    try edit(.add(.fluid, "{id: pool, at: [150, 150], box: [300, 300], density: 0.01}"))
    try edit(.set(.fluid("pool"), path: "level", value: "150"))
    #expect(world.snapshot.levels == [150])
    #expect(throws: WorldError.self) { try edit(.set(.fluid("pool"), path: "level", value: "high")) }
    #expect(throws: WorldError.self) { try edit(.add(.fluid, "{id: ball, at: [4.5, 4.5], box: [9, 9]}")) }
    try edit(.remove(.fluid("pool")))
    #expect(world.snapshot.levels == [.infinity])
  }

  @Test("The energy of the rocks about the planet stays near its value; strengths and levels are channels")
  func channels() throws {
    var scene = try SceneLibrary().scene("planets")
    // The planet and one rock whose orbit stays above it.
    scene.bodies = [scene.bodies[0], scene.bodies[3]]
    let world = try World(scene)
    let reader = ChannelReader(
      try ["energy.kinetic", "energy.total", "pull.strength"].map { try Channel($0, in: world.description) })
    var values: [Double] = []
    reader.read(world, into: &values)
    let first = values
    for _ in 0..<3600 {
      try world.step()
      reader.read(world, into: &values)
      #expect(abs(values[1] - first[1]) < 0.03 * first[0])
    }
    #expect(values[2] == 5_000_000 && first[1] < 0, "it is bound")
    let lock = try World(SceneLibrary().scene("lock"))
    let level = try ChannelReader([Channel("chamber.level", in: lock.description)])
    level.read(lock, into: &values)
    #expect(values == [80])
    #expect(throws: ChannelError.self) { try Channel("chamber.strength", in: lock.description) }
  }

  @Test("A field on a body goes with it, and stays on it when the body is made again")
  func onBodies() throws {
    let world = try world(
      """
      tumble: 1
      world: {gravity: [0, 0]}
      bodies: [{id: fan, kind: kinematic, at: [0, 0], box: [10, 10]}, {id: ball, at: [0, 50], circle: 8}]
      fields: [{id: lift, type: uniform, direction: up, strength: 120, body: fan}]
      """)
    try world.step()
    #expect(world.snapshot["ball"]?.velocity.y == 1)
    try world.step([.edit(.set(.body("fan"), path: "shapes[0].box", value: "[30, 30]"))])
    #expect(world.snapshot["ball"]?.velocity.y == 2)
    try world.step([.edit(.remove(.body("fan")))])
    #expect(world.snapshot["ball"]?.velocity.y == 2 && world.snapshot.strengths == [0])
    #expect(world.sceneNow().fields.isEmpty)
  }

  @Test("A moment of a world with fields and fluids is a scene that shows the same")
  func moment() throws {
    for name in ["lock", "whirlpool"] {
      let world = try World(SceneLibrary().scene(name))
      for _ in 0..<300 { try world.step() }
      let again = try World(world.sceneNow())
      #expect(again.snapshot.levels == world.snapshot.levels)
      #expect(again.snapshot.strengths == world.snapshot.strengths)
      #expect(again.snapshot.bodies.map(\.position) == world.snapshot.bodies.map(\.position))
    }
  }

  @Test("The history gives back levels and strengths")
  func history() throws {
    let world = try World(SceneLibrary().scene("lock"))
    let history = History(budget: 16 << 20, rate: world.rate)
    var seen: [FrameSnapshot] = []
    for _ in 0..<1200 {
      try world.step()
      history.append(world.snapshot)
      seen.append(world.snapshot)
    }
    var past = FrameSnapshot(step: 0, rate: world.rate)
    for step in [1200, 300, 900, 1] {
      #expect(history.nearest(step, into: &past))
      #expect(past.levels == seen[step - 1].levels && past.strengths == seen[step - 1].strengths)
    }
  }

  @Test("The boat goes up through the lock within 24 seconds and is back below after 44")
  func lock() throws {
    let world = try World(SceneLibrary().scene("lock"))
    func boat() throws -> BodySnapshot { try #require(world.snapshot["boat"]) }
    for _ in 0..<24 * world.rate { try world.step() }
    #expect(try boat().position.x > 400 && boat().position.y > 140)
    for _ in 0..<20 * world.rate { try world.step() }
    #expect(try boat().position.x < 170 && boat().position.y < 100)
    #expect(try abs(boat().angle) < 0.3, "upright")
  }
}
