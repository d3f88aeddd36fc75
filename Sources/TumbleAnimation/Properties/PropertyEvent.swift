/// What a ``PropertyStore`` reports.
public enum PropertyEvent<Object: Hashable & Sendable>: Hashable, Sendable {
  /// An animation of a property has ended: interrupted if it was cancelled or replaced.
  case ended(ObjectProperty<Object>, AnimationEvent.Outcome)
  /// All animations of the transaction with this completion have ended: interrupted if one of them was.
  case completed(String, AnimationEvent.Outcome)
}
