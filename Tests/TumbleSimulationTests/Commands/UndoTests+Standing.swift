import Foundation
import Synchronization
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

// Tests of the world from which a rerun begins, and of what happens meanwhile.
extension UndoTests {
  @Test("A past that was given up is told of until time has gone beyond it")
  func givenUp() throws {
    let session = try session()
    try run(session, 40)
    session.view(step: 10)
    session.resume()
    try session.finishRerun()
    #expect(session.latestCut?.to == 10 && session.latestCut?.from == 40 && session.lastStepGivenUp == 40)
    try session.give(.set(.body("crate1"), path: "friction", value: "0"))
    #expect(session.latestCut == nil && session.lastStepGivenUp == 40)
    try run(session, 29)
    #expect(session.lastStepGivenUp == 40)
    try run(session, 1)
    #expect(session.lastStepGivenUp == nil)
  }

  @Test("A rerun is short from a world that stands near, and the same from wherever it begins")
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

  @Test("A rerun can be given up while it runs, and then all is as before")
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

  private static let mover = "{id: mover, at: [0, 400], kind: kinematic, circle: 5, velocity: [1, 0]}"

  @Test("A rerun that is given up on its way leaves no world that takes a later command too late")
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

  @Test("A rerun leaves no world of steps beyond that takes what is done now too late")
  func standingBeyond() throws {
    let session = try session(timeline: TimelineOptions(historyBudget: 4 << 20, checkpoints: 1))
    try run(session, 1000)
    session.view(step: 500)
    session.resume()
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

  @Test("Undo leaves what waits for the next step waiting where there is nothing to undo, or it is given up")
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

  @Test("Undo is the same where several commands were given for one step")
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

  @Test("A rerun keeps what is given meanwhile for the new world")
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

  /// Every kept snapshot of a session is that of a world that is run straight through with the commands of
  /// its log.
  private func checkPast(_ session: Session, _ comment: Comment) throws {
    let world = try World(session.world.scene)
    var (rest, kept) = (session.log[...], FrameSnapshot(step: 0, rate: world.rate))
    var checks: [Recording.Check] = []
    while true {
      if world.steps % world.rate == 0 {
        checks.append(Recording.Check(step: world.steps, hash: world.hash.value))
      }
      var shown = world.snapshot
      while let next = rest.first, next.step == world.steps {
        try world.apply(next.command)
        // Other commands belong to the next step, and are seen after it.
        if next.command.isEdit { shown = world.snapshot }
        rest.removeFirst()
      }
      if session.history.nearestStep(to: shown.step) == shown.step {
        session.history.nearest(shown.step, into: &kept)
        guard kept == shown, kept.emitterSamples == shown.emitterSamples, kept.looks == shown.looks else {
          Issue.record("\(comment): the past differs at step \(shown.step)")
          return
        }
      }
      guard world.steps < session.world.steps else { break }
      try world.step()
    }
    #expect(session.history.lastStep == session.world.steps, comment)
    #expect(session.recording.checks == checks, comment)
  }

  @Test("Undo leaves no trace in the past: a body that was added is not there either at the step of its edit")
  func pastOfAnEdit() throws {
    let session = try session()
    try run(session, 30)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try run(session, 30)
    session.undo()
    try session.finishRerun()
    try session.give(.add(.body, "{id: box, at: [110, 300], box: [9, 9], mass: 5}"))
    for step in 29...60 {
      session.view(step: step)
      #expect((session.frame.current["box"] != nil) == (step == 60), "step \(step)")
    }
    session.view(step: nil)
    try checkPast(session, "undone")
    session.undo()
    try session.finishRerun()
    session.redo()
    try session.finishRerun()
    try checkPast(session, "redone")
  }

  private func wander(_ session: Session, seed: UInt64, turns: Int) throws {
    var maker = EditMaker(seed: seed)
    for turn in 0..<turns {
      switch maker.random.int(in: 0...9) {
      case 0...1: session.undo()
      case 2: session.redo()
      case 3: session.goBack(to: maker.random.int(in: 0...session.world.steps), named: "back")
      case 4: for _ in 0..<maker.random.int(in: 1...60) { try session.step() }
      case 5:
        session.beginGesture("some")
        try? session.give(maker.command(for: session.world))
      case 6: maker.random.bool() ? session.endGesture() : session.abandonGesture()
      default: try? session.give(maker.command(for: session.world))
      }
      try session.finishRerun()
      if turn % 8 == 7 { try checkPast(session, "seed \(seed), turn \(turn)") }
    }
  }

  @Test(
    "Undo and all else that goes back and forth leave the past of a fresh run at every step",
    arguments: Seeds.list(default: 20))
  func past(seed: UInt64) throws {
    let timeline = TimelineOptions(historyBudget: 4 << 20, checkpoints: Int(seed % 4))
    try wander(session(timeline: timeline), seed: seed, turns: 48)
  }

  @Test(
    "Undo leaves the past of a fresh run in every scene that comes with Tumble",
    arguments: ShippedSceneTests.names, Seeds.ofEachScene())
  func pastOfShipped(name: String, seed: UInt64) throws {
    let world = try World(SceneLibrary().scene(name))
    try wander(
      Session(world, timeline: TimelineOptions(historyBudget: 16 << 20, checkpoints: 2)), seed: seed,
      turns: 24)
  }
}
