import Foundation
import Synchronization
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

@Suite("What is undone and gone back to")
struct UndoTests {
  static let timeline = TimelineOptions(historyBudget: 4 << 20, checkpoints: 4)

  func session(timeline: TimelineOptions? = timeline, recorder: Recorder? = nil) throws -> Session {
    try Session(World(EditTests.scene()), content: EditTests.text, recorder: recorder, timeline: timeline)
  }

  /// A world that was run straight through with the commands of a log.
  /// - Parameter isAhead: Whether commands for the step to come are carried out too, as by a rerun.
  private func fresh(_ session: Session, isAhead: Bool) throws -> World {
    let world = try World(session.world.scene)
    var rest = session.log[...]
    while true {
      while let next = rest.first, next.step <= world.steps,
        world.steps < session.world.steps || isAhead || next.command.isEdit
      {
        try world.apply(next.command)
        rest.removeFirst()
      }
      guard world.steps < session.world.steps else { return world }
      try world.step()
    }
  }

  func check(_ session: Session, _ comment: Comment) throws {
    var world = try fresh(session, isAhead: false)
    if world.snapshot.gravity != session.world.snapshot.gravity { world = try fresh(session, isAhead: true) }
    #expect(world.hash == session.world.hash, comment)
    #expect(world.snapshot == session.world.snapshot, comment)
    #expect(world.description == session.world.description, comment)
  }

  func run(_ session: Session, _ steps: Int) throws { for _ in 0..<steps { try session.step() } }

  @Test("A rerun is not heard of by whoever measured the world before")
  func measuring() throws {
    let session = try session()
    try run(session, 60)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try run(session, 10)
    let heard = Heard()
    session.world.onPhase = { _ in heard.count.add(1, ordering: .relaxed) }
    session.undo()
    try session.finishRerun()
    session.waitForCheckpoints()
    // The world from before the undo stands at step 70, and is run on from there.
    try run(session, 30)
    session.redo()
    try session.finishRerun()
    #expect(session.world.snapshot["ball"] != nil && session.world.steps == 100)
    #expect(heard.count.load(ordering: .relaxed) == 0)
  }

  private final class Heard: Sendable { let count = Atomic<Int>(0) }

  @Test("What is undone is gone at the same step, and comes back when it is redone")
  func undoRedo() throws {
    let session = try session()
    try run(session, 30)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try run(session, 60)
    let with = session.world.snapshot
    #expect(session.undoName == "add body" && session.canUndo && !session.canRedo)
    session.undo()
    try session.finishRerun()
    #expect(session.world.steps == 90 && session.world.snapshot["ball"] == nil && session.log.isEmpty)
    try check(session, "undone")
    #expect(session.redoName == "add body")
    session.redo()
    try session.finishRerun()
    #expect(session.world.snapshot == with)
    session.undo()
    try session.finishRerun()
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    #expect(!session.canRedo, "what is done now is another story")
  }

  @Test("What is undone is a gesture as a whole: a drag, a slider's pull")
  func gestures() throws {
    let session = try session()
    try session.give(.grab(Vector(100, 50)))
    for x in 0..<30 {
      try session.give(.move(Vector(100 + Double(x), 80)))
      try session.step()
    }
    try session.give(.release)
    try run(session, 5)
    session.beginGesture("pull friction")
    for value in 1...10 { try session.give(.set(.body("crate1"), path: "friction", value: "0.\(value)")) }
    session.endGesture()
    session.beginGesture("nothing")
    session.endGesture()
    #expect(session.undoName == "pull friction")
    session.undo()
    try session.finishRerun()
    #expect(session.undoName == "drag crate1")
    #expect(session.world.text(of: .body("crate1"), path: "friction") == nil)
    session.undo()
    try session.finishRerun()
    #expect(!session.canUndo && session.log.isEmpty)
    try check(session, "all undone")
  }

  @Test(
    "Undo and redo in any order come to the same as the log from the start",
    arguments: Seeds.list(default: 10))
  func anyOrder(seed: UInt64) throws {
    let session = try session()
    var maker = EditMaker(seed: seed)
    for turn in 0..<60 {
      switch maker.random.int(in: 0...9) {
      case 0...1: session.undo()
      case 2: session.redo()
      case 3:
        session.view(step: maker.random.int(in: 0...max(session.world.steps, 1)))
        session.resume()
      case 4: try run(session, maker.random.int(in: 1...30))
      default:
        if maker.random.int(in: 0...3) == 0 { session.beginGesture("some") }
        try? session.give(maker.command(for: session.world))
        if maker.random.int(in: 0...2) == 0 { session.endGesture() }
        try session.step()
      }
      try session.finishRerun()
      if turn % 6 == 5 { try check(session, "turn \(turn)") }
    }
    try check(session, "at the end")
    #expect(session.history.bytesUsed <= session.history.budget)
  }

  @Test(
    "Undo of another rate, which begins the world again, brings back what was done before, and where it was"
  )
  func undoneRate() throws {
    let session = try session()
    let (rate, beginning) = (session.world.rate, session.world.scene)
    try run(session, 30)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try run(session, 60)
    let before = (session.log, session.world.snapshot, session.recording)
    var scene = beginning
    scene.world.rate = 2 * rate
    try session.restart(scene, content: SceneWriter().text(scene), undoneAs: "rate \(2 * rate)")
    #expect(session.world.steps == 0 && session.undoName == "rate \(2 * rate)" && !session.canRedo)
    try run(session, 50)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    try run(session, 10)
    let after = (session.log, session.world.snapshot)
    // First what was done since, then the rate itself, then what was done before it.
    session.undo()
    try session.finishRerun()
    #expect(session.world.rate == 2 * rate && session.world.steps == 60 && session.log.isEmpty)
    session.undo()
    try session.finishRerun()
    #expect(session.log == before.0 && session.world.snapshot == before.1 && session.recording == before.2)
    #expect(session.world.scene == beginning && session.loop.rate == rate && session.history.rate == rate)
    #expect(session.undoName == "add body" && session.redoName == "rate \(2 * rate)")
    session.undo()
    try session.finishRerun()
    try check(session, "before the rate")
    // And all of it again.
    for _ in 0..<3 {
      session.redo()
      try session.finishRerun()
    }
    #expect(session.log == after.0 && session.world.snapshot == after.1 && session.loop.rate == 2 * rate)
    #expect(!session.canRedo)
    try run(session, 20)
    try check(session, "goes on")
    // What is done anew leaves nothing to redo.
    session.undo()
    try session.finishRerun()
    session.undo()
    try session.finishRerun()
    try session.give(.set(.body("crate1"), path: "friction", value: "0.5"))
    #expect(!session.canRedo && session.world.rate == rate)
    try check(session, "another way")
  }

  @Test("The past is gone on from at each step as if the world had never gone further")
  func everyStep() throws {
    let steps = 60
    let commands: [Int: Command] = [
      10: .tilt(Vector(300, -1000)), 20: .edit(.add(.body, "{id: ball, at: [100, 150], circle: 9, mass: 1}")),
      25: .grab(Vector(100, 30)), 30: .move(Vector(140, 60)), 40: .release,
      45: .edit(.remove(.body("crate2"))),
    ]
    let session = try session()
    func replay() throws {
      while session.world.steps < steps {
        if let command = commands[session.world.steps] { try session.give(command) }
        try session.step()
      }
    }
    try replay()
    let end = session.world.snapshot
    for step in 0..<steps {
      session.view(step: step)
      #expect(session.viewStep == step && session.frame.current.step == step)
      let shown = session.frame.current
      session.resume()
      try session.finishRerun()
      #expect(session.world.steps == step && session.world.snapshot == shown, "step \(step)")
      try check(session, "step \(step)")
      session.undo()
      try session.finishRerun()
      #expect(session.world.snapshot == end, "step \(step)")
    }
  }

  @Test("Undo raises the log's revision, as does all else that changes the log, and a step alone does not")
  func revision() throws {
    let session = try session()
    var last = session.revision
    func isRaised() -> Bool {
      defer { last = session.revision }
      return session.revision > last
    }
    try run(session, 10)
    #expect(!isRaised())
    try session.give(.tilt(Vector(1, -9)))
    try session.step()
    #expect(isRaised(), "a command with a step")
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    #expect(isRaised(), "an edit")
    session.undo()
    session.cancelRerun()
    #expect(!isRaised())
    session.undo()
    try session.finishRerun()
    #expect(isRaised(), "undo")
    session.redo()
    try session.finishRerun()
    #expect(isRaised(), "redo")
    session.view(step: 3)
    session.resume()
    try session.finishRerun()
    #expect(isRaised(), "cut")
    try session.restart(session.world.scene, content: EditTests.text)
    #expect(isRaised(), "restart")
  }

  @Test("The past is shown without a step being taken, back and forth, fast and slowly")
  func view() throws {
    let session = try session()
    try run(session, 240)
    session.stepBack()
    #expect(session.viewStep == 239 && session.isPaused && session.frame.current.step == 239)
    session.viewSpeed = -1
    #expect(try session.advance(by: .seconds(1), elapsed: { .zero }) == nil)
    #expect(session.viewStep == 119)
    session.viewSpeed = 1 / 16.0
    for _ in 0..<16 { _ = try session.advance(by: .milliseconds(100), elapsed: { .zero }) }
    #expect(session.viewStep == 131)
    session.viewSpeed = -16
    _ = try session.advance(by: .seconds(9), elapsed: { .zero })
    #expect(session.viewStep == 0 && session.viewSpeed == 0 && session.world.steps == 240)
    try session.stepForward()
    #expect(session.viewStep == 1)
    session.view(step: nil)
    #expect(session.frame.current == session.world.snapshot)
    try session.stepForward()
    #expect(session.world.steps == 241)
  }

  @Test("The past that is shown is not left by a hand, whether it holds nothing or would take hold")
  func handsInThePast() throws {
    let session = try session()
    try run(session, 100)
    session.view(step: 40)
    try session.give(.move(Vector(5, 5)))
    try session.give(.release)
    #expect(session.viewStep == 40 && session.rerun == nil)
    #expect(throws: WorldError.self) {
      try session.give(.grab(session.frame.current.bodies[1].position))
    }
    #expect(session.viewStep == 40 && session.rerun == nil && session.log.isEmpty)
    session.resume()
    try session.finishRerun()
    #expect(session.viewStep == nil && session.world.steps == 40)
    try session.give(.grab(session.frame.current.bodies[1].position))
    try session.step()
    #expect(session.log.map(\.step) == [40])
  }
}
