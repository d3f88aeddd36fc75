import Foundation
import Testing
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("The estimate of pairs")
struct PairEstimateTests {
  @Test(
    "The estimate of pairs has as many pairs as one by one are counted, static ones among themselves left out",
    arguments: Seeds.list(default: 100))
  func pairs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scene = Scene()
    var boxes: [(bounds: Rect, isStatic: Bool)] = []
    for index in 0..<random.int(in: 0...60) {
      var body = Scene.Body(id: "b\(index)")
      body.kind = random.pick([.static, .dynamic, .kinematic])
      // Whole numbers, so that edges often meet.
      body.position = Vector(Double(random.int(in: 0...20)), Double(random.int(in: 0...20)))
      for _ in 0..<random.int(in: 0...3) {
        let size = Size(Double(random.int(in: 1...4) * 2), Double(random.int(in: 1...9) * 2))
        body.shapes.append(Scene.Shape(.box(size, radius: 0)))
        boxes.append((Rect(center: body.position, size: size), body.kind == .static))
      }
      scene.bodies.append(body)
    }
    var count = 0
    for a in boxes.indices {
      for b in boxes.indices.dropFirst(a + 1) where !(boxes[a].isStatic && boxes[b].isStatic) {
        let (one, other) = (boxes[a].bounds, boxes[b].bounds)
        let meets =
          one.min.x <= other.max.x && other.min.x <= one.max.x && one.min.y <= other.max.y
          && other.min.y <= one.max.y
        if meets { count += 1 }
      }
    }
    #expect(PairEstimate(scene).pairs()?.count ?? 0 == count)
  }

  private func message(_ text: String) -> String? {
    SceneLinter().lint(SceneReader().read(Data(text.utf8), file: "f", name: "f")).diagnostics.first?.message
  }

  @Test("The estimate of pairs puts no more bodies in one place than the engine can keep pairs of")
  func crowd() {
    func text(_ spacing: Double, _ kind: String) -> String {
      "tumble: 1\nworld: {gravity: [0, 0]}\nbodies: [{id: a, \(kind) circle: 1, repeat: {grid: {columns: 70, rows: 70, spacing: \(spacing)}}}]\n"
    }
    #expect(message(text(0, "mass: 1,"))?.contains("too many bodies start in one place") == true)
    #expect(message(text(0, "mass: 1,"))?.contains("12002550 pairs of shapes meet") == true)
    #expect(message(text(3, "mass: 1,")) == nil)
    // The engine keeps no pair of static ones.
    #expect(message(text(0, "kind: static,")) == nil)
    // A concave outline is as many shapes as it has pieces.
    let star =
      "[[0, 60], [-18, 20], [-58, 18], [-28, -10], [-36, -50], [0, -26], [36, -50], [28, -10], [58, 18], [18, 20]]"
    func stars(_ count: Int) -> String {
      "tumble: 1\nworld: {gravity: [0, 0]}\nbodies: [{id: a, mass: 1, polygon: \(star), repeat: {grid: {columns: \(count), rows: 1, spacing: 0}}}]\n"
    }
    #expect(message(stars(1000))?.contains("pairs of shapes meet") == true)
    #expect(message(stars(100))?.contains("points deep") == true)
  }
}
