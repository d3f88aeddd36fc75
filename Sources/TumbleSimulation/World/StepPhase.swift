/// A part of a world's step, in their order.
public enum StepPhase: Hashable, Sendable, CaseIterable {
  /// Commands and animations.
  case animation
  /// The engine's step.
  case physics
  /// Contacts and the snapshot.
  case snapshot
  /// The step is over.
  case end
}
