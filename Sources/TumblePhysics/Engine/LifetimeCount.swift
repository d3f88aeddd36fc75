import Synchronization

/// How many objects of each kind are alive in the process: what is made and not let go of shows here.
///
/// The tests of ownership read it. It counts in debug builds only: an atomic addition is a good part of what letting go
/// of a small object costs.
package enum LifetimeCount {
  #if DEBUG
    private static let spaces = Atomic<Int>(0)
    private static let bodies = Atomic<Int>(0)
    private static let shapes = Atomic<Int>(0)
    private static let constraints = Atomic<Int>(0)

    package static var now: (spaces: Int, bodies: Int, shapes: Int, constraints: Int) {
      (
        spaces.load(ordering: .relaxed), bodies.load(ordering: .relaxed), shapes.load(ordering: .relaxed),
        constraints.load(ordering: .relaxed)
      )
    }
  #endif

  enum Kind { case space, body, shape, constraint }

  @inline(__always) static func rise(_ kind: Kind) { add(1, kind) }
  @inline(__always) static func fall(_ kind: Kind) { add(-1, kind) }

  @inline(__always)
  private static func add(_ change: Int, _ kind: Kind) {
    #if DEBUG
      switch kind {
      case .space: spaces.add(change, ordering: .relaxed)
      case .body: bodies.add(change, ordering: .relaxed)
      case .shape: shapes.add(change, ordering: .relaxed)
      case .constraint: constraints.add(change, ordering: .relaxed)
      }
    #endif
  }
}
