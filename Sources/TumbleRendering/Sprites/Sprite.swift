import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// A small picture drawn once and then only turned and moved.
struct Sprite {
  let texture: Texture
  /// In the texture's pixels.
  let source: SDL_Rect
  /// Where it lies around the point it turns about, in points of the body, y up.
  let bounds: Rect
  /// Its picture at any angle, where the renderer turns it badly.
  var turned: TurnedSprite?
  /// The part of its picture outside of which nothing is seen, in pixels from the top left corner; nil for all of it. The rest
  /// need not be blended.
  var seen: Rect?
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
    if isLeftToRenderer(plan) { return try addAlone(picture, plan) }
    // A graphics card enlarges smoothly for nothing.
    let isEnlarged = sheet.isPaged && plan.resolution < detail.scale
    let sheet = plan.form.needsSmoothing || isEnlarged ? sheet : plainSheet
    let place = try sheet.add(picture)
    return Sprite(
      texture: place.texture, source: place.source, bounds: plan.covered, turned: turned(picture, plan),
      seen: seen(picture, isSmooth: sheet.isSmooth))
  }

  /// Makes a sprite of a plan's picture in a texture of its own, which goes with the sprite.
  func addAlone(_ picture: Bitmap, _ plan: SpritePlan) throws(StageError) -> Sprite {
    let isSmooth = isSmooth || isLeftToRenderer(plan)
    let texture = try Texture(target, size: PixelSize(picture.width, picture.height), isSmooth: isSmooth)
    texture.upload(picture)
    return Sprite(
      texture: texture, source: SDL_Rect(x: 0, y: 0, w: Int32(picture.width), h: Int32(picture.height)),
      bounds: plan.covered, turned: turned(picture, plan), seen: seen(picture, isSmooth: isSmooth))
  }

  /// Whether the renderer has to turn it, smoothly: where others are turned in advance it is too large for that.
  private func isLeftToRenderer(_ plan: SpritePlan) -> Bool {
    turned != nil && plan.form.needsSmoothing && !TurnedSprites.mayTurn(plan.width, plan.height)
  }

  /// With smoothing it ends in the middle of the first transparent pixel; what SDL itself draws needs all of that.
  private func seen(_ picture: Bitmap, isSmooth: Bool) -> Rect {
    let (columns, rows) = picture.seenPixels
    let margin = isSmooth ? sheet.isPaged ? 0.5 : 1 : 0
    let whole = Rect(size: Size(Double(picture.width), Double(picture.height)))
    return Rect(
      min: Vector(Double(columns.lowerBound), Double(rows.lowerBound)),
      max: Vector(Double(columns.upperBound), Double(rows.upperBound))
    ).insetBy(-margin).overlap(whole) ?? whole
  }

  private func turned(_ picture: Bitmap, _ plan: SpritePlan) -> TurnedSprite? {
    guard let turned, plan.form.needsSmoothing, TurnedSprites.mayTurn(plan.width, plan.height)
    else { return nil }
    return TurnedSprite(turned, picture, bounds: plan.covered)
  }
}

extension Bitmap {
  /// The columns and rows outside of which every pixel is transparent; empty where all are.
  var seenPixels: (columns: Range<Int>, rows: Range<Int>) {
    var (left, right, top, bottom) = (width, 0, height, 0)
    // Row by row, as they lie in memory, and of each only its transparent ends.
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<height {
        let line = pixels[row * width..<(row + 1) * width]
        guard let first = line.firstIndex(where: { $0 >> 24 != 0 }),
          let last = line.lastIndex(where: { $0 >> 24 != 0 })
        else { continue }
        (left, right) = (min(left, first - row * width), max(right, last + 1 - row * width))
        (top, bottom) = (min(top, row), row + 1)
      }
    }
    return left < right ? (left..<right, top..<bottom) : (0..<0, 0..<0)
  }
}
