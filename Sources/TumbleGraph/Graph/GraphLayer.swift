import TumbleDrawing
import TumbleGeometry

/// A picture to be laid over the ones before it, at a whole pixel.
public struct GraphLayer: Sendable {
  /// The same from frame to frame: one texture an id is enough. Small numbers, a few more than twice the tiles at most.
  public let id: Int
  /// A texture of the layer must be uploaded again when this has changed. The size may have changed too.
  public private(set) var generation = 0
  /// From the graph's left edge, in pixels; what lies outside the graph is to be cut off.
  public internal(set) var x = 0
  /// From the graph's top edge down, in pixels.
  public internal(set) var y = 0
  public private(set) var bitmap = Bitmap(width: 0, height: 0)

  init(id: Int) { self.id = id }
}

extension GraphLayer {
  /// Makes a new bitmap if the size is another, and hands it over to be drawn on.
  ///
  /// - Parameters:
  ///   - scale: pixels per unit of the canvas.
  mutating func draw(
    width: Int, height: Int, scale: Double, on target: LayerTarget, _ body: (borrowing Canvas) -> Void
  ) {
    if bitmap.width != width || bitmap.height != height {
      bitmap = Bitmap(width: width, height: height)
    }
    generation += 1
    target.surface.draw(on: &bitmap) { canvas in
      canvas.clear()
      canvas.transform(Transform(scale: Vector(scale, scale)))
      body(canvas)
    }
    if target.straightAlpha { bitmap.convertToStraightAlpha() }
  }

  /// Fills the bitmap with a color, as a tile looks that has not been drawn yet.
  mutating func blank(width: Int, height: Int, color: Color, on target: LayerTarget) {
    if bitmap.width != width || bitmap.height != height {
      bitmap = Bitmap(width: width, height: height)
    }
    generation += 1
    bitmap.clear(to: color)
    if target.straightAlpha, color.alpha < 1 { bitmap.convertToStraightAlpha() }
  }

  /// Takes pixels that were drawn elsewhere, and gives the old ones for the next drawing.
  mutating func exchange(_ other: inout Bitmap) {
    swap(&bitmap, &other)
    generation += 1
  }
}

/// How layers are drawn, whatever is on them.
struct LayerTarget: Sendable {
  var surface = DrawingSurface.bitmap
  var straightAlpha = false
}
