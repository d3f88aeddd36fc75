import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTrace

@testable import TumbleSimulation

@Suite("What a scene drives with the pointer")
struct PointerInputTests {
  private static let text = """
    world: {gravity: [0, 0], rate: 100 Hz}
    templates: {drop: {circle: 3}}
    bodies:
      - {id: ball, at: [100, 100], circle: 10, mass: 2}
      - {id: paddle, kind: kinematic, at: [0, 20], box: [40, 8]}
      - {id: bar, at: [300, 100], box: [20, 60]}
    pointer:
      - {id: bat, drive: {type: follow, of: paddle, speed: 500}}
      - {id: lure, button: left, drive: {type: toward, of: ball, force: 1000}}
      - {id: knife, button: right}
    when:
      - {event: released, key: knife, do: [{action: slice, of: bar, stroke: knife}, {action: mark, text: cut}]}
      - {event: pressed, key: lure, do: {action: spawn, template: drop, atPointer: true}}

    """

  private func commands(at step: Int) -> [Command] {
    switch step {
    case 5: [.point(Vector(10, 20))]
    case 20: [.point(Vector(200, 20))]
    case 80: [.point(Vector(100, 200)), .input("lure", 1)]
    case 120: [.input("lure", 0)]
    case 130: [.point(Vector(270, 100)), .input("knife", 1)]
    case 135: [.point(Vector(330, 104))]
    case 140: [.input("knife", 0)]
    default: []
    }
  }

  private func run(_ world: World, from: Int = 0, to end: Int) throws {
    for step in from..<end { try world.step(commands(at: step)) }
  }

  @Test(
    "The pointer is nowhere until it has moved; then a kinematic body follows it, at most as fast as it may, and stays there"
  )
  func follow() throws {
    let world = try TriggerTests.world(Self.text)
    try run(world, to: 5)
    #expect(world.snapshot["paddle"]?.position == Vector(0, 20))
    try run(world, from: 5, to: 7)
    #expect((world.snapshot["paddle"]?.position ?? .zero).x > 9.99)
    try run(world, from: 7, to: 30)
    // A tenth of a second at 500 points per second.
    #expect(abs((world.snapshot["paddle"]?.position.x ?? 0) - 60) < 0.01)
    try run(world, from: 30, to: 80)
    #expect(((world.snapshot["paddle"]?.position ?? .zero) - Vector(200, 20)).length < 1e-9)
  }

  @Test(
    "The pointer draws bodies to it while its button is held, and tells triggers of the button, with where it is"
  )
  func toward() throws {
    let world = try TriggerTests.world(Self.text)
    try run(world, to: 120)
    let ball = try #require(world.snapshot["ball"])
    // 1000 of force on 2 kilograms for 40 steps of a hundredth of a second.
    #expect(abs(ball.velocity.y - 200) < 1e-6 && abs(ball.velocity.x) < 1e-9)
    #expect(world.snapshot["drop-1"]?.position == Vector(100, 200))
    try run(world, from: 120, to: 125)
    #expect(world.snapshot["ball"]?.velocity == ball.velocity)
  }

  @Test("The pointer cuts along the way that it took with its button held")
  func stroke() throws {
    let world = try TriggerTests.world(Self.text)
    try run(world, to: 140)
    #expect(world.snapshot["bar"] != nil)
    try run(world, from: 140, to: 142)
    #expect(world.snapshot["bar"] == nil && world.snapshot["bar-half-1"] != nil)
  }

  @Test(
    "The pointer is recorded and replayed to the same bits, and undone with what was done before it moved")
  func recorded() throws {
    let scene = try TriggerTests.scene(Self.text)
    let session = try Session(
      World(scene), content: "tumble: 1\n" + Self.text,
      timeline: TimelineOptions(historyBudget: 1 << 20, checkpoints: 2))
    for step in 0..<200 {
      for command in commands(at: step) { try session.give(command) }
      try session.step()
    }
    let straight = try World(scene)
    try run(straight, to: 200)
    #expect(session.world.hash == straight.hash)
    var text: [UInt8] = []
    var writer = RecordingWriter(head: session.recording.head)
    writer.begin(&text)
    for command in session.recording.commands { writer.add(command, to: &text) }
    writer.end(at: 200, &text)
    let recording = try Recording(bytes: text)
    #expect(recording.commands == session.recording.commands)
    let replay = try Session(
      World(scene), lastStep: 200, replay: Replay(recording, of: scene, file: "r.jsonl"))
    try replay.run()
    #expect(replay.world.hash == straight.hash)
    #expect(session.undoName == "knife")
    session.undo()
    try session.finishRerun()
    #expect(session.world.snapshot["bar"] != nil && session.undoName == "lure")
  }

  @Test("The pointer is a command that only a scene with a use for it takes")
  func refused() throws {
    let world = try TriggerTests.world("bodies: [{id: ball, circle: 5}]")
    #expect(throws: WorldError.self) { try world.step([.point(Vector(1, 2))]) }
    let other = try TriggerTests.world(Self.text)
    #expect(throws: WorldError.self) { try other.step([.point(Vector(.nan, 2))]) }
  }
}
