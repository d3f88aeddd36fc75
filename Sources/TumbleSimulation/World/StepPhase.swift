/// A part of a world's step, in their order.
public enum StepPhase: Hashable, Sendable, CaseIterable {
  /// Commands and animations.
  case animation
  /// The engine's step.
  case physics
  /// Of it, where the solver of our own takes it: bodies move by their velocities.
  case positions
  /// Of it: shapes that may touch are found, and where they do.
  case contacts
  /// Of it: the impulses of contacts and joints, and what is looked at after the step.
  case solving
  /// Contacts and the snapshot.
  case snapshot
  /// The step is over.
  case end
}
