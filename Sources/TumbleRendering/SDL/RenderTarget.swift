import CTumbleSDL2
import TumbleDrawing
import TumbleLooks

/// Where pictures are drawn to: a window, by the fastest renderer it offers, or memory.
package final class RenderTarget {
  /// More than a large screen needs, less than what makes SDL or Cairo fail.
  package static let largestSide = 16_384
  /// A quarter of a gigabyte of them.
  package static let maxPixels = 64 * 1024 * 1024

  package let pointer: OpaquePointer
  /// Whether the processor draws: then `SDL_RenderCopyEx` is the fastest way to a turned, blended picture.
  package let isSoftware: Bool
  /// SDL's name of the renderer, such as `opengl` or `software`.
  package let name: String
  /// The longest side of a texture.
  let largestTexture: Int
  /// Pixels for each of the desktop's points where the desktop itself has none larger than a pixel: what a person or the
  /// desktop's settings ask for.
  package let ownScale: Double
  /// What was drawn since the last look; see `takeCounts`.
  package var counts = DrawCounts()
  var lastTexture: OpaquePointer?
  var clip: SDL_Rect?
  /// Whether what is drawn is noted, for `showDrawLog`.
  package var logsDraws = false
  var drawLog: [SDL_Vertex] = []
  private let window: Window?
  private let surface: UnsafeMutablePointer<SDL_Surface>?

  /// Shows the window and presents with the display's refresh where it can; `SDL_RENDER_DRIVER` in the environment chooses
  /// the renderer.
  ///
  /// - Parameter scale: What a person wants of it, in pixels for each of the desktop's points; 1 leaves it to the desktop.
  package init(_ window: Window, scale: Double = 1) throws(StageError) {
    guard let pointer = SDL_CreateRenderer(window.pointer, -1, SDL_RENDERER_PRESENTVSYNC.rawValue) else {
      throw .refused(doing: "draw in the window", reason: lastSDLError())
    }
    self.pointer = pointer
    self.window = window
    self.surface = nil
    ownScale = scale
    (name, isSoftware, largestTexture) = Self.describe(pointer)
    window.show()
  }

  /// Memory of a fixed size; the same drawing gives the same bytes every time.
  package init(_ size: PixelSize) throws(StageError) {
    try Self.check(size)
    guard
      let surface = SDL_CreateRGBSurfaceWithFormat(
        0, Int32(size.width), Int32(size.height), 32, SDL_PIXELFORMAT_ARGB8888.rawValue)
    else { throw .refused(doing: "make a picture", reason: lastSDLError()) }
    guard let pointer = SDL_CreateSoftwareRenderer(surface) else {
      let reason = lastSDLError()
      SDL_FreeSurface(surface)
      throw .refused(doing: "draw a picture", reason: reason)
    }
    self.pointer = pointer
    self.window = nil
    self.surface = surface
    ownScale = 1
    (name, isSoftware, largestTexture) = Self.describe(pointer)
  }

  deinit {
    SDL_DestroyRenderer(pointer)
    if let surface { SDL_FreeSurface(surface) }
  }

  /// - Throws: `StageError.pictureSize`.
  static func check(_ size: PixelSize) throws(StageError) {
    let range = 1...largestSide
    guard range.contains(size.width), range.contains(size.height), size.width * size.height <= maxPixels
    else {
      throw .pictureSize(width: size.width, height: size.height)
    }
  }

  private static func describe(_ pointer: OpaquePointer) -> (String, Bool, Int) {
    var info = SDL_RendererInfo()
    SDL_GetRendererInfo(pointer, &info)
    let isSoftware = info.flags & SDL_RENDERER_SOFTWARE.rawValue != 0
    let largest = info.max_texture_width > 0 ? Int(info.max_texture_width) : largestSide
    return (info.name.map { String(cString: $0) } ?? "", isSoftware, largest)
  }
}

extension RenderTarget {
  /// In pixels; follows the window.
  package var size: PixelSize {
    var (width, height) = (Int32(0), Int32(0))
    SDL_GetRendererOutputSize(pointer, &width, &height)
    return PixelSize(Int(width), Int(height))
  }

  /// Pixels for each of the units that mouse positions are counted in; 1 in memory.
  package var pixelsPerUnit: Double {
    guard let window else { return 1 }
    let units = window.size.width
    return units > 0 ? Double(size.width) / Double(units) : 1
  }

  /// Pixels for each of the desktop's points, which letters and lines are measured in.
  package var pixelsPerPoint: Double {
    let units = pixelsPerUnit
    // A desktop that has larger points has done what was asked for.
    return units > 1 ? units : ownScale
  }

  package func present() { SDL_RenderPresent(pointer) }
}
