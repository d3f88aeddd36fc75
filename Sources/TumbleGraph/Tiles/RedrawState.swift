/// What became of a job.
package enum RedrawState: Sendable {
  case waiting
  case drawn
  /// The slot was given to something else before or while it was drawn.
  case stale
  /// The queue was closed first.
  case cancelled
}
