import TumbleDrawing
import TumbleGeometry

/// The picture of a particle without one of its own: a white spot, opaque in the middle and soft at its rim.
package enum ParticleSpot {
  /// Pixels across the picture of a spot.
  private static let side = 64

  package static var bitmap: Bitmap {
    var bitmap = Bitmap(width: side, height: side)
    let middle = Double(side - 1) / 2
    bitmap.withMutablePixels { pixels in
      for y in 0..<side {
        for x in 0..<side {
          let offset = Vector(Double(x) - middle, Double(y) - middle) * (2 / Double(side))
          // Premultiplied, as all bitmaps are.
          let alpha = UInt32((255 * opacity(at: offset)).rounded())
          pixels[y * side + x] = alpha << 24 | alpha << 16 | alpha << 8 | alpha
        }
      }
    }
    return bitmap
  }

  /// Returns the opacity of a spot at an offset, in radii from its middle: all of it there, and softly
  /// nothing at its rim.
  package static func opacity(at offset: Vector) -> Double {
    let near = max(1 - offset.lengthSquared, 0)
    return near * near
  }
}
