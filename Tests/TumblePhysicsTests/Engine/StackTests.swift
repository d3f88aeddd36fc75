import Glibc
import Testing
import TumblePhysics

/// The engine recurses once for every body of a chain, and the engine's trees for every shape of a heap in
/// one place. A thread's stack may be smaller than that.
@Suite struct StackTests {
  /// Runs code on a thread with a small stack.
  private func onSmallThread(_ bytes: Int, _ act: @escaping @Sendable () throws -> Void) throws {
    final class Job {
      let act: () throws -> Void
      var error: (any Error)?
      init(_ act: @escaping () throws -> Void) { self.act = act }
    }
    let job = Job(act)
    var (attributes, thread) = (pthread_attr_t(), pthread_t())
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, bytes)
    let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
      let job = Unmanaged<Job>.fromOpaque(raw.unsafelyUnwrapped).takeUnretainedValue()
      do { try job.act() } catch { job.error = error }
      return nil
    }
    try #require(pthread_create(&thread, &attributes, run, Unmanaged.passUnretained(job).toOpaque()) == 0)
    pthread_join(thread, nil)
    pthread_attr_destroy(&attributes)
    if let error = job.error { throw error }
  }

  @Test(
    "4,000 shapes in one place are added, found, moved, slept, woken and dropped on a small stack",
    arguments: [(SpaceDefinition.Solver.automatic, 128 << 10), (.engine, 256 << 10)])
  func heap(solver: SpaceDefinition.Solver, bytes: Int) throws {
    try onSmallThread(bytes) {
      let space = try Space(SpaceDefinition(sleepTimeThreshold: 0.025, solver: solver))
      let body = try Body(BodyDefinition(mass: 1, moment: 1))
      let wall = try Body(BodyDefinition(kind: .static, position: Vector(1e5, 0)))
      try space.add(body)
      try space.add(wall)
      for i in 0..<4000 {
        try space.add(Shape(.circle(radius: 5), on: i % 2 == 0 ? body : wall))
      }
      for _ in 0..<3 { try space.step(0.01) }
      #expect(space.shapes(touching: body.shapes[0].boundingBox).count == 2000)
      #expect(space.shapes(near: .zero, within: 1).count == 2000)
      #expect(space.firstShape(from: Vector(-50, 0), to: Vector(50, 0)) != nil)
      try throwing { body.position = Vector(20, 0) }
      for _ in 0..<3 { try space.step(0.01) }
      #expect(body.isSleeping)
      try throwing { body.velocity = Vector(0.1, 0) }
      #expect(!body.isSleeping)
      body.setKind(.static)
      body.setKind(.dynamic)
      try throwing { wall.position = Vector(0, 1e5) }
      try space.step(0.01)
      try space.remove(body)
      #expect(space.shapes.count == 2000)
    }
  }

  @Test(
    "A chain of 20,000 joints falls asleep on a stack of 256 KiB",
    arguments: [SpaceDefinition.Solver.automatic, .engine])
  func chain(solver: SpaceDefinition.Solver) throws {
    try onSmallThread(256 << 10) {
      let space = try Space(
        SpaceDefinition(iterations: 1, sleepTimeThreshold: 0.05, solver: solver))
      var last: Body?
      for i in 0..<20_000 {
        let body = try Body(BodyDefinition(position: Vector(Double(i), 0), mass: 1, moment: 1))
        try space.add(body)
        if let last { try space.add(PivotJoint(last, body, anchorA: Vector(1, 0), anchorB: .zero)) }
        last = body
      }
      for _ in 0..<8 { try space.step(0.01) }
      #expect(space.bodies.allSatisfy { $0.isSleeping })
    }
  }
}
