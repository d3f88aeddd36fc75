import TumbleDrawing

/// A tile of a graph to be drawn.
struct TileJob: RedrawJob {
  var slot = 0
  var tile = 0
  var generation = 0
  /// Which common look it shows.
  var epoch = 0
  var content = TileContent()
  var bitmap = Bitmap(width: 0, height: 0)
  var state = RedrawState.waiting
  var seconds = 0.0
}

extension RedrawQueue where Job == TileJob {
  /// A queue of a graph's tiles.
  convenience init(inBackground: Bool, surface: DrawingSurface = .bitmap) {
    // What tiles are drawn on before they are stood up. Only the thread that draws uses it.
    var side = Bitmap(width: 0, height: 0)
    self.init(inBackground: inBackground, name: "tumble.graph") { job, isWanted in
      let rasterizer = TileRasterizer(
        content: job.content, width: Double(job.content.look.grid.tileWidth))
      rasterizer.draw(on: &job.bitmap, side: &side, surface: surface, isWanted: isWanted)
      if job.content.look.needsConversion { job.bitmap.convertToStraightAlpha() }
    }
  }
}
