import TumbleDrawing

/// A tile that is used again and again: what it shows, and the job that draws it next.
struct TileSlot: Sendable {
  var tile = 0
  /// Grows when the pixels that may be on their way are no longer wanted.
  var generation = 0
  /// What is composited.
  var layer: GraphLayer
  /// The job when it is at home: its bitmap is where the next drawing goes, or where one is held.
  var job = TileJob()
  /// Whether the job is at the worker.
  var isAway = false
  /// Whether samples have come, or looks have changed, since the last job was made.
  var isDirty = false
  /// The first sample that has changed since the layer's pixels, and since the job's: only what follows is drawn
  /// again. `Int.min` for all of it.
  var layerIsOldFrom = Int.min
  var jobIsOldFrom = Int.min
  /// Whether the job's bitmap is drawn in the new look and waits for the other tiles.
  var isHeld = false
  /// The least and the greatest value of the channels that are on; `low > high` for none.
  var low = Double.infinity
  var high = -Double.infinity

  init(id: Int) { layer = GraphLayer(id: id) }

  /// A sample that the tile shows is new, or has a new marker.
  mutating func sampleChanged(_ index: Int) {
    isDirty = true
    layerIsOldFrom = min(layerIsOldFrom, index)
    jobIsOldFrom = min(jobIsOldFrom, index)
  }

  /// Nothing of the pixels is right any more, nor of those that are on their way.
  mutating func everythingChanged() {
    generation += 1
    isDirty = true
    isHeld = false
    (layerIsOldFrom, jobIsOldFrom) = (.min, .min)
  }

  /// Shows the pixels of the job, which is at home, and gives it the old ones.
  mutating func showJob() {
    layer.exchange(&job.bitmap)
    swap(&layerIsOldFrom, &jobIsOldFrom)
    isHeld = false
  }

  mutating func include(_ value: Double) {
    guard value.isFinite else { return }
    if value < low { low = value }
    if value > high { high = value }
  }
}
