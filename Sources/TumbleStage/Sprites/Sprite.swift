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
  /// Its picture at any angle, where the renderer turns it badly.
  var turned: TurnedSprite?
}

/// Draws sprites through Cairo as finely as the picture needs, and keeps them. Those that show a file are `PictureSprites`'.
final class SpriteCache {
  private let target: RenderTarget
  private let sheet: SpriteSheet
  /// Of sprites that need no smoothing.
  private let plainSheet: SpriteSheet
  let detail: Detail
  let isSmooth: Bool
  private var sprites: [SpriteForm: Sprite] = [:]
  /// nil where the renderer turns sprites smoothly.
  let turned: TurnedSprites?

  /// - Parameter isSmooth: whether pixels are blended where a sprite is turned or stretched.
  init(_ target: RenderTarget, detail: Detail, isSmooth: Bool) {
    self.target = target
    self.isSmooth = isSmooth
    sheet = SpriteSheet(target, isSmooth: isSmooth)
    plainSheet = SpriteSheet(target, isSmooth: false)
    self.detail = detail
    turned = isSmooth ? nil : TurnedSprites(target)
  }

  /// How many there are.
  var count: Int { sprites.count }

  /// How a sprite is drawn here; nil where there is nothing to draw: an outline that is not finite.
  func plan(_ form: SpriteForm) -> SpritePlan? { SpritePlan(form, detail, isPaged: sheet.isPaged) }

  /// Of a form that shows no file; nil where there is nothing to draw.
  func sprite(_ form: SpriteForm) throws(StageError) -> Sprite? {
    if let known = sprites[form] { return known }
    guard let plan = plan(form) else { return nil }
    let sprite = try add(plan.draw(nil), plan)
    target.counts.offscreenPasses += 1
    sprites[form] = sprite
    return sprite
  }

  /// Makes a sprite of a plan's picture, which is kept as long as this cache is.
  func add(_ picture: Bitmap, _ plan: SpritePlan) throws(StageError) -> Sprite {
    // A graphics card enlarges smoothly for nothing.
    let isEnlarged = sheet.isPaged && plan.resolution < detail.scale
    let sheet = plan.form.needsSmoothing || isEnlarged ? sheet : plainSheet
    let place = try sheet.add(picture)
    return Sprite(
      texture: place.texture, source: place.source, bounds: plan.covered, turned: turned(picture, plan))
  }

  /// Makes a sprite of a plan's picture in a texture of its own, which goes with the sprite.
  func addAlone(_ picture: Bitmap, _ plan: SpritePlan) throws(StageError) -> Sprite {
    let texture = try Texture(target, size: PixelSize(picture.width, picture.height), isSmooth: isSmooth)
    texture.upload(picture)
    return Sprite(
      texture: texture, source: SDL_Rect(x: 0, y: 0, w: Int32(picture.width), h: Int32(picture.height)),
      bounds: plan.covered, turned: turned(picture, plan))
  }

  private func turned(_ picture: Bitmap, _ plan: SpritePlan) -> TurnedSprite? {
    guard let turned, plan.form.needsSmoothing, TurnedSprites.mayTurn(plan.width, plan.height)
    else { return nil }
    return TurnedSprite(turned, picture, bounds: plan.covered)
  }
}
