import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("The scene of a moment")
struct SceneNowTests {
  /// What is seen, whatever the ids are.
  private struct Seen: Equatable {
    var gravity: Vector
    var bodies: [String: [Double]] = [:]
    var joints: [String: [Vector]] = [:]

    /// Where a body's mass is off its middle, the engine rounds its place on the way there and back: now and then no place
    /// gives the one seen to the last bit.
    static func == (a: Seen, b: Seen) -> Bool {
      func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 2 * max(a.magnitude, b.magnitude).ulp }
      return a.gravity == b.gravity && a.bodies.keys == b.bodies.keys && a.joints.keys == b.joints.keys
        && a.bodies.allSatisfy { name, numbers in
          let others = b.bodies[name] ?? []
          return zip(numbers, others).prefix(2).allSatisfy(isNear)
            && numbers.dropFirst(2) == others.dropFirst(2)
        }
        && a.joints.allSatisfy { name, ends in
          zip(ends, b.joints[name] ?? []).allSatisfy { isNear($0.x, $1.x) && isNear($0.y, $1.y) }
        }
    }

    init(_ world: World) {
      gravity = world.snapshot.gravity
      for body in world.snapshot.bodies {
        let name = world.description[body.id]?.name ?? "?"
        bodies[name] = [
          body.position.x, body.position.y, body.angle, body.velocity.x, body.velocity.y,
          body.angularVelocity,
        ]
      }
      for joint in world.snapshot.joints {
        joints[world.description[joint.id]?.name ?? "?"] = [joint.a, joint.b]
      }
    }
  }

  private func check(_ world: World, _ comment: Comment? = nil) throws {
    let scene = world.sceneNow()
    let text = SceneWriter().text(scene)
    let read = SceneReader().read(Data(text.utf8), file: "moment.yaml", name: scene.name)
    let loaded = try World(read.get())
    #expect(Seen(loaded) == Seen(world), comment)
    #expect(loaded.description.bodies.count == world.snapshot.bodies.count, comment)
  }

  @Test(
    "loads to the same snapshot, but for the rounding of places, where no animation moves a body",
    arguments: Seeds.list(default: 30))
  func same(seed: UInt64) throws {
    let text = GeneratedScene(seed: seed).text.components(separatedBy: "animations:")[0]
    let world = try World(Scene(text: text))
    for _ in 0..<20 { _ = try? world.step() }
    // An outline's mass is off its middle: there the engine rounds.
    try check(world)
  }

  @Test("has what was added, and not what was removed, lost or let fade", arguments: Seeds.list(default: 20))
  func edited(seed: UInt64) throws {
    let world = try World(EditTests.scene())
    var maker = EditMaker(seed: seed)
    for _ in 0..<60 {
      let edit = maker.edit(for: world)
      if case .add(.animation, _) = edit { continue }
      try? world.apply(.edit(edit))
      _ = try? world.step()
    }
    try world.apply(.edit(.set(.world, path: "gravity", value: "[0, -500]")))
    try check(world)
  }

  @Test("goes on with its animations where they are")
  func animated() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          bodies:
            - {id: lift, kind: kinematic, at: [0, 0], box: [20, 4]}
          layers:
            - {id: slow, speed: 0.5}
          animations:
            - {id: up, of: lift.position.y, type: basic, from: 0, to: 120, duration: 2 s, fillMode: forwards}
            - {id: across, of: lift.position.x, type: basic, from: 0, to: 120, duration: 2 s, layer: slow, fillMode: forwards}
          """))
    for _ in 0..<60 { try world.step() }
    let loaded = try World(world.sceneNow())
    for _ in 0..<60 {
      try world.step()
      try loaded.step()
      let (a, b) = (world.snapshot.bodies[0].position, loaded.snapshot.bodies[0].position)
      #expect(a.distance(to: b) < 1e-9)
    }
  }
}
