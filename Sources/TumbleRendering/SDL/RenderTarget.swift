import CTumbleSDL2
import TumbleLooks

/// The target of drawing: a window, by the fastest renderer it offers, or memory.
package final class RenderTarget {
  /// The largest side in pixels: more than a large screen needs, less than what makes SDL or Cairo fail.
  package static let largestSide = 16_384
  /// A quarter of a gigabyte of them.
  package static let maxPixels = 64 * 1024 * 1024

  package let pointer: OpaquePointer
  /// Is true if the processor draws: then `SDL_RenderCopyEx` is the fastest way to a turned, blended picture.
  package let isSoftware: Bool
  /// SDL's name of the renderer, such as `opengl` or `software`.
  package let name: String
  /// The longest side of a texture.
  let largestTexture: Int
  /// Pixels for each of the desktop's points where the desktop itself has none larger than a pixel: what a
  /// person or the desktop's settings ask for.
  package let ownScale: Double
  /// The counts of what was drawn since the last look; see `takeCounts`.
  package var counts = DrawCounts()
  var lastTexture: OpaquePointer?
  var clip: SDL_Rect?
  /// Is true if what is drawn is noted, for `showDrawLog`.
  package var logsDraws = false
  var drawLog: [SDL_Vertex] = []
  private let window: Window?
  private let surface: UnsafeMutablePointer<SDL_Surface>?

  /// Shows the window and presents with the display's refresh where it can; `SDL_RENDER_DRIVER` in the
  /// environment chooses the renderer.
  ///
  /// - Parameter scale: What a person wants of it, in pixels for each of the desktop's points; 1 leaves it to
  ///   the desktop.
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

  /// Creates a target in memory of a fixed size; the same drawing gives the same bytes every time.
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
    else { throw .pictureSize(width: size.width, height: size.height) }
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
  /// The size in pixels; follows the window.
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

// All that is drawn goes through here, so that it is counted.

extension RenderTarget {
  /// Returns the counts of what was drawn since the last call.
  package func takeCounts() -> DrawCounts {
    defer { counts = DrawCounts() }
    lastTexture = nil
    return counts
  }

  /// Draws nothing outside of an area from now on; nil ends that.
  package func setClip(_ area: SDL_Rect?) {
    clip = area
    if var area { SDL_RenderSetClipRect(pointer, &area) } else { SDL_RenderSetClipRect(pointer, nil) }
  }

  /// Draws a texture, or a part of it.
  package func copy(
    _ texture: Texture, from source: SDL_Rect? = nil, to place: SDL_Rect, isBlended: Bool? = nil
  ) {
    var place = place
    note(texture, isBlended: isBlended ?? !texture.isOpaque, place)
    if var source {
      SDL_RenderCopy(pointer, texture.pointer, &source, &place)
    } else {
      SDL_RenderCopy(pointer, texture.pointer, nil, &place)
    }
  }

  /// Draws a part of a texture between whole pixels too.
  func copy(_ texture: Texture, from source: SDL_Rect, to place: SDL_FRect) {
    var (source, place) = (source, place)
    note(texture, isBlended: !texture.isOpaque, SDL_Rect(place))
    SDL_RenderCopyF(pointer, texture.pointer, &source, &place)
  }

  /// Draws a part of a texture turned about a pivot, in degrees clockwise.
  func copy(
    _ texture: Texture, from source: SDL_Rect, to place: SDL_FRect, turned degrees: Double,
    about pivot: SDL_FPoint, _ flip: SDL_RendererFlip
  ) {
    var (source, place, pivot) = (source, place, pivot)
    note(texture, isBlended: !texture.isOpaque, SDL_Rect(place))
    SDL_RenderCopyExF(pointer, texture.pointer, &source, &place, degrees, &pivot, flip)
  }

  /// Copies opaque parts of a texture pixel by pixel, whatever its blending.
  ///
  /// - Parameters:
  ///   - parts: An array, because another module's own kind of sequence would be iterated by allocating.
  ///   - x: How far to the right of its place in the texture each part comes, in pixels.
  package func copyOpaque(_ parts: [SDL_Rect], of texture: Texture, x: Int32 = 0, y: Int32 = 0) {
    if !texture.isOpaque { SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_NONE) }
    for part in parts { copy(texture, from: part, to: part.moved(x, y), isBlended: false) }
    if !texture.isOpaque { SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_BLEND) }
  }

  /// Draws triangles.
  ///
  /// - Parameters:
  ///   - texture: nil: they are plain.
  ///   - indices: Of three corners each; nil: as they stand.
  func drawTriangles(
    _ texture: Texture?, _ vertices: UnsafePointer<SDL_Vertex>, count: Int,
    indices: UnsafePointer<Int32>? = nil, indexCount: Int = 0
  ) {
    note(texture)
    let corners = indices == nil ? count : indexCount
    var area = 0.0
    var corner = 0
    while corner + 2 < corners {
      let (a, b, c) =
        if let indices {
          (
            vertices[Int(indices[corner])].position, vertices[Int(indices[corner + 1])].position,
            vertices[Int(indices[corner + 2])].position
          )
        } else {
          (vertices[corner].position, vertices[corner + 1].position, vertices[corner + 2].position)
        }
      area += Double(abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y))) / 2
      if logsDraws { log(a, b, c, isBlended: true) }
      corner += 3
    }
    counts.pixels += area
    counts.blendedPixels += area
    SDL_RenderGeometry(pointer, texture?.pointer, vertices, Int32(count), indices, Int32(indexCount))
  }

  /// Fills a rectangle with the color that was set.
  func fillRect(_ place: SDL_Rect, isBlended: Bool) {
    var place = place
    note(nil, isBlended: isBlended, place)
    SDL_RenderFillRect(pointer, &place)
  }

  /// Draws the edge of a rectangle in the color that was set.
  func drawRect(_ place: SDL_Rect) {
    var place = place
    counts.draws += 1
    SDL_RenderDrawRect(pointer, &place)
  }

  func clear() {
    counts.draws += 1
    let size = size
    counts.pixels += Double(size.width * size.height)
    SDL_RenderClear(pointer)
  }

  private func note(_ texture: Texture?) {
    counts.draws += 1
    if texture?.pointer != lastTexture {
      lastTexture = texture?.pointer
      counts.textureSwitches += 1
    }
  }

  private func note(_ texture: Texture?, isBlended: Bool, _ place: SDL_Rect) {
    note(texture)
    var (seen, whole) = (place, place)
    if var clip, SDL_IntersectRect(&clip, &whole, &seen) == SDL_FALSE { return }
    let area = Double(seen.w) * Double(seen.h)
    counts.pixels += area
    if isBlended { counts.blendedPixels += area }
    guard logsDraws else { return }
    let (left, top) = (Float(seen.x), Float(seen.y))
    let (right, bottom) = (Float(seen.x + seen.w), Float(seen.y + seen.h))
    let (low, high) = (SDL_FPoint(x: left, y: top), SDL_FPoint(x: right, y: bottom))
    log(low, SDL_FPoint(x: right, y: top), high, isBlended: isBlended)
    log(low, high, SDL_FPoint(x: left, y: bottom), isBlended: isBlended)
  }
}

// MARK: Overdraw

extension RenderTarget {
  /// The colors of what was drawn opaque and of what was blended: where much lies over each other they add
  /// up.
  static let (opaqueColor, blendedColor) = (
    SDL_Color(r: 20, g: 190, b: 60, a: 40), SDL_Color(r: 235, g: 30, b: 30, a: 46)
  )

  private func log(_ a: SDL_FPoint, _ b: SDL_FPoint, _ c: SDL_FPoint, isBlended: Bool) {
    let color = isBlended ? Self.blendedColor : Self.opaqueColor
    for corner in [a, b, c] {
      drawLog.append(SDL_Vertex(position: corner, color: color, tex_coord: SDL_FPoint(x: 0, y: 0)))
    }
  }

  /// Lays over the picture what was drawn since `logsDraws` was set: green where it was opaque, red where it
  /// was blended.
  package func showDrawLog() {
    logsDraws = false
    SDL_SetRenderDrawBlendMode(pointer, SDL_BLENDMODE_BLEND)
    drawLog.withUnsafeBufferPointer { log in
      guard let first = log.baseAddress else { return }
      var start = 0
      while start < log.count {
        let count = min(log.count - start, 30_000)
        SDL_RenderGeometry(pointer, nil, first + start, Int32(count), nil, 0)
        start += count
      }
    }
    SDL_SetRenderDrawBlendMode(pointer, SDL_BLENDMODE_NONE)
    drawLog.removeAll(keepingCapacity: true)
  }
}

extension SDL_Rect {
  func moved(_ x: Int32, _ y: Int32) -> SDL_Rect { SDL_Rect(x: self.x + x, y: self.y + y, w: w, h: h) }

  fileprivate init(_ rect: SDL_FRect) {
    self.init(
      x: Int32(rect.x.rounded()), y: Int32(rect.y.rounded()), w: Int32(rect.w.rounded()),
      h: Int32(rect.h.rounded()))
  }
}

/// The costs of drawing since they were last asked for: what the graphics tools of other systems count.
package struct DrawCounts: Hashable, Sendable {
  /// Calls that draw.
  package var draws = 0
  /// Draws whose texture is another than that of the draw before.
  package var textureSwitches = 0
  /// Pictures, or parts of one, that were copied into textures, and their bytes.
  package var uploads = 0
  package var uploadedBytes = 0
  /// Pictures that were drawn elsewhere first (by Cairo, or as triangles of panels) to be shown from a
  /// texture.
  package var offscreenPasses = 0
  /// Pixels that were mixed with what was below them, as often as they were. Of what reaches beyond the edge,
  /// roughly.
  package var blendedPixels = 0.0
  /// All pixels drawn, as often as they were.
  package var pixels = 0.0

  package init() {}
}

/// A number of every frame that the profile keeps.
package enum FrameCount: Int, Hashable, Sendable, CaseIterable {
  case draws, textureSwitches, uploads, uploadedKilobytes, offscreenPasses, blendedPixels, overdraw

  package var title: String { words.title }
  /// The unit of its column in a file: thousands of pixels are pixels there.
  package var key: String { words.key }

  private var words: (title: String, key: String) {
    switch self {
    case .draws: ("draws", "draw.calls")
    case .textureSwitches: ("texture switches", "draw.switches")
    case .uploads: ("uploads", "draw.uploads")
    case .uploadedKilobytes: ("uploaded kB", "draw.uploaded")
    case .offscreenPasses: ("off-screen passes", "draw.passes")
    case .blendedPixels: ("blended pixels, 1000s", "draw.blended")
    case .overdraw: ("overdraw", "draw.overdraw")
    }
  }

  /// The number of decimals of interest.
  package var decimals: Int { self == .overdraw ? 2 : 0 }

  package func value(of counts: DrawCounts, window: PixelSize) -> Double {
    switch self {
    case .draws: Double(counts.draws)
    case .textureSwitches: Double(counts.textureSwitches)
    case .uploads: Double(counts.uploads)
    case .uploadedKilobytes: Double(counts.uploadedBytes) / 1000
    case .offscreenPasses: Double(counts.offscreenPasses)
    case .blendedPixels: counts.blendedPixels / 1000
    case .overdraw: counts.pixels / Double(max(window.width * window.height, 1))
    }
  }
}
