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
  private static let timeline = TimelineOptions(historyBudget: 4 << 20, checkpoints: 4)

  private func session(timeline: TimelineOptions? = timeline, recorder: Recorder? = nil) throws -> Session {
    try Session(World(EditTests.scene()), content: EditTests.text, recorder: recorder, timeline: timeline)
  }

  /// A world that was run straight through with the commands of a log.
  private func fresh(_ session: Session) throws -> World {
    let world = try World(session.world.scene)
    var rest = session.log[...]
    while true {
      while let next = rest.first, next.step <= world.steps,
        world.steps < session.world.steps || next.command.isEdit
      {
        try world.apply(next.command)
        rest.removeFirst()
      }
      guard world.steps < session.world.steps else { return world }
      try world.step()
    }
  }

  private func check(_ session: Session, _ comment: Comment) throws {
    let world = try fresh(session)
    #expect(world.hash == session.world.hash && world.snapshot == session.world.snapshot, comment)
    #expect(world.description == session.world.description, comment)
  }

  private func run(_ session: Session, _ steps: Int) throws { for _ in 0..<steps { try session.step() } }

  @Test("is run again without whoever measured the world before hearing of it")
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

  @Test("is gone at the same step, and comes back when it is redone")
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

  @Test("is a gesture as a whole: a drag, a slider's pull")
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
    #expect(session.undoName == "drag" && session.world.text(of: .body("crate1"), path: "friction") == nil)
    session.undo()
    try session.finishRerun()
    #expect(!session.canUndo && session.log.isEmpty)
    try check(session, "all undone")
  }

  @Test("in any order comes to the same as the log from the start", arguments: Seeds.list(default: 10))
  func anyOrder(seed: UInt64) throws {
    let session = try session()
    var maker = EditMaker(seed: seed)
    for turn in 0..<60 {
      switch maker.random.int(in: 0...9) {
      case 0...1: session.undo()
      case 2: session.redo()
      case 3:
        session.view(step: maker.random.int(in: 0...max(session.world.steps, 1)))
        session.letGo()
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
    "is another rate too, which begins the world again: undo brings back what was done before, and where it was"
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

  @Test("of a past that was given up is told until time has gone beyond it")
  func givenUp() throws {
    let session = try session()
    try run(session, 40)
    session.view(step: 10)
    session.letGo()
    try session.finishRerun()
    #expect(session.latestCut?.to == 10 && session.latestCut?.from == 40 && session.lastStepGivenUp == 40)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    #expect(session.latestCut == nil && session.lastStepGivenUp == 40)
    try run(session, 29)
    #expect(session.lastStepGivenUp == 40)
    try run(session, 1)
    #expect(session.lastStepGivenUp == nil)
  }

  @Test("of the past is lived on from at each step as if it had never gone further")
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
      session.letGo()
      try session.finishRerun()
      #expect(session.world.steps == step && session.world.snapshot == shown, "step \(step)")
      try check(session, "step \(step)")
      session.undo()
      try session.finishRerun()
      #expect(session.world.snapshot == end, "step \(step)")
    }
  }

  @Test("is soon run again from a world that stands near, and the same from wherever it is run")
  func standing() throws {
    let (kept, plain) = (try session(), try session(timeline: nil))
    for session in [kept, plain] {
      try run(session, 2400)
      try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
      try run(session, 60)
    }
    kept.waitForCheckpoints()
    let before = kept.stepsRunAgain
    for session in [kept, plain] {
      session.undo()
      try session.finishRerun()
    }
    #expect(kept.world.snapshot == plain.world.snapshot)
    #expect(kept.stepsRunAgain - before <= 60 + 240, "not from the start")
    #expect(plain.stepsRunAgain == 2460)
  }

  @Test("can be given up while it runs, and then all is as before")
  func cancelled() throws {
    let session = try session(timeline: nil)
    try run(session, 2000)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    let (snapshot, log) = (session.world.snapshot, session.log)
    session.undo()
    #expect(session.rerun?.name == "undo set friction of crate1" && session.rerun?.total ?? 0 > 0)
    session.cancelRerun()
    #expect(
      session.rerun == nil && session.world.snapshot == snapshot && session.log == log && session.canUndo)
    try check(session, "cancelled")
  }

  @Test("raises the log's revision, as does all else that changes the log, and a step alone does not")
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
    session.letGo()
    try session.finishRerun()
    #expect(isRaised(), "cut")
    try session.restart(session.world.scene, content: EditTests.text)
    #expect(isRaised(), "restart")
  }

  private static let mover = "{id: mover, at: [0, 400], kind: kinematic, circle: 5, velocity: [1, 0]}"

  @Test("given up on its way leaves no world that takes a later command too late")
  func cancelledStanding() throws {
    let session = try session(timeline: TimelineOptions(historyBudget: 4 << 20, checkpoints: 1))
    try run(session, 100)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    try run(session, 400)
    try session.give(.add(.body, Self.mover))
    try run(session, 5500)
    session.waitForCheckpoints()
    session.undo()
    while let rerun = session.rerun, rerun.done < 300 { sched_yield() }
    session.cancelRerun()
    try session.give(.set(.body("crate2"), path: "friction", value: "0"))
    session.waitForCheckpoints()
    session.undo()
    try session.finishRerun()
    try check(session, "from a world of the run that was given up")
  }

  @Test("leaves no world of steps beyond that takes what is done now too late")
  func standingBeyond() throws {
    let session = try session(timeline: TimelineOptions(historyBudget: 4 << 20, checkpoints: 1))
    try run(session, 1000)
    session.view(step: 500)
    session.letGo()
    try session.finishRerun()
    try run(session, 100)
    try session.give(.add(.body, Self.mover))
    try run(session, 2000)
    session.waitForCheckpoints()
    try session.give(.set(.body("crate2"), path: "friction", value: "0"))
    session.waitForCheckpoints()
    session.undo()
    try session.finishRerun()
    try check(session, "from a world that stood beyond")
  }

  @Test("leaves what waits for the next step waiting where there is nothing to undo, or it is given up")
  func pendingIsKept() throws {
    let session = try session()
    try session.give(.tilt(Vector(300, -1000)))
    session.undo()
    try session.step()
    #expect(session.log.count == 1, "nothing to undo")
    try session.give(.grab(Vector(100, 50)))
    try session.step()
    try session.give(.release)
    session.undo()
    session.cancelRerun()
    try session.step()
    #expect(session.log.last?.command == .release, "given up")
  }

  @Test("of a scene that has lost a layer goes on without what was given to that layer for the next step")
  func reloadWithoutLayer() throws {
    let text = EditTests.text + "\nlayers:\n  - {id: slow, speed: 0.5}\n"
    let session = try Session(World(Scene(text: text)), content: text, timeline: Self.timeline)
    try run(session, 10)
    try session.give(.run(layer: "slow", speed: 1))
    try session.give(.tilt(Vector(300, -1000)))
    try session.reload(EditTests.scene(), content: EditTests.text, mode: .sameStep)
    try session.finishRerun()
    #expect(session.skippedCommands == ["step 10: there is no layer 'slow'"])
    try session.step()
    #expect(session.log.map(\.command) == [.tilt(Vector(300, -1000))])
  }

  @Test("is the same where several commands were given for one step")
  func severalOfOneStep() throws {
    let session = try session()
    for step in 0..<960 {
      if step % 240 >= 236 { session.waitForCheckpoints() }
      try session.give(.tilt(Vector(Double(step % 7), -1000)))
      try session.give(.grab(Vector(100, 30)))
      try session.step()
    }
    session.waitForCheckpoints()
    session.undo()
    try session.finishRerun()
    try check(session, "several of one step")
  }

  @Test("keeps what is given meanwhile for the new world")
  func queued() throws {
    let session = try session()
    try run(session, 500)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    var refusals: [String] = []
    session.onRefusal = { refusals.append($0) }
    session.undo()
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    try session.give(.remove(.body("ball")))
    try session.finishRerun()
    #expect(session.world.text(of: .body("crate1"), path: "friction") == "0" && session.log.count == 1)
    #expect(refusals == ["there is no body named 'ball'"])
  }

  @Test("is shown without a step being taken, back and forth, fast and slowly")
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

  @Test("is not let go of by a hand that holds nothing, but by one that takes hold")
  func handsInThePast() throws {
    let session = try session()
    try run(session, 100)
    session.view(step: 40)
    try session.give(.move(Vector(5, 5)))
    try session.give(.release)
    #expect(session.viewStep == 40 && session.rerun == nil)
    try session.give(.grab(session.frame.current.bodies[1].position))
    try session.finishRerun()
    #expect(session.viewStep == nil && session.world.steps == 40)
    try session.step()
    #expect(session.log.map(\.step) == [40])
  }

  @Test("goes on where the recording can no longer be written, which the next step tells")
  func brokenRecording() throws {
    // A pipe that is closed by its reader.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[1]) }
    let session = try session(recorder: Recorder(path: "/dev/fd/\(ends[1])"))
    try run(session, 10)
    close(ends[0])
    try session.give(.remove(.body("crate2")))
    session.undo()
    try session.finishRerun()
    #expect(session.world.snapshot["crate2"] != nil)
    #expect(throws: OutputError.self) { try session.step() }
    try session.step()
    #expect(session.world.steps == 11)
  }

  @Test(
    "is recorded as it is in the end, and the recording runs again to the same hashes",
    arguments: Seeds.list(default: 4))
  func recorded(seed: UInt64) throws {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let session = try session(recorder: Recorder(path: file, stepsBetweenChecks: 7))
    var maker = EditMaker(seed: seed)
    for turn in 0..<80 {
      try? session.give(maker.command(for: session.world))
      try session.step()
      if turn % 13 == 12 { session.undo() }
      if turn % 31 == 30 {
        session.view(step: session.world.steps / 2)
        session.letGo()
      }
      if turn % 40 == 39 { session.redo() }
    }
    try run(session, 10)
    let hash = session.world.hash
    try session.finish()
    let recording = try RecordingFile.read(file)
    #expect(recording.commands == session.log && recording.end == session.world.steps)
    #expect(recording.checks.map(\.step) == Array(stride(from: 0, through: recording.end, by: 7)))
    let again = try Session(
      World(EditTests.scene()), lastStep: recording.end,
      replay: Replay(recording, of: EditTests.scene(), file: file))
    try again.run()
    #expect(again.world.hash == hash && again.checksPassed == recording.checks.count)
  }

  @Test("of a scene whose file has changed is run again with what still makes sense, and the rest is listed")
  func reload() throws {
    let session = try session()
    try run(session, 10)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    try session.give(.set(.body("crate2"), path: "angle", value: "1"))
    try run(session, 20)
    let text = EditTests.text.replacingOccurrences(of: "crate2", with: "box")
    try session.reload(Scene(text: text), content: text, mode: .sameStep)
    try session.finishRerun()
    #expect(
      session.world.steps == 30 && session.log.count == 1 && session.undoName == "set friction of crate1")
    #expect(session.skippedCommands == ["step 10: there is no body named 'crate2'; did you mean 'crate1'?"])
    #expect(session.recording.head.content == text)
    try check(session, "reloaded")
    session.undo()
    try session.finishRerun()
    try check(session, "undone after")
    try session.reload(EditTests.scene(), content: EditTests.text, mode: .fromStart)
    #expect(session.world.steps == 0 && session.log.isEmpty && session.world.body("crate2") != nil)
  }

  @Test("of the start are edits of the scene, which a beginning again keeps")
  func startEdits() throws {
    let session = try session()
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try session.give(.set(.body("crate1"), path: "at", value: "[90, 60]"))
    try run(session, 20)
    try session.give(.remove(.body("crate2")))
    #expect(session.startEdits.count == 2 && session.startScene.bodies.count == 4)
    #expect(session.startScene.bodies[1].position == Vector(90, 60))
    session.view(step: 0)
    session.letGo()
    try session.finishRerun()
    #expect(session.world.steps == 0 && session.startEdits.count == 2 && session.log.count == 2)
    #expect(session.world.snapshot == (try World(session.startScene)).snapshot)
  }
}

extension Command {
  fileprivate var isEdit: Bool {
    if case .edit = self { true } else { false }
  }
}
