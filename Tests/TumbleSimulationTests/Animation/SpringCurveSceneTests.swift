import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

@Suite("A spring of a scene with a table")
struct SpringCurveSceneTests {
  private func scene(_ joint: String, gravity: String = "[0, 0]") throws -> Scene {
    try Scene(
      text: """
        tumble: 1
        world: {gravity: \(gravity), pointsPerMeter: 100, rate: 100}
        bodies:
          - {id: hook, kind: static, at: [0, 0], circle: 2}
          - {id: bob, at: [0, -80], circle: 5, mass: 2}
        joints:
          - {id: coil, a: hook, b: bob, \(joint)}
        """)
  }

  /// Returns the force of a spring in the first step.
  private func force(_ joint: String) throws -> Double {
    let world = try World(scene(joint))
    try world.step()
    return world.value(of: .joint(.force), .joint(0))
  }

  @Test(
    "A spring of a scene with a table pulls with the force of its table, in the units that it is written with, by its timing"
  )
  func force() throws {
    // 20 points longer than at rest.
    let table = "type: spring, restLength: 60, force: [[-0.1 m, -1 N], [0, 0], [40, 1000]]"
    #expect(try abs(force(table) + 500) < 1e-9)
    #expect(try abs(force(table + ", timing: linear") + 500) < 1e-9)
    // A quarter of the way in time is a sixteenth in a curve of the second power.
    let eased = "type: spring, restLength: 70, force: [[0, 0], [40, 1600]], timing: quadratic-in"
    let expected = TimingFunction.easing(Easing(.quadratic, .in)).value(at: 0.25) * 1600
    #expect(abs(expected - 100) < 1e-9)
    #expect(try abs(force(eased) + expected) < 1e-9)
    let turned = "type: rotary-spring, restAngle: -90 deg, force: [[0, 0], [180 deg, 4000]]"
    #expect(try abs(force(turned) + 2000) < 1e-9)
  }

  @Test("A spring of a scene with a table lets what hangs on it sink as fast as its damper lets it")
  func damping() throws {
    let joint =
      "type: spring, restLength: 80, force: [[0, 0]], dampingForce: [[-1, 0], [0, 0], [50, 2000], [100, 8000]]"
    let world = try World(scene(joint, gravity: "[0, -1000]"))
    for _ in 0..<200 { try world.step() }
    // As with a damping of 40, which the curve has up to 50 points per second: what a step leaves of the
    // speed, and what it adds. With shorter steps it would be the 50 at which the force is that of the
    // weight.
    let rest = exp(-40.0 / 2 / 100)
    #expect(abs(try #require(world.snapshot["bob"]).velocity.y + 10 * rest / (1 - rest)) < 0.01)
  }

  @Test(
    "A spring of a scene with a table may be the spring of a wheel or of a weld: a straight line is its stiffness, and it is written",
    arguments: [
      (
        "type: wheel, travel: 40, stiffness: 400, damping: 3",
        "type: wheel, travel: 40, force: [[-50, -20000], [0, 0], [50, 20000]], dampingForce: [[-900, -2700], [900, 2700]]"
      ),
      (
        "type: weld, at: [0, -40], stiffness: 90000, damping: 500",
        "type: weld, at: [0, -40], force: [[-2, -180000], [2, 180000]], dampingForce: [[-90, -45000], [90, 45000]]"
      ),
    ])
  func composed(stiff: String, curved: String) throws {
    let scene = try scene(curved)
    #expect(scene.joints.map { $0.forceCurve != nil } == [false, true])
    #expect(scene.joints.map { $0.dampingCurve != nil } == [false, true])
    #expect(try Scene(text: SceneWriter().text(scene)).joints == scene.joints)
    let worlds = try [World(self.scene(stiff)), World(scene)]
    var farthest = 0.0
    for world in worlds {
      try world.apply(.edit(.set(.body("bob"), path: "velocity", value: "[90, 150]")))
      for _ in 0..<150 {
        try world.step()
        farthest = max(farthest, try #require(world.snapshot["bob"]).position.distance(to: Vector(0, -80)))
      }
    }
    let (one, other) = (try #require(worlds[0].snapshot["bob"]), try #require(worlds[1].snapshot["bob"]))
    #expect(farthest > 1 && one.position.distance(to: other.position) < 1e-9)
    #expect(abs(one.angle - other.angle) < 1e-9)
  }

  @Test(
    "A spring of a scene with a table is written as it was read, can be edited, and comes to the same in a copy"
  )
  func written() throws {
    let text = "type: spring, restLength: 60, force: [[-10, -100], [0, 0], [40, 1000]], timing: ease-in"
    let scene = try scene(text + ", dampingForce: [[0, 0], [5, 20]]")
    #expect(scene.joints[0].forceCurve?.points == [Vector(-10, -100), .zero, Vector(40, 1000)])
    #expect(scene.joints[0].dampingCurve == [.zero, Vector(5, 20)])
    #expect(try Scene(text: SceneWriter().text(scene)).joints == scene.joints)
    let world = try World(scene)
    for _ in 0..<50 { try world.step() }
    try world.apply(.edit(.set(.joint("coil"), path: "force", value: "[[0, 0], [40, 9 N]]")))
    #expect(world.sceneNow().joints[0].forceCurve?.points == [.zero, Vector(40, 900)])
    for _ in 0..<50 { try world.step() }
    #expect(try world.copy().hash == world.hash)
    // Without both it would be no spring.
    #expect(throws: WorldError.self) {
      try world.apply(.edit(.set(.joint("coil"), path: "force", value: nil)))
    }
  }
}
