import Foundation
import Synchronization
import TumblePhysics
import TumbleTestSupport

/// Two spaces that live at once on two threads, each from its making to its end: under the thread sanitizer
/// it shows that spaces share nothing, and without it that each does the same bits as alone.
enum TwoThreads {
  static func check(steps: Int) {
    let alone = [digest(seed: 1, steps), digest(seed: 2, steps)]
    let together = Mutex<[Int: UInt64]>([:])
    let ready = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    for seed in 1...2 {
      let thread = Thread {
        // Not one after the other.
        ready.add(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < 2 {}
        let digest = digest(seed: UInt64(seed), steps)
        together.withLock { $0[seed] = digest }
        done.signal()
      }
      // So small that the engine's recursion wants a stack of its own.
      thread.stackSize = 192 << 10
      thread.start()
    }
    for _ in 1...2 { done.wait() }
    let digests = together.withLock { $0 }
    expect(digests[1] == alone[0] && digests[2] == alone[1], "a space on one thread changed that on another")
    expect(alone[0] != alone[1], "two seeds gave one motion")
    expect(towers(threads: 4, steps) == towers(threads: 1, steps), "islands on four threads moved otherwise")
    expectNothingAlive("two threads")
  }

  /// The hash of towers that stand apart, with iterations enough for each thread to have some.
  private static func towers(threads: Int, _ steps: Int) -> UInt64 {
    do {
      let space = try Space(SpaceDefinition(gravity: Vector(0, -500), iterations: 200, threads: threads))
      let floor = try Body(BodyDefinition(kind: .static))
      try space.add(floor)
      try space.add(Shape(.segment(from: Vector(-1000, -5), to: Vector(1000, -5), radius: 5), on: floor))
      for place in 0..<160 {
        let crate = try Body(
          BodyDefinition(position: Vector(Double(place % 20) * 40 - 400, 5 + Double(place / 20) * 9.9)))
        try space.add(crate)
        try space.add(Shape(.box(Size(10, 10)), on: crate, ShapeDefinition(friction: 0.5, density: 0.01)))
      }
      var digest: UInt64 = 0xcbf2_9ce4_8422_2325
      for _ in 0..<steps / 4 {
        try space.step(1.0 / 120)
        for body in space.bodies {
          digest = (digest ^ body.pose.position.x.bitPattern ^ body.pose.angle.bitPattern) &* 0x100_0000_01b3
        }
      }
      return digest
    } catch { stop("towers on \(threads) threads: \(error)") }
  }

  /// The hash of every pose after every step.
  private static func digest(seed: UInt64, _ steps: Int) -> UInt64 {
    do { return try run(seed, steps) } catch { stop("two threads, seed \(seed): \(error)") }
  }

  private static func run(_ seed: UInt64, _ steps: Int) throws -> UInt64 {
    var random = SeededGenerator(seed: seed)
    let space = try Space(SpaceDefinition(gravity: Vector(0, -500), sleepTimeThreshold: 0.2))
    space.contactListeners = [ContactListener([.began, .ended, .persisted, .hit])]
    let floor = try Body(BodyDefinition(kind: .static))
    try space.add(floor)
    try space.add(Shape(.segment(from: Vector(-300, 0), to: Vector(300, 0), radius: 5), on: floor))
    // A heap that no crate reaches, as deep as the tree gets.
    for _ in 0..<1200 { try space.add(Shape(.circle(radius: 1, offset: Vector(0, -500)), on: floor)) }
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for step in 0..<steps {
      if step % 3 == 0, space.bodies.count < 80 {
        let place = Vector(random.double(in: -200...200), random.double(in: 50...150))
        let crate = try Body(BodyDefinition(position: place, angle: random.double(in: 0...3)))
        try space.add(crate)
        try space.add(Shape(.box(Size(10, 14)), on: crate, ShapeDefinition(friction: 0.5, density: 0.01)))
        if let other = space.bodies.dropLast().last, other.kind == .dynamic, random.bool() {
          try space.add(DampedSpring(other, crate, stiffness: 10, damping: 1))
        }
      }
      if step % 50 == 49 { try space.remove(random.pick(space.bodies.filter { $0.kind == .dynamic })) }
      try space.step(1.0 / 120)
      digest = (digest ^ UInt64(space.contactEvents.count)) &* 0x100_0000_01b3
      digest = (digest ^ UInt64(space.shapes(near: .zero, within: 100).count)) &* 0x100_0000_01b3
      for body in space.bodies {
        let pose = body.pose
        for number in [pose.position.x, pose.position.y, pose.angle, pose.velocity.x, pose.angularVelocity] {
          digest = (digest ^ number.bitPattern) &* 0x100_0000_01b3
        }
      }
    }
    return digest
  }
}
