import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A copy of a running world")
struct WorldCopyTests {
  /// An act on a world.
  private enum Act {
    case apply(Command)
    case step([Command])

    /// Does the act and returns its outcome in words.
    func run(_ world: World) -> String {
      do {
        switch self {
        case .apply(let command): try world.apply(command)
        case .step(let commands): return "\(try world.step(commands))"
        }
        return ""
      } catch {
        return "\(error)"
      }
    }
  }

  private func act(_ maker: inout EditMaker, _ world: World) -> Act {
    switch maker.random.int(in: 0...9) {
    case 0: .apply(maker.command(for: world))
    case 1: .step((0...maker.random.int(in: 0...2)).map { _ in maker.command(for: world) })
    default: .step([])
    }
  }

  private func expectSame(_ copy: World, _ world: World, _ comment: Comment) {
    #expect(copy.hash == world.hash && copy.snapshot == world.snapshot, comment)
    #expect(copy.previous == world.previous && copy.contacts == world.contacts, comment)
    #expect(copy.description == world.description && copy.touchingPairs == world.touchingPairs, comment)
    #expect(copy.commands == world.commands && copy.animationEvents == world.animationEvents, comment)
  }

  @Test(
    "A copy of a running world stands where the world stands, and goes on to the same bits",
    arguments: Seeds.list(default: 20))
  func goesOn(seed: UInt64) throws {
    var maker = EditMaker(seed: seed)
    let scene = try Scene(text: seed % 3 == 0 ? EditTests.text : GeneratedScene(seed: seed).text)
    let world = try World(scene)
    world.hitThreshold = 500
    for _ in 0..<maker.random.int(in: 0...120) { _ = act(&maker, world).run(world) }
    let (snapshot, previous) = (world.snapshot, world.previous)
    let copy = try world.copy()
    #expect(world.snapshot == snapshot && world.previous == previous)
    expectSame(copy, world, "seed \(seed), step \(world.steps), at once")
    for _ in 0..<80 {
      let act = act(&maker, world)
      #expect(act.run(copy) == act.run(world), "seed \(seed), step \(world.steps)")
      expectSame(copy, world, "seed \(seed), step \(world.steps)")
    }
  }

  @Test(
    "A copy of a running world moves without moving the world, and the other way round",
    arguments: Seeds.list(default: 6))
  func apart(seed: UInt64) throws {
    var maker = EditMaker(seed: seed)
    let (world, undisturbed) = (try World(EditTests.scene()), try World(EditTests.scene()))
    var acts: [Act] = []
    for _ in 0..<60 {
      acts.append(act(&maker, world))
      _ = acts.last?.run(world)
    }
    let copy = try world.copy()
    let state = copy.snapshot
    for _ in 0..<60 {
      // The copy goes its own way in between.
      _ = act(&maker, copy).run(copy)
      acts.append(act(&maker, world))
      _ = acts.last?.run(world)
    }
    for act in acts { _ = act.run(undisturbed) }
    expectSame(world, undisturbed, "seed \(seed)")
    #expect(copy.snapshot != state)
  }

  @Test("A copy of a running world can be handed to another thread, and be copied there")
  func otherThread() async throws {
    let world = try World(EditTests.scene())
    try world.step([.grab(Vector(100, 50))])
    try world.step([.move(Vector(150, 120))])
    let copy = try world.copy()
    let there = Task.detached {
      for _ in 0..<60 { try copy.step() }
      return try copy.copy().hash
    }
    for _ in 0..<60 { try world.step() }
    #expect(try await there.value == world.hash)
  }

  @Test("A copy of a running world is exact after a step that could not be taken, where an animation ended")
  func afterFailure() throws {
    // The joint has no solution once the comet is far away.
    func scene(duration: Double) throws -> Scene {
      try Scene(
        text:
          """
          tumble: 1
          world: {gravity: [0, 0], rate: 60}
          bodies:
            - {id: rail, at: [0, 0], circle: 5, mass: 1, moment: 1e-6}
            - {id: comet, at: [0, 0], circle: 5, mass: 1, velocity: [3000, 0]}
            - {id: lift, kind: kinematic, at: [0, 300], box: [20, 4]}
          joints:
            - {id: slot, type: groove, a: rail, b: comet, from: [0, 0], to: [0, 10], maxForce: 0, collideBodies: false}
          animations:
            - {id: rise, of: lift.position, type: basic, by: [3, 40], duration: \(duration) s}
          """)
    }
    let trial = try World(scene(duration: 9))
    while (try? trial.step()) != nil, trial.steps < 1000 {}
    #expect((5..<1000).contains(trial.steps))
    let world = try World(scene(duration: Double(trial.steps + 1) / 60))
    while world.steps < trial.steps { try world.step() }
    for _ in 0..<3 { #expect(throws: WorldError.self) { try world.step() } }
    expectSame(try world.copy(), world, "stuck")
    try world.apply(.edit(.remove(.joint("slot"))))
    let copy = try world.copy()
    for _ in 0..<20 {
      #expect(try copy.step() == world.step())
      expectSame(copy, world, "step \(world.steps)")
    }
  }
}
