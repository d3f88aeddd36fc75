import CTumbleChipmunk
import CTumbleSolver
import Testing
import TumbleTestSupport

@testable import TumblePhysics

/// Tests of our own step beside the engine's, bit for bit.
@Suite struct LockstepTests {
  /// The numbers of pairs solved at a time by each set of instructions that this processor has. The library's
  /// own choice asks the processor itself, which no environment variable changes.
  static let widths: [UInt32] = [4, 8, 16].filter { $0 <= ctumble_best_instructions().rawValue }

  private static func steps(_ count: Int) -> Int { Seeds.list(default: 8).count > 8 ? 600 : count }

  @Test(
    "Whatever is in a world and done to it, each step leaves what the engine's step leaves",
    arguments: widths, Seeds.list(default: 8, atMost: 500))
  func everything(width: UInt32, seed: UInt64) throws {
    var both = try Lockstep(
      seed: seed, width: width, threads: 1 + Int(seed % 4), sleeps: seed % 3 == 0)
    for step in 0..<Self.steps(120) {
      both.disturb()
      both.step()
      let difference = both.difference()
      #expect(difference == nil, "step \(step)")
      if difference != nil { return }
    }
    #expect(both.refused < Self.steps(120) / 4)
    #expect(both.solved.levels > 0)
    #expect(both.solved.parts > 0 || seed % 4 == 0, "with several threads the solver divides its work")
  }

  @Test(
    "Ropes side by side hang and tear at each other as in the engine, whatever their joints bear",
    arguments: widths, Seeds.list(default: 8, atMost: 500))
  func ropes(width: UInt32, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var spaces: [Space] = []
    for solver in [SpaceDefinition.Solver.automatic, .engine] {
      spaces.append(try Space(SpaceDefinition(gravity: Vector(0, -1000), solver: solver)))
    }
    spaces[0].solver = Solver(
      threads: random.int(in: 1...3), instructions: ctumble_instructions(width), leastWork: 0)
    let nails = try spaces.map { try $0.nail() }
    var joints: [[PivotJoint]] = [[], []]
    // Up to more than two groups of lanes, and what is left over.
    for rope in 0..<random.int(in: 1...40) {
      var previous = nails
      for link in 0..<random.int(in: 1...6) {
        let (x, y) = (Double(rope * 20 + link * 10), random.double(in: -3...3))
        let definition = BodyDefinition(
          position: Vector(x + 5, y), velocity: Vector(0, random.double(in: -200...200)),
          mass: random.double(in: 0.1...9), moment: random.pick([.infinity, 8, 300]))
        let look = ConstraintDefinition(
          maxForce: random.pick([.infinity, .infinity, 0, 300, 5000]), maxBias: random.pick([.infinity, 2]))
        for i in 0..<2 {
          let body = try Body(definition)
          try spaces[i].add(body)
          joints[i].append(try PivotJoint(previous[i], body, at: Vector(x, 0), look))
          try spaces[i].add(joints[i][joints[i].count - 1])
          previous[i] = body
        }
      }
    }
    for step in 0..<Self.steps(60) {
      let dt = random.pick([1.0 / 120, 1.0 / 60])
      for space in spaces { try space.step(dt) }
      let moved = zip(spaces[0].bodies, spaces[1].bodies).filter { $0.pose.bits != $1.pose.bits }.count
      let pulled = zip(joints[0], joints[1]).filter { $0.impulse.bitPattern != $1.impulse.bitPattern }.count
      #expect((spaces[0].solver?.parts ?? 0) > 0)
      #expect(moved == 0, "step \(step)")
      #expect(pulled == 0, "step \(step)")
      if moved + pulled > 0 { return }
    }
  }

  @Test(
    "Numbers on their way to infinity spread as they do in the engine",
    arguments: widths, Seeds.list(default: 8, atMost: 500))
  func extremes(width: UInt32, seed: UInt64) throws {
    var both = try Lockstep(
      seed: 1000 + seed, width: width, threads: 1 + Int(seed % 3), isExtreme: true, sleeps: seed % 3 == 0)
    for step in 0..<Self.steps(120) {
      both.disturb()
      both.step()
      let difference = both.difference()
      #expect(difference == nil, "step \(step)")
      if difference != nil { return }
    }
  }

  @Test(
    "An impulse that overflows is solved in the engine's order, and spreads as it does there",
    arguments: widths)
  func overflow(width: UInt32) throws {
    let spaces = try [SpaceDefinition.Solver.automatic, .engine].map { solver in
      let space = try Space(SpaceDefinition(solver: solver))
      if solver == .automatic {
        space.solver = Solver(threads: 1, instructions: ctumble_instructions(width))
      }
      // A row in which each touches the next.
      for i in 0..<6 {
        try space.ball(at: Vector(Double(i) * 19.95, 0), name: "\(i)")
      }
      return space
    }
    for space in spaces { try space.step(0.01) }
    #expect(spaces[0].solver?.parts == 1)
    // Each velocity is finite; that of the one against the other is not.
    for space in spaces {
      try space.bodies[0].apply(force: Vector(1.7e308, 0))
      try space.bodies[1].apply(force: Vector(-1.7e308, 0))
    }
    var lost: [[String]] = []
    for space in spaces {
      do { try space.step(1) } catch PhysicsError.diverged(let bodies) { lost.append(bodies.map(\.body)) }
    }
    #expect(lost.count == 2)
    #expect(lost.first?.isEmpty == false)
    #expect(lost.first == lost.last)
    #expect(spaces[0].solver?.parts == 0)
    #expect(spaces[0].bodies.map(\.pose.bits) == spaces[1].bodies.map(\.pose.bits))
  }

  @Test(
    "The engine that is loaded is the one that our step was made for, and steps are ours unless asked otherwise"
  )
  func engine() throws {
    #expect(Solver.knowsEngine)
    #expect(try Space().solver != nil)
    #expect(try Space(SpaceDefinition(solver: .engine)).solver == nil)
  }

  @Test("Threads outside 1 to 16 are refused with an error")
  func threads() throws {
    for threads in [0, -1, 17] {
      #expect(throws: PhysicsError.self) { try Space(SpaceDefinition(threads: threads)) }
    }
    #expect(throws: Never.self) { try Space(SpaceDefinition(threads: 16)) }
  }

  @Test("Towers that stand apart fall the same on one thread and on four, which each have a part of them")
  func towers() throws {
    let spaces = try [1, 4].map { threads in
      let space = try Worlds.floor()
      space.solver = Solver(threads: threads, leastWork: 100)
      for tower in 0..<10 {
        for level in 0..<8 {
          try space.crate(at: Vector(Double(tower) * 40 - 180 + Double(level), 10 + Double(level) * 19.9))
        }
      }
      return space
    }
    for step in 0..<120 {
      for space in spaces { try space.step(1.0 / 120) }
      #expect(spaces[0].bodies.map(\.pose.bits) == spaces[1].bodies.map(\.pose.bits), "step \(step)")
      #expect(spaces.map { $0.solver?.parts } == [1, 4])
    }
  }

  @Test("A sleeper stays among the contacts of the floor that it lies on while another moves there")
  func sleeper() throws {
    let counts = try [SpaceDefinition.Solver.automatic, .engine].map { solver in
      let space = try Worlds.floor(
        SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 100, solver: solver))
      let (sleeper, other) = (try space.crate(at: Vector(0, 10)), try space.crate(at: Vector(60, 10)))
      try space.run(10)
      try space.sleep(sleeper)
      other.velocity = Vector(20, 0)
      var counts: [Int] = []
      for _ in 0..<5 {
        try space.step(1.0 / 120)
        var count = 0
        cpBodyEachArbiter(
          space.bodies[0].pointer,
          { _, _, count in count.unsafelyUnwrapped.assumingMemoryBound(to: Int.self).pointee += 1 }, &count)
        counts.append(count)
      }
      #expect(sleeper.isSleeping)
      return counts
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0] == [2, 2, 2, 2, 2])
  }
}
