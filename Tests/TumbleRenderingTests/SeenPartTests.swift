import CTumbleSDL2
import Testing
import TumbleDrawing
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

/// Tests that all of a sprite's picture that can be seen is drawn, and little else.
@Suite struct SeenPartTests {
  private func bitmap(_ width: Int, _ height: Int, seen: [(x: Int, y: Int)]) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for (x, y) in seen { bitmap[x, y] = 0x01_00_00_00 }
    return bitmap
  }

  @Test("The seen part ends where the last pixels with any alpha do")
  func middle() {
    let seen = bitmap(7, 5, seen: [(2, 1), (4, 3)]).seenPixels
    #expect(seen.columns == 2..<5 && seen.rows == 1..<4)
  }

  @Test("What is drawn up to an edge keeps it")
  func edges() {
    let seen = bitmap(3, 2, seen: [(0, 0), (2, 1)]).seenPixels
    #expect(seen.columns == 0..<3 && seen.rows == 0..<2)
  }

  @Test("Of a picture that shows nothing, and of one without pixels, nothing is left", arguments: [0, 3])
  func nothing(side: Int) {
    let seen = bitmap(side, side, seen: []).seenPixels
    #expect(seen.columns.isEmpty && seen.rows.isEmpty)
  }

  @Test("The colour of transparent pixels does not count, which smoothing needs there")
  func color() {
    var picture = bitmap(4, 4, seen: [(1, 1)])
    picture[3, 3] = 0x00_FF_80_40
    #expect(picture.seenPixels.columns == 1..<2 && picture.seenPixels.rows == 1..<2)
  }

  @Test("Of a square that fills whole pixels, its sprite's transparent rim is not seen")
  func sprite() throws {
    let square = Outline.rect(Rect(center: .zero, size: Size(24, 24)))
    let screen = Rect(size: Size(800, 600))
    let form = SpriteForm.outline(square, .white)
    let plan = try #require(SpritePlan(form, Detail(Viewport(view: screen, in: screen)), isPaged: true))
    let seen = plan.draw(nil).seenPixels
    #expect(plan.width == 28 && seen.columns == 2..<26 && seen.rows == 2..<26)
  }

  // MARK: Drawn by both paths

  /// A sprite with a wide transparent rim, no two of whose other pixels are alike.
  private func sprite(_ target: RenderTarget, _ picture: Bitmap, seen: Rect?) throws -> Sprite {
    let size = PixelSize(picture.width, picture.height)
    let texture = try Texture(target, size: size, isSmooth: false)
    texture.upload(picture)
    return Sprite(
      texture: texture, source: SDL_Rect(x: 0, y: 0, w: Int32(size.width), h: Int32(size.height)),
      bounds: Rect(min: Vector(-9, -6), max: Vector(11, 8)), seen: seen)
  }

  private func drawn(
    _ picture: Bitmap, seen: Rect?, _ path: SpriteBatch.Path, angle: Double, scale: Vector
  ) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(80, 60))
    let batch = SpriteBatch(target, path: path)
    batch.area = Rect(size: Size(80, 60))
    SDL_SetRenderDrawColor(target.pointer, 200, 190, 180, 255)
    SDL_RenderClear(target.pointer)
    batch.draw(
      try sprite(target, picture, seen: seen), at: Vector(40, 30), angle: angle, scale: scale,
      tint: SDL_Color(.white))
    batch.flush()
    return try target.bitmap()
  }

  private static let poses: [(angle: Double, scale: Vector)] = [
    (0, Vector(1, 1)), (0, Vector(-1, 1)), (0, Vector(1, -1)), (0, Vector(2, 1.5)), (.pi / 2, Vector(1, 1)),
    (2.5, Vector(-2, 3)),
  ]

  @Test(
    "A sprite looks the same whether its transparent rim is drawn or not",
    arguments: [SpriteBatch.Path.copies, .batches],
    poses)
  func same(path: SpriteBatch.Path, pose: (angle: Double, scale: Vector)) throws {
    var picture = Bitmap(width: 20, height: 14)
    for x in 4..<15 {
      for y in 3..<9 { picture[x, y] = 0xFF_00_00_00 | UInt32(x * 16) << 16 | UInt32(y * 24) }
    }
    let (columns, rows) = picture.seenPixels
    let seen = Rect(
      min: Vector(Double(columns.lowerBound), Double(rows.lowerBound)),
      max: Vector(Double(columns.upperBound), Double(rows.upperBound)))
    #expect(seen == Rect(min: Vector(4, 3), max: Vector(15, 9)))
    let whole = try drawn(picture, seen: nil, path, angle: pose.angle, scale: pose.scale)
    let trimmed = try drawn(picture, seen: seen, path, angle: pose.angle, scale: pose.scale)
    #expect(Set(whole.pixels).count > 20)
    let isSame = trimmed.pixels == whole.pixels
    #expect(isSame || path == .batches)
    let isAlike = areAlike(trimmed, whole)
    #expect(isAlike)
    // Without five columns that are seen it looks otherwise. What SDL turns or scales is drawn whole.
    let wrong = Rect(min: Vector(9, 3), max: Vector(15, 9))
    let cut = try drawn(picture, seen: wrong, path, angle: pose.angle, scale: pose.scale)
    let isCutAlike = areAlike(cut, whole)
    #expect(isCutAlike == (path == .copies && pose != (0, Vector(1, 1))))
  }

  /// Is true if each pixel is as in the other picture, or as one of those up to two pixels away: SDL's
  /// software renderer rounds the corners of triangles to pixels, and others are rounded otherwise.
  private func areAlike(_ a: Bitmap, _ b: Bitmap) -> Bool {
    (2..<a.height - 2).allSatisfy { y in
      (2..<a.width - 2).allSatisfy { x in
        (-2...2).contains { dy in (-2...2).contains { dx in a[x, y] == b[x + dx, y + dy] } }
      }
    }
  }
}
