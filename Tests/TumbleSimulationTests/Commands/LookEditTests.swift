import Testing
import TumbleFrames
import TumbleScenes

@testable import TumbleSimulation

@Suite("Looks that are edited while a scene runs")
struct LookEditTests {
  /// A pile that still settles, and a chain that swings.
  private static func world() throws -> World {
    try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, -1000]}
          bodies:
            - {id: floor, kind: static, segment: {from: [-900, 0], to: [900, 0], radius: 0}}
            - {id: crate, at: [0, 11], box: [20, 20], repeat: {grid: {columns: 1, rows: 4, spacing: [3, 23]}}}
            - {id: hook, kind: static, at: [200, 200]}
            - {id: link, at: [230, 200], circle: 9}
            - {id: load, at: [260, 200], circle: 12}
          joints:
            - {id: chain, type: pin, a: hook, b: link}
            - {id: end, type: pin, a: link, b: load}
            - {id: coil, type: spring, a: hook, b: load, restLength: 30, stiffness: 100, damping: 3}
          """, name: "looks"))
  }

  /// The hash after edits that are made in the middle of the motion.
  private func hash(_ edits: [Edit]) throws -> StateHash {
    let world = try Self.world()
    while world.steps < 40 { try world.step() }
    let before = world.model.scene
    for edit in edits { try world.apply(.edit(edit)) }
    #expect(edits.isEmpty || world.model.scene != before)
    while world.steps < 90 { try world.step() }
    return world.hash
  }

  private static let values = [
    "color": "red", "opacity": "50 %", "scale": "2", "glow": "0.5", "fit": "tile", "shadow": "false",
    "texture": "\"@crate\"", "gradient": "[red, blue]", "border": "3", "caption": "hello", "trail": "2 s",
    "impact": "dust", "layer": "3", "cornerRadius": "2", "night": "blue", "skin": "water",
    "blend": "additive",
  ]

  /// `size` is a name of animations only.
  @Test(
    "A look of bodies that is edited changes no motion",
    arguments: SceneChanges.looks.subtracting(["size"]).sorted())
  func bodies(key: String) throws {
    let value = try #require(Self.values[key], "this test has no value for a new look, \(key)")
    let edits = ["crate-1", "crate-2", "link"].map { Edit.set(.body($0), path: key, value: value) }
    #expect(try hash(edits) == hash([]))
  }

  @Test("A joint's color that is edited changes no motion, and leaves the impulses that it has")
  func joints() throws {
    let edits = ["chain", "end", "coil"].map { Edit.set(.joint($0), path: "color", value: "red") }
    #expect(try hash(edits) == hash([]))
  }
}
