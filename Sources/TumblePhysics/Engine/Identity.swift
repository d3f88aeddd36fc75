import Synchronization

/// Hands out the numbers by which bodies, shapes and constraints are known: rising in the order of creation, never
/// used twice in a process. Order by them is the order of every list, event and bulk read.
enum Identity {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
