import CTumbleSDL2
import TumbleDrawing
import TumbleLooks

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
  /// Between pictures: some are drawn up to their edge.
  private static let gap = 1

  /// - Parameters:
  ///   - isSmooth: whether pixels are blended where a sprite is turned or stretched.
  ///   - pageSide: of the textures; nil: what suits the renderer.
  init(_ target: RenderTarget, isSmooth: Bool, pageSide: Int? = nil) {
    self.target = target
    self.isSmooth = isSmooth
    self.pageSide = pageSide ?? (target.isSoftware ? 0 : min(2048, target.largestTexture))
  }

  /// Whether pictures share pages.
  var isPaged: Bool { pageSide > 0 }

  /// The picture's alpha is straight.
  func add(_ picture: Bitmap) throws(StageError) -> Place {
    if picture.width > pageSide || picture.height > pageSide {
      let texture = try Texture(
        target, size: PixelSize(picture.width, picture.height), isSmooth: isSmooth)
      texture.upload(picture)
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

  /// Smoothing reads half a pixel beyond a picture, so all of a page is made transparent first, and pictures do not touch.
  private func blankPage() throws(StageError) -> Texture {
    let texture = try Texture(target, size: PixelSize(pageSide, pageSide), isSmooth: isSmooth)
    texture.upload(Bitmap(width: pageSide, height: pageSide))
    return texture
  }

  private func rect(_ picture: Bitmap, _ x: Int, _ y: Int) -> SDL_Rect {
    SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(picture.width), h: Int32(picture.height))
  }
}
