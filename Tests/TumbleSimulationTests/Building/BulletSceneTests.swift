import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes

@testable import TumbleSimulation

@Suite("A bullet of a scene") struct BulletSceneTests {
  private static let text = """
    tumble: 1
    world: {gravity: [0, 0]}
    bodies:
      - {id: pellet, at: [10, 50], circle: 2, mass: 1, velocity: [60000, 0], bullet: true}
      - {id: ghost, at: [10, 80], circle: 2, mass: 1, velocity: [60000, 0]}
      - {id: wall, kind: static, segment: {from: [200, 0], to: [200, 100], radius: 0.5}}
    """

  private func read(_ text: String) -> SceneReader.Outcome {
    SceneReader().read(Data(text.utf8), file: "f", name: "f")
  }

  @Test(
    "A bullet of a scene stops where the same without the word goes through, and keeps the word when it is written"
  )
  func wall() throws {
    let scene = try read(Self.text).get()
    #expect(scene.bodies.map(\.isBullet) == [true, false, false])
    let world = try World(scene)
    for _ in 0..<5 { try world.step() }
    #expect((world.snapshot["pellet"]?.position.x ?? 999) < 200)
    #expect((world.snapshot["ghost"]?.position.x ?? 0) > 200)
    #expect(try read(SceneWriter().text(scene)).get() == scene)
  }

  @Test("A body can be made a bullet by an edit of a running world")
  func edit() throws {
    var scene = try read(Self.text).get()
    scene.bodies[0].isBullet = false
    let world = try World(scene)
    try world.step([.edit(.set(.body("pellet"), path: "bullet", value: "true"))])
    #expect(world.space.bodies[0].isBullet)
    #expect((world.snapshot["pellet"]?.position.x ?? 999) < 200)
    try world.step([.edit(.set(.body("pellet"), path: "bullet", value: nil))])
    #expect(!world.space.bodies[0].isBullet)
    // Another form makes another body of it.
    try world.step([.edit(.set(.body("pellet"), path: "bullet", value: "true"))])
    try world.step([.edit(.set(.body("pellet"), path: "circle", value: "3"))])
    #expect(world.space.bodies[0].isBullet)
  }

  @Test("A bullet of a scene is advised where something can pass through a wall, and only there")
  func lint() {
    func warnings(_ change: (String) -> String) -> [String] {
      SceneLinter().lint(read(change(Self.text))).diagnostics.map { "\($0.line):\($0.column) \($0.message)" }
    }
    #expect(
      warnings { $0 } == [
        "5:61 'ghost' can pass through 'wall': it goes 500 points in a step, and both together are 5 thick"
      ])
    #expect(warnings { $0.replacingOccurrences(of: "[60000, 0]}", with: "[500, 0]}") } == [])
    #expect(warnings { $0.replacingOccurrences(of: "[60000, 0]}", with: "[-60000, 0]}") } == [])
    #expect(
      warnings {
        $0.replacingOccurrences(
          of: "200, 0], to: [200, 100], radius: 0.5", with: "600, 0], to: [600, 100], radius: 300")
      } == [])
    let falls = """
      tumble: 1
      world: {gravity: [0, -1000]}
      bodies:
        - {id: pea, at: [0, 3000], circle: 1, mass: 1}
        - {id: floor, kind: static, segment: {from: [-50, 0], to: [50, 0], radius: 1}}
      """
    #expect(
      warnings { _ in falls } == [
        "4:10 'pea' can pass through 'floor': falling from there it goes 20.4 points in a step, and both together are 4 thick"
      ])
    #expect(warnings { _ in falls.replacingOccurrences(of: "3000", with: "90") } == [])
  }
}
