import CTumbleSDL2
import TumbleDrawing

/// A picture that lives where its renderer draws fastest.
final class Texture {
  let pointer: OpaquePointer
  let size: PixelSize
  /// Whether nothing of what is below shows through it.
  let isOpaque: Bool
  /// Whether pixels between those of the picture are mixed from their neighbours. What is drawn pixel by pixel looks the same
  /// without, and costs OpenGL in software a third less.
  var isSmooth: Bool {
    didSet { if isSmooth != oldValue { setScaleMode() } }
  }
  // A texture must go before its renderer.
  private let target: RenderTarget

  /// Transparent until something is uploaded. `isOpaque` says that its alpha never counts.
  init(
    _ target: RenderTarget, size: PixelSize, isOpaque: Bool = false, isSmooth: Bool = true
  ) throws(StageError) {
    guard
      let pointer = SDL_CreateTexture(
        target.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
        Int32(size.width), Int32(size.height))
    else {
      throw .refused(
        doing: "make a texture of \(size.width) × \(size.height) pixels", reason: lastSDLError())
    }
    self.pointer = pointer
    self.size = size
    self.isOpaque = isOpaque
    self.isSmooth = isSmooth
    self.target = target
    SDL_SetTextureBlendMode(pointer, isOpaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    setScaleMode()
  }

  private func setScaleMode() {
    SDL_SetTextureScaleMode(pointer, isSmooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest)
  }

  deinit { SDL_DestroyTexture(pointer) }

  /// Copies a picture in, its top left corner at (x, y); its alpha must be straight, or the texture opaque.
  func upload(_ bitmap: Bitmap, x: Int = 0, y: Int = 0) {
    var place = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(bitmap.width), h: Int32(bitmap.height))
    bitmap.withBytes { bytes in
      _ = SDL_UpdateTexture(pointer, &place, bytes.baseAddress, Int32(bitmap.stride))
    }
    target.counts.uploads += 1
    target.counts.uploadedBytes += 4 * bitmap.width * bitmap.height
  }
}

extension Bitmap {
  /// Makes ready for SDL's blending: straight alpha, and the color of what is transparent taken from its
  /// neighbours, so that smoothing a turned picture draws no dark rim around it.
  mutating func prepareForUpload() {
    convertToStraightAlpha()
    let (width, height) = (width, height)
    let colors = pixels
    // Blocks of eight by eight that anything is in, or near: most of a tile of scenery is far from any.
    let (columns, rows) = (width / 8 + 1, height / 8 + 1)
    var isNear = Array(repeating: false, count: columns * rows)
    colors.withUnsafeBufferPointer { colors in
      for index in colors.indices where colors[index] >> 24 != 0 {
        let (column, row) = (index % width / 8, index / width / 8)
        isNear[row * columns + column] = true
      }
    }
    let isFilled = isNear
    for index in isFilled.indices where isFilled[index] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      for row in max(row - 1, 0)...min(row + 1, rows - 1) {
        for column in max(column - 1, 0)...min(column + 1, columns - 1) {
          isNear[row * columns + column] = true
        }
      }
    }
    withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width
        where isNear[y / 8 * columns + x / 8] && colors[y * width + x] >> 24 == 0 {
          var (red, green, blue, count) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
          for row in max(y - 1, 0)...min(y + 1, height - 1) {
            for column in max(x - 1, 0)...min(x + 1, width - 1) {
              let neighbour = colors[row * width + column]
              guard neighbour >> 24 != 0 else { continue }
              red += neighbour >> 16 & 255
              green += neighbour >> 8 & 255
              blue += neighbour & 255
              count += 1
            }
          }
          guard count > 0 else { continue }
          pixels[y * width + x] = (red / count) << 16 | (green / count) << 8 | blue / count
        }
      }
    }
  }
}
