import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

@Suite("Keys that drive a scene")
struct InputTests {
  private static let text = """
    world: {gravity: [0, 0], rate: 100 Hz}
    bodies:
      - {id: base, kind: static, at: [0, 100]}
      - {id: wheel, at: [0, 100], circle: 10, mass: 1}
      - {id: ship, at: [100, 100], angle: 90 deg, box: [10, 10], mass: 2}
      - {id: bob, at: [0, 60], circle: 5, mass: 1}
    joints:
      - {id: axle, type: pivot, a: base, b: wheel, at: [0, 100]}
      - {id: motor, type: motor, a: base, b: wheel, rate: 1}
      - {id: rod, type: spring, a: base, b: bob, restLength: 40, stiffness: 200, damping: 10}
    keys:
      - {id: drive, keys: Right, reverse: Left, drive: {type: motor, of: motor, rate: 5}}
      - {id: fire, keys: Space, drive: [{type: thrust, of: ship, force: [0, 400]}, {type: length, of: rod, by: 20}]}
    when:
      - {event: pressed, key: fire, do: {action: mark, text: fire}}
      - {event: released, key: fire, do: {action: mark, text: off}}
    """

  @Test(
    "The keys of a scene turn motors, stretch springs and push in a body's own direction for as long as they are held"
  )
  func drives() throws {
    let world = try TriggerTests.world(Self.text)
    let marks = try TriggerTests.marks(
      world, steps: 100,
      [10: [.input("drive", 1), .input("fire", 0.25)], 20: [.input("fire", 1)], 40: [.input("fire", 0)]])
    #expect(marks == ["21 fire", "41 off"])
    #expect(world.input("drive") == 1 && world.input("fire") == 0)
    let spin = try #require(world.snapshot["wheel"]).angularVelocity
    #expect(abs(spin - 6) < 1e-6, "its own rate and the key's: \(spin)")
    // 200 points per second squared for 10 steps at a quarter and 20 in full, along the ship's own y.
    let velocity = try #require(world.snapshot["ship"]).velocity
    #expect(abs(velocity.x + 45) < 1e-6 && abs(velocity.y) < 1e-6)
    try world.step([.input("drive", -0.5)])
    for _ in 0..<100 { try world.step() }
    #expect(abs((world.snapshot["wheel"]?.angularVelocity ?? 0) + 1.5) < 1e-6)
  }

  @Test(
    "The keys of a scene are added, changed and removed by edits; what is held stays held, and a trigger keeps what it waits for"
  )
  func edited() throws {
    let world = try TriggerTests.world(Self.text)
    try world.step([.input("drive", 1)])
    try world.apply(
      .edit(.add(.input, "{id: push, keys: P, drive: {type: push, of: ship, force: [200, 0]}}")))
    #expect(world.input("drive") == 1 && world.input("push") == 0)
    try world.step([.input("push", 1)])
    #expect(world.snapshot["ship"]?.velocity == Vector(1, 0))
    try world.apply(.edit(.set(.input("push"), path: "drive[0].force", value: "[0, 400]")))
    try world.step()
    #expect(world.snapshot["ship"]?.velocity == Vector(1, 2))
    func refusal(_ edit: Edit) -> String {
      do {
        try world.apply(.edit(edit))
        return "none"
      } catch { return "\(error)" }
    }
    #expect(refusal(.add(.input, "{id: push, keys: Q}")).contains("there is another input 'push'"))
    #expect(refusal(.add(.input, "{id: other, keys: P}")).contains("the key P is used twice"))
    #expect(
      refusal(.add(.input, "{id: other, keys: Q, drive: {type: push, of: shp, force: [1, 0]}}")).contains(
        "ship"))
    #expect(refusal(.remove(.input("pusch"))).contains("did you mean 'push'?"))
    #expect(refusal(.remove(.input("fire"))).contains("waits for it"))
    #expect(world.sceneNow().inputs.map(\.id) == ["drive", "fire", "push"])
    try world.apply(.edit(.remove(.input("push"))))
    try world.step()
    #expect(world.snapshot["ship"]?.velocity == Vector(1, 2) && world.input("push") == nil)
    #expect(try world.copy().hash == world.hash)
  }

  @Test("The keys of a scene are refused where the scene has none of that name, and beyond their end")
  func refused() throws {
    let world = try TriggerTests.world(Self.text)
    #expect(throws: WorldError.badCommand("there is no input 'fir'; did you mean 'fire'?")) {
      try world.step([.input("fir", 1)])
    }
    for value in [1.5, -2, Double.nan, .infinity] {
      #expect(throws: WorldError.self) { try world.step([.input("fire", value)]) }
    }
  }

  /// Keys at random, in a scene with everything in it.
  static func everything() throws -> Scene {
    let url = BadFilesTests.folder.deletingLastPathComponent().appendingPathComponent("playground.yaml")
    return try SceneLinter().lint(
      SceneReader().read(Data(contentsOf: url), file: "playground.yaml", name: "playground")
    ).get()
  }

  static func script(_ seed: UInt64, _ scene: Scene, steps: Int) -> [Int: [Command]] {
    var generator = SeededGenerator(seed: seed)
    var script: [Int: [Command]] = [:]
    for step in 0..<steps where generator.int(in: 0...5) == 0 {
      let input = scene.inputs[generator.int(in: 0...(scene.inputs.count - 1))]
      script[step] = [.input(input.id, generator.pick([0, 0, 1, -1, generator.double(in: -1...1)]))]
    }
    return script
  }

  @Test(
    "The keys of a scene pressed at random in a scene with everything in it come to the same: recorded, replayed, undone and gone back to",
    arguments: Seeds.list(default: 3))
  func repeatable(seed: UInt64) throws {
    let scene = try Self.everything()
    let steps = 900
    let script = Self.script(seed, scene, steps: steps)
    let session = try Session(World(scene), timeline: TimelineOptions(historyBudget: 1 << 20, checkpoints: 3))
    var hashes: [StateHash] = []
    for step in 0..<steps {
      for command in script[step] ?? [] { try session.give(command) }
      try session.step()
      hashes.append(session.world.hash)
    }
    #expect(Set(hashes).count == steps, "something moves in each step")
    #expect(session.world.description.bodies.count > scene.bodies.count, "something was spawned")
    #expect(session.world.refusals.isEmpty)

    let recording = try Recording(bytes: session.recording.bytes)
    #expect(recording.commands == session.log)
    let replayed = try World(scene)
    for step in 0..<steps {
      try replayed.step(recording.commands.filter { $0.step == step }.map(\.command))
      #expect(replayed.hash == hashes[step], "step \(step + 1)")
    }

    session.view(step: steps / 3)
    session.resume()
    try session.finishRerun()
    #expect(session.world.hash == hashes[steps / 3 - 1])
    session.undo()
    try session.finishRerun()
    #expect(session.world.steps == steps && session.world.hash == hashes[steps - 1])
    session.undo()
    try session.finishRerun()
    session.redo()
    try session.finishRerun()
    #expect(session.world.hash == hashes[steps - 1])
  }
}
