import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

@Suite("A wild session")
struct WildSessionTests {
  /// Runs a session of random commands, edits, undos and ways back; its recording replays to the same hashes.
  private func run(_ seed: UInt64, turns: Int, _ text: String, checkpoints: Int) throws {
    let scene = try Scene(text: text)
    let session = try Session(
      World(scene), content: text, timeline: TimelineOptions(historyBudget: 2 << 20, checkpoints: checkpoints)
    )
    var maker = EditMaker(seed: seed)
    for _ in 0..<turns {
      do {
        switch maker.random.int(in: 0...40) {
        case 0: session.undo()
        case 1: session.redo()
        case 2: session.view(step: maker.random.int(in: -5...session.world.steps + 5))
        case 3: session.resume()
        case 4: session.stepBack()
        case 5: session.beginGesture("g")
        case 6: session.endGesture()
        case 7: session.cancelRerun()
        case 8: try session.stepForward()
        case 9...18: try session.step()
        case 19: _ = session.world.sceneNow()
        case 20: try session.finishRerun()
        case 21: _ = session.frame
        default: try session.give(maker.command(for: session.world))
        }
      } catch is WorldError {
        // Refused; or a world that a person has broken, who goes back.
        if case .some = session.undoName, maker.random.bool() { session.undo() }
      }
      #expect(session.history.bytesUsed <= session.history.budget)
    }
    try? session.finishRerun()
    let recording = try Recording(bytes: session.recording.bytes)
    let again = try Session(
      World(scene), lastStep: recording.end, replay: Replay(recording, of: scene, file: "run.jsonl"))
    try again.run()
    for stamped in recording.commands where stamped.step == recording.end {
      try again.world.apply(stamped.command)
    }
    #expect(again.world.hash == session.world.hash, "seed \(seed)")
    #expect(again.world.snapshot == session.world.snapshot, "seed \(seed)")
    #expect(again.checksPassed == recording.checks.count)
  }

  @Test(
    "A wild session ends no program, and its recording replays to the same hashes",
    arguments: Seeds.list(default: 6))
  func wild(seed: UInt64) throws {
    try run(seed, turns: 500, EditTests.text, checkpoints: Int(seed % 4))
  }

  @Test(
    "A wild session of scenes with something of all there is ends no program, and its recording replays",
    arguments: Seeds.list(default: 6))
  func generated(seed: UInt64) throws {
    try run(seed, turns: 200, GeneratedScene(seed: seed).text, checkpoints: 3)
  }

  @Test(
    "A wild session read from a file that may be anything is carried out or refused",
    arguments: Seeds.list(default: 6))
  func hostile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try World(EditTests.scene())
    let words = [
      "{", "}", "[", "]", "id", ":", ",", " ", "crate1", "box", "[1, 1]", "1e309", "-1", "&a", "*a", "!!x",
      "\n",
      "\"", "'", "shapes", "polygon", "repeat", "{stack: 3}", "at", "mass", "~", "|", ">", "%", "#", "\u{7f}",
      "é",
      "template", "material", "texture", "..", "group", "categories", "0x10", "type", "pin", "a", "b",
      "crate2",
    ]
    for _ in 0..<400 {
      let text = (0..<random.int(in: 0...14)).map { _ in random.pick(words) }.joined()
      let edits: [Edit] = [
        .add(random.pick(SceneObject.Kind.allCases), text),
        .add(.body, "{id: \(world.freeName("n")), \(text)}"),
        .set(.body("crate1"), path: text, value: "1"),
        .set(.body("crate1"), path: random.pick(["box", "shapes", "at", "shapes[0]", "mass"]), value: text),
        .set(.joint("rope"), path: random.pick(["type", "max", "a", "anchorA"]), value: text),
        .set(.animation("fade"), path: random.pick(["to", "of", "timing", "duration"]), value: text),
        .set(.world, path: random.pick(["gravity", "sleepAfter", "spatialHash"]), value: text),
      ]
      try? world.apply(.edit(random.pick(edits)))
      if random.int(in: 0...9) == 0 { _ = try? world.step() }
    }
    let deep = String(repeating: "[", count: 5000)
    #expect(throws: WorldError.self) { try world.apply(.edit(.add(.body, deep))) }
    let long = "{id: x, box: [1, 1]}" + String(repeating: " ", count: Edit.maxTextBytes)
    #expect(throws: WorldError.self) { try world.apply(.edit(.add(.body, long))) }
  }

  @Test(
    "A wild session lets go at any step of a long run as if it had never gone further",
    arguments: Seeds.list(default: 2))
  func longRun(seed: UInt64) throws {
    let session = try Session(
      World(EditTests.scene()), content: EditTests.text, timeline: TimelineOptions(historyBudget: 8 << 20))
    var maker = EditMaker(seed: seed)
    while session.world.steps < 3000 {
      if session.world.steps % 97 == 5 { try? session.give(maker.command(for: session.world)) }
      try session.step()
    }
    for _ in 0..<12 {
      let step = maker.random.int(in: 0...2999)
      session.view(step: step)
      session.resume()
      try session.finishRerun()
      let plain = try Session(
        World(EditTests.scene()), lastStep: step,
        replay: Replay(session.recording, of: EditTests.scene(), file: "r"))
      try plain.run()
      for stamped in session.log where stamped.step == step { try plain.world.apply(stamped.command) }
      #expect(session.world.steps == step && plain.world.snapshot == session.world.snapshot)
      session.undo()
      try session.finishRerun()
      #expect(session.world.steps == 3000)
    }
  }
}
