import Synchronization

/// How many objects of each kind are alive in the process: what is made and not let go of shows here.
///
/// The tests of ownership read it; it costs one addition an object.
package final class LifetimeCount: Sendable {
  package static let shared = LifetimeCount()

  let spaces = Atomic<Int>(0)
  let bodies = Atomic<Int>(0)
  let shapes = Atomic<Int>(0)
  let constraints = Atomic<Int>(0)

  private init() {}

  package var now: (spaces: Int, bodies: Int, shapes: Int, constraints: Int) {
    (
      spaces.load(ordering: .relaxed), bodies.load(ordering: .relaxed), shapes.load(ordering: .relaxed),
      constraints.load(ordering: .relaxed)
    )
  }
}
