import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

@Suite("A rule by which bodies stick")
struct StickyRuleTests {
  private static func text(_ force: String) -> String {
    """
    tumble: 1
    world: {gravity: [0, -1000], pointsPerMeter: 100}
    bodies:
      - {id: ceiling, kind: static, at: [150, 310], box: [300, 20]}
      - {id: slime, at: [150, 285], circle: 10, mass: 2, velocity: [0, 300]}
      - {id: stone, at: [60, 285], circle: 10, mass: 2, velocity: [0, 300]}
    rules:
      - {between: [slime, ceiling], sticky: \(force)}
    """
  }

  private func world(_ force: String = "30 N") throws -> World {
    try World(Scene(text: Self.text(force)))
  }

  @Test(
    "A rule by which bodies stick holds what it names, as hard as it says, with units, and says so when it is written again"
  )
  func force() throws {
    let world = try world()
    for _ in 0..<600 { try world.step() }
    #expect(try #require(world.snapshot["slime"]).position.y > 289)
    #expect(try #require(world.snapshot["stone"]).position.y < -100)
    // 2 kg × 1000 points/s² are 20 N where 100 points are a meter.
    let weak = try self.world("19 N")
    for _ in 0..<600 { try weak.step() }
    #expect(try #require(weak.snapshot["slime"]).position.y < -100)
    let scene = try Scene(text: Self.text("3000"))
    #expect(scene.rules == [Scene.Rule(.bodies([1]), .bodies([0]), .sticky(3000))])
    #expect(try Scene(text: SceneWriter().text(scene)).rules == scene.rules)
  }

  @Test("A rule by which bodies stick makes no joint that anyone sees, and takes no id from what is added")
  func ids() throws {
    let (world, plain) = (try world(), try World(Scene(text: EditTests.text)))
    for _ in 0..<60 { try world.step() }
    #expect(world.snapshot.joints.isEmpty && world.description.joints.isEmpty)
    try world.apply(.edit(.add(.joint, "{id: rope, type: slide, a: slime, b: stone, max: 400}")))
    #expect(world.joint("rope") == 0 && plain.joint("rope") == 0)
    #expect(world.snapshot.joints.map(\.id) == [0])
  }

  @Test("A rule by which bodies stick comes to the same after undo, in a copy and in a replay")
  func again() throws {
    let scene = try Scene(text: Self.text("30 N"))
    let session = try Session(World(scene), content: Self.text("30 N"), timeline: TimelineOptions())
    for _ in 0..<90 { try session.step() }
    let before = session.world.hash
    try session.give(.set(.body("slime"), path: "velocity", value: "[0, -2000]"))
    for _ in 0..<60 { try session.step() }
    #expect(try #require(session.world.snapshot["slime"]).position.y < 200, "torn off")
    let copy = try session.world.copy()
    #expect(copy.hash == session.world.hash)
    let replay = try Session(
      World(scene), lastStep: 150, replay: Replay(session.recording, of: scene, file: "run.jsonl"))
    try replay.run()
    #expect(replay.world.hash == session.world.hash)
    session.undo()
    try session.finishRerun()
    #expect(try #require(session.world.snapshot["slime"]).position.y > 289)
    session.view(step: 90)
    session.resume()
    try session.finishRerun()
    #expect(session.world.hash == before)
  }
}
