import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes

@testable import TumbleSimulation

@Suite("Hits")
struct HitTests {
  /// Two balls over a floor, the second four times as high.
  private var scene: Scene {
    let floor = Scene.Body("floor", .static, .segment(from: Vector(-500, 0), to: Vector(500, 0))) {
      $0.shapes[0].elasticity = 0.9
    }
    let balls = [(1, 100.0), (2, 400)].map { number, height in
      Scene.Body("ball\(number)", at: Vector(Double(number) * 100, 10 + height), .circle(radius: 10)) {
        $0.mass = .body(Double(number) * 3, .fromShapes)
        $0.shapes[0].elasticity = 0.9
      }
    }
    return Scene(name: "balls", title: "", bodies: [floor] + balls)
  }

  private func hits(_ graph: Scene.Graph, seconds: Int = 4, spacing: Int = 0) throws -> [(
    step: Int, hit: Hit
  )] {
    let world = try World(scene)
    var reader = HitReader(graph, in: world, spacing: spacing)
    var hits: [(step: Int, hit: Hit)] = []
    for _ in 0..<seconds * world.rate {
      try world.step()
      if let hit = reader.read(world) { hits.append((world.steps, hit)) }
    }
    return hits
  }

  @Test("Hits are where a ball meets the floor, as hard as it fell and bounced, whatever its mass")
  func falls() throws {
    let low = try #require(try hits(Scene.Graph(channels: ["ball1.y"])).first)
    // √(2 · 1000 · 100) down, and 0.9 · 0.9 of it up; the step's own fall plays a part.
    #expect(abs(low.hit.speed - 1.81 * 447.2) < 25, "\(low)")
    #expect(abs(Double(low.step) / 120 - 0.447) < 0.03)
    #expect(low.hit.a == 0 && low.hit.b == 1)
    let high = try #require(try hits(Scene.Graph(channels: ["ball2.y", "ball2.speed"])).first)
    #expect(abs(high.hit.speed - 1.81 * 894.4) < 40 && high.hit.b == 2, "\(high)")
  }

  @Test("Hits are of a graph's own bodies, and of all where it shows the whole")
  func whose() throws {
    #expect(try Set(hits(Scene.Graph(channels: ["ball2.y"])).map(\.hit.b)) == [2])
    #expect(try Set(hits(Scene.Graph(channels: ["ball2.y", "energy.total"])).map(\.hit.b)) == [1, 2])
  }

  @Test(
    "Hits are from the threshold on; usually from what a quarter of a second's fall gives; none if so wished")
  func thresholds() throws {
    let channels = ["energy.total"]
    let usual = try hits(Scene.Graph(channels: channels))
    #expect(!usual.isEmpty && usual.allSatisfy { $0.hit.speed >= 250 })
    let hard = try hits(Scene.Graph(channels: channels, hits: .from(1000)))
    #expect(!hard.isEmpty && hard.count < usual.count && hard.allSatisfy { $0.hit.speed >= 1000 })
    #expect(try hits(Scene.Graph(channels: channels, hits: .off)).isEmpty)
    #expect(try hits(Scene.Graph(channels: channels, hits: .from(1e9))).isEmpty)
    var scene = scene
    scene.world.gravity = .zero
    #expect(HitReader(Scene.Graph(channels: channels), in: try World(scene)).threshold == 100)
  }

  @Test(
    "Hits are no flood: a quarter of a second apart at least, or what was asked for; a restart begins again")
  func apart() throws {
    let all = try hits(Scene.Graph(channels: ["energy.total"], hits: .from(0)), seconds: 20).map(\.step)
    #expect(all.count > 10 && zip(all, all.dropFirst()).allSatisfy { $1 - $0 >= 30 }, "\(all)")
    let few = try hits(Scene.Graph(channels: ["energy.total"], hits: .from(0)), seconds: 20, spacing: 200)
    #expect(!few.isEmpty && zip(few, few.dropFirst()).allSatisfy { $1.step - $0.step >= 200 })
    var reader = HitReader(Scene.Graph(channels: ["ball1.y"]), in: try World(scene), spacing: 100_000)
    for _ in 0..<2 {
      let world = try World(scene)
      var found = 0
      for _ in 0..<240 {
        try world.step()
        if reader.read(world) != nil { found += 1 }
      }
      #expect(found == 1)
    }
  }
}
