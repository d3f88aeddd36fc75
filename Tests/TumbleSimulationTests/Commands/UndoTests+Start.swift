import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

// Edits of the scene's start, made at any step.
extension UndoTests {
  private static let sway =
    "{id: sway, of: crate1.position, type: basic, by: [60, 0], duration: 0.5 s, repeat: forever}"

  @Test("An edit of the start leads to the same step as if it had been made at the start")
  func editOfStart() throws {
    let session = try session()
    try run(session, 90)
    let before = (session.world.snapshot, session.log)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    #expect(session.startScene.animations.map(\.id).contains("sway"), "it is seen before the rerun is done")
    try session.finishRerun()
    #expect(session.world.steps == 90)
    #expect(session.log == [StampedCommand(step: 0, command: .edit(.add(.animation, Self.sway)))])
    #expect(session.world.snapshot != before.0)
    try check(session, "edited")
    #expect(session.undoName == "animate crate1")
    session.undo()
    try session.finishRerun()
    #expect(session.world.snapshot == before.0)
    #expect(session.log == before.1)
    session.redo()
    try session.finishRerun()
    try check(session, "redone")
    #expect(session.world.steps == 90)
  }

  @Test("An edit of the start leaves what was given later where it was, and is undone without it")
  func editOfStartBesideLater() throws {
    let session = try session()
    try run(session, 30)
    try session.give(.set(.body("crate2"), path: "friction", value: "0"))
    try run(session, 30)
    try session.giveAtStart(.set(.body("crate1"), path: "at", value: "[120, 200]"), named: "move crate1")
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 30])
    try run(session, 10)
    session.undo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [30])
    #expect(session.world.steps == 70)
    try check(session, "undone")
    session.undo()
    try session.finishRerun()
    #expect(session.log.isEmpty)
    session.redo()
    session.finishRerunQuietly()
    session.redo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 30])
    try check(session, "redone")
  }

  @Test("Commands that a new start makes impossible are skipped and told, and come back when it is undone")
  func skippedByStart() throws {
    let session = try session()
    try run(session, 20)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    try run(session, 20)
    let before = session.world.snapshot
    try session.giveAtStart(.remove(.body("crate1")), named: "remove crate1")
    try session.finishRerun()
    #expect(session.skippedCommands.count == 1)
    #expect(session.skippedCommands.first?.hasPrefix("step 20: ") == true)
    #expect(session.log.map(\.step) == [0], "the log in force is what was carried out")
    try check(session, "skipped")
    try run(session, 20)
    session.undo()
    try session.finishRerun()
    #expect(session.skippedCommands.isEmpty)
    #expect(session.log.map(\.step) == [20])
    try check(session, "back")
    session.goBack(to: 40, named: "back")
    try session.finishRerun()
    #expect(session.world.snapshot == before)
  }

  @Test("A body that was added later is there from the start once it is animated, and later again when not")
  func movedToStart() throws {
    let session = try session()
    try run(session, 30)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try run(session, 30)
    let rise = "{id: rise, of: ball.position.y, type: basic, by: 50, duration: 1 s}"
    let moved = try session.giveAtStart(.add(.animation, rise), named: "animate ball")
    try session.finishRerun()
    #expect(moved == ["ball"])
    #expect(session.log.map(\.step) == [0, 0])
    #expect(session.startScene.bodies.map(\.id).contains("ball"))
    try check(session, "moved")
    session.undo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [30])
    try check(session, "back")
    session.redo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 0])
    #expect(throws: WorldError.self) {
      try session.giveAtStart(
        .add(.animation, "{id: a, of: nobody.angle, type: basic, by: 1}"), named: "animate nobody")
    }
    #expect(session.rerun == nil, "what is refused changes nothing")
  }

  @Test("The past that is shown stays shown while the start is edited, and shows what the edit makes of it")
  func editOfStartInPast() throws {
    let session = try session()
    try run(session, 120)
    session.view(step: 40)
    let before = session.frame.current
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    #expect(session.viewStep == 40)
    try session.finishRerun()
    #expect(session.viewStep == 40)
    #expect(session.world.steps == 120)
    let world = try World(session.startScene)
    for _ in 0..<40 { try world.step() }
    #expect(session.frame.current.bodies == world.snapshot.bodies)
    #expect(session.frame.current != before)
    #expect(throws: WorldError.self, "the past itself is not changed") {
      try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    }
    session.undo()
    try session.finishRerun()
    #expect(session.viewStep == 40)
    #expect(session.frame.current == before)
  }

  @Test("Starting again without a unit of its own leaves the edits of the start to be undone")
  func startAgain() throws {
    let session = try session()
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    try run(session, 30)
    try session.give(.tilt(Vector(300, -900)))
    try run(session, 30)
    session.goBack(to: 0, named: "start again", isUndone: false)
    try session.finishRerun()
    #expect(session.world.steps == 0)
    #expect(session.log.count == 1)
    #expect(session.undoName == "set friction of crate1")
    #expect(session.lastStepGivenUp == nil)
    session.undo()
    try session.finishRerun()
    #expect(session.log.isEmpty)
    #expect(session.world.steps == 0)
    try check(session, "undone")
  }

  @Test("A drag of edits of the start is one unit, and of each property the last edit counts")
  func gestureOfStart() throws {
    let session = try session()
    try session.give(.add(.animation, Self.sway))
    try run(session, 60)
    session.beginGesture("stretch sway")
    for tenths in 1...9 {
      try session.giveAtStart(
        .set(.animation("sway"), path: "duration", value: "0.\(tenths)"), named: "stretch sway")
    }
    session.endGesture()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 0])
    #expect(session.log.last?.command == .edit(.set(.animation("sway"), path: "duration", value: "0.9")))
    try check(session, "stretched")
    session.undo()
    try session.finishRerun()
    #expect(session.log.count == 1)
    try check(session, "as before")
    session.beginGesture("given up")
    try session.giveAtStart(.remove(.animation("sway")), named: "remove")
    session.abandonGesture()
    try session.finishRerun()
    #expect(session.log.count == 1)
    #expect(!session.canUndo || session.undoName == "add animation")
    try check(session, "given up")
  }

  @Test("While an edit of the start is being undone, the start is without it")
  func editDuringUndo() throws {
    let session = try session()
    try run(session, 60)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    try session.finishRerun()
    #expect(session.startScene.animations.map(\.id).contains("sway"))
    session.undo()
    #expect(!session.startScene.animations.map(\.id).contains("sway"))
    #expect(throws: WorldError.self, "it would make the undoing fail") {
      try session.giveAtStart(.set(.animation("sway"), path: "duration", value: "2"), named: "stretch")
    }
    session.cancelRerun()
    #expect(session.startScene.animations.map(\.id).contains("sway"), "nothing was undone")
    session.undo()
    try session.finishRerun()
    #expect(session.log.isEmpty)
    try check(session, "undone")
  }

  @Test("What is set after an animation was made anew, in one unit, counts")
  func setAfterAdding() throws {
    let session = try session()
    try session.give(.add(.animation, Self.sway))
    try run(session, 30)
    session.beginGesture("drag")
    try session.giveAtStart(.set(.animation("sway"), path: "duration", value: "0.2"), named: "drag")
    try session.giveAtStart(.add(.animation, Self.sway.replacing("60", with: "90")), named: "drag")
    try session.giveAtStart(.set(.animation("sway"), path: "duration", value: "0.4"), named: "drag")
    session.endGesture()
    try session.finishRerun()
    #expect(session.startScene.animations.last?.definition.timing.duration == 0.4)
    try check(session, "dragged")
    session.undo()
    try session.finishRerun()
    #expect(session.log.count == 1)
  }

  @Test("A gesture during a rerun of the start is one unit after it, and nothing once it is given up")
  func gestureDuringRerun() throws {
    let session = try session()
    try run(session, 60)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    session.beginGesture("move crate2")
    for x in [200, 210] { try session.give(.set(.body("crate2"), path: "at", value: "[\(x), 300]")) }
    #expect(!session.canUndo, "what would be undone waits for the rerun")
    session.endGesture()
    session.undo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 60, 60])
    #expect(session.undoName == "move crate2")
    session.undo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0])
    try check(session, "undone")

    try session.giveAtStart(.set(.animation("sway"), path: "duration", value: "2"), named: "stretch")
    session.beginGesture("given up")
    try session.give(.set(.body("crate2"), path: "at", value: "[200, 300]"))
    session.abandonGesture()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 0])
    #expect(session.undoName == "stretch")

    // It goes on after the rerun.
    try session.giveAtStart(.set(.animation("sway"), path: "duration", value: "3"), named: "stretch")
    session.beginGesture("move crate2")
    try session.give(.set(.body("crate2"), path: "at", value: "[200, 300]"))
    try session.finishRerun()
    try session.give(.set(.body("crate2"), path: "at", value: "[210, 300]"))
    session.endGesture()
    session.undo()
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 0, 0])
  }

  @Test("A drag over the past that is given up leaves the past shown")
  func abandonedInPast() throws {
    let session = try session()
    try run(session, 120)
    session.view(step: 40)
    session.beginGesture("drag")
    try session.giveAtStart(.add(.animation, Self.sway), named: "drag")
    try session.finishRerun()
    session.abandonGesture()
    #expect(session.viewStep == 40)
    try session.finishRerun()
    #expect(session.viewStep == 40)
    #expect(session.log.isEmpty)
    try check(session, "given up")
  }

  @Test("Only the body that an edit names is moved to the start, and none whose id begins like it")
  func movedByName() throws {
    let session = try session()
    try run(session, 10)
    for (id, x) in [("ball", 110), ("ball1", 140), ("ball10", 170)] {
      try session.give(.add(.body, "{id: \(id), at: [\(x), 300], circle: 9, mass: 5}"))
    }
    try run(session, 10)
    let rise = "{id: rise, of: ball10.position.y, type: basic, by: 50, duration: 1 s}"
    #expect(try session.giveAtStart(.add(.animation, rise), named: "animate ball10") == ["ball10"])
    try session.finishRerun()
    #expect(session.log.map(\.step) == [0, 0, 10, 10])
    try check(session, "moved")
  }

  @Test("All of the past is kept when an edit of the start is undone, however long that is")
  func wholePast() throws {
    let session = try session(timeline: TimelineOptions(historyBudget: 64 << 20, checkpoints: 4))
    try run(session, 400)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    try session.finishRerun()
    #expect(session.history.count == 401)
    session.undo()
    try session.finishRerun()
    #expect(session.history.count == 401)
    session.redo()
    try session.finishRerun()
    #expect(session.history.count == 401)
  }

  @Test("At the first step an edit of the start has its own name, also where that step is looked at")
  func editAtFirstStep() throws {
    let session = try session()
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    #expect(session.undoName == "animate crate1")
    session.view(step: 0)
    try session.giveAtStart(.set(.animation("sway"), path: "duration", value: "2"), named: "stretch")
    try session.finishRerun()
    #expect(session.undoName == "stretch")
    #expect(session.startScene.animations.last?.definition.timing.duration == 2)
    try check(session, "stretched")
  }

  @Test("An edit of the start counts once it is made: what ends or starts again waits for its rerun")
  func editBeforeEnd() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appendingPathComponent("run.jsonl").path
    let session = try session(recorder: Recorder(path: file))
    try run(session, 60)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    try session.finish()
    let edit = StampedCommand(step: 0, command: .edit(.add(.animation, Self.sway)))
    #expect(try RecordingFile.read(file).commands == [edit])

    let other = try self.session()
    try run(other, 60)
    try other.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    try other.restart(other.startScene, content: SceneWriter().text(other.startScene), undoneAs: "rate 240")
    other.undo()
    try other.finishRerun()
    #expect(other.log == [edit])
  }

  /// An edit that the model takes, and only the engine refuses.
  private static let refusedByEngine = Edit.add(
    .joint, "{id: far, type: pivot, a: crate1, b: crate2, anchorA: [0, 9e8], anchorB: [0, 9e8]}")

  @Test(
    "An edit of the start that the engine refuses is told, and those that were made beside it are kept",
    arguments: 0...2)
  func refusedBesideOthers(place: Int) throws {
    let session = try session()
    try run(session, 60)
    var edits = [
      Edit.add(.animation, Self.sway), .set(.body("crate2"), path: "at", value: "[180, 220]"),
    ]
    edits.insert(Self.refusedByEngine, at: place)
    for (index, edit) in edits.enumerated() { try session.giveAtStart(edit, named: "edit \(index)") }
    #expect(throws: WorldError.self) { try session.finishRerun() }
    #expect(session.rerun == nil)
    edits.remove(at: place)
    #expect(session.log == edits.map { StampedCommand(step: 0, command: .edit($0)) })
    #expect(session.skippedCommands.isEmpty)
    #expect(session.world.steps == 60)
    try check(session, "refused at \(place)")
    for _ in edits {
      session.undo()
      try session.finishRerun()
    }
    #expect(!session.canUndo)
  }

  @Test("A gesture with an edit that the engine refuses is given up as a whole, and goes on")
  func refusedInGesture() throws {
    let session = try session()
    try run(session, 30)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    session.beginGesture("gesture")
    try session.giveAtStart(.set(.body("crate2"), path: "at", value: "[180, 220]"), named: "move")
    try session.giveAtStart(Self.refusedByEngine, named: "refused")
    #expect(throws: WorldError.self) { try session.finishRerun() }
    #expect(session.log.count == 1)
    try session.giveAtStart(.set(.body("floor"), path: "friction", value: "0"), named: "friction")
    session.endGesture()
    try session.finishRerun()
    #expect(session.log.count == 2)
    #expect(session.undoName == "gesture")
    try check(session, "gone on")
  }

  @Test(
    "A drag of keys at the first step is one edit of the log, and the world is as if only that had been made",
    arguments: Seeds.list(default: 8))
  func dragAtFirstStep(seed: UInt64) throws {
    let session = try session()
    var random = SeededGenerator(seed: seed)
    try session.giveAtStart(.add(.animation, Self.sway), named: "animate crate1")
    session.beginGesture("drag")
    for _ in 0..<20 {
      let (path, value) = random.bool() ? ("by", "[\(random.int(in: 1...90)), 0]") : ("beginTime", "0.25")
      try session.giveAtStart(.set(.animation("sway"), path: path, value: value), named: "drag")
    }
    session.endGesture()
    #expect(session.log.count <= 3, "seed \(seed)")
    try run(session, 120)
    try check(session, "seed \(seed)")
  }

  @Test(
    "Edits of the start among all others, undone and redone in any order, equal a fresh run",
    arguments: Seeds.list(default: 12))
  func startInAnyOrder(seed: UInt64) throws {
    let session = try session()
    var maker = EditMaker(seed: seed)
    for turn in 0..<60 {
      switch maker.random.int(in: 0...11) {
      case 0...1: session.undo()
      case 2: session.redo()
      case 3:
        session.view(step: maker.random.int(in: 0...max(session.world.steps, 1)))
        if maker.random.bool() { session.resume() }
      case 4:
        session.view(step: nil)
        session.finishRerunQuietly()
        try run(session, maker.random.int(in: 1...30))
      case 5...8:
        if maker.random.int(in: 0...3) == 0 { session.beginGesture("start") }
        _ = try? session.giveAtStart(maker.edit(for: session.world), named: "start")
        if maker.random.int(in: 0...2) == 0 { session.endGesture() }
      case 9: _ = try? session.giveAtStart(Self.refusedByEngine, named: "refused")
      default:
        if session.viewStep != nil { session.view(step: nil) }
        try? session.give(maker.command(for: session.world))
        // It throws what a rerun has refused, and has taken no step then.
        try? session.step()
      }
      // Several may follow one another before a rerun is done.
      if maker.random.int(in: 0...2) == 0 { session.finishRerunQuietly() }
      if turn % 6 == 5 {
        session.finishRerunQuietly()
        try check(session, "turn \(turn) of seed \(seed)")
      }
    }
    session.finishRerunQuietly()
    try check(session, "at the end of seed \(seed)")
    try Session(replaying: session.recording).run()
    while session.canUndo {
      session.undo()
      session.finishRerunQuietly()
    }
    #expect(session.log.isEmpty, "seed \(seed)")
    try check(session, "all undone, seed \(seed)")
  }
}

extension Session {
  /// Waits for a rerun that the engine may refuse, which leaves everything as it was.
  fileprivate func finishRerunQuietly() { while rerun != nil { try? finishRerun() } }
}
