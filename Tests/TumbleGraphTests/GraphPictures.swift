import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

/// A graph of plain tiles: no header, no labels.
func bareSettings(limits: ClosedRange<Double>? = -1...1) -> GraphSettings {
  var settings = GraphSettings()
  settings.showsHeader = false
  settings.showsLabels = false
  settings.limits = limits
  settings.rate = 64
  return settings
}

/// The frame that the graph shows when all its drawing is done.
func picture(of graph: ScrollingGraph, slide: Double = 1) -> Bitmap {
  var picture = Bitmap(
    width: graph.viewport.widthInPixels, height: graph.viewport.heightInPixels)
  graph.waitUntilIdle(slide: slide)
  graph.compose(into: &picture, slide: slide)
  return picture
}

/// The picture of what the tiles in view show, drawn as one piece: each channel one stroke of Cairo's from
/// end to end.
///
/// - Parameter upright: Draws as Cairo does when time runs to the right, as in still pictures.
func wholeDrawing(of graph: ScrollingGraph, upright: Bool = false) -> Bitmap {
  var result = Bitmap(width: graph.viewport.widthInPixels, height: graph.viewport.plotHeightInPixels)
  guard let first = graph.tiles.pool.tiles.first, let last = graph.tiles.pool.tiles.last,
    let slot = graph.tiles.pool.slot(of: first)
  else { return result }
  var content = TileContent()
  content.look = graph.tiles.look
  let (grid, count) = (graph.viewport.grid, last - first + 1)
  content.fill(
    from: graph.content, origin: grid.firstSample(of: first),
    samples: grid.drawnSamples(of: first).lowerBound..<grid.drawnSamples(of: last).upperBound)
  var wide = Bitmap(
    width: count * graph.viewport.tileWidthInPixels, height: graph.viewport.plotHeightInPixels)
  let rasterizer = TileRasterizer(content: content, width: Double(count * grid.tileWidth))
  if upright {
    wide.draw { rasterizer.draw(on: $0) }
  } else {
    var side = Bitmap(width: 0, height: 0)
    rasterizer.draw(on: &wide, side: &side)
  }
  result.copy(wide, x: graph.tiles.slots[slot].layer.x, y: 0)
  return result
}

/// The largest difference of any component of any pixel, in 255ths.
func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
  guard a.width == b.width, a.height == b.height else { return 255 }
  return zip(a.pixels, b.pixels).reduce(0) { $1.0 == $1.1 ? $0 : max($0, difference($1.0, $1.1)) }
}

/// The largest difference of any component.
func difference(_ a: UInt32, _ b: UInt32) -> Int {
  ([0, 8, 16, 24] as [UInt32]).reduce(0) { max($0, abs(Int(a >> $1 & 255) - Int(b >> $1 & 255))) }
}
