import Foundation
import Synchronization
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

// From where the world is run again, and what happens meanwhile.
extension UndoTests {
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
}
