/// What the main thread does in a frame, one after the other.
package enum Phase: Int, Hashable, Sendable, CaseIterable {
  /// Reading keys and the mouse, and doing what they ask for.
  case events
  /// Commands and animations, before the engine's step.
  case animation
  /// The engine's step.
  case physics
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

  package var title: String { "\(self)" }
}
