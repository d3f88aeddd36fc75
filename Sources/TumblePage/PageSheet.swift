import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// The pictures that a page draws with: each distinct sprite once, on few large pages.
struct PageSheet {
  /// The content of a place: a sprite's form, or a picture over some points.
  private enum Content: Hashable {
    case form(SpriteForm)
    case picture(Bitmap, over: Rect)

    var kind: Kind {
      switch self {
      case .form(.shadow): .shadow
      case .form(.picture): .photo
      case .form: .plain
      case .picture: .still
      }
    }
  }

  /// A kind of pictures with colors of their own: what stands still, which may be a sky of many, forms of
  /// few, shadows, which are white, and pictures of files.
  private enum Kind: Int, Comparable {
    case still, plain, shadow, photo

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  let cache: TextureCache
  private let detail: Detail
  private var contents: [Content] = []
  private var places: [Content: Int] = [:]

  /// Pixels of a stage's longer side, two for each of a screen's units; and those of a page's, which any
  /// browser can hold.
  private static let (stage, density, side) = (1600.0, 2.0, 2048)
  /// Pixels of all sprites of a kind: of more, all are coarser.
  private static let areas: KeyValuePairs<Kind, Double> = [.plain: 6e6, .shadow: 6e6, .photo: 6e6]
  /// Pixels between sprites, so that smaller copies of a page do not mix them.
  private static let gap = 4

  init(of view: Rect, cache: TextureCache) {
    self.cache = cache
    detail = Self.detail(of: view)
  }

  static func detail(of view: Rect) -> Detail {
    Detail(scale: stage / max(view.width, view.height, 1e-9), density: density)
  }

  /// A unit of the screen, in points.
  static func pixel(of view: Rect) -> Double { density / detail(of: view).scale }

  /// The width of a fine line, in points: of a stage that is low, less than a unit of the screen.
  static func line(of view: Rect) -> Double { min(pixel(of: view), min(view.width, view.height) / 500) }

  /// Returns the picture of a file; nil if it cannot be read.
  func picture(_ path: String?) -> Bitmap? { path.flatMap { cache.picture($0) } }

  /// Returns the place of a form; nil where there is nothing to draw.
  mutating func place(of form: SpriteForm) -> Int? {
    SpritePlan(form, detail, isPaged: true).map { _ in place(of: .form(form)) }
  }

  /// The part that a form covers around its origin, in points.
  func covered(by place: Int) -> Rect? {
    guard case .form(let form) = contents[place] else { return nil }
    return SpritePlan(form, detail, isPaged: true)?.covered
  }

  mutating func place(of picture: Bitmap, over rect: Rect) -> Int { place(of: .picture(picture, over: rect)) }

  private mutating func place(of content: Content) -> Int {
    if let known = places[content] { return known }
    places[content] = contents.count
    contents.append(content)
    return contents.count - 1
  }
}

extension PageSheet {
  struct Sprite {
    var page = 0
    /// The top left corner, in pixels.
    var x = 0
    var y = 0
    let size: PixelSize
    /// The part that it covers around its origin, in points.
    let covered: Rect
  }

  /// Draws all.
  ///
  /// - Throws: `DrawingError`, if a page cannot be encoded.
  func draw() throws -> (pages: [PagePicture], sprites: [Sprite]) {
    let kinds = contents.map(\.kind)
    var details: [Kind: Detail] = [:]
    for (kind, area) in Self.areas {
      let pixels = zip(contents, kinds).filter { $0.1 == kind }.reduce(1) { sum, content in
        guard case .form(let form) = content.0 else { return sum }
        return sum + (SpritePlan(form, detail, isPaged: true)?.cost ?? 0) / 4
      }
      let part = min((area / Double(pixels)).squareRoot(), 1)
      details[kind] = Detail(scale: detail.scale * part, density: detail.density * part)
    }
    let drawn = zip(contents, kinds).compactMap { content, kind -> (bitmap: Bitmap, covered: Rect)? in
      switch content {
      case .picture(let picture, let rect): (picture, rect)
      case .form(let form):
        SpritePlan(form, details[kind] ?? detail, isPaged: true).map { plan in
          var bitmap = plan.drawForFile(picture(form.file))
          if case .shadow(_, _, _, let light, _, _) = form, light.offset != .zero { bitmap.simplifyShadow() }
          return (bitmap, plan.covered)
        }
      }
    }
    var sprites = drawn.map {
      Sprite(size: PixelSize($0.bitmap.width, $0.bitmap.height), covered: $0.covered)
    }
    // In shelves, the highest first, each kind on pages of its own.
    let order = sprites.indices.sorted {
      kinds[$0] == kinds[$1]
        ? (sprites[$0].size.height, $1) > (sprites[$1].size.height, $0) : kinds[$0] < kinds[$1]
    }
    var (heights, kindsOfPages) = ([Int](), [Kind]())
    var (x, y, shelf) = (0, 0, 0)
    for index in order {
      let size = sprites[index].size
      if x + size.width > Self.side { (x, y, shelf) = (0, y + shelf + Self.gap, 0) }
      if y + size.height > Self.side || kindsOfPages.last != kinds[index] {
        heights.append(0)
        kindsOfPages.append(kinds[index])
        (x, y, shelf) = (0, 0, 0)
      }
      (sprites[index].page, sprites[index].x, sprites[index].y) = (heights.count - 1, x, y)
      shelf = max(shelf, size.height)
      heights[heights.count - 1] = max(heights[heights.count - 1], y + size.height)
      x += size.width + Self.gap
    }
    var pages = heights.map { Bitmap(width: Self.side, height: $0) }
    for (sprite, drawn) in zip(sprites, drawn) {
      pages[sprite.page].copy(drawn.bitmap, x: sprite.x, y: sprite.y)
    }
    return (
      try zip(pages, kindsOfPages).map { try PagePicture($0, isPlain: $1 == .plain, isPhoto: $1 == .photo) },
      sprites
    )
  }
}
