import Testing
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@testable import TumbleWindowCommands

@Suite("Motors of joints in the inspector")
struct MotorTests {
  private static func bench(_ joint: String) throws -> SceneEditingBench {
    let bench = try SceneEditingBench(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, 0]}
          bodies:
            - {id: beam, kind: static, at: [100, 200], box: [40, 40], sensor: true}
            - {id: arm, at: [100, 200], box: [80, 20]}
          joints:
            - \(joint)
          """))
    bench.editing.select("limb", in: bench.session)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    return bench
  }

  private static func edit(_ bench: SceneEditingBench, _ row: String, _ text: String) {
    bench.editing.beginEdit(row, bench.session)
    bench.editing.edit(row, .text(text), bench.session)
    bench.editing.endEdit(row, bench.session)
  }

  private static func rows(_ bench: SceneEditingBench, _ title: String) -> [String: PropertyRow] {
    let groups = bench.editing.inspectorState(bench.session, plotted: []).groups
    let rows = groups.first { $0.title == title }?.rows ?? []
    return Dictionary(rows.map { ($0.label, $0) }) { first, _ in first }
  }

  private static func text(_ row: PropertyRow?) -> String? {
    if case .text(let text)? = row?.control { text } else { nil }
  }

  @Test(
    "Rows that are set one after the other in a single frame follow from the world, and not from what is shown"
  )
  func sameFrame() throws {
    let bench = try Self.bench("{id: limb, type: pivot, a: beam, b: arm}")
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    Self.edit(bench, "joint.key", "Right")
    Self.edit(bench, "joint.back", "Left")
    let input = try #require(bench.world.presentInputs.first)
    #expect(bench.world.presentInputs.count == 1)
    #expect((input.keys, input.reverseKeys) == (["Right"], ["Left"]))
    bench.editing.beginEdit("joint.anchorA", bench.session)
    bench.editing.edit("joint.anchorA", .component(0, 5), bench.session)
    bench.editing.edit("joint.anchorA", .component(1, 7), bench.session)
    bench.editing.endEdit("joint.anchorA", bench.session)
    #expect(bench.world.node(of: .joint("limb"))?["anchorA"]?.vector == Vector(5, 7))
  }

  @Test("An edit of a row is of what the row shows, though another thing is selected since")
  func otherSelection() throws {
    let bench = try Self.bench("{id: limb, type: pivot, a: beam, b: arm}")
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    bench.editing.select("arm", in: bench.session)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    Self.edit(bench, "joint.key", "Right")
    #expect(bench.world.presentInputs.map(\.id) == ["limb-keys"])
  }

  @Test(
    "A wheel and a prismatic joint get a motor, its strength and keys in the inspector, which are undone, saved and read back",
    arguments: [
      (
        "{id: limb, type: wheel, a: beam, b: arm, stiffness: 9000, damping: 90}", "deg/s", "90",
        JointKind.motor
      ),
      ("{id: limb, type: prismatic, a: beam, b: arm, from: [0, 0], to: [200, 0]}", "pt/s", "-40", .pin),
      (
        "{id: limb, type: prismatic, a: beam, b: arm, from: [-100, 0], to: [200, 0], motor: {speed: 5, force: 8}}",
        "pt/s", "60", .pin
      ),
    ])
  func motor(_ joint: String, _ unit: String, _ speed: String, _ kind: JointKind) throws {
    let bench = try Self.bench(joint)
    let before = bench.world.sceneNow()
    #expect(
      Self.rows(bench, "Motor").keys.sorted() == (kind == .pin ? ["force", "speed"] : ["speed", "torque"]))
    Self.edit(bench, "joint.motorSpeed", speed)
    Self.edit(bench, "joint.motorStrength", "5000000")
    #expect(Self.text(Self.rows(bench, "Motor")["speed"]) == "\(speed) \(unit)")
    let motor = try #require(bench.world.sceneNow().joints.first { $0.id == "limb-motor" })
    #expect(motor.form.kind == kind && motor.partOf == "limb" && motor.maxForce == 5_000_000)
    Self.edit(bench, "joint.key", "Right")
    Self.edit(bench, "joint.back", "Left")
    Self.edit(bench, "joint.keyRate", "50")
    let keys = Self.rows(bench, "Keys")
    #expect(Self.text(keys["key"]) == "Right" && Self.text(keys["way back"]) == "Left")
    #expect(Self.text(keys["speed by key"]) == "50 \(unit)")
    #expect(keys.values.allSatisfy { $0.refusal == nil })
    let scene = bench.world.sceneNow()
    let saved = try Scene(text: SceneWriter().text(scene))
    #expect(saved.joints == scene.joints && saved.inputs == scene.inputs)
    // The key drives it.
    bench.session.isPaused = false
    let arm = try #require(bench.world.snapshot["arm"])
    try bench.session.give(.input("limb-keys", 1))
    try bench.steps(60)
    let now = try #require(bench.world.snapshot["arm"])
    #expect((kind == .pin ? now.position.x - arm.position.x : now.angle) > 0.1)
    try Session(replaying: bench.session.recording).run()
    while bench.session.canUndo { try bench.undo() }
    #expect(bench.world.sceneNow().joints == before.joints && bench.world.presentInputs.isEmpty)
  }

  @Test("A motor is taken away by an empty speed, and a wheel is deleted with its motor and its keys")
  func removed() throws {
    let bench = try Self.bench(
      "{id: limb, type: wheel, a: beam, b: arm, stiffness: 9000, damping: 90, motor: 1}")
    _ = Self.rows(bench, "Motor")
    Self.edit(bench, "joint.motorSpeed", "")
    #expect(bench.world.sceneNow().joints.map(\.id) == ["limb", "limb-spring"])
    Self.edit(bench, "joint.key", "Right")
    #expect(bench.world.sceneNow().joints.map(\.id) == ["limb", "limb-spring", "limb-motor"])
    bench.perform(.delete)
    #expect(bench.world.snapshot.joints.isEmpty && bench.world.presentInputs.isEmpty)
  }

  @Test("The rod of a prismatic joint's motor follows its groove, and the motor goes as far as that")
  func groove() throws {
    let bench = try Self.bench(
      "{id: limb, type: prismatic, a: beam, b: arm, from: [-100, 0], to: [200, 0], motor: -40}")
    try bench.session.give(.set(.joint("limb"), path: "from", value: "[-20, 0]"))
    #expect(Self.text(Self.rows(bench, "Motor")["speed"]) == "-40 pt/s")
    let same = try Self.bench(
      "{id: limb, type: prismatic, a: beam, b: arm, from: [-20, 0], to: [200, 0], motor: -40}")
    #expect(bench.world.sceneNow().joints == same.world.sceneNow().joints)
    bench.session.isPaused = false
    try bench.steps(240)
    #expect(abs(try #require(bench.world.snapshot["arm"]).position.x - 80) < 0.5)
    let scene = bench.world.sceneNow()
    #expect(try Scene(text: SceneWriter().text(scene)).joints == scene.joints)
    try Session(replaying: bench.session.recording).run()
  }

  @Test(
    "A motor without a speed turns clockwise by Right and the other way by Left, however they are written",
    arguments: [
      ("joint.key", "right", -1.0), ("joint.key", "Left", 1), ("joint.back", "LEFT", -1),
      ("joint.key", "a", 1),
    ])
  func clockwise(row: String, key: String, sign: Double) throws {
    let bench = try Self.bench("{id: limb, type: hinge, a: beam, b: arm, motor: 0}")
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    Self.edit(bench, row, key)
    let input = try #require(bench.world.presentInputs.first)
    #expect(input.drives == [.motor("limb-motor", rate: sign * 2 * .pi)])
    #expect((input.keys + input.reverseKeys).map { $0.lowercased() } == [key.lowercased()])
  }

  @Test("A motor that gets the key of another is driven along with it, the same way or the other")
  func sharedKey() throws {
    let bench = try Self.bench(
      """
      {id: limb, type: pivot, a: beam, b: arm}
        - {id: second, type: hinge, a: beam, b: arm, motor: 0}
      keys:
        - {id: go, keys: Right, reverse: Left, drive: {type: motor, of: second, rate: 3}}
      """)
    for (key, rate) in [("Right", 2 * Double.pi), ("Left", -2 * .pi)] {
      _ = Self.rows(bench, "Keys")
      Self.edit(bench, "joint.key", key)
      let inputs = bench.world.presentInputs
      #expect(inputs.count == 1)
      #expect(
        inputs[0].drives == [.motor("second-motor", rate: 3), .motor("limb-motor", rate: rate)], "\(key)")
      try bench.undo()
    }
  }

  @Test("A key that is refused leaves the motor as it was")
  func refusedKey() throws {
    let bench = try Self.bench("{id: limb, type: hinge, a: beam, b: arm, motor: {speed: 2, torque: 500}}")
    let before = bench.world.sceneNow()
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    Self.edit(bench, "joint.key", "Rigth")
    #expect(Self.rows(bench, "Keys")["key"]?.refusal != nil)
    #expect(bench.world.sceneNow() == before)
  }

  @Test("Two wheels that are selected have one row for both motors, one slider, and one undo")
  func axlePair() throws {
    func wheel(_ id: String, _ motor: Int) -> String {
      "{id: \(id), type: wheel, a: beam, b: arm, stiffness: 9000, damping: 90, motor: \(motor)}"
    }
    let bench = try Self.bench("\(wheel("front", 1))\n  - \(wheel("rear", 2))\n  - \(wheel("limb", 0))")
    bench.editing.select("front", "rear", in: bench.session)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    #expect(bench.editing.selectedObjects(bench.session).count == 2)
    #expect(Self.rows(bench, "Keys").isEmpty)
    #expect(Self.rows(bench, "Motor")["speed"]?.isMixed == true)
    #expect(Self.rows(bench, "Motor")["speed"]?.isControl == false)
    Self.edit(bench, "joint.motorSpeed", "180")
    func rates() -> [Double?] {
      ["front", "rear", "limb"].map { bench.world.node(of: .joint($0 + "-motor"))?["rate"]?.number }
    }
    #expect(rates() == [.pi, .pi, 0])
    #expect(Self.rows(bench, "Motor")["speed"]?.isMixed == false)
    bench.editing.setControl("joint.motorSpeed", true, bench.session)
    let control = try #require(bench.world.controls.first)
    #expect(bench.world.controls.count == 1 && control.title == "speed of 2 things")
    #expect(control.properties == ["front-motor.rate", "rear-motor.rate"])
    #expect(Self.rows(bench, "Motor")["speed"]?.isControl == true)
    try bench.session.give(.control(control.id, 90))
    #expect(rates() == [.pi / 2, .pi / 2, 0])
    let scene = bench.session.startScene
    #expect(try Scene(text: SceneWriter().text(scene)).controls == scene.controls)
    bench.editing.setControl("joint.motorSpeed", false, bench.session)
    #expect(bench.world.controls.isEmpty)
    for _ in 0..<3 { try bench.undo() }
    try bench.undo()
    #expect(rates() == [1, 2, 0])
  }

  @Test("The strength of a wheel that has no motor makes one of that strength")
  func strengthAlone() throws {
    let bench = try Self.bench("{id: limb, type: wheel, a: beam, b: arm, stiffness: 9000, damping: 90}")
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    Self.edit(bench, "joint.motorStrength", "7000")
    let motor = try #require(bench.world.node(of: .joint("limb-motor")))
    #expect(motor["maxForce"]?.number == 7000)
    #expect(motor["rate"]?.number == 0)
  }

  @Test("A motor that is taken away takes its keys along")
  func motorAndKeys() throws {
    let bench = try Self.bench(
      "{id: limb, type: wheel, a: beam, b: arm, stiffness: 9000, damping: 90, motor: 1}")
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    Self.edit(bench, "joint.key", "Right")
    #expect(bench.world.presentInputs.count == 1)
    Self.edit(bench, "joint.motorSpeed", "")
    #expect(bench.world.node(of: .joint("limb-motor")) == nil)
    #expect(bench.world.presentInputs.isEmpty)
  }

  @Test(
    "What a motor cannot be is refused at its row, and changes nothing", arguments: ["fast", "1e300", "5 kg"])
  func refused(_ speed: String) throws {
    for joint in [
      "{id: limb, type: wheel, a: beam, b: arm, stiffness: 9000, damping: 90, motor: 1}",
      "{id: limb, type: prismatic, a: beam, b: arm, from: [0, 0], to: [200, 0], motor: 30}",
      "{id: limb, type: prismatic, a: beam, b: arm, from: [0, 0], to: [200, 0]}",
    ] {
      let bench = try Self.bench(joint)
      let before = bench.world.sceneNow()
      _ = bench.editing.inspectorState(bench.session, plotted: [])
      Self.edit(bench, "joint.motorSpeed", speed)
      #expect(Self.rows(bench, "Motor")["speed"]?.refusal != nil, "\(joint)")
      #expect(bench.world.sceneNow() == before, "\(joint)")
    }
  }

  @Test("The wheels of a body have their keys in common, those of another have others, and a wall has none")
  func wheels() throws {
    let bench = try SceneEditingBench()
    bench.choose(.wheel)
    bench.drag(Vector(88, 10), Vector(98, 10))
    bench.drag(Vector(112, 10), Vector(122, 10))
    bench.drag(Vector(200, 150), Vector(208, 150))
    let inputs = bench.world.presentInputs
    #expect(inputs.map(\.keys) == [["Right"], ["Up"]] && inputs.map(\.drives.count) == [2, 1])
    let count = bench.world.snapshot.bodies.count
    bench.drag(Vector(300, 0), Vector(310, 0))
    #expect(bench.editing.editor.notice == "floor is static: a wheel cannot drive it")
    bench.drag(Vector(300, 250), Vector(310, 250))
    #expect(bench.editing.editor.notice == "drag from the body that is to have a wheel")
    #expect(bench.world.snapshot.bodies.count == count)
    // A person deletes one wheel: the keys are the other's.
    bench.editing.select("axle1", in: bench.session)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    bench.perform(.delete)
    #expect(bench.world.sceneNow().inputs.map(\.drives.count) == [1, 1])
  }
}
