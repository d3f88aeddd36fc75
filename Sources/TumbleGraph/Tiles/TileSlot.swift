import TumbleDrawing

/// A tile that is used again and again: what it shows, and where it is drawn next.
struct TileSlot: Sendable {
  var tile = 0
  /// Grows when the pixels that may be on their way are no longer wanted.
  var generation = 0
  /// What is composited.
  var layer: GraphLayer
  /// Where the next drawing goes, or where one is held; empty while a job has it.
  var spare = Bitmap(width: 0, height: 0)
  /// Whether a job of the slot is at the worker.
  var isAway = false
  /// Whether samples have come, or the look has changed, since the last job was made.
  var isDirty = false
  /// Whether the spare bitmap is drawn in the new look and waits for the other tiles.
  var isHeld = false
  /// The first sample that has changed since the layer's pixels, and since the spare ones: only what follows is drawn
  /// again. `Int.min` for all of it.
  var layerIsOldFrom = Int.min
  var spareIsOldFrom = Int.min
  /// The lowest and the highest values of the channels that are on.
  var extremes = AxisExtremes()

  init(id: Int) { layer = GraphLayer(id: id) }

  /// A sample that the tile shows is new, or has a new marker.
  mutating func sampleChanged(_ index: Int) {
    isDirty = true
    layerIsOldFrom = min(layerIsOldFrom, index)
    spareIsOldFrom = min(spareIsOldFrom, index)
  }

  /// None of the pixels are right any more, nor those that are on their way.
  mutating func everythingChanged() {
    generation += 1
    isDirty = true
    isHeld = false
    layerIsOldFrom = .min
    spareIsOldFrom = .min
  }

  /// Shows the spare pixels, and keeps the old ones for the next drawing.
  mutating func showSpare() {
    layer.exchange(&spare)
    swap(&layerIsOldFrom, &spareIsOldFrom)
    isHeld = false
  }
}
