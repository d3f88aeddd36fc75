import CTumbleSDL2
import TumbleDrawing
import TumbleLooks

/// A picture that lives where its renderer draws fastest.
package final class Texture {
  package let pointer: OpaquePointer
  package let size: PixelSize
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
  package init(
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
  package func upload(_ bitmap: Bitmap, x: Int = 0, y: Int = 0) {
    var place = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(bitmap.width), h: Int32(bitmap.height))
    bitmap.withBytes { bytes in
      _ = SDL_UpdateTexture(pointer, &place, bytes.baseAddress, Int32(bitmap.stride))
    }
    target.counts.uploads += 1
    target.counts.uploadedBytes += 4 * bitmap.width * bitmap.height
  }
}
