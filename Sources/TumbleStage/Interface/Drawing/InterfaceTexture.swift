import CTumbleSDL2
import TumbleGeometry

/// A texture that can be drawn into, and is then copied over what is on the target.
final class InterfaceTexture {
  let pointer: OpaquePointer
  let size: PixelSize
  var isEmpty = true
  // A texture must go before its renderer.
  private let target: RenderTarget
  /// Whether colors in it are multiplied by their opacity: what blending onto nothing leaves behind. SDL's software
  /// renderer cannot copy such a picture, so there everything is drawn onto transparent pixels of the panels' color.
  private let isPremultiplied: Bool

  init(_ target: RenderTarget, size: PixelSize) throws(StageError) {
    guard
      let pointer = SDL_CreateTexture(
        target.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(SDL_TEXTUREACCESS_TARGET.rawValue),
        Int32(size.width), Int32(size.height))
    else {
      throw .refused(
        doing: "make a texture of \(size.width) × \(size.height) pixels", reason: lastSDLError())
    }
    self.pointer = pointer
    self.size = size
    self.target = target
    let premultiplied = SDL_ComposeCustomBlendMode(
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD, SDL_BLENDFACTOR_ONE,
      SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD)
    isPremultiplied = !target.isSoftware && SDL_SetTextureBlendMode(pointer, premultiplied) == 0
    if !isPremultiplied { SDL_SetTextureBlendMode(pointer, SDL_BLENDMODE_BLEND) }
    SDL_SetTextureScaleMode(pointer, SDL_ScaleModeNearest)
  }

  deinit { SDL_DestroyTexture(pointer) }

  func belongs(to target: RenderTarget) -> Bool { self.target === target }

  /// Makes a part transparent. The texture must be what the renderer draws into.
  ///
  /// - Parameter color: What stands behind the panels' round edges.
  func clear(_ part: SDL_Rect, behind color: Color) {
    let renderer = target.pointer
    var part = part
    var (red, green, blue, alpha, mode) = (UInt8(0), UInt8(0), UInt8(0), UInt8(0), SDL_BLENDMODE_NONE)
    SDL_GetRenderDrawColor(renderer, &red, &green, &blue, &alpha)
    SDL_GetRenderDrawBlendMode(renderer, &mode)
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_NONE)
    let clear = SDL_Color(color)
    if isPremultiplied {
      SDL_SetRenderDrawColor(renderer, 0, 0, 0, 0)
    } else {
      SDL_SetRenderDrawColor(renderer, clear.r, clear.g, clear.b, 0)
    }
    SDL_RenderFillRect(renderer, &part)
    SDL_SetRenderDrawBlendMode(renderer, mode)
    SDL_SetRenderDrawColor(renderer, red, green, blue, alpha)
  }
}
