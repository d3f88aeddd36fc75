import CTumbleChipmunk
import Testing
import TumbleTestSupport

@testable import TumblePhysics

/// The order in which pairs of shapes are found, which decides every bit of what comes after: by our trees
/// and our spatial hash as by the engine's.
@Suite struct PairOrderTests {
  static let indexes: [SpaceDefinition.Index] = [
    .tree, .spatialHash(cell: 12, count: 600), .spatialHash(cell: 90, count: 5),
  ]

  @Test(
    "Hundreds of shapes that fall, sleep, stand, vanish and come meet in the engine's order",
    arguments: indexes, Seeds.list(default: 4))
  func crowd(index: SpaceDefinition.Index, seed: UInt64) throws {
    var twins = try Twins(index: index, seed: seed)
    for step in 0..<90 {
      try twins.disturb()
      for space in twins.spaces { try space.step(1.0 / 120) }
      let (ours, engines) = (Found(twins.spaces[0]), Found(twins.spaces[1]))
      #expect(ours.contacts == engines.contacts, "step \(step)")
      #expect(ours.inBoxes == engines.inBoxes, "step \(step)")
      #expect(ours.shapes == engines.shapes, "step \(step)")
      #expect(ours.poses == engines.poses, "step \(step)")
      guard ours == engines else { return }
    }
    #expect(Found(twins.spaces[0]).contacts.count > 100, "the shapes form a heap")
  }

  @Test("A body that flies off to infinity leaves the trees and the hash as the engine's", arguments: indexes)
  func disorder(index: SpaceDefinition.Index) throws {
    var twins = try Twins(index: index, seed: 1)
    var lostInAll = 0
    for step in 0..<20 {
      if step % 5 == 2 {
        for space in twins.spaces { try space.bodies[20 + step].apply(force: Vector(1.7e308, -1.7e308)) }
      }
      var lost: [Int] = []
      for space in twins.spaces {
        do { try space.step(1.0 / 60) } catch PhysicsError.diverged(let bodies) { lost.append(bodies.count) }
      }
      try twins.disturb()
      #expect(lost.first == lost.last)
      lostInAll += lost.first ?? 0
      #expect(Found(twins.spaces[0]).shapes == Found(twins.spaces[1]).shapes, "step \(step)")
      #expect(Found(twins.spaces[0]).poses == Found(twins.spaces[1]).poses, "step \(step)")
    }
    #expect(lostInAll > 2)
  }
}

/// Two spaces to which the same is done: one with our indexes, one with the engine's.
private struct Twins {
  let spaces: [Space]
  private var random: SeededGenerator

  init(index: SpaceDefinition.Index, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    spaces = try [SpaceDefinition.Solver.automatic, .engine].map { solver in
      try Worlds.floor(
        SpaceDefinition(
          gravity: Vector(0, -600), sleepTimeThreshold: seed % 2 == 0 ? 0.1 : .infinity,
          idleSpeedThreshold: 20,
          index: index, solver: solver))
    }
    // On odd seeds threads find out where shapes touch.
    if seed % 2 == 1 { spaces[0].solver = Solver(threads: 3, leastWork: 0) }
    for _ in 0..<250 { try add() }
  }

  /// A ball, a crate, or a long plank, which meets many.
  private mutating func add() throws {
    var place = Vector(random.double(in: -90...90), random.double(in: 0...240))
    var (kind, size) = (random.int(in: 0...9), random.double(in: 2...7))
    var velocity = Vector(random.double(in: -200...200), random.double(in: -200...200))
    // Those on a grid are as far from one neighbor as from another: the trees must choose the same.
    if random.bool() {
      place = Vector((place.x / 12).rounded() * 12, (place.y / 12).rounded() * 12)
      (kind, size, velocity) = (9, 5, .zero)
    }
    for space in spaces {
      let body =
        switch kind {
        case 0: try space.crate(at: place, side: 6 * size)
        case 1...4: try space.crate(at: place, side: 2 * size)
        default: try space.ball(at: place, radius: size)
        }
      body.velocity = velocity
    }
  }

  mutating func disturb() throws {
    for _ in 0..<3 {
      let k = random.int(in: 1...spaces[0].bodies.count - 1)
      let place = Vector(random.double(in: -90...90), random.double(in: 0...240))
      switch random.int(in: 0...7) {
      case 0: try add()
      case 1: for space in spaces { try space.remove(space.bodies[k]) }
      case 2: for space in spaces { space.bodies[k].position = place }
      case 3:
        let kind = random.pick([BodyKind.static, .kinematic, .dynamic])
        for space in spaces { space.bodies[k].setKind(kind) }
      // The floor, which meets all that lies on it.
      case 4: for space in spaces { space.bodies[0].position = Vector(place.x / 50, 0) }
      case 5 where spaces[0].bodies[k].kind == .dynamic && spaces[0].sleepTimeThreshold.isFinite:
        // What touches a kinematic body may not; then neither of the twins lets it.
        let slept = spaces.map { space in (try? space.sleep(space.bodies[k])) != nil }
        #expect(slept[0] == slept[1])
      default: break
      }
    }
  }
}

/// The pairs that a space found, by the indices of its shapes, in the order in which it did.
private struct Found: Equatable {
  var contacts: [[Int]]
  var inBoxes: [[Int]]
  /// All that move, then all that stand.
  var shapes: [Int]
  var poses: [[UInt64]]

  init(_ space: Space) {
    let places = Dictionary(uniqueKeysWithValues: space.shapes.enumerated().map { ($1.pointer, $0) })
    let arbiters = space.pointer.pointee.arbiters.pointee
    contacts = (0..<Int(arbiters.num)).map { k in
      let arbiter = arbiters.arr[k].unsafelyUnwrapped.assumingMemoryBound(to: cpArbiter.self).pointee
      return [arbiter.a, arbiter.b].map { places[UnsafeMutablePointer(mutating: $0.unsafelyUnwrapped)] ?? -1 }
    }
    inBoxes = [cpBB(l: -200, b: -50, r: 200, t: 400), cpBB(l: -20, b: 0, r: 30, t: 60)].map { box in
      Self.listed { list in cpSpaceBBQuery(space.pointer, box, CP_SHAPE_FILTER_ALL, Self.note, list) }
        .map { places[$0] ?? -1 }
    }
    shapes = Self.listed { list in cpSpaceEachShape(space.pointer, Self.note, list) }.map { places[$0] ?? -1 }
    poses = space.bodies.map(\.pose.bits)
  }

  private static let note: @convention(c) (UnsafeMutablePointer<cpShape>?, UnsafeMutableRawPointer?) -> Void =
    {
      shape, list in
      guard let shape, let list else { return }
      list.assumingMemoryBound(to: [UnsafeMutablePointer<cpShape>].self).pointee.append(shape)
    }

  private static func listed(_ call: (UnsafeMutableRawPointer) -> Void) -> [UnsafeMutablePointer<cpShape>] {
    var list: [UnsafeMutablePointer<cpShape>] = []
    withUnsafeMutablePointer(to: &list) { call($0) }
    return list
  }
}
