import Foundation
import Testing
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

@Suite("A scene with everything in it, driven by random keys")
struct EverythingTests {
  private static let steps = 1800

  @Test(
    "A scene with everything in it, driven by random keys, has the same hashes in a plain world, replayed, and after undo, redo and ways back",
    arguments: Seeds.list(default: 2))
  func hashes(seed: UInt64) throws {
    let text = try EverythingScene.text()
    let scene = try Scene(text: text)
    let session = try Session(
      World(scene), content: text, timeline: TimelineOptions(historyBudget: 8 << 20, checkpoints: 3))
    var random = SeededGenerator(seed: seed)
    var seen = Seen()
    while session.world.steps < Self.steps {
      if random.int(in: 0...11) == 0 {
        let input = random.pick(scene.inputs)
        let value: Double = random.pick([1, 1, 0, input.reverseKeys.isEmpty ? 0 : -1])
        try session.give(.input(input.id, value))
      }
      try session.step()
      seen.note(session.world)
      if random.int(in: 0...249) == 0 { try goBack(session, &random) }
    }
    // The inputs do something, and so do the parts that the scene is for; with other seeds some may do
    // nothing.
    if seed < 2 {
      #expect(seen.broken > 0 && seen.shattered > 0 && seen.marks.contains("shot"))
      #expect(seen.bodies > scene.bodies.count)
    }
    try check(session, scene, seed)
  }

  private struct Seen {
    var broken = 0
    var shattered = 0
    var bodies = 0
    var marks: Set<String> = []

    mutating func note(_ world: World) {
      broken += world.brokenJoints.count
      shattered += world.shattered.count
      bodies = max(bodies, world.description.bodies.count)
      marks.formUnion(world.marks)
    }
  }

  private func goBack(_ session: Session, _ random: inout SeededGenerator) throws {
    switch random.int(in: 0...2) {
    case 0:
      let (hash, step, cut) = (session.world.hash, session.world.steps, session.latestCut)
      session.undo()
      try session.finishRerun()
      session.redo()
      try session.finishRerun()
      // To continue from the past is done again where that was done.
      #expect(session.world.steps == cut?.to ?? step)
      while session.world.steps < step { try session.step() }
      #expect(session.world.hash == hash, "undone and done again")
    case 1:
      session.undo()
      try session.finishRerun()
    default:
      session.view(step: max(session.world.steps - random.int(in: 1...400), 0))
      session.resume()
      try session.finishRerun()
    }
  }

  /// Expects the same hashes of the recording in a world that was given its commands and in a replay.
  private func check(_ session: Session, _ scene: Scene, _ seed: UInt64) throws {
    let recording = try Recording(bytes: session.recording.bytes)
    let plain = try World(scene)
    var commands = recording.commands[...]
    for step in 0..<Self.steps {
      var now: [Command] = []
      while commands.first?.step == step { now.append(commands.removeFirst().command) }
      try plain.step(now)
    }
    #expect(plain.hash == session.world.hash, "seed \(seed), in a plain world")
    let again = try Session(
      World(scene), lastStep: recording.end, replay: Replay(recording, of: scene, file: "run.jsonl"))
    try again.run()
    #expect(again.world.snapshot == session.world.snapshot, "seed \(seed), replayed")
    #expect(again.world.snapshot.looks == session.world.snapshot.looks, "seed \(seed), replayed")
    #expect(plain.snapshot.looks == session.world.snapshot.looks && !plain.snapshot.looks.isEmpty)
    #expect(again.checksPassed == recording.checks.count && !recording.checks.isEmpty)
  }
}
