import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Soft spots in sizes of whole pixels, for SDL's software renderer.
///
/// It cuts places and sizes down to whole pixels: of a spot 1.9 pixels wide it would draw one pixel, and of one of 0.9 nothing. Here
/// a spot has the nearest size, and is fainter or brighter for that, so that as much light comes from it.
final class ParticleSpots {
  /// By their width in pixels, from 1.
  private let textures: [Texture]

  /// Drawn once for all renderers, which are given another description often.
  private static let drawn: [Drawn] = (1...16).map { Drawn(width: $0) }
  /// Places in a pixel, each way, that its color is the average of.
  private static let samples = 8

  /// A spot that is opaque where it is brightest.
  private struct Drawn {
    /// Ready for upload.
    var bitmap: Bitmap
    /// How opaque it should be there.
    let peak: Double

    init(width: Int) {
      let opacities = ParticleSpots.opacities(width)
      let peak = opacities.max() ?? 1
      bitmap = Bitmap(width: width, height: width)
      bitmap.withMutablePixels { pixels in
        for (index, opacity) in opacities.enumerated() {
          // Premultiplied, as all bitmaps are.
          let alpha = UInt32((255 * opacity / peak).rounded())
          pixels[index] = alpha << 24 | alpha << 16 | alpha << 8 | alpha
        }
      }
      bitmap.prepareForUpload()
      self.peak = peak
    }
  }

  init(_ target: RenderTarget) throws(StageError) {
    var textures: [Texture] = []
    for spot in Self.drawn {
      let size = PixelSize(spot.bitmap.width, spot.bitmap.height)
      let texture = try Texture(target, size: size, isSmooth: false)
      texture.upload(spot.bitmap)
      textures.append(texture)
    }
    self.textures = textures
  }

  /// How opaque a spot is at a place, in radii from its middle: all of it there, and softly nothing at its rim.
  static func opacity(at offset: Vector) -> Double {
    let near = max(1 - offset.lengthSquared, 0)
    return near * near
  }

  /// The average opacity of each pixel, row by row.
  private static func opacities(_ width: Int) -> [Double] {
    let fine = Double(width * samples)
    return (0..<width * width).map { pixel in
      var sum = 0.0
      for sample in 0..<samples * samples {
        let place = Vector(
          Double(pixel % width * samples + sample % samples) + 0.5,
          Double(pixel / width * samples + sample / samples) + 0.5)
        sum += opacity(at: place * (2 / fine) - Vector(1, 1))
      }
      return sum / Double(samples * samples)
    }
  }

  /// Whether there is a spot for a particle of this width, in pixels.
  func has(_ width: Double) -> Bool { width > 0 && width <= Double(textures.count) }

  /// Draws a particle that there is a spot for.
  ///
  /// - Parameter center: In pixels.
  func draw(
    at center: Vector, width: Double, _ color: SDL_Color, _ blend: SDL_BlendMode, on target: RenderTarget
  ) {
    // One pixel shows where a spot is better than two by two.
    let side = width < 2 ? 1 : width.rounded()
    let texture = textures[Int(side) - 1]
    let share = min(width * width / (side * side) * Self.drawn[Int(side) - 1].peak, 1)
    SDL_SetTextureBlendMode(texture.pointer, blend)
    SDL_SetTextureColorMod(texture.pointer, color.r, color.g, color.b)
    SDL_SetTextureAlphaMod(texture.pointer, UInt8((Double(color.a) * share).rounded()))
    target.copy(
      texture,
      to: SDL_Rect(
        x: Int32((center.x - side / 2).rounded()), y: Int32((center.y - side / 2).rounded()),
        w: Int32(side), h: Int32(side)))
  }
}
