import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTrace

@testable import TumbleSimulation

@Suite("A breakable joint") struct BreakableJointTests {
  /// A lamp on a rope that bears it, until a stone falls on it.
  private static let text = """
    tumble: 1
    world: {gravity: [0, -1000]}
    bodies:
      - {id: hook, kind: static, at: [0, 200], circle: 1}
      - {id: lamp, at: [0, 100], mass: 10, box: [40, 10]}
      - {id: stone, at: [12, 250], mass: 20, circle: 8, velocity: [0, -100]}
      - {id: floor, kind: static, segment: {from: [-300, 0], to: [300, 0], radius: 2}}
    joints:
      - {id: rope, type: slide, a: hook, b: lamp, max: 100, breakAt: 60000}
      - {id: twin, type: slide, a: hook, b: stone, max: 500, breakAt: 1e9}
    animations:
      - {id: glow, of: lamp.opacity, type: basic, from: 1, to: 0.5, duration: 9}
    """

  private func scene() throws -> Scene {
    let outcome = SceneReader().read(Data(Self.text.utf8), file: "f", name: "f")
    #expect(SceneLinter().lint(outcome).diagnostics.map(\.description) == [])
    return try outcome.get()
  }

  @Test(
    "A breakable joint is reported once, by its name and its id, and is gone from the snapshot from that step on"
  )
  func report() throws {
    let world = try World(scene())
    var broken: [Int: [String]] = [:]
    for _ in 0..<120 {
      let report = try world.step()
      if !report.broken.isEmpty { broken[report.step] = report.broken }
      #expect((world.snapshot[JointID(0)] == nil) == !broken.isEmpty)
      #expect(world.brokenJoints == (report.broken.isEmpty ? [] : [JointID(0)]))
    }
    #expect(Array(broken.values) == [["rope"]])
    #expect(world.snapshot[JointID(1)] != nil && world.snapshot.joints.count == 1)
    #expect(world.value(of: .joint(.force), .joint(JointID(0))).isNaN)
    // The name stays known, the number is not used again.
    #expect(world.joint("rope") == JointID(0))
    try world.step([.edit(.add(.joint, "{id: rope, type: pin, a: hook, b: lamp}"))])
    #expect(world.joint("rope") == JointID(2))
    #expect(world.snapshot.joints.map(\.id) == [JointID(1), JointID(2)])
  }

  @Test("A breakable joint breaks at the first step whose force is more than it bears")
  func step() throws {
    let broken = try World(scene())
    var whole = try scene()
    whole.joints[0].breakAt = nil
    let measured = try World(whole)
    for step in 1...120 {
      let report = try broken.step()
      try measured.step()
      let force = measured.value(of: .joint(.force), .joint(JointID(0)))
      #expect(report.broken.isEmpty == (force.magnitude <= 60_000), "step \(step)")
      guard report.broken.isEmpty else { return #expect(step > 10) }
      #expect(broken.hash == measured.hash)
    }
    Issue.record("it never broke")
  }

  @Test("A breakable joint that an animation moves too takes the animation with it")
  func animated() throws {
    var scene = try scene()
    scene.joints[0].form = .spring(
      anchorA: .zero, anchorB: .zero, restLength: 100, stiffness: 1000, damping: 0)
    scene.joints[0].breakAt = 12_000
    let text =
      "{id: pull, of: rope.restLength, type: basic, from: 100, to: 20, duration: 5, autoreverses: true}"
    let world = try World(scene)
    try world.step([.edit(.add(.animation, text))])
    #expect(world.animations(of: "rope") == ["pull"])
    while world.snapshot[JointID(0)] != nil, world.steps < 600 { try world.step() }
    #expect(world.snapshot[JointID(0)] == nil)
    #expect(world.animations(of: "rope") == [] && world.animations(of: "lamp") == ["glow"])
    for _ in 0..<30 { try world.step() }
  }

  @Test("A breakable joint is there again after undo, and breaks again at the same step with the same bits")
  func undo() throws {
    let timeline = TimelineOptions(historyBudget: 4 << 20, checkpoints: 4)
    let session = try Session(World(scene()), timeline: timeline)
    for _ in 0..<60 { try session.step() }
    #expect(session.world.snapshot[JointID(0)] == nil)
    let hash = session.world.hash
    try session.give(.remove(.body("stone")))
    try session.step()
    session.undo()
    try session.finishRerun()
    #expect(session.world.steps == 61)
    let again = try World(scene())
    for _ in 0..<60 { try again.step() }
    #expect(again.hash == hash)
    try again.step()
    #expect(session.world.hash == again.hash && session.world.snapshot == again.snapshot)
  }

  @Test("A breakable joint is left out of a moment that is saved as a scene")
  func moment() throws {
    let world = try World(scene())
    for _ in 0..<120 { try world.step() }
    #expect(world.sceneNow().joints.map(\.id) == ["twin"])
  }

  @Test("A breakable joint has its limit in the file, with units of a force or of a torque")
  func units() throws {
    let text = """
      tumble: 1
      world: {pointsPerMeter: 100}
      bodies: [{id: a, circle: 5}, {id: b, circle: 5, at: [50, 0]}]
      joints:
        - {id: j, type: pivot, a: a, b: b, breakAt: 2 N}
        - {id: k, type: motor, a: a, b: b, rate: 1, breakAt: 2 N*m}
      """
    let scene = try Scene(text: text, name: "f")
    #expect(scene.joints.map(\.breakAt) == [200, 20_000])
    let again = SceneWriter().text(scene)
    #expect(try Scene(text: again, name: "f") == scene)
  }

  @Test("A breakable joint can be given another limit by an edit, which is undone as any other")
  func edit() throws {
    let world = try World(scene())
    try world.step([.edit(.set(.joint("rope"), path: "breakAt", value: "1"))])
    try world.step()
    #expect(world.snapshot[JointID(0)] == nil)
    #expect(throws: WorldError.self) {
      try world.step([.edit(.set(.joint("twin"), path: "breakAt", value: "-1"))])
    }
    #expect(world.text(of: .joint("twin"), path: "breakAt") == "1000000000")
  }
}

@Suite("A channel of contacts") struct ContactChannelTests {
  private static let text = """
    tumble: 1
    world: {gravity: [0, -1000], sleepAfter: 500 ms}
    bodies:
      - {id: scale, kind: static, at: [0, 0], box: [100, 10]}
      - {id: crate, at: [0, 15], mass: 3, box: [20, 20], friction: 1}
      - {id: lid, at: [0, 35], mass: 5, box: [20, 20], friction: 1}
    """

  @Test(
    "A channel of contacts shows how many kilograms lie on a body, what squeezes it and how much touches it, asleep too"
  )
  func values() throws {
    let scene = try Scene(text: Self.text, name: "f")
    let world = try World(scene)
    let channels = try [
      "scale.load", "crate.load", "lid.load", "crate.crush", "crate.touches", "scale.crush",
    ]
    .map { try Channel($0, in: world.description) }
    let reader = ChannelReader(channels)
    var values: [Double] = []
    for steps in [60, 300] {
      while world.steps < steps { try world.step() }
      reader.read(world, into: &values)
      let expected: [Double] = [8, 5, 0, 10_000, 2, 0]
      for (value, expected) in zip(values, expected) {
        #expect(abs(value - expected) <= 0.02 * expected + 1e-9, "\(values)")
      }
    }
    #expect(world.snapshot["crate"]?.isSleeping == true)
    try world.step([.tilt(.zero)])
    reader.read(world, into: &values)
    #expect(values[0].isNaN)
  }

  @Test("A channel of contacts can be a column of a trace")
  func columns() throws {
    let scene = try Scene(text: Self.text, name: "f")
    let world = try World(scene)
    for _ in 0..<60 { try world.step() }
    for (format, end) in [(TraceWriter.Format.csv, ",1,0"), (.jsonl, "\"touches\":1,\"load\":0}")] {
      let writer = TraceWriter(
        format: format, description: world.description,
        extraColumns: ["touches", "load"].compactMap { TraceColumn(common: $0) })
      var text: [UInt8] = writer.head
      writer.append(world.snapshot, to: &text) { world.value(of: $0, .body($1)) }
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      #expect(lines.last?.hasSuffix(end) == true, "\(lines)")
    }
  }
}
