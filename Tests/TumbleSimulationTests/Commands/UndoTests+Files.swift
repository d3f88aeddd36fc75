import Foundation
import Synchronization
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

// Undo beside a recording, and of a scene whose file changes.
extension UndoTests {
  @Test(
    "Undo of a scene that has lost a layer goes on without what was given to that layer for the next step")
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

  @Test("Undo goes on where the recording can no longer be written, which the next step tells")
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
    "Undo is recorded as it is in the end, and the recording replays to the same hashes",
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
        session.resume()
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

  @Test(
    "The log of a scene whose file has changed is rerun with what still makes sense, and the rest is listed")
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

  @Test("Edits of the start are edits of the scene, which a restart keeps")
  func startEdits() throws {
    let session = try session()
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9, mass: 5}"))
    try session.give(.set(.body("crate1"), path: "at", value: "[90, 60]"))
    try run(session, 20)
    try session.give(.remove(.body("crate2")))
    #expect(session.startScene.bodies.count == 4)
    #expect(session.startScene.bodies[1].position == Vector(90, 60))
    session.view(step: 0)
    session.resume()
    try session.finishRerun()
    #expect(session.world.steps == 0 && session.log.map(\.step) == [0, 0])
    #expect(session.world.snapshot == (try World(session.startScene)).snapshot)
  }
}
