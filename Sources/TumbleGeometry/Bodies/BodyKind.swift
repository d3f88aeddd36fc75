/// How a body moves; the raw values are the words of the scene format.
public enum BodyKind: String, CaseIterable, Hashable, Sendable {
  /// Moved by forces, gravity and collisions.
  case dynamic
  /// Moved by its velocity alone: nothing pushes it, and it pushes what is in its way.
  case kinematic
  /// Stands still.
  case `static`
}
