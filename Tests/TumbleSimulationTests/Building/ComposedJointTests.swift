import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes

@testable import TumbleSimulation

@Suite("A joint made of two") struct ComposedJointTests {
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
