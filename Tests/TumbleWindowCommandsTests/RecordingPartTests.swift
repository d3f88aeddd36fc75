import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace
@testable import TumbleWindowCommands

@Suite("A recording that is shown in a window")
struct RecordingPartTests {
  private let scratch: ScratchFolder
  private let library: SceneLibrary
  private let opened: URL
  private let played: URL
  private let file: String
  /// The recorded run, step by step.
  private let snapshots: [FrameSnapshot]

  private static let text = """
    tumble: 1
    view: {size: [300, 300]}
    world: {rate: 120 Hz}
    bodies:
      - {id: floor, kind: static, at: [150, 10], box: [300, 20]}
      - {id: box, at: [100, 100], box: [40, 40], mass: 10}
      - {id: ball, at: [200, 200], circle: 20}

    """

  init() throws {
    scratch = try ScratchFolder()
    opened = try scratch.file(
      "Scenes/opened.yaml", "tumble: 1\nbodies:\n  - {id: a, at: [10, 10], circle: 5}\n")
    played = try scratch.file("Scenes/played.yaml", Self.text)
    library = SceneLibrary(folders: [scratch.url.appendingPathComponent("Scenes")], assets: scratch.url)
    file = scratch.url.path + "/run.jsonl"
    snapshots = try Self.record(played, in: library, as: file)
  }

  /// Records three seconds with a drag, an edit and another drag.
  private static func record(_ scene: URL, in library: SceneLibrary, as file: String) throws
    -> [FrameSnapshot]
  {
    let outcome = try library.check(scene.path)
    let session = try Session(
      World(outcome.get()), content: outcome.content, recorder: Recorder(path: file))
    var snapshots: [FrameSnapshot] = []
    for step in 0..<360 {
      snapshots.append(session.world.snapshot)
      switch step {
      case 20: try session.give(.grab(Vector(100, session.world.snapshot.bodies[1].position.y)))
      case 30: try session.give(.move(Vector(180, 200)))
      case 90: try session.give(.release)
      case 150: try session.give(.set(.body("ball"), path: "mass", value: "7"))
      case 200: try session.give(.tilt(Vector(300, -900)))
      default: break
      }
      try session.step()
    }
    snapshots.append(session.world.snapshot)
    try session.finish()
    return snapshots
  }

  private struct Window {
    let session: Session
    let notices: Notices
    let scene: ScenePart
    let time: TimePart
    let recording: RecordingPart

    /// Opens a file as one that is dropped on the window.
    func open(_ path: String) throws {
      try scene.open(path)
      for case .openRecording(let file) in scene.takeEvents() { try recording.open(file) }
    }

    /// Waits until the recording was run, and shows it.
    func arrive() throws {
      try session.finishRerun()
      recording.tick(at: .zero)
    }
  }

  private func window(recorder: Recorder? = nil) throws -> Window {
    let outcome = try library.check(opened.path)
    let session = try Session(
      World(outcome.get()), content: outcome.content, recorder: recorder, timeline: TimelineOptions())
    let notices = Notices(clock: { .zero })
    let scene = ScenePart(session, notices, library: library, read: outcome, clock: { .zero })
    let time = TimePart(session, notices, keys: .standard, clock: { .zero })
    let recording = RecordingPart(session, notices, scene: scene)
    session.onNewWorld = { [unowned recording] _ in recording.worldChanged(isOther: false) }
    return Window(session: session, notices: notices, scene: scene, time: time, recording: recording)
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test(
    "A shown recording is dropped on it, plays from its first step at its own speed, and shows what was recorded at every step"
  )
  func shown() throws {
    let before = try bytes(file)
    let window = try window()
    let session = window.session
    try window.open(file)
    #expect(session.rerun?.name == "replay")
    try window.arrive()
    #expect(session.viewStep == 0 && session.viewSpeed == 1 && session.world.steps == 360)
    #expect(session.log.count == 5 && session.difference == nil)
    #expect(window.notices.line?.hasPrefix("recording of 0:03: ") == true && !window.notices.isWarning)
    for step in snapshots.indices {
      session.view(step: step)
      #expect(session.frame.current == snapshots[step], "step \(step)")
    }
    session.view(step: 0)
    session.viewSpeed = 1
    _ = try session.advance(by: .milliseconds(500), elapsed: { .zero })
    #expect(session.viewStep == 60 && session.world.steps == 360)
    #expect(try bytes(file) == before)
  }

  @Test(
    "A shown recording is left without a question, and starts again from the scene in it, whose file is not known"
  )
  func left() throws {
    let window = try window()
    try window.open(file)
    try window.arrive()
    #expect(!window.scene.isEdited && window.scene.mayQuit() && window.scene.recordedPath == nil)
    #expect(try window.scene.perform(WindowAction.restart))
    #expect(window.session.log.isEmpty && window.session.world.steps == 0)
    #expect(window.session.world.scene.bodies.map(\.id) == ["floor", "box", "ball"])
    // The file of the scene that was shown before is not that of the recording.
    try window.session.give(.set(.body("box"), path: "mass", value: "3"))
    #expect(window.scene.isEdited && !window.scene.mayQuit())
  }

  @Test("A shown recording is continued from any moment; undo brings back its rest, redo leaves it again")
  func continued() throws {
    let before = try bytes(file)
    for (step, kept) in [(0, 0), (20, 0), (21, 1), (100, 3), (359, 5)] {
      let window = try window()
      let session = window.session
      try window.recording.play(PlayedRecording(file, in: library))
      try window.arrive()
      #expect(window.recording.isWatching)
      session.view(step: step)
      session.resume()
      try session.finishRerun()
      #expect(!window.recording.isWatching)
      #expect(session.log.count == kept && session.world.steps == step, "\(step)")
      #expect(session.world.snapshot == snapshots[step], "\(step)")
      session.undo()
      try session.finishRerun()
      #expect(session.log.count == 5 && session.world.steps == 360, "\(step)")
      #expect(session.world.snapshot == snapshots[360], "\(step)")
      session.redo()
      try session.finishRerun()
      #expect(session.log.count == kept && session.world.steps == step, "\(step)")
    }
    #expect(try bytes(file) == before)
  }

  @Test("A shown recording stays whole while it is scrubbed, and goes on after its end")
  func scrubbed() throws {
    let window = try window()
    let session = window.session
    try window.recording.play(PlayedRecording(file, in: library))
    try window.arrive()
    window.time.isWatching = window.recording.isWatching
    #expect(window.time.isWatching)
    session.view(step: 358)
    session.viewSpeed = 1
    _ = try session.advance(by: .seconds(1), elapsed: { .zero })
    #expect(session.viewStep == 360 && session.viewSpeed == 0)
    _ = try window.time.perform(WindowAction.pause)
    #expect(session.viewStep == nil && !session.isPaused)
    try session.step()
    #expect(session.world.steps == 361 && session.log.count == 5 && !window.recording.isWatching)
  }

  @Test("A shown recording whose hashes differ is shown all the same, with a warning that names the step")
  func different() throws {
    try Data(Self.text.replacing("[200, 200]", with: "[200, 201]").utf8).write(to: played)
    let outcome = try library.check(played.path)
    let window = try window()
    try window.recording.play(PlayedRecording(file, with: (outcome.get(), outcome), in: library))
    try window.arrive()
    #expect(window.session.viewStep == 0)
    guard case .diverged(_, 0, 120, nil, let difference, let hints)? = window.session.difference else {
      return #expect(Bool(false), "\(String(describing: window.session.difference))")
    }
    #expect(difference?.hasPrefix("ball's y is 201") == true)
    #expect(hints == ["the scene has changed since it was recorded"])
  }

  @Test("A shown recording that was not finished plays to its last whole line, and is said to be unfinished")
  func unfinished() throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var lines = text.split(separator: "\n")
    lines.removeLast()
    let cut = scratch.url.path + "/cut.jsonl"
    try (lines.joined(separator: "\n") + "\n{\"step\":35").write(
      toFile: cut, atomically: true, encoding: .utf8)
    let window = try window()
    try window.open(cut)
    try window.arrive()
    #expect(window.session.world.steps == 360 && window.session.difference == nil)
    #expect(window.notices.line?.hasPrefix("recording of 0:03 that was not finished") == true)
  }

  @Test("A shown recording that cannot be read or run changes nothing, and why is reported")
  func wrong() throws {
    let head = try #require(String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").first)
    let bad = scratch.url.path + "/bad.jsonl"
    for (text, why) in [
      (head + "\n{\"step\":1,\"jump\":1}\n", "line 2"),
      (head.replacing("\"format\":2", with: "\"format\":99"), "format 99"),
      (head.replacing("circle: 20", with: "circle: -20") + "\n", "the scene in it"),
      (head.replacing("\"rate\":120", with: "\"rate\":60") + "\n", "60 steps per second"),
      (head + "\n{\"end\":900000,\"lines\":2}\n", "900000"),
    ] {
      try text.write(toFile: bad, atomically: true, encoding: .utf8)
      let window = try window()
      for _ in 0..<30 { try window.session.step() }
      try window.open(bad)
      #expect(window.session.rerun == nil && window.session.world.steps == 30, "\(why)")
      #expect(window.scene.path == opened.path)
      #expect(window.notices.line?.contains(why) == true, "\(window.notices.line ?? "")")
    }
  }

  @Test(
    "A shown recording is recorded in a file of its own, and the recording of the run itself is not opened")
  func recorded() throws {
    let before = try bytes(file)
    let own = scratch.url.path + "/own.jsonl"
    let window = try window(recorder: Recorder(path: own, sparing: [file]))
    try window.open(own)
    #expect(window.session.rerun == nil && window.notices.line?.contains("still written") == true)
    try window.open(file)
    try window.arrive()
    window.session.view(step: 100)
    window.session.resume()
    try window.session.finishRerun()
    for _ in 0..<50 { try window.session.step() }
    try window.session.finish()
    let recording = try RecordingFile.read(own)
    #expect(recording.end == 150 && recording.commands.count == 3)
    let again = try Session(
      World(RecordingFile.scene(of: recording, file: own)), lastStep: 150,
      replay: Replay(recording, of: RecordingFile.scene(of: recording, file: own), file: own))
    try again.run()
    #expect(again.world.hash == window.session.world.hash && again.checksPassed == recording.checks.count)
    #expect(try bytes(file) == before)
  }

  @Test("A shown recording that a person stops leaves its scene at the start; another scene goes on unpaused")
  func stopped() throws {
    let window = try window()
    try window.open(file)
    window.session.cancelRerun()
    window.recording.tick(at: .zero)
    #expect(window.session.viewStep == nil && window.session.world.steps == 0 && window.session.isPaused)
    #expect(window.notices.line?.contains("not run to its end") == true)
    try window.open(file)
    try window.open(opened.path)
    window.recording.tick(at: .zero)
    #expect(window.session.viewStep == nil && !window.session.isPaused && window.scene.path == opened.path)
  }
}
