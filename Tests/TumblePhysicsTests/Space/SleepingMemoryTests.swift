import CTumbleTestHooks
import Testing
import TumblePhysics

@Suite struct SleepingMemoryTests {
  /// Blocks that a piece of work leaves on the heap, once what is made only the first time has been.
  ///
  /// Optimized builds have pools that all threads share: a block that is made here may stay for the cells of
  /// others. So work that leaves something is done again: what is lost is lost each time.
  private func kept(_ work: () throws -> Void) rethrows -> Int {
    for _ in 0..<2 { try work() }
    var left = 0
    for _ in 0..<10 {
      let (made, freed) = (ctumble_allocations(), ctumble_frees())
      try work()
      left = Int(ctumble_allocations() - made) - Int(ctumble_frees() - freed)
      if left == 0 { break }
    }
    return left
  }

  @Test(
    "A space that is dropped while groups sleep gives everything back; the engine forgets the contacts of every other one",
    .enabled(if: ctumble_counts_allocations()), arguments: 1...5)
  func dropped(groups: Int) throws {
    let left = try kept {
      let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.1))
      for group in 0..<groups {
        for level in 0..<2 { try space.crate(at: Vector(Double(group) * 50, 10 + 20 * Double(level))) }
      }
      try space.run(60)
      #expect(space.bodies.filter { $0.isSleeping }.count == 2 * groups)
    }
    #expect(left == 0, "\(left) blocks")
  }

  @Test(
    "Sleepers whose ground, shape, kind or sleep is taken from them leave nothing behind",
    .enabled(if: ctumble_counts_allocations()))
  func changed() throws {
    let changes: [(Space) throws -> Void] = [
      { try $0.remove($0.bodies[0]) },
      { try $0.remove($0.shapes[1]) },
      { try $0.remove($0.bodies[2]) },
      { $0.bodies[0].setKind(.kinematic) },
      { space in
        space.bodies[0].setKind(.dynamic)
        space.bodies[0].mass = 5
      },
      { $0.bodies[1].setKind(.static) },
      { $0.bodies[2].setKind(.kinematic) },
      { $0.bodies[0].position = Vector(0, -100) },
      { $0.bodies[2].position = Vector(0, 100) },
      { $0.gravity = Vector(0, 1000) },
      { $0.sleepTimeThreshold = .infinity },
      { _ = try $0.add(ContactRule(between: .any, and: .any, .ignore)) },
      { $0.shapes[0].isSensor = true },
      { $0.bodies[1].wake() },
    ]
    for (number, change) in changes.enumerated() {
      let left = try kept {
        let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.1))
        for i in 0..<6 { try space.crate(at: Vector(Double(i / 2) * 50, 10 + 20 * Double(i % 2))) }
        try space.run(60)
        #expect(space.bodies.filter { $0.isSleeping }.count == 6)
        try change(space)
        try space.run(5)
      }
      #expect(left == 0, "change \(number): \(left) blocks")
    }
  }
}
