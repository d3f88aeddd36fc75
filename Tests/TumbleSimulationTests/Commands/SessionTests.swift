import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

@Suite("A session")
struct SessionTests {
  private let scratch: ScratchFolder
  private let file: String

  private static let text = """
    tumble: 1
    world: {gravity: [0, -1000]}
    bodies:
      - {id: floor, kind: static, at: [0, -10], box: [400, 20]}
      - {id: ball, at: [0, 100], circle: 10, mass: 1}
      - {id: lift, kind: kinematic, at: [150, 50], box: [20, 4]}
    animations:
      - {id: rise, of: lift.position, type: basic, to: [150, 90], duration: 1 s}
    """

  init() throws {
    scratch = try ScratchFolder()
    file = scratch.url.appendingPathComponent("run.jsonl").path
  }

  private func scene(_ text: String = text) throws -> Scene {
    try Scene(text: text)
  }

  /// A session of 300 steps with a tilt and a grab, and its last hash.
  private func run(recordedBy recorder: Recorder? = nil, replaying recording: Recording? = nil) throws
    -> StateHash
  {
    let scene = try scene()
    let replay = try recording.map { try Replay($0, of: scene, file: "run.jsonl") }
    let session = try Session(
      World(scene), content: Self.text, lastStep: 300, recorder: recorder, replay: replay)
    if recording == nil {
      session.observers.append { [unowned session] world in
        if world.steps == 20 { try session.give(.tilt(Vector(500, -1000))) }
        if world.steps == 90 { try session.give(.grab(session.world.snapshot.bodies[1].position)) }
        if world.steps == 120 { try session.give(.move(Vector(-50, 150))) }
      }
    }
    try session.run()
    try session.finish()
    #expect(session.checksPassed == (recording == nil ? nil : 3))
    return session.world.hash
  }

  @Test(
    "A session takes the steps that a world takes alone, and shows the state before the first and after each")
  func observers() throws {
    let session = try Session(World(scene()), lastStep: 50)
    var seen: [Int] = []
    session.observers.append { seen.append($0.steps) }
    try session.run()
    #expect(seen == Array(0...50) && session.isFinished)
    let world = try World(scene())
    for _ in 0..<50 { try world.step() }
    #expect(session.world.hash == world.hash)
    try session.step()
    #expect(session.world.steps == 50, "none is taken beyond the last")
  }

  @Test("A session is recorded, and its recording replays to the same hashes")
  func recording() throws {
    let hash = try run(recordedBy: Recorder(path: file))
    let recording = try RecordingFile.read(file)
    #expect(recording.commands.map(\.step) == [20, 90, 120] && recording.end == 300)
    #expect(try run(replaying: recording) == hash)
  }

  @Test("A session of a recording alone runs it again; a session without a file's text records its scene's")
  func replaying() throws {
    let hash = try run(recordedBy: Recorder(path: file))
    let recording = try RecordingFile.read(file)
    let session = try Session(replaying: recording)
    try session.run()
    #expect(session.world.hash == hash)
    #expect(session.checksPassed == recording.checks.count)
    let bare = try Session(World(scene()))
    try bare.give(.add(Scene.Body(id: "extra", at: Vector(0, 300), .circle(radius: 5))))
    for _ in 0..<30 { try bare.step() }
    let again = try Session(replaying: bare.recording)
    try again.run()
    #expect(again.world.hash == bare.world.hash)
  }

  @Test("A session that replays stops where it differs, and says which mends came after the recording")
  func divergence() throws {
    _ = try run(recordedBy: Recorder(path: file))
    var recording = try RecordingFile.read(file)
    #expect(recording.head.revision > 1)
    recording.head.revision = 1
    recording.checks[1].hash ^= 1
    let session = try Session(
      World(scene()), lastStep: 300, replay: Replay(recording, of: scene(), file: "run.jsonl"))
    let error = #expect(throws: ReplayError.self) { try session.run() }
    #expect(session.world.steps == 120)
    #expect("\(try #require(error))".contains("it was recorded by an older version; since then "))
  }

  @Test("A session is ended between two steps where somebody asks for it")
  func interruption() throws {
    let session = try Session(World(scene()), lastStep: 300, recorder: Recorder(path: file))
    #expect(throws: SessionInterruption(step: 7)) { try session.run(until: { session.world.steps == 7 }) }
    try session.finish()
    #expect(try RecordingFile.read(file).end == 7)
  }

  @Test("A session whose program is ended in the middle of a step leaves its recording up to the step before")
  func savedRecording() throws {
    let recorder = Recorder(path: file)
    let session = try Session(World(scene()), recorder: recorder)
    for _ in 0..<130 { try session.step() }
    recorder.finishIfIdle()
    let recording = try RecordingFile.read(file)
    #expect(recording.end == 130 && recording.checks.map(\.step) == [0, 120])
  }

  @Test(
    "A session that begins again keeps what was recorded under the first name that is free, if a step was taken"
  )
  func restart() throws {
    try scratch.file("run-1.jsonl", "of somebody else's")
    let session = try Session(World(scene()), content: Self.text, recorder: Recorder(path: file))
    #expect(try session.restart(scene(), content: Self.text) == nil)
    for _ in 0..<40 { try session.step() }
    #expect(try session.restart(scene(), content: Self.text)?.hasSuffix("/run-2.jsonl") == true)
    for _ in 0..<5 { try session.step() }
    try session.finish()
    #expect(try RecordingFile.read(file).end == 5)
    #expect(try RecordingFile.read(scratch.url.appendingPathComponent("run-2.jsonl").path).end == 40)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
    #expect(names == ["run-1.jsonl", "run-2.jsonl", "run.jsonl"])
  }

  @Test("A session that cannot begin again with a scene goes on as it was")
  func failedRestart() throws {
    let session = try Session(World(scene()), content: Self.text, recorder: Recorder(path: file))
    for _ in 0..<10 { try session.step() }
    var bad = try scene()
    bad.world.rate = 0
    #expect(throws: WorldError.self) { try session.restart(bad, content: "") }
    try session.step()
    try session.finish()
    #expect(try RecordingFile.read(file).end == 11)
  }

  @Test("A session leaves out a command that cannot be carried out, and refuses it at once")
  func badCommand() throws {
    let session = try Session(World(scene()), lastStep: 10)
    #expect(throws: WorldError.self) { try session.give(.grab(Vector(.nan, 0))) }
    #expect(throws: WorldError.self) { try session.give(.run(layer: "nowhere", speed: 1)) }
    try session.run()
    let alone = try World(scene())
    for _ in 0..<10 { try alone.step() }
    #expect(session.world.hash == alone.hash)
  }

  @Test("A session tells of bodies that are lost, and goes on")
  func losses() throws {
    var scene = try scene()
    scene.bodies[1].position = Vector(9.99e8, 0)
    scene.bodies[1].velocity = Vector(5e8, 0)
    let session = try Session(World(scene), lastStep: 5)
    var told: [String] = []
    session.onLoss = { told.append($0) }
    try session.run()
    #expect(told.count == 1 && told[0].hasPrefix("step 1: ball went out of all bounds"))
    #expect(session.hasLostBodies && session.world.steps == 5)
  }

  @Test("A session takes the steps that the time of frames owes: none while paused, fewer in slow motion")
  func time() throws {
    let session = try Session(World(scene()))
    func advance() throws -> Int? { try session.advance(by: .milliseconds(50), elapsed: { .zero })?.steps }
    #expect(try advance() == 6)
    session.slowDown()
    #expect(try advance() == 3)
    session.isPaused = true
    #expect(try advance() == nil && session.world.steps == 9)
    try session.step()
    #expect(session.world.steps == 10)
  }

  @Test(
    "Speed goes from a sixteenth to sixteen times, by powers of two and any other, and a frame takes as many steps"
  )
  func speeds() throws {
    let session = try Session(World(scene()))
    func advance(_ milliseconds: Int) throws -> FixedStepLoop.Report? {
      try session.advance(by: .milliseconds(milliseconds), elapsed: { .zero })
    }
    for _ in 0..<9 { session.slowDown() }
    #expect(session.speed == 1.0 / 16)
    #expect(try (0..<16).reduce(0) { sum, _ in sum + (try advance(50)?.steps ?? 0) } == 6)
    for _ in 0..<12 { session.speedUp() }
    #expect(session.speed == 16)
    let report = try advance(25)
    #expect(report?.steps == 48 && report?.droppedSteps == 0)
    session.speed = 0.75
    session.slowDown()
    #expect(session.speed == 0.5)
    session.speed = 0.75
    session.speedUp()
    #expect(session.speed == 1)
    let odd: [(Double, Double)] = [(0, 1.0 / 16), (99, 16), (-.infinity, 1.0 / 16), (.nan, 1)]
    for (wanted, got) in odd {
      session.speed = wanted
      #expect(session.speed == got)
    }
  }

  @Test(
    "A session that is resumed with the commands of an earlier one is where that was, bit for bit, and goes on"
  )
  func resuming() throws {
    let earlier = try Session(World(scene()), content: Self.text, timeline: TimelineOptions())
    for step in 0..<200 {
      if step == 20 { try earlier.give(.tilt(Vector(500, -1000))) }
      if step == 90 { try earlier.give(.set(.body("ball"), path: "at", value: "[10, 60]")) }
      try earlier.step()
    }
    let session = try Session(World(scene()), content: "other", timeline: TimelineOptions())
    for _ in 0..<30 { try session.step() }
    try session.resume(scene(), content: Self.text, commands: earlier.log, to: 200)
    try session.finishRerun()
    #expect(session.world.steps == 200 && session.world.hash == earlier.world.hash)
    #expect(session.skippedCommands.isEmpty && session.log == earlier.log)
    session.undo()
    try session.finishRerun()
    #expect(session.log.count == 1 && session.world.hash != earlier.world.hash)
  }

  @Test("A step tells which part of it begins, in order, and is the same step")
  func phases() throws {
    let (told, silent) = (try World(scene()), try World(scene()))
    var phases: [StepPhase] = []
    told.onPhase = { phases.append($0) }
    for _ in 0..<3 {
      try told.step()
      try silent.step()
    }
    // The parts of the engine's step are told where our own solver takes it.
    let parts: Set<StepPhase> = [.positions, .contacts, .solving]
    let whole = StepPhase.allCases.filter { phases.contains($0) || !parts.contains($0) }
    #expect(phases == Array(repeating: whole, count: 3).flatMap { $0 })
    #expect(parts.isSubset(of: phases) || parts.isDisjoint(with: phases))
    #expect(told.hash == silent.hash)
  }

  @Test("What a body at rest feels of the floor is its weight, in the place where they touch")
  func touches() throws {
    let scene = try scene(
      """
      tumble: 1
      world: {gravity: [0, -1000]}
      bodies:
        - {id: floor, kind: static, segment: {from: [0, 0], to: [300, 0], radius: 1}}
        - {id: box, at: [150, 11], box: [20, 20], mass: 6}
      """)
    let world = try World(scene)
    for _ in 0..<240 { try world.step() }
    let touches = world.touches
    #expect(touches.count == 2 && touches.allSatisfy { $0.a == BodyID(0) && $0.b == BodyID(1) })
    let touch = try #require(touches.first)
    #expect(abs(touch.normal.y - 1) < 1e-9 && abs(touch.point.y - 1) < 0.5)
    // Weight × a step, up.
    #expect(abs(touch.impulse.y - 6 * 1000 / 120) < 0.5, "\(touch)")
    #expect(world.facts(of: BodyID(1))?.mass == 6 && world.facts(of: BodyID(7)) == nil)
  }
}
