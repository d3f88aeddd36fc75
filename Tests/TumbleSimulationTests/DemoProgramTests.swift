import CTumbleReference
import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumblePhysics
@testable import TumbleSimulation

@Suite("A scene and the C program that does the same on the library")
struct DemoProgramTests {
  /// A scene that has a program beside it, and what must happen in it while they are compared.
  enum Demo: String, CaseIterable, Sendable {
    case breakingChains = "breaking-chains"
    case crane, pentagons, pump, scale, slicer, slime, strandbeest, tank, web
  }

  private static let seconds = 20

  @Test(
    "A scene and the C program that does the same on the library have the same bits at every step, with keys pressed at random",
    arguments: Demo.allCases)
  func bits(demo: Demo) throws {
    let scene = try Self.scene(of: demo)
    let program = try #require(ctumble_demo_new(demo.rawValue))
    defer { ctumble_demo_free(program) }
    let world = try World(scene)
    var random = SplitMix64(seed: 20)
    var seen = Seen()
    let start = world.snapshot
    for step in 1...Self.seconds * scene.world.rate {
      var commands: [Command] = []
      if !scene.inputs.isEmpty, step % (scene.world.rate / 2) == 0 {
        let input = Int(random.next() % UInt64(scene.inputs.count))
        let isPointer = scene.inputs[input].pointer != nil
        if isPointer {
          let place = Vector(random.nextFraction() * 600 - 300, random.nextFraction() * 100 - 10)
          commands = [.point(place)]
          ctumble_demo_point(program, place.x, place.y)
        }
        let value =
          isPointer ? Double(step / (scene.world.rate / 2) % 2) : [-1, -0.5, 0, 1, 1][Int(random.next() % 5)]
        commands.append(.input(scene.inputs[input].id, value))
        ctumble_demo_input(program, Int32(input), value)
      }
      seen.broken += try world.step(commands).broken.count
      seen.most = max(seen.most, world.bodies.present.count)
      seen.stuck = max(seen.stuck, world.space.stickyJoints.count)
      for (was, body) in zip(start.bodies, world.snapshot.bodies) where was.id == body.id {
        seen.way = max(seen.way, was.position.distance(to: body.position))
      }
      ctumble_demo_step(program)
      try compare(world, program, step)
    }
    try check(demo, world, program, seen)
  }

  /// The scene of a program; of three a former one, as the shipped scenes do more by now.
  private static func scene(of demo: Demo) throws -> Scene {
    guard [.scale, .slime, .strandbeest].contains(demo) else {
      return try SceneLibrary().scene(demo.rawValue)
    }
    let file = ProjectFolder.tests.appendingPathComponent("Fixtures/demos/\(demo.rawValue).yaml")
    return try Scene(text: String(contentsOf: file, encoding: .utf8))
  }

  private struct Seen {
    var broken = 0
    /// The distance that a body got from where it began.
    var way = 0.0
    /// The most bodies at a time.
    var most = 0
    /// The most sticky contacts at a time.
    var stuck = 0
  }

  private func compare(_ world: World, _ program: OpaquePointer, _ step: Int) throws {
    let moving = world.snapshot.bodies.filter { world.model.scene.bodies[$0.id.number].kind != .static }
    try #require(moving.count == Int(ctumble_demo_count(program)), "after \(step) steps")
    for (index, ours) in moving.enumerated() {
      let theirs = ctumble_demo_read(program, Int32(index))
      let pairs = [
        (ours.position.x, theirs.x), (ours.position.y, theirs.y), (ours.angle, theirs.angle),
        (ours.velocity.x, theirs.vx), (ours.velocity.y, theirs.vy), (ours.angularVelocity, theirs.w),
      ]
      try #require(
        pairs.allSatisfy { $0.bitPattern == $1.bitPattern },
        "\(world.model.scene.bodies[ours.id.number].id) after \(step) steps: \(pairs)")
    }
    try #require(world.joints.present.count == Int(ctumble_demo_joints(program)), "after \(step) steps")
  }

  /// Expects that what the scene is about has happened, so that the comparison was of that too.
  private func check(_ demo: Demo, _ world: World, _ program: OpaquePointer, _ seen: Seen) throws {
    func value(_ channel: String) throws -> Double {
      var values: [Double] = []
      try ChannelReader([Channel(channel, in: world.description)]).read(world, into: &values)
      return values[0]
    }
    switch demo {
    case .breakingChains: #expect(seen.broken > 3)
    case .scale:
      let load = try value("scale.load")
      #expect(load > 20 && abs(load - ctumble_demo_load(program)) < 1e-9 * load)
    case .slicer: #expect(seen.most > 25 && world.model.scene.bodies.count > 100)
    case .slime: #expect(seen.stuck > 60 && seen.way > 100)
    case .tank, .crane, .strandbeest, .web, .pentagons, .pump:
      #expect(seen.way > 100)
    }
  }
}
