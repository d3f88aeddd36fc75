/// What the main thread does in a frame, one after the other.
package enum Phase: Int, Hashable, Sendable, CaseIterable {
  /// Reading keys and the mouse, and doing what they ask for.
  case events
  /// Commands and animations, before the engine's step.
  case animation
  /// The engine's step, less its parts that follow.
  case physics
  /// Of the physics: moving bodies by their velocities.
  case positions
  /// Of the physics: finding what touches.
  case contacts
  /// Of the physics: the impulses of contacts and joints.
  case solving
  /// Contacts and snapshots, after it.
  case snapshot
  /// The graph: samples, and drawing them.
  case graph
  /// Panels and the menu.
  case interface
  /// The world.
  case drawing
  /// Handing the picture to the display, and waiting for it where that is what the display wants.
  case presenting
  /// Waiting for the next frame, or for something to be done.
  case waiting

  package var title: String { Self.titles[rawValue] }
  // Made once: ten times a second each is shown.
  private static let titles = allCases.map { "\($0)" }

  /// The phase that it is a part of; nil for a whole one.
  package var whole: Phase? {
    switch self {
    case .positions, .contacts, .solving: .physics
    default: nil
    }
  }
}
