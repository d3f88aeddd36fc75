import Foundation
import Testing
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
@testable import TumbleWindowCommands

@Suite("The tool for thrusters")
struct ThrusterTests {
  private let bench: SceneEditingBench

  init() throws {
    bench = try SceneEditingBench()
    bench.choose(.thruster)
  }

  @Test(
    "The tool for thrusters puts a force where a body is pressed, along the drag, on the first key that is free; the key fires it"
  )
  func made() throws {
    bench.drag(Vector(90, 22), Vector(90, 122), .control)
    bench.drag(Vector(200, 150), Vector(240, 150), .control)
    let inputs = bench.world.sceneNow().inputs
    #expect(inputs.map(\.id) == ["thrust1", "thrust2"] && inputs.map(\.keys) == [["Up"], ["Left"]])
    #expect(inputs[0].help == "Fires the thruster of crate1")
    let crate = try #require(bench.world.body("crate1"))
    let weight = try #require(bench.world.facts(of: crate)?.mass)
    #expect(
      inputs[0].drives == [
        .force(
          Scene.BodySelector(["crate1"]),
          Scene.Force(Vector(0, 1000 * weight), at: Vector(-10, 0), isLocal: true))
      ])
    // Pressed at its middle it does not turn.
    guard case .force(_, let force)? = inputs[1].drives.first else { throw CancellationError() }
    #expect(force.place == nil && force.amount.x > 0 && force.amount.y == 0)
    #expect(
      bench.editing.editor.notice == "Left fires it" && bench.session.undoName == "add a thruster to ball1")
    bench.session.isPaused = false
    try bench.session.give(.input("thrust2", 1))
    try bench.steps(12)
    #expect(try #require(bench.world.snapshot["ball1"]).velocity.x > 30)
  }

  @Test("The tool for thrusters is undone and redone as one, held keys and all, and replays to the same bits")
  func undone() throws {
    bench.drag(Vector(200, 150), Vector(200, 230))
    try bench.session.give(.input("thrust1", 1))
    try bench.steps(30)
    let (flown, hash) = (bench.world.snapshot, bench.world.hash)
    try bench.undo()
    try bench.undo()
    #expect(bench.world.input("thrust1") == nil && bench.world.snapshot != flown)
    try bench.redo()
    try bench.redo()
    #expect(bench.world.snapshot == flown && bench.world.hash == hash)
    let replay = try Session(
      World(bench.session.world.scene), lastStep: bench.world.steps,
      replay: Replay(bench.session.recording, of: bench.world.scene, file: "r.jsonl"))
    try replay.run()
    #expect(replay.world.hash == hash)
  }

  @Test("The tool for thrusters refuses what cannot be pushed, a click, and the background")
  func refused() throws {
    for (from, to, word) in [
      (Vector(200, 1), Vector(200, 80), "floor is static"),
      (Vector(300, 200), Vector(300, 280), "drag from the body"),
      (Vector(200, 150), Vector(203, 150), "the farther the harder"),
    ] {
      bench.drag(from, to, .control)
      #expect(bench.editing.editor.notice?.contains(word) == true, "\(word)")
    }
    #expect(bench.world.sceneNow().inputs.isEmpty && !bench.session.canUndo)
    for _ in 0..<14 { bench.drag(Vector(200, 150), Vector(200, 200)) }
    #expect(bench.world.sceneNow().inputs.count == 13)
    #expect(bench.editing.editor.notice == "the scene uses all keys for thrusters")
  }

  @Test("The tool for thrusters is saved as an entry of keys, and goes with its body")
  func saving() throws {
    bench.drag(Vector(200, 150), Vector(200, 200))
    let scene = bench.session.startScene
    #expect(scene.inputs.map(\.id) == ["thrust1"])
    let again = try Scene(text: SceneWriter().text(scene))
    #expect(again.inputs == scene.inputs)
    try bench.session.give(.edit(.remove(.body("ball1"))))
    #expect(bench.session.startScene.inputs.isEmpty)
  }

  @Test(
    "The tool for thrusters is erased by its arrow, while the body stays; its body takes it along, and each is undone as one"
  )
  func erased() throws {
    bench.drag(Vector(200, 150), Vector(200, 200), .control)
    let made = bench.world.sceneNow().inputs
    bench.choose(.eraser)
    // On the arrow, beside the body.
    bench.click(Vector(200, 174), .control)
    #expect(bench.world.sceneNow().inputs.isEmpty && bench.world.body("ball1") != nil)
    #expect(bench.world.snapshot["ball1"] != nil && bench.session.undoName == "erase")
    try bench.undo()
    #expect(bench.world.sceneNow().inputs == made)
    // Over the body first, and then the arrow that has gone with it.
    bench.drag(Vector(188, 150), Vector(200, 178), .control)
    #expect(bench.world.snapshot["ball1"] == nil && bench.world.sceneNow().inputs.isEmpty)
    #expect(bench.editing.editor.notice == nil)
    try bench.undo()
    #expect(bench.world.snapshot["ball1"] != nil && bench.world.sceneNow().inputs == made)
  }

  @Test("The world's panel has the scale of time, which is the session's")
  func timeScale() throws {
    bench.session.speed = 0.25
    let rows = bench.editing.worldState(bench.session, plotted: []).groups[0].rows
    #expect(rows.map(\.path) == [Inspector.speedRow])
    guard case .slider(let speed, let range, _) = rows[0].control else { throw CancellationError() }
    #expect(speed == 0.25 && range == Session.speeds)
  }
}
