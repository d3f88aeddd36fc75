import Foundation
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
  }

  let cache: TextureCache
  private let detail: Detail
  private var contents: [Content] = []
  private var places: [Content: Int] = [:]

  /// Pixels of a stage's longer side, two for each of a screen's units; and those of a page's, which any
  /// browser can hold.
  private static let (stage, density, side) = (1600.0, 2.0, 2048)
  /// Pixels of all sprites: of more, all are coarser.
  private static let area = 12e6
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

  mutating func place(of picture: Bitmap, over rect: Rect) -> Int { place(of: .picture(picture, over: rect)) }

  private mutating func place(of content: Content) -> Int {
    if let known = places[content] { return known }
    places[content] = contents.count
    contents.append(content)
    return contents.count - 1
  }
}

extension PageSheet {
  /// A sprite on its page.
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
  func draw() throws -> (pages: [Page], sprites: [Sprite]) {
    let forms = contents.compactMap { if case .form(let form) = $0 { form } else { nil } }
    let plans = forms.compactMap { SpritePlan($0, detail, isPaged: true) }
    let pixels = plans.reduce(1) { $0 + $1.cost / 4 }
    let part = min((Self.area / Double(pixels)).squareRoot(), 1)
    let drawing = Detail(scale: detail.scale * part, density: detail.density * part)
    let drawn = contents.compactMap { content -> (bitmap: Bitmap, covered: Rect)? in
      switch content {
      case .picture(let picture, let rect): (picture, rect)
      case .form(let form):
        SpritePlan(form, drawing, isPaged: true).map { ($0.drawForFile(picture(form.file)), $0.covered) }
      }
    }
    var sprites = drawn.map {
      Sprite(size: PixelSize($0.bitmap.width, $0.bitmap.height), covered: $0.covered)
    }
    let isPhoto = contents.map { if case .form(.picture) = $0 { true } else { false } }
    // In shelves, the highest first; pictures of files are on pages of their own.
    let order = sprites.indices.sorted {
      isPhoto[$0] == isPhoto[$1]
        ? (sprites[$0].size.height, $1) > (sprites[$1].size.height, $0) : isPhoto[$1]
    }
    let firstPhoto = order.firstIndex { isPhoto[$0] }
    var (heights, plainPages) = ([Int](), Int.max)
    var (x, y, shelf) = (0, 0, 0)
    for (place, index) in order.enumerated() {
      let size = sprites[index].size
      if x + size.width > Self.side { (x, y, shelf) = (0, y + shelf + Self.gap, 0) }
      if place == firstPhoto { plainPages = heights.count }
      if heights.isEmpty || y + size.height > Self.side || place == firstPhoto {
        heights.append(0)
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
    return (try pages.enumerated().map { try Page($1, isPhoto: $0 >= plainPages) }, sprites)
  }

  /// A page as a file: one with many pictures of files has its colors as JPEG, and the PNG has its alpha.
  struct Page {
    let png: Data
    private(set) var jpeg: Data?

    /// Bytes from which a page counts as large; and the quality of its colors, of 100.
    private static let (large, quality) = (250_000, 85)

    init(_ bitmap: Bitmap, isPhoto: Bool) throws {
      let whole = try PNG.encode(bitmap)
      guard isPhoto, whole.count > Self.large else {
        png = whole
        return
      }
      var (colors, alpha, last) = (bitmap, bitmap, UInt32(0xFF80_8080))
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let pixel = bitmap[x, y]
          let part = pixel >> 24
          alpha[x, y] = part * 0x0101_0101
          // Beside a picture its colors go on, so that its edge stays as it is.
          if part > 0 {
            func plain(_ bits: UInt32) -> UInt32 { min((pixel >> bits & 255) * 255 / part, 255) << bits }
            last = 0xFF00_0000 | plain(16) | plain(8) | plain(0)
          }
          colors[x, y] = last
        }
        // To the left of it too, half way to what stands there.
        var (next, gap) = (last, 3)
        for x in (0..<bitmap.width).reversed() {
          let isClear = bitmap[x, y] >> 24 == 0
          (next, gap) = isClear ? (next, gap + 1) : (colors[x, y], 0)
          if isClear, gap < 3 { colors[x, y] = next }
        }
      }
      let (mask, picture) = (try PNG.encode(alpha), try JPEG.encode(colors, quality: Self.quality))
      let isSmaller = mask.count + picture.count < whole.count / 3 * 2
      (png, jpeg) = isSmaller ? (mask, picture) : (whole, nil)
    }
  }
}
