import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTrace

@testable import TumbleSimulation

@Suite("Controls of a scene")
struct ControlTests {
  private static let strength = "strength: 2"
  private static let text = """
    tumble: 1
    world: {gravity: [0, -1000], rate: 100 Hz}
    bodies:
      - {id: floor, kind: static, line: [[-500, 0], [500, 0]], friction: 0.5}
      - {id: ball, at: [0, 100], circle: 10}
      - {id: crate, at: [40, 100], box: [20, 20], friction: 0.5}
    fields:
      - {id: breeze, type: wind, velocity: [100, 0], strength: 2}
    controls:
      - {id: wind, slider: [0, 20], property: breeze.strength}
      - {id: pull, switch: [[0, 0], [0, -1000]], property: world.gravity}
      - {id: ground, choice: {ice: 0, wood: 0.5, rubber: 1}, property: [floor.friction, crate.friction]}
      - {id: lean, slider: [-45, 45], unit: deg, step: 5, property: crate.angle}

    """

  private func read(_ text: String = text, _ settings: String...) throws -> SceneReader.Outcome {
    var reader = SceneReader()
    reader.settings = try settings.map { try SceneSetting(parsing: $0) }
    return SceneLinter().lint(reader.read(Data(text.utf8), file: "c.yaml", name: "c"))
  }

  private func hash(_ scene: Scene, steps: Int = 200) throws -> StateHash {
    let world = try World(scene)
    for _ in 0..<steps { try world.step() }
    return world.hash
  }

  @Test(
    "Controls set as the scene starts give the bits that the same values in the file give",
    arguments: [
      (["wind=12.5"], ["strength: 2": "strength: 12.5"]), (["wind = 3 * 4"], ["strength: 2": "strength: 12"]),
      (["pull=off"], ["[0, -1000]}, rate": "[0, 0]}, rate", "gravity: [0, -1000]": "gravity: [0, 0]"]),
      (["ground=ice"], ["friction: 0.5": "friction: 0"]),
      (["lean=30"], ["box: [20, 20]": "angle: 30 deg, box: [20, 20]"]),
      (["lean=0.5 rad"], ["box: [20, 20]": "angle: 0.5 rad, box: [20, 20]"]),
      (["wind=12.5", "ground=rubber"], ["strength: 2": "strength: 12.5", "friction: 0.5": "friction: 1"]),
    ])
  func settings(settings: [String], changes: [String: String]) throws {
    var reader = SceneReader()
    reader.settings = try settings.map { try SceneSetting(parsing: $0) }
    let set = try reader.read(Data(Self.text.utf8), file: "c.yaml", name: "c").get()
    var text = Self.text
    for (old, new) in changes { text = text.replacingOccurrences(of: old, with: new) }
    let written = try read(text).get()
    guard settings != ["lean=0.5 rad"] else {
      // Through degrees and back: the last bit may differ.
      return #expect(abs(set.bodies[2].angle - 0.5) < 1e-15)
    }
    #expect(set == written)
    #expect(try hash(set) == hash(written))
    #expect(try hash(set) != hash(read().get()))
  }

  @Test("Controls show which of their values a property has, with its unit or without")
  func shownWithUnits() throws {
    let world = try World(
      read(
        """
        tumble: 1
        bodies: [{id: hook, kind: static}, {id: fan, box: [20, 4]}]
        joints: [{id: axle, type: pivot, a: hook, b: fan}, {id: engine, type: motor, a: hook, b: fan, rate: 3 turn/s}]
        controls:
          - {id: power, switch: [0, 3 turn/s], property: engine.rate}
          - {id: speed, choice: {slow: 1 turn/s, fast: 3 turn/s}, property: engine.rate}
          - {id: pull, switch: [[0, 0], [0, -1000 pt/s^2]], property: world.gravity}

        """
      ).get())
    #expect(world.control("power") == 1 && world.control("speed") == 1 && world.control("pull") == 1)
    try world.apply(.control("speed", 0))
    #expect(world.control("power") == nil && world.control("speed") == 0)
    try world.apply(.control("power", 0))
    #expect(world.control("power") == 0)
  }

  @Test("Controls that were set read as the same scene from the text that a recording keeps")
  func content() throws {
    let given = try read(Self.text, "wind=7", "ground=ice", "wind=8")
    let again = try read(given.content)
    #expect(try again.get() == given.get(), "\(given.content)")
    #expect(given.content.contains("set: {ground: \"ice\", wind: 8}"), "\(given.content)")
    #expect(try read(given.content, "wind=9").get().fields[0].force.strength == 9)
  }

  @Test("Pulled while the world runs are commands: one pull is undone at once, and replays to the same bits")
  func pull() throws {
    let session = try Session(
      World(read().get()), content: Self.text,
      timeline: TimelineOptions(historyBudget: 1 << 20, checkpoints: 2))
    for _ in 0..<30 { try session.step() }
    session.beginGesture("wind")
    for value in stride(from: 4.0, through: 20, by: 4) {
      try session.give(.control("wind", value))
      for _ in 0..<5 { try session.step() }
    }
    session.endGesture()
    try session.give(.control("pull", 0))
    for _ in 0..<50 { try session.step() }
    #expect(session.world.control("wind") == 20 && session.world.control("pull") == 0)
    #expect(session.log.count == 6)

    var text: [UInt8] = []
    let recording = session.recording
    var writer = RecordingWriter(head: recording.head)
    writer.begin(&text)
    for step in 0...recording.end {
      for command in recording.commands where command.step == step { writer.add(command, to: &text) }
      for check in recording.checks where check.step == step { writer.add(check, to: &text) }
    }
    writer.end(at: recording.end, &text)
    let readBack = try Recording(bytes: text)
    #expect(readBack.commands == recording.commands)
    let replay = try Session(
      World(read().get()), lastStep: recording.end,
      replay: Replay(readBack, of: read().get(), file: "run.jsonl"))
    try replay.run()
    #expect(replay.world.hash == session.world.hash)

    #expect(session.undoName == "pull")
    session.undo()
    try session.finishRerun()
    #expect(session.world.control("wind") == 20 && session.undoName == "wind")
    session.undo()
    try session.finishRerun()
    #expect(session.world.control("wind") == 2 && session.log.isEmpty)
    #expect(try session.world.hash == hash(read().get(), steps: session.world.steps))
  }

  @Test(
    "Controls show what their property is, whatever set it, and nothing where that is none of their values")
  func shown() throws {
    let world = try World(read().get())
    #expect(world.control("wind") == 2 && world.control("pull") == 1 && world.control("ground") == 1)
    #expect(world.control("lean") == 0 && world.control("none") == nil)
    try world.apply(.edit(.set(.field("breeze"), path: "strength", value: "11")))
    try world.apply(.edit(.set(.body("crate"), path: "angle", value: "0.5235987755982988")))
    #expect(world.control("wind") == 11 && world.control("lean") == 30)
    try world.apply(.control("ground", 2))
    #expect(world.sceneNow().bodies.map { $0.shapes[0].friction }.first == 1 && world.control("ground") == 2)
    try world.apply(.edit(.set(.body("floor"), path: "friction", value: "0.3")))
    #expect(world.control("ground") == nil)
  }

  @Test("Controls set all of their properties or none, and go on without those whose body is gone")
  func several() throws {
    let world = try World(read().get())
    try world.apply(.edit(.remove(.body("crate"))))
    try world.apply(.control("ground", 0))
    #expect(world.control("ground") == 0)
    #expect(throws: (any Error).self) { try world.apply(.control("ground", 3)) }
    #expect(throws: (any Error).self) { try world.apply(.control("ground", 0.5)) }
    #expect(throws: (any Error).self) { try world.apply(.control("wind", 20.1)) }
    #expect(throws: (any Error).self) { try world.apply(.control("grond", 0)) }
    let now = world.sceneNow()
    #expect(now.controls.map(\.id) == ["wind", "pull", "ground"])
    #expect(now.controls[2].properties == ["floor.friction"])
    let again = try read(SceneWriter().text(now)).get()
    #expect(again.controls == now.controls)
  }

  @Test(
    "Controls are reported where a setting has the wrong name or value, with the word that was likely meant")
  func refused() throws {
    func first(_ setting: String) throws -> SceneDiagnostic {
      try #require(read(Self.text, setting).diagnostics.first)
    }
    let unknown = try first("wnid=3")
    #expect(unknown.message == "--set wnid=3: there is no variable or control 'wnid'")
    #expect(unknown.hint == "did you mean 'wind'?")
    #expect(try first("wind=21").message == "--set wind=21: 'wind' goes from 0 to 20, and not to 21")
    #expect(try first("ground=rubbr").hint == "did you mean 'rubber'?")
    #expect(try first("pull=up").message == "--set pull=up: 'pull' is on or off, not 'up'")
    #expect(
      try first("lean=3 kg").message == "--set lean=3 kg: 'lean' is measured in deg, and '3 kg' is a mass")
  }

  @Test("Controls of a repeater set all of its bodies")
  func repeaters() throws {
    let text = """
      tumble: 1
      bodies: [{id: row, at: [0, 10], box: [8, 8], repeat: {stack: 3}}]
      controls: [{id: grip, slider: [0, 100], unit: "%", property: row.friction}]
      """
    let scene = try read(text, "grip=40").get()
    #expect(scene.bodies.map { $0.shapes[0].friction } == [0.4, 0.4, 0.4])
    #expect(try World(scene).control("grip") == 40)
  }

  @Test(
    "Controls that were pulled before the first step are saved where they belong, in the text of what they set"
  )
  func saved() throws {
    for text in [Self.text, Self.text + "set: {wind: 5}\n"] {
      let session = try Session(World(read(text).get()), content: text)
      try session.give(.control("wind", 9))
      let patched = try SceneTextPatch().patched(Data(text.utf8), to: session.startScene)
      #expect(
        String(decoding: patched, as: UTF8.self) == Self.text.replacing("strength: 2", with: "strength: 9"))
    }
  }

  @Test("Controls and triggers set fields and fluids too")
  func triggers() throws {
    let text =
      Self.text + """
        fluids: [{id: pool, box: [100, 40], density: 1}]
        when:
          - {event: time, at: 0.1 s, do: [{action: set, of: breeze.strength, to: 15}, {action: set, of: pool.density, to: 0.5}]}
        """
    let world = try World(read(text).get())
    for _ in 0..<20 { #expect(try world.step().refused.isEmpty) }
    #expect(world.control("wind") == 15 && world.sceneNow().fluids[0].liquid.density == 0.5)
    // What is over does not come again in a scene of the moment.
    #expect(world.sceneNow().triggers.isEmpty)
    let broken = try read(text.replacing("breeze.strength, to", with: "breze.strength, to"))
    #expect(broken.diagnostics.first?.hint == "did you mean 'breeze'?")
  }
}
