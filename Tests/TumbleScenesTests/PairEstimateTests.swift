import Testing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleScenes

@Suite("The estimate of pairs")
struct PairEstimateTests {
  @Test("has as many pairs as one by one are counted, static ones among themselves left out")
  func pairs() {
    for seed in Seeds.list(default: 100) {
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
      #expect(PairEstimate(scene, [:]).pairs()?.count ?? 0 == count, "seed \(seed)")
    }
  }
}
