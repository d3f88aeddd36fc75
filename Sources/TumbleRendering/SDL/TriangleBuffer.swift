import CTumbleSDL2
import TumbleGeometry

/// Gathers plain triangles and draws them at once. Its memory is kept, so that a frame allocates nothing.
final class TriangleBuffer {
  private let target: RenderTarget
  private let corners: UnsafeMutablePointer<SDL_Vertex>
  private var count = 0
  /// Whether nothing shines through: blending would take SDL's software renderer several times as long.
  var isOpaque = false
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
    SDL_SetRenderDrawBlendMode(target.pointer, isOpaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    target.drawTriangles(nil, corners, count: count)
    SDL_SetRenderDrawBlendMode(target.pointer, SDL_BLENDMODE_NONE)
    count = 0
  }
}
