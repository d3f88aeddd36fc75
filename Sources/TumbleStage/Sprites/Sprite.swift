import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// A small picture drawn once and then only turned and moved.
struct Sprite {
  let texture: Texture
  /// In the texture's pixels.
  let source: SDL_Rect
  /// Where it lies around the point it turns about, in points of the body, y up.
  let bounds: Rect
}

/// Draws sprites through Cairo as finely as the picture needs, and keeps them.
final class SpriteCache {
  private let target: RenderTarget
  private let sheet: SpriteSheet
  /// Of sprites that need no smoothing.
  private let plainSheet: SpriteSheet
  private let textures: TextureCache
  private let detail: Detail
  private var sprites: [SpriteForm: Sprite] = [:]
  private static let longestSide = 2048.0

  /// - Parameter isSmooth: whether pixels are blended where a sprite is turned or stretched.
  init(_ target: RenderTarget, textures: TextureCache, detail: Detail, isSmooth: Bool) {
    self.target = target
    sheet = SpriteSheet(target, isSmooth: isSmooth)
    plainSheet = SpriteSheet(target, isSmooth: false)
    self.textures = textures
    self.detail = detail
  }

  /// How many there are.
  var count: Int { sprites.count }

  /// nil where there is nothing to draw: an outline that is not finite, a texture that cannot be read.
  func sprite(_ form: SpriteForm) throws(StageError) -> Sprite? {
    if let known = sprites[form] { return known }
    guard let bounds = form.bounds, bounds.isFinite else { return nil }
    if case .picture(let path, _, _, _) = form, textures.picture(path) == nil { return nil }
    // A body larger than any screen is drawn more coarsely and stretched.
    let longest = max(bounds.width, bounds.height, 1e-9)
    let finest = form.resolution(detail, sheet)
    let resolution = min(finest, (Self.longestSide - 2 * form.padding(at: finest)) / longest)
    let padding = form.padding(at: resolution)
    // Whole pixels, the body's own origin in the middle of the bounds or not.
    let width = max((bounds.width * resolution - 1e-6).rounded(.up), 1) + 2 * padding
    let height = max((bounds.height * resolution - 1e-6).rounded(.up), 1) + 2 * padding
    let covered = Rect(center: bounds.center, size: Size(width / resolution, height / resolution))

    var picture = Bitmap(width: Int(width), height: Int(height))
    picture.draw { canvas in
      canvas.transform(
        Transform(
          a: resolution, b: 0, c: 0, d: -resolution, tx: -covered.min.x * resolution,
          ty: covered.max.y * resolution))
      form.draw(on: canvas, pixel: detail.density / detail.scale, textures: textures)
    }
    if case .picture(_, _, _, let wear) = form { picture.dim(to: wear.brightness) }
    if case .shadow(_, _, _, let light, let color, _) = form {
      picture.makeShadow(radius: light.radius(at: resolution), color: color)
    }
    picture.prepareForUpload()
    target.counts.offscreenPasses += 1
    // A graphics card enlarges smoothly for nothing.
    let isEnlarged = sheet.isPaged && resolution < detail.scale
    let sheet = form.needsSmoothing || isEnlarged ? sheet : plainSheet
    let place = try sheet.add(picture)
    let sprite = Sprite(texture: place.texture, source: place.source, bounds: covered)
    sprites[form] = sprite
    return sprite
  }
}
