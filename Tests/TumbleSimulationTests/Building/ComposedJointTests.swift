import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("A joint made of several") struct ComposedJointTests {
  private func scene(_ joint: String, gravity: Double = -1000) throws -> Scene {
    let text = """
      tumble: 1
      world: {gravity: [0, \(gravity)], iterations: 30}
      bodies:
        - {id: beam, kind: static, at: [0, 200], box: [20, 20]}
        - {id: arm, at: [60, 200], angle: 0.25, box: [80, 10], mass: 2}
        - {id: floor, kind: static, segment: {from: [-900, 0], to: [900, 0], radius: 2}}
      joints:
        - \(joint)
      """
    let outcome = SceneReader().read(Data(text.utf8), file: "f", name: "f")
    #expect(SceneLinter().lint(outcome).diagnostics.map(\.description) == [])
    return try outcome.get()
  }

  private func run(_ joint: String, steps: Int = 240, gravity: Double = -1000) throws -> World {
    let world = try World(scene(joint, gravity: gravity))
    for _ in 0..<steps { try world.step() }
    return world
  }

  @Test("A joint made of two is two joints to all who read it, and reads back as it is written")
  func parts() throws {
    let scene = try scene("{id: glue, type: weld, a: beam, b: arm, at: [20, 200]}")
    #expect(scene.joints.map(\.id) == ["glue", "glue-angle"])
    #expect(scene.joints.map(\.form.kind) == [.pivot, .gear])
    #expect(scene.joints[1].partOf == "glue" && scene.joints[1].form == .gear(phase: 0.25, ratio: 1))
    let text = SceneWriter().text(scene)
    #expect(try Scene(text: text, name: "f") == scene)
  }

  @Test("A weld holds point and angle; with a stiffness it gives and swings back")
  func weld() throws {
    let stiff = try run("{id: glue, type: weld, a: beam, b: arm, at: [20, 200]}")
    let arm = try #require(stiff.snapshot["arm"])
    #expect(arm.position.distance(to: Vector(60, 200)) < 1 && abs(arm.angle - 0.25) < 0.02)
    let soft = try run(
      "{id: glue, type: weld, a: beam, b: arm, at: [20, 200], stiffness: 500000, damping: 20000}")
    // The weight of 2,000 at 40 points turns it by some 80,000 / 500,000.
    let sunk = try #require(soft.snapshot["arm"])
    #expect(abs(sunk.angle - (0.25 - 0.16)) < 0.02)
  }

  @Test("A prismatic joint lets a body slide along its line, to the end, and not turn")
  func prismatic() throws {
    let world = try run(
      "{id: drawer, type: prismatic, a: beam, b: arm, from: [60, -120], to: [60, 40]}", steps: 600)
    let arm = try #require(world.snapshot["arm"])
    #expect(arm.position.distance(to: Vector(60, 80)) < 1 && abs(arm.angle - 0.25) < 0.01)
  }

  @Test("A hinge without motor, limits and spring is a pivot, to the bit")
  func plainHinge() throws {
    let pivot = try scene("{id: pin, type: pivot, a: beam, b: arm, at: [20, 200]}")
    let hinge = try scene("{id: pin, type: hinge, a: beam, b: arm, at: [20, 200]}")
    #expect(hinge.joints == pivot.joints)
  }

  @Test("A hinge's motor turns it at its speed, no further than its limits, with no more than its torque")
  func hingeMotor() throws {
    let turning = try run(
      "{id: pin, type: hinge, a: beam, b: arm, at: [60, 200], motor: 90 deg/s}", steps: 120)
    let turned = try #require(turning.snapshot["arm"]).angle - 0.25
    #expect(abs(turned - .pi / 2) < 0.02, "\(turned)")
    let limited = try run(
      "{id: pin, type: hinge, a: beam, b: arm, at: [60, 200], motor: 90 deg/s, limits: [0, 60 deg]}")
    #expect(abs(try #require(limited.snapshot["arm"]).angle - .pi / 3) < 0.02)
    // The weight of 2,000 at 40 points is 80,000.
    for (torque, isHeld) in [(60_000, false), (100_000, true)] {
      let held = try run(
        "{id: pin, type: hinge, a: beam, b: arm, at: [20, 200], motor: {speed: 0, torque: \(torque)}}",
        steps: 60)
      let angle = try #require(held.snapshot["arm"]).angle
      #expect((abs(angle - 0.25) < 0.02) == isHeld, "\(torque): \(angle)")
    }
  }

  @Test("A hinge's spring holds a load at its weight over its stiffness from the angle of its rest")
  func hingeSpring() throws {
    let world = try run(
      "{id: pin, type: hinge, a: beam, b: arm, at: [20, 200], spring: {stiffness: 1e6, damping: 60000, angle: 0.1}}",
      steps: 600)
    let angle = try #require(world.snapshot["arm"]).angle
    #expect(abs(angle - (0.1 - 0.08)) < 0.01, "\(angle)")
  }

  @Test("A wheel with a motor drives")
  func wheelMotor() throws {
    let text = """
      tumble: 1
      bodies:
        - {id: car, at: [0, 40], box: [120, 20], mass: 20}
        - {id: rear, at: [-40, 20], circle: 18, mass: 4, friction: 1}
        - {id: front, at: [40, 20], circle: 18, mass: 4, friction: 1}
        - {id: floor, kind: static, segment: {from: [-2000, 0], to: [2000, 0], radius: 2}, friction: 1}
      joints:
        - {id: rear-axle, type: wheel, a: car, b: rear, stiffness: 20000, damping: 600, collideBodies: false, motor: {speed: -1 turn/s, torque: 5000000}}
        - {id: front-axle, type: wheel, a: car, b: front, stiffness: 20000, damping: 600, collideBodies: false}
      """
    let scene = try Scene(text: text)
    #expect(scene.joints.map(\.id).prefix(3) == ["rear-axle", "rear-axle-spring", "rear-axle-motor"])
    let world = try World(scene)
    for _ in 0..<360 { try world.step() }
    let car = try #require(world.snapshot["car"])
    #expect(abs(car.velocity.x - 2 * .pi * 18) < 6, "\(car.velocity)")
    #expect(try Scene(text: SceneWriter().text(scene)).joints == scene.joints)
  }

  @Test("A prismatic joint's limits end its way on both sides")
  func slideLimits() throws {
    let joint =
      "{id: drawer, type: prismatic, a: beam, b: arm, from: [60, -120], to: [60, 280], limits: [20, 300]}"
    for (gravity, end) in [(-1000.0, 200.0 - 120 + 20), (1000, 200 - 120 + 300)] {
      let world = try run(joint, steps: 600, gravity: gravity)
      #expect(abs(try #require(world.snapshot["arm"]).position.y - end) < 1, "\(gravity)")
    }
  }

  @Test(
    "A prismatic joint's motor moves it at its speed either way, to its limits, with no more than its force")
  func slideMotor() throws {
    func joint(_ motor: String, limits: String = "[20, 300]") -> String {
      """
      {id: slide, type: prismatic, a: beam, b: arm, from: [60, -120], to: [60, 280], limits: \(limits), \
      motor: \(motor)}
      """
    }
    for (speed, gravity) in [(60.0, -1000.0), (-60, -1000), (60, 0), (-60, 1000)] {
      let world = try run(joint("\(speed)"), steps: 60, gravity: gravity)
      let arm = try #require(world.snapshot["arm"])
      #expect(abs(arm.position.y - (200 + speed / 2)) < 0.6, "\(speed): \(arm.position)")
      #expect(abs(arm.position.x - 60) < 0.1 && abs(arm.angle - 0.25) < 0.01)
      #expect(abs(arm.velocity.y - speed) < 0.5)
    }
    for (speed, end) in [(200.0, 200.0 - 120 + 300), (-200, 200 - 120 + 20)] {
      let world = try run(joint("\(speed)"), steps: 600)
      #expect(abs(try #require(world.snapshot["arm"]).position.y - end) < 1, "\(speed)")
    }
    // Its weight is 2,000.
    for (force, isHeld) in [(1500, false), (2500, true)] {
      let world = try run(joint("{speed: 0, force: \(force)}"), steps: 60)
      let fallen = 200 - (try #require(world.snapshot["arm"]).position.y)
      #expect((abs(fallen) < 0.5) == isHeld, "\(force): \(fallen)")
    }
  }

  @Test(
    "A prismatic joint's motor reads back from what is written, is driven by the joint's id, and replays equal"
  )
  func slideMotorKeys() throws {
    let text = """
      {id: slide, type: prismatic, a: beam, b: arm, from: [60, -120], to: [60, 280], motor: {speed: -20, force: 1e6}}
      keys:
        - {id: go, keys: Right, reverse: Left, drive: {type: motor, of: slide, rate: 80}}
      """
    let scene = try scene(text, gravity: 0)
    let written = SceneWriter().text(scene)
    #expect(written.contains("of: slide,") || written.contains("of: slide}"), "\(written)")
    let read = try Scene(text: written)
    #expect(read.joints == scene.joints && read.inputs == scene.inputs)
    let session = try Session(World(scene), content: written)
    try session.give(.input("go", 1))
    for _ in 0..<60 { try session.step() }
    #expect(abs(try #require(session.world.snapshot["arm"]).position.y - 230) < 0.6)
    try session.give(.input("go", -1))
    for _ in 0..<60 { try session.step() }
    #expect(abs(try #require(session.world.snapshot["arm"]).position.y - 180) < 1.2)
    try Session(replaying: session.recording).run()
  }

  @Test("What happens to a hinge's parts is not told apart from what happens to it")
  func events() throws {
    let world = try run(
      "{id: pin, type: hinge, a: beam, b: arm, at: [20, 200], motor: 1, limits: [-1, 1], spring: 9}", steps: 1
    )
    var reader = EventReader(world)
    var events: [StepEvent] = []
    for edit in [
      Edit.remove(.joint("pin")), .add(.joint, "{id: second, type: hinge, a: beam, b: arm, motor: 2}"),
    ] {
      try world.apply(.edit(edit))
      try world.step()
      reader.read(world, into: &events)
    }
    let told = events.compactMap { event in
      if case .joint(let what, let id) = event { "\(what) \(world.description[id]?.name ?? "")" } else { nil }
    }
    #expect(told == ["removed pin", "added second"])
    #expect(throws: ChannelError.self) { try Channel("second-moto.impulse", in: world.description) }
    do { _ = try Channel("second-moto.impulse", in: world.description) } catch {
      #expect(error.suggestion == nil || error.suggestion?.contains("-motor") == false)
    }
  }

  @Test(
    "Any edits of a hinge's parts are undone and redone, saved as one entry that reads back, and replay equal",
    arguments: Seeds.list(default: 3))
  func hingeEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = """
      tumble: 1
      bodies:
        - {id: beam, kind: static, at: [0, 200], box: [20, 20]}
        - {id: arm, at: [60, 200], angle: 0.25, box: [80, 10], mass: 2}
      joints:
        - {id: pin, type: pivot, a: beam, b: arm, at: [20, 200]}  # the elbow
        - {id: rope, type: slide, a: beam, b: arm, max: 300}

      """
    let session = try Session(World(Scene(text: text, name: "f")), content: text)
    var states = [session.world.snapshot]
    let edits: [(String, String?)] = [
      ("motor", "{speed: 1 turn/s}"), ("motor.speed", "-20 rpm"), ("motor.torque", "90000"), ("motor", nil),
      ("limits", "[-1, 1]"), ("limits[1]", "0.5"), ("limits", nil), ("spring", "50000"),
      ("spring.damping", "900"), ("spring.angle", "0.2"), ("spring", nil), ("collideBodies", "false"),
    ]
    for _ in 0..<12 {
      let (path, value) = random.pick(edits)
      // A part of what is not there is refused.
      guard (try? session.give(.set(.joint("pin"), path: path, value: value))) != nil else { continue }
      states.append(session.world.snapshot)
      let whole = try #require(session.world.node(of: .joint("pin")))
      let names = ["motor", "limits", "spring"].filter { whole[$0] != nil }
      #expect(
        session.world.snapshot.joints.compactMap { session.world.description[$0.id]?.name }.sorted()
          == (["pin", "rope"] + names.map { "pin-\($0)" }).sorted(), "seed \(seed)")
      for _ in 0..<7 { try session.step() }
      let start = session.world.sceneNow()
      let saved = try Scene(text: SceneWriter().text(start))
      #expect(saved.joints == start.joints, "seed \(seed)")
      #expect(!SceneWriter().text(start).contains("partOf"), "seed \(seed)")
      var now = try Scene(text: text, name: "f")
      now.joints = start.joints
      let file = try patched(text, to: now)
      #expect(try Scene(text: file, name: "f").joints == now.joints, "seed \(seed)")
      #expect(!file.contains("partOf") && file.contains("# the elbow"), "seed \(seed): \(file)")
    }
    let end = session.world.snapshot
    try Session(replaying: session.recording).run()
    while session.canUndo { session.undo(); try session.finishRerun() }
    #expect(session.world.snapshot.joints.count == 2, "seed \(seed)")
    while session.canRedo { session.redo(); try session.finishRerun() }
    #expect(session.world.snapshot == end, "seed \(seed)")
  }

  @Test("A key drives a hinge by its own name")
  func hingeInput() throws {
    let joint =
      "{id: pin, type: hinge, a: beam, b: arm, at: [60, 200], motor: 0}\nkeys:\n  - "
      + "{id: go, keys: Right, reverse: Left, drive: {type: motor, of: pin, rate: 1}}"
    let world = try World(scene(joint, gravity: 0))
    for _ in 0..<60 { try world.step([.input("go", -1)]) }
    #expect(abs(try #require(world.snapshot["arm"]).angle - (0.25 - 0.5)) < 0.02)
  }

  @Test("A wheel sinks on its spring by its load over its stiffness, stays on its axis, and turns freely")
  func wheel() throws {
    let joint =
      "{id: axle, type: wheel, a: beam, b: arm, axis: [0, 1], travel: 40, stiffness: 200, damping: 15}"
    let world = try World(scene(joint))
    try world.step([.edit(.set(.body("arm"), path: "angularVelocity", value: "3"))])
    for _ in 0..<600 { try world.step() }
    let arm = try #require(world.snapshot["arm"])
    #expect(abs(arm.position.x - 60) < 0.5 && abs(arm.position.y - 190) < 0.5)
    #expect(abs(arm.angularVelocity - 3) < 0.01)
  }

  @Test("Gears by their numbers of teeth turn against each other, the larger one slower")
  func teeth() throws {
    let scene = try scene("{id: train, type: gear, a: arm, b: beam, teeth: [12, 36]}")
    #expect(scene.joints[0].form == .gear(phase: 0, ratio: -3))
  }

  @Test(
    "A joint made of two breaks as a whole, and is removed as a whole, from the world as from the description"
  )
  func breaking() throws {
    let world = try World(scene("{id: glue, type: weld, a: beam, b: arm, at: [20, 200], breakAt: 1500}"))
    var broken: [String] = []
    for _ in 0..<60 { broken += try world.step().broken }
    #expect(broken == ["glue", "glue-angle"] && world.snapshot.joints.isEmpty)
    let other = try World(scene("{id: glue, type: weld, a: beam, b: arm, at: [20, 200]}"))
    try other.step([.edit(.remove(.joint("glue")))])
    #expect(other.snapshot.joints.isEmpty)
    try other.step([.edit(.add(.joint, "{id: glue, type: weld, a: beam, b: arm}"))])
    #expect(other.snapshot.joints.map(\.id) == [JointID(2), JointID(3)])
    #expect(throws: WorldError.self) {
      try other.step([.edit(.set(.joint("glue"), path: "type", value: "wheel"))])
    }
    try other.step([
      .edit(
        .duplicate(
          ["beam", "arm", "glue", "glue-angle"], names: ["b2", "a2", "g2", "p2"], by: Vector(0, 300)))
    ])
    try other.step([.edit(.remove(.joint("g2")))])
    #expect(other.snapshot.joints.map(\.id) == [JointID(2), JointID(3)])
  }

  private func patched(_ text: String, to scene: Scene) throws -> String {
    String(decoding: try SceneTextPatch().patched(Data(text.utf8), to: scene), as: UTF8.self)
  }

  @Test(
    "A joint made of two keeps its entry when something else of the file is saved, and is written as its two joints when one changes"
  )
  func patch() throws {
    let joint = "{id: glue, type: weld, a: beam, b: arm, at: [20, 200]}  # holds"
    let text = """
      tumble: 1
      bodies:
        - {id: beam, kind: static, circle: 5}
        - {id: arm, at: [60, 0], circle: 5}
      joints:
        - \(joint)

      """
    let outcome = SceneReader().read(Data(text.utf8), file: "f", name: "f")
    var scene = try outcome.get()
    scene.bodies[1].appearance.opacity = 0.5
    let kept = try patched(text, to: scene)
    #expect(kept.contains(joint))
    scene.joints[1].maxForce = 99
    let changed = try patched(text, to: scene)
    #expect(changed.contains("type: gear") && changed.contains("maxForce: 99") && !changed.contains("weld"))
    #expect(try Scene(text: changed, name: "f").joints == scene.joints)
  }
}
