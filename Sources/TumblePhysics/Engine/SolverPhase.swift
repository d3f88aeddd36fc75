/// A part of a step that the solver of our own takes, in their order.
package enum SolverPhase: Hashable, Sendable, CaseIterable {
  /// Bodies move by their velocities.
  case positions
  /// Shapes whose boxes overlap are found, and where they touch.
  case contacts
  /// Velocities, and the impulses of contacts and constraints.
  case solving
}
