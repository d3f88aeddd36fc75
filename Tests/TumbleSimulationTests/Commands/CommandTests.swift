import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("Commands")
struct CommandTests {
  /// Crates, a lamp on a rope, a lift, a platform to jump through; everything may fall asleep.
  private static func scene() throws -> Scene {
    var scene = BookScenes.crates
    scene.world.sleepAfter = 0.3
    scene.bodies += [
      Scene.Body("hook", .static, at: Vector(250, 290), .circle(radius: 3)),
      Scene.Body("lamp", at: Vector(250, 220), .circle(radius: 12)),
      Scene.Body("lift", .kinematic, at: Vector(150, 60), .box(Size(60, 8))) { $0.velocity = Vector(0, 5) },
      Scene.Body(
        "shelf", .static, at: Vector(60, 150), .segment(from: Vector(-40, 0), to: Vector(40, 0), radius: 2)),
    ]
    scene.joints = [
      Scene.Joint(id: "rope", form: .slide(anchorA: .zero, anchorB: .zero, min: 0, max: 75), a: 6, b: 7)
    ]
    scene.rules = [Scene.Rule(.anything, .bodies([9]), .oneWay(Vector(0, 1)))]
    return scene
  }

  private static func script(_ seed: UInt64, steps: Int) -> [[Command]] {
    var generator = SeededGenerator(seed: seed)
    func point() -> Vector {
      let reach = generator.pick([300.0, 300, 300, 5_000, 1e9])
      return Vector(generator.double(in: 0...reach), generator.double(in: -reach...reach))
    }
    return (0..<steps).map { _ in
      (0..<max(0, generator.int(in: -8...3))).map { _ in
        switch generator.int(in: 0...6) {
        case 0, 1: .grab(point())
        case 2, 3, 4: .move(point())
        case 5: .release
        default: .tilt(generator.pick([Vector(0, -1_000), .zero, Vector(900, 400), Vector(0, 1_000)]))
        }
      }
    }
  }

  @Test(
    "Commands of any kind, at any time, lead to the same states again, and to no trap",
    arguments: Seeds.list(default: 6))
  func repeatable(seed: UInt64) throws {
    let script = Self.script(seed, steps: 600)
    func run() throws -> [StateHash] {
      let world = try World(Self.scene())
      return try script.map { commands in
        try world.step(commands)
        return world.hash
      }
    }
    let hashes = try run()
    #expect(try run() == hashes)
    #expect(Set(hashes).count > 300, "they did something")
  }

  @Test("Commands given at another step lead elsewhere")
  func stamped() throws {
    func end(grabAt step: Int) throws -> StateHash {
      let world = try World(BookScenes.crates)
      for now in 0..<120 {
        try world.step(now == step ? [.grab(Vector(150, 250)), .tilt(Vector(300, -900))] : [])
      }
      return world.hash
    }
    let hashes = try [10, 11, 50].map(end)
    #expect(Set(hashes).count == 3)
    #expect(try end(grabAt: 10) == hashes[0])
  }
}
