import CTumbleSDL2

/// Copies opaque pixels into a window whose OpenGL the processor draws: Mesa's llvmpipe.
///
/// All that SDL draws goes through a shader there, which takes some 6 ns for a pixel. A copy without one (`glBlitFramebuffer`) of
/// pixels whose bytes are in the window's own order is one in memory, and takes less than 1 ns. So it goes past SDL, whose
/// renderer is flushed before, and finds its state as it left it. Where a first copy, which nobody sees, does not come out right, there
/// is no copier; nor where a graphics card draws, which gains nothing.
final class PixelCopier {
  private let renderer: OpaquePointer
  private let calls: OpenGLCalls
  /// To read textures by.
  private let framebuffer: UInt32

  /// - Parameter renderer: SDL's, of a window that has not been drawn on yet.
  init?(_ renderer: OpaquePointer) {
    guard let calls = OpenGLCalls(), calls.renderer.hasPrefix("llvmpipe") else { return nil }
    self.renderer = renderer
    self.calls = calls
    framebuffer = calls.makeFramebuffer()
    guard isRight() else { return nil }
  }
}

extension PixelCopier {
  /// Gives a texture's pixels the order of a window's; what was in it is lost.
  ///
  /// - Returns: Whether it can be copied from.
  func adopt(_ texture: OpaquePointer, size: PixelSize) -> Bool {
    let isThere = withName(of: texture) { _ in
      _ = calls.takeIsWell()
      calls.remakeBoundTexture(width: size.width, height: size.height)
      return calls.takeIsWell()
    }
    return isThere ?? false
  }

  /// Copies parts of a texture that was adopted, to a window on which SDL draws without a target, a viewport or a scale of its
  /// own.
  ///
  /// - Parameters:
  ///   - x: How far to the right of its place in the texture each part comes.
  ///   - y: How far below.
  ///   - clip: Nothing outside of it is copied; nil: all is.
  ///   - height: Of the window, in pixels.
  /// - Returns: Whether it did: not where the texture cannot be bound.
  func copy(
    _ texture: OpaquePointer, _ parts: some Sequence<SDL_Rect>, x: Int32, y: Int32, within clip: SDL_Rect?,
    height: Int
  ) -> Bool {
    SDL_RenderFlush(renderer)
    guard let name = withName(of: texture, { $0 }) else { return false }
    calls.copy(parts, of: name, by: framebuffer, x: x, y: y, within: clip, height: Int32(height))
    return true
  }

  /// Binds a texture, which makes the renderer's context current too; nil where that fails.
  private func withName<Result>(of texture: OpaquePointer, _ act: (UInt32) -> Result) -> Result? {
    var (width, height) = (Float(0), Float(0))
    guard SDL_GL_BindTexture(texture, &width, &height) == 0 else { return nil }
    defer { SDL_GL_UnbindTexture(texture) }
    let name = calls.boundTexture
    // A texture of another kind, or one that is larger than its picture.
    guard name != 0, width == 1, height == 1 else { return nil }
    return act(name)
  }

  /// Copies a part of a small picture beside its place, and reads it back.
  private func isRight() -> Bool {
    let size = PixelSize(7, 5)
    let part = SDL_Rect(x: 2, y: 1, w: 4, h: 3)
    let pixels = (0..<UInt32(size.width * size.height)).map { 0xFF00_0000 | 0x0005_0B11 &* ($0 + 1) }
    guard
      let texture = SDL_CreateTexture(
        renderer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
        Int32(size.width), Int32(size.height))
    else { return false }
    defer { SDL_DestroyTexture(texture) }
    guard adopt(texture, size: size) else { return false }
    SDL_UpdateTexture(texture, nil, pixels, Int32(4 * size.width))
    SDL_SetRenderDrawColor(renderer, 1, 2, 3, 255)
    SDL_RenderClear(renderer)
    var (width, height) = (Int32(0), Int32(0))
    SDL_GetRendererOutputSize(renderer, &width, &height)
    guard copy(texture, CollectionOfOne(part), x: 3, y: 2, within: nil, height: Int(height)) else {
      return false
    }
    // With a row and a column of what lies around it.
    var place = SDL_Rect(x: part.x + 2, y: part.y + 1, w: part.w + 2, h: part.h + 2)
    var seen = [UInt32](repeating: 0, count: Int(place.w * place.h))
    guard
      SDL_RenderReadPixels(renderer, &place, SDL_PIXELFORMAT_ARGB8888.rawValue, &seen, 4 * place.w) == 0
    else { return false }
    for y in 0..<place.h {
      for x in 0..<place.w {
        let isInside = (1...part.w).contains(x) && (1...part.h).contains(y)
        let expected =
          isInside ? pixels[Int(part.y + y - 1) * size.width + Int(part.x + x - 1)] : 0xFF01_0203
        guard seen[Int(y * place.w + x)] & 0xFF_FFFF == expected & 0xFF_FFFF else { return false }
      }
    }
    return calls.takeIsWell()
  }
}
