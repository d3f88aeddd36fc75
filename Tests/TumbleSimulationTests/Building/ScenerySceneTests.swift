import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Scenery of a scene")
struct ScenerySceneTests {
  private static let bodies = """
    tumble: 1
    world: {gravity: [0, -100]}
    bodies:
      - {id: ball, at: [50, 200], velocity: [60, 0], angularVelocity: 2, circle: 10}
      - {id: floor, kind: static, segment: {from: [0, 0], to: [300, 0]}}
    """
  private static let scenery = """

    scenery:
      - {id: wall, at: [8, 8], box: [16, 16], angle: 5 deg, repeat: {grid: {columns: 40, rows: 25, spacing: [16, 17]}}}
      - {id: moon, at: [240, 250], circle: 18, color: "#f4f1de", opacity: 40 %}
      - {id: fence, at: [0, 4], segment: {from: [0, 0], to: [0, 20], radius: 1}, layer: front, repeat: {stack: {count: 3, spacing: 30}}}
      - {id: roof, at: [100, 100], polygon: [[0, 20], [-20, -15], [20, -15]], repeat: {pyramid: 3}}
      - {id: ring, circle: {radius: 3, center: [1, 2]}, repeat: {ring: {count: 7, radius: 40, turn: true}}}
      - {id: row, circle: 2, repeat: {along: {path: {from: [0, 0], steps: [{curve: [[60, 80], [120, 0]]}]}, count: 9, turn: true}}}
      - {id: grass, box: [2, 9], fit: tile, repeat: {scatter: {count: 60, area: [300, 4], seed: 8, gap: 1, turn: true}}}
    """

  @Test("Scenery of a scene is where its repeater puts it, turned by its own angle too")
  func places() throws {
    let scenery = try Scene(text: Self.bodies + Self.scenery).scenery
    #expect(scenery.map(\.places.count) == [1000, 1, 3, 6, 7, 9, 60])
    let wall = scenery[0]
    #expect(wall.places[41].position == Vector(24, 25))
    #expect(wall.places.allSatisfy { $0.angle == 5 * .pi / 180 })
    #expect(scenery[1].opacity == 0.4 && scenery[1].side == .behind && scenery[2].side == .front)
    #expect(scenery[3].places.map(\.position.x) == [60, 100, 140, 80, 120, 100], "as wide as it is itself")
    #expect(abs(scenery[4].places[1].angle - 2 * .pi / 7) < 1e-12)
  }

  @Test(
    "Scenery of a scene is in no state: a world has the same snapshots and hashes as without, and takes no body's id"
  )
  func looksOnly() throws {
    let (plain, with) = (
      try World(Scene(text: Self.bodies)), try World(Scene(text: Self.bodies + Self.scenery))
    )
    #expect(with.description.scenery.count == 7 && with.description.bodies == plain.description.bodies)
    for _ in 0..<240 {
      try plain.step()
      try with.step()
      #expect(plain.snapshot == with.snapshot && plain.hash == with.hash)
    }
    #expect(with.sceneNow().scenery == with.scene.scenery)
  }

  @Test("Scenery of a scene is stored once, however many worlds and descriptions there are of it")
  func shared() throws {
    let scene = try Scene(text: Self.bodies + Self.scenery)
    let (first, second) = (try World(scene), try World(scene))
    func memory(_ places: [SceneryDescription.Place]) -> Int {
      places.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    }
    for entry in scene.scenery.indices {
      let one = memory(scene.scenery[entry].places)
      #expect(memory(first.description.scenery[entry].places) == one)
      #expect(memory(second.description.scenery[entry].places) == one)
    }
  }

  @Test("Scenery of a scene reads back as it was written, in as many words whatever it repeats")
  func written() throws {
    let scene = try Scene(text: Self.bodies + Self.scenery)
    let text = SceneWriter().text(scene)
    #expect(try Scene(text: text).scenery == scene.scenery)
    #expect(text.count < 3000)
    let matrix = try SceneLibrary().scene("matrix")
    #expect(matrix.scenery.reduce(0) { $0 + $1.places.count } >= 100_000 && matrix.bodies.count > 2000)
    #expect(try Scene(text: SceneWriter().text(matrix)).scenery == matrix.scenery)
  }

  @Test("Scenery of a scene may be a million, and not one more")
  func limit() throws {
    func count(_ rows: Int) throws -> Int? {
      let text =
        "tumble: 1\nscenery: [{id: s, circle: 1, repeat: {grid: {columns: 1000, rows: \(rows), spacing: 4}}}]"
      return try? Scene(text: text).scenery[0].places.count
    }
    #expect(try count(1000) == 1_000_000)
    #expect(try count(1001) == nil)
  }
}
