import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// A picture that lives where its renderer draws fastest.
package final class Texture {
  package let pointer: OpaquePointer
  package let size: PixelSize
  /// Is true if nothing of what is below shows through it.
  let isOpaque: Bool
  /// Is true if pixels between those of the picture are mixed from their neighbors. What is drawn pixel by
  /// pixel looks the same without, and costs OpenGL in software a third less.
  var isSmooth: Bool { didSet { if isSmooth != oldValue { setScaleMode() } } }
  // A texture must go before its renderer.
  private let target: RenderTarget

  /// Creates a texture that is transparent until something is uploaded. `isOpaque` says that its alpha never
  /// counts.
  package init(
    _ target: RenderTarget, size: PixelSize, isOpaque: Bool = false, isSmooth: Bool = true
  ) throws(StageError) {
    guard
      let pointer = SDL_CreateTexture(
        target.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
        Int32(size.width), Int32(size.height))
    else {
      throw .refused(doing: "make a texture of \(size.width) × \(size.height) pixels", reason: lastSDLError())
    }
    (self.pointer, self.size, self.isOpaque, self.isSmooth) = (pointer, size, isOpaque, isSmooth)
    self.target = target
    SDL_SetTextureBlendMode(pointer, isOpaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    setScaleMode()
  }

  /// Creates a texture of a picture, whose alpha must be straight.
  convenience init(_ target: RenderTarget, _ picture: Bitmap, isSmooth: Bool = true) throws(StageError) {
    try self.init(target, size: PixelSize(picture.width, picture.height), isSmooth: isSmooth)
    upload(picture)
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

/// Gathers plain triangles and draws them at once. Its memory is kept, so that a frame allocates nothing.
final class TriangleBuffer {
  private let target: RenderTarget
  private let corners: UnsafeMutablePointer<SDL_Vertex>
  private var count = 0
  /// Is true if nothing shines through: blending would take SDL's software renderer several times as long.
  var isOpaque = false
  /// Is true if colors are added to what is below.
  var isAdded = false
  /// Corners drawn at once; more go in further calls.
  private static let capacity = 6 * 512

  init(_ target: RenderTarget) {
    self.target = target
    corners = .allocate(capacity: Self.capacity)
    corners.initialize(repeating: SDL_Vertex(), count: Self.capacity)
  }

  deinit { corners.deallocate() }

  /// Adds a triangle; between its corners the color changes evenly.
  func append(
    _ a: SDL_FPoint, _ b: SDL_FPoint, _ c: SDL_FPoint, _ colors: (SDL_Color, SDL_Color, SDL_Color)
  ) {
    if count + 3 > Self.capacity { flush() }
    for (corner, color) in [(a, colors.0), (b, colors.1), (c, colors.2)] {
      corners[count] = SDL_Vertex(position: corner, color: color, tex_coord: SDL_FPoint(x: 0, y: 0))
      count += 1
    }
  }

  /// Draws what is gathered; before anything else is drawn, and at the end.
  func flush() {
    guard count > 0 else { return }
    SDL_SetRenderDrawBlendMode(
      target.pointer, isAdded ? SDL_BLENDMODE_ADD : isOpaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    target.drawTriangles(nil, corners, count: count)
    SDL_SetRenderDrawBlendMode(target.pointer, SDL_BLENDMODE_NONE)
    count = 0
  }
}

/// Cuts a textured quad to a rectangle (Sutherland and Hodgman's way), in memory that is its own, and draws
/// what is left: a renderer may need time and memory for all of a quad, however little of it is in sight.
final class QuadClipper {
  /// Four corners and one more for each edge that cuts.
  private static let capacity = 8

  /// The corners that `clip` left.
  let corners: UnsafeMutablePointer<SDL_Vertex>
  /// Indices of the triangles that fill a convex outline.
  let fan: UnsafeMutablePointer<Int32>
  private let other: UnsafeMutablePointer<SDL_Vertex>
  private let target: RenderTarget
  /// Pixels each way of the parts that reach the renderer: where SDL's own software renderer multiplies
  /// positions in the picture with the areas of larger triangles, its 32 bits overflow, and it shows other
  /// parts of the picture.
  private let cell: Double

  /// - Parameter isCelled: Whether SDL's own software renderer fills the triangles.
  init(_ target: RenderTarget, isCelled: Bool) {
    self.target = target
    cell = isCelled ? 256 : .infinity
    corners = .allocate(capacity: Self.capacity)
    corners.initialize(repeating: SDL_Vertex(), count: Self.capacity)
    other = .allocate(capacity: Self.capacity)
    other.initialize(repeating: SDL_Vertex(), count: Self.capacity)
    fan = .allocate(capacity: (Self.capacity - 2) * 3)
    for triangle in 0..<Self.capacity - 2 {
      fan[triangle * 3] = 0
      fan[triangle * 3 + 1] = Int32(triangle + 1)
      fan[triangle * 3 + 2] = Int32(triangle + 2)
    }
  }

  deinit {
    corners.deallocate()
    other.deallocate()
    fan.deallocate()
  }

  /// Draws what of a quad of four corners lies in an area.
  func draw(_ quad: UnsafePointer<SDL_Vertex>, _ texture: Texture, in area: Rect) {
    func position(_ corner: Int) -> Vector {
      Vector(Double(quad[corner].position.x), Double(quad[corner].position.y))
    }
    var bounds = Rect(min: position(0), max: position(0))
    for corner in 1..<4 { bounds = bounds.including(position(corner)) }
    guard let seen = bounds.overlap(area) else { return }
    var low = seen.min
    while low.y < seen.max.y {
      let high = Vector(min(low.x + cell, seen.max.x), min(low.y + cell, seen.max.y))
      let count = clip(quad, to: Rect(min: low, max: high))
      if count > 2 {
        target.drawTriangles(texture, corners, count: count, indices: fan, indexCount: (count - 2) * 3)
      }
      low.x = high.x
      if low.x >= seen.max.x { low = Vector(seen.min.x, high.y) }
    }
  }

  /// Puts what of four corners lies in the area into `corners`, and returns how many there are.
  func clip(_ quad: UnsafePointer<SDL_Vertex>, to area: Rect) -> Int {
    corners.update(from: quad, count: 4)
    var count = 4
    let (low, high) = (area.min, area.max)
    count = cut(count) { $0.position.x - Float(low.x) }
    count = cut(count) { Float(high.x) - $0.position.x }
    count = cut(count) { $0.position.y - Float(low.y) }
    count = cut(count) { Float(high.y) - $0.position.y }
    return count
  }

  /// Keeps the part that lies on the side where `distance` is not negative.
  private func cut(_ count: Int, _ distance: (SDL_Vertex) -> Float) -> Int {
    guard count > 0 else { return 0 }
    other.update(from: corners, count: count)
    var kept = 0
    var before = other[count - 1]
    var beforeDistance = distance(before)
    for i in 0..<count {
      let corner = other[i]
      let cornerDistance = distance(corner)
      if (cornerDistance >= 0) != (beforeDistance >= 0), kept < Self.capacity {
        corners[kept] = Self.between(before, corner, beforeDistance / (beforeDistance - cornerDistance))
        kept += 1
      }
      if cornerDistance >= 0, kept < Self.capacity {
        corners[kept] = corner
        kept += 1
      }
      (before, beforeDistance) = (corner, cornerDistance)
    }
    return kept
  }

  private static func between(_ a: SDL_Vertex, _ b: SDL_Vertex, _ part: Float) -> SDL_Vertex {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * part }
    return SDL_Vertex(
      position: SDL_FPoint(x: mix(a.position.x, b.position.x), y: mix(a.position.y, b.position.y)),
      color: a.color,
      tex_coord: SDL_FPoint(x: mix(a.tex_coord.x, b.tex_coord.x), y: mix(a.tex_coord.y, b.tex_coord.y)))
  }
}
