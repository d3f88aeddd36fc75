/// A value that is made anew only when one of the parts that it is made of changes.
struct Kept<each Part: Equatable, Value> {
  private var latest: (parts: (repeat each Part), value: Value)?

  /// Returns the value that was made last where the parts are equal to those of then; else makes it.
  mutating func value(of parts: repeat each Part, make: () -> Value) -> Value {
    var value: Value?
    if let latest, Self.areEqual(repeat each latest.parts, to: repeat each parts) { value = latest.value }
    let made = value ?? make()
    // The parts are now of the same storage, so that the next comparison is quick.
    latest = ((repeat each parts), made)
    return made
  }

  private static func areEqual(_ old: repeat each Part, to new: repeat each Part) -> Bool {
    for (old, new) in repeat (each old, each new) {
      guard old == new else { return false }
    }
    return true
  }
}
