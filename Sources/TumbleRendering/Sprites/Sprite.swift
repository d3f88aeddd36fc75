import CTumbleSDL2
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleLooks

/// A small picture drawn once and then only turned and moved.
struct Sprite {
  let texture: Texture
  /// The source in the texture's pixels.
  let source: SDL_Rect
  /// The bounds around the point it turns about, in points of the body, y up.
  let bounds: Rect
  /// The sprite's picture at any angle, where the renderer turns it badly.
  var turned: TurnedSprite?
  /// The part of its picture outside of which nothing is seen, in pixels from the top left corner; nil for
  /// all of it. The rest need not be blended.
  var seen: Rect?
}

/// Draws sprites through Cairo as finely as the picture needs, and keeps them. Those that show a file are
/// `PictureSprites`'.
final class SpriteCache {
  private let target: RenderTarget
  private let sheet: SpriteSheet
  /// The sheet of sprites that need no smoothing.
  private let plainSheet: SpriteSheet
  let detail: Detail
  let isSmooth: Bool
  private var sprites: [SpriteForm: Sprite] = [:]
  /// The sprites turned in advance; nil if the renderer turns sprites smoothly.
  let turned: TurnedSprites?

  /// The side to which a sprite's pixel is enlarged without smoothing in software, in pixels.
  private static let largePixel = 8.0

  /// - Parameter isSmooth: Whether pixels are blended where a sprite is turned or stretched.
  init(_ target: RenderTarget, detail: Detail, isSmooth: Bool) {
    self.target = target
    self.isSmooth = isSmooth
    sheet = SpriteSheet(target, isSmooth: isSmooth)
    plainSheet = SpriteSheet(target, isSmooth: false)
    self.detail = detail
    turned = isSmooth ? nil : TurnedSprites(target)
  }

  /// The number of sprites.
  var count: Int { sprites.count }

  /// Returns the plan of a sprite here; nil if there is nothing to draw: an outline that is not finite.
  func plan(_ form: SpriteForm) -> SpritePlan? { SpritePlan(form, detail, isPaged: sheet.isPaged) }

  /// Returns the sprite of a form that shows no file; nil if there is nothing to draw.
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
    // A graphics card enlarges smoothly for nothing; in software pixels so large would be seen.
    let isEnlarged = plan.resolution * (sheet.isPaged ? 1 : Self.largePixel) < detail.scale
    let sheet = plan.form.needsSmoothing || isEnlarged ? sheet : plainSheet
    let place = try sheet.add(picture)
    return Sprite(
      texture: place.texture, source: place.source, bounds: plan.covered, turned: turned(picture, plan),
      seen: seen(picture, isSmooth: sheet.isSmooth))
  }

  /// Makes a sprite of a plan's picture in a texture of its own, which goes with the sprite.
  func addAlone(_ picture: Bitmap, _ plan: SpritePlan) throws(StageError) -> Sprite {
    let isSmooth = isSmooth || isLeftToRenderer(plan)
    let source = SDL_Rect(x: 0, y: 0, w: Int32(picture.width), h: Int32(picture.height))
    return Sprite(
      texture: try Texture(target, picture, isSmooth: isSmooth), source: source,
      bounds: plan.covered, turned: turned(picture, plan), seen: seen(picture, isSmooth: isSmooth))
  }

  /// Returns true if the renderer has to turn it, smoothly: where others are turned in advance it is too
  /// large for that.
  private func isLeftToRenderer(_ plan: SpritePlan) -> Bool {
    turned != nil && plan.form.needsSmoothing && !TurnedSprites.mayTurn(plan.width, plan.height)
  }

  /// Returns the part of a picture that is seen. With smoothing it ends in the middle of the first
  /// transparent pixel; what SDL itself draws needs all of that.
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

extension Sprite {
  /// The part of it that a transition shows, where it shows it; nil where it shows nothing of it.
  ///
  /// - Parameter whole: What the transition's unit square is, in points of the body.
  func part(_ quad: TransitionQuad, of whole: Rect) -> Sprite? {
    let pixels = Vector(
      Double(source.w) / max(bounds.width, 1e-9), Double(source.h) / max(bounds.height, 1e-9))
    // Cut at whole pixels of the texture, as not every renderer knows others; the rim at an outer edge stays.
    func cut(_ share: Double, _ low: Double, _ length: Double, _ edge: Double, _ scale: Double, _ most: Int32)
      -> Int32
    {
      if share <= 0 { return 0 }
      if share >= 1 { return most }
      let pixel = ((low + length * share - edge) * scale).rounded()
      return Int32(min(max(pixel, 0), Double(most)))
    }
    let left = cut(quad.source.min.x, whole.min.x, whole.width, bounds.min.x, pixels.x, source.w)
    let right = cut(quad.source.max.x, whole.min.x, whole.width, bounds.min.x, pixels.x, source.w)
    let bottom = cut(quad.source.min.y, whole.min.y, whole.height, bounds.min.y, pixels.y, source.h)
    let top = cut(quad.source.max.y, whole.min.y, whole.height, bounds.min.y, pixels.y, source.h)
    guard left < right, bottom < top else { return nil }
    let way = quad.destination.min - quad.source.min
    let offset = bounds.min + Vector(way.x * whole.width, way.y * whole.height)
    return Sprite(
      texture: texture,
      // The texture's first row is the top one.
      source: SDL_Rect(x: source.x + left, y: source.y + source.h - top, w: right - left, h: top - bottom),
      bounds: Rect(
        min: offset + Vector(Double(left) / pixels.x, Double(bottom) / pixels.y),
        max: offset + Vector(Double(right) / pixels.x, Double(top) / pixels.y)))
  }
}

/// Keeps many small pictures in few large textures, so that a thousand bodies are one call to the renderer.
///
/// The software renderer gains nothing by that and copies less from textures of their own, so it gets those.
final class SpriteSheet {
  struct Place {
    let texture: Texture
    let source: SDL_Rect
  }

  private let target: RenderTarget
  private let pageSide: Int
  private var page: Texture?
  // A page fills in shelves from the top, each as high as its first picture.
  private var shelfTop = 0
  private var shelfHeight = 0
  private var nextLeft = 0

  let isSmooth: Bool
  /// The distance between pictures: some are drawn up to their edge.
  private static let gap = 1

  /// - Parameters:
  ///   - isSmooth: Whether pixels are blended where a sprite is turned or stretched.
  ///   - pageSide: Of the textures; nil: what suits the renderer.
  init(_ target: RenderTarget, isSmooth: Bool, pageSide: Int? = nil) {
    self.target = target
    self.isSmooth = isSmooth
    self.pageSide = pageSide ?? (target.isSoftware ? 0 : min(2048, target.largestTexture))
  }

  /// Is true if pictures share pages.
  var isPaged: Bool { pageSide > 0 }

  /// Adds a picture, whose alpha is straight, and returns its place.
  func add(_ picture: Bitmap) throws(StageError) -> Place {
    if picture.width > pageSide || picture.height > pageSide {
      let texture = try Texture(target, picture, isSmooth: isSmooth)
      return Place(texture: texture, source: rect(picture, 0, 0))
    }
    if nextLeft + picture.width > pageSide {
      shelfTop += shelfHeight + Self.gap
      shelfHeight = 0
      nextLeft = 0
    }
    if page == nil || shelfTop + max(shelfHeight, picture.height) > pageSide {
      page = try blankPage()
      shelfTop = 0
      shelfHeight = 0
      nextLeft = 0
    }
    guard let page else { throw .refused(doing: "make a texture", reason: "") }
    page.upload(picture, x: nextLeft, y: shelfTop)
    let place = Place(texture: page, source: rect(picture, nextLeft, shelfTop))
    shelfHeight = max(shelfHeight, picture.height)
    nextLeft += picture.width + Self.gap
    return place
  }

  /// Smoothing reads half a pixel beyond a picture, so all of a page is made transparent first, and pictures
  /// do not touch.
  private func blankPage() throws(StageError) -> Texture {
    let texture = try Texture(target, size: PixelSize(pageSide, pageSide), isSmooth: isSmooth)
    texture.upload(Bitmap(width: pageSide, height: pageSide))
    return texture
  }

  private func rect(_ picture: Bitmap, _ x: Int, _ y: Int) -> SDL_Rect {
    SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(picture.width), h: Int32(picture.height))
  }
}
