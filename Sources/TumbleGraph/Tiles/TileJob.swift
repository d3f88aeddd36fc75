import TumbleDrawing

/// A tile to be drawn, with all that it takes: it goes to the worker and comes back.
struct TileJob: Sendable {
  var slot = 0
  var tile = 0
  /// The slot's generation that the job was made for; another one in the meantime makes it stale.
  var generation = 0
  /// Which common look it shows.
  var epoch = 0
  var content = TileContent()
  var bitmap = Bitmap(width: 0, height: 0)
  var state = State.waiting
  /// What drawing it took, by the clock that the queue was given; 0 without one.
  var seconds = 0.0

  enum State: Sendable {
    case waiting
    case drawn
    /// The slot was given to another tile, or another look, before or while it was drawn.
    case stale
    /// The queue was closed first.
    case cancelled
  }
}
