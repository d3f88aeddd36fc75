import CTumbleSDL2
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples
import TumbleTestSupport
@testable import TumbleWindow

@Suite("What is drawn is counted")
struct DrawCountTests {
  private func texture(_ target: RenderTarget, isOpaque: Bool = false) throws -> Texture {
    let texture = try Texture(target, size: PixelSize(10, 10), isOpaque: isOpaque)
    texture.upload(Bitmap(width: 10, height: 10))
    return texture
  }

  @Test("Draws, changes of texture, uploads with their bytes, and pixels in sight are counted")
  func counts() throws {
    let target = try RenderTarget(PixelSize(100, 100))
    let (glass, paper) = (try texture(target), try texture(target, isOpaque: true))
    var counts = target.takeCounts()
    #expect(counts.uploads == 2 && counts.uploadedBytes == 800 && counts.draws == 0)
    let place = SDL_Rect(x: 0, y: 0, w: 10, h: 10)
    for texture in [paper, glass, glass, paper] { target.copy(texture, to: place) }
    counts = target.takeCounts()
    #expect(counts.draws == 4 && counts.textureSwitches == 3 && counts.uploads == 0)
    #expect(counts.pixels == 400 && counts.blendedPixels == 200)
    // Of what is cut off, nothing counts.
    target.setClip(SDL_Rect(x: 5, y: 0, w: 50, h: 4))
    target.copy(glass, to: place)
    target.setClip(SDL_Rect(x: 50, y: 50, w: 5, h: 5))
    target.copy(glass, to: place)
    target.setClip(nil)
    counts = target.takeCounts()
    #expect(counts.draws == 2 && counts.textureSwitches == 1 && counts.blendedPixels == 20)
    // A triangle is half of a square.
    let corners = [(0, 0), (8, 0), (0, 8)].map {
      SDL_Vertex(
        position: SDL_FPoint(x: $0.0, y: $0.1), color: SDL_Color(r: 1, g: 1, b: 1, a: 9),
        tex_coord: SDL_FPoint(x: 0, y: 0))
    }
    target.drawTriangles(nil, corners, count: 3)
    counts = target.takeCounts()
    #expect(counts.draws == 1 && counts.blendedPixels == 32)
    #expect(target.takeCounts() == DrawCounts())
  }

  @Test(
    "Opaque parts are copied beside their place, cut off, and count as such; the texture is blended as before then"
  )
  func opaqueParts() throws {
    let target = try RenderTarget(PixelSize(40, 30))
    let glass = try texture(target)
    var picture = Bitmap(width: 10, height: 10)
    for y in 0..<10 { for x in 0..<10 { picture[x, y] = 0x8000_0000 | UInt32(x << 8 | y) } }
    glass.upload(picture)
    target.clear()
    _ = target.takeCounts()
    target.setClip(SDL_Rect(x: 0, y: 0, w: 16, h: 30))
    let parts = [SDL_Rect(x: 1, y: 2, w: 3, h: 4), SDL_Rect(x: 6, y: 2, w: 4, h: 4)]
    target.copyOpaque(parts, of: glass, x: 8, y: 5)
    target.setClip(nil)
    let counts = target.takeCounts()
    #expect(counts.draws == 2 && counts.pixels == 12 + 8 && counts.blendedPixels == 0)
    let seen = try target.bitmap()
    let (copied, beyond) = (picture.pixels, seen[16, 7] & 0xFF_FFFF)
    for (x, y) in [(1, 2), (3, 5), (6, 2), (7, 5)] {
      #expect(seen[x + 8, y + 5] & 0xFF_FFFF == copied[y * 10 + x] & 0xFF_FFFF, "(\(x), \(y))")
    }
    #expect(beyond == 0 && seen[12, 7] & 0xFF_FFFF == 0)
    target.copy(glass, to: SDL_Rect(x: 20, y: 10, w: 10, h: 10))
    #expect(target.takeCounts().blendedPixels == 100)
    // Half of it over black.
    let blended = try target.bitmap()[29, 19]
    #expect(blended >> 8 & 255 == 4 || blended >> 8 & 255 == 5)
  }

  @Test("Of tiles only what is not of the surrounding color is drawn")
  func surround() throws {
    let description = WorldDescription(name: "small", view: Rect(size: Size(100, 100)))
    let target = try RenderTarget(PixelSize(1000, 800))
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    let frame = Frame(FrameSnapshot(step: 0, rate: 60, bodies: []))
    var camera = Camera(description.view)
    camera.zoom(by: 0.25, around: .zero)
    try renderer.draw(frame, in: camera.viewport(in: Rect(size: Size(1000, 800)), density: 1))
    let cleared = 1000.0 * 800
    // The paper is 200 pixels each way, with its edge.
    let drawn = target.takeCounts().pixels - cleared
    #expect(drawn >= 200 * 200 && drawn <= 202 * 202, "\(drawn)")
  }

  @Test("The part of a picture that is not of one color is found")
  func content() {
    var picture = Bitmap(width: 7, height: 5)
    #expect(picture.bounds(ofAllBut: 0) == Rect(size: .zero))
    #expect(picture.bounds(ofAllBut: 1) == Rect(size: Size(7, 5)))
    picture[3, 2] = 9
    #expect(picture.bounds(ofAllBut: 0) == Rect(origin: Vector(3, 2), size: Size(1, 1)))
    picture[5, 4] = 9
    picture[1, 3] = 9
    #expect(picture.bounds(ofAllBut: 0) == Rect(min: Vector(1, 2), max: Vector(6, 5)))
    (picture[0, 0], picture[6, 0]) = (1, 1)
    #expect(picture.bounds(ofAllBut: 0) == Rect(size: Size(7, 5)))
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      var picture = Bitmap(width: random.int(in: 0...9), height: random.int(in: 0...9))
      var expected: Rect?
      for y in 0..<picture.height {
        for x in 0..<picture.width where random.int(in: 0...20) == 0 {
          picture[x, y] = 5
          let pixel = Rect(origin: Vector(Double(x), Double(y)), size: Size(1, 1))
          expected = expected?.union(pixel) ?? pixel
        }
      }
      #expect(picture.bounds(ofAllBut: 0) == expected ?? Rect(size: .zero), "seed \(seed)")
    }
  }

  @Test("A frame in which nothing is new uploads nothing, and one batch draws what shares a texture")
  func steady() throws {
    let (description, frame) = Samples.zoo
    let target = try RenderTarget(PixelSize(300, 300))
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    let viewport = Viewport(view: description.view, in: Rect(size: Size(300, 300)))
    try renderer.draw(frame, in: viewport)
    let first = target.takeCounts()
    #expect(first.uploads > 5 && first.offscreenPasses > 5 && first.uploadedBytes >= 4 * 300 * 300)
    try renderer.draw(frame, in: viewport)
    let second = target.takeCounts()
    #expect(second.uploads == 0 && second.offscreenPasses == 0)
    #expect(second.draws > 5 && second.draws == first.draws)
    // The clear and the paper, and the bodies over them.
    #expect(second.pixels >= 2 * 300 * 300 && second.blendedPixels > 0)
    #expect(second.pixels - second.blendedPixels < 2.1 * 300 * 300)
  }

  @Test(
    "The layer of blending shows red where something is mixed, more where more is, and green where it covers")
  func blending() throws {
    let target = try RenderTarget(PixelSize(60, 20))
    let (glass, paper) = (try texture(target), try texture(target, isOpaque: true))
    SDL_SetRenderDrawColor(target.pointer, 128, 128, 128, 255)
    target.clear()
    target.logsDraws = true
    target.copy(paper, to: SDL_Rect(x: 0, y: 0, w: 20, h: 20))
    target.copy(glass, to: SDL_Rect(x: 20, y: 0, w: 20, h: 20))
    for _ in 0..<4 { target.copy(glass, to: SDL_Rect(x: 40, y: 0, w: 20, h: 20)) }
    target.showDrawLog()
    let picture = try target.bitmap()
    func parts(_ x: Int) -> (red: Int, green: Int) {
      (Int(picture[x, 10] >> 16 & 255), Int(picture[x, 10] >> 8 & 255))
    }
    #expect(parts(10).green > parts(10).red)
    #expect(parts(30).red > parts(30).green + 20)
    #expect(parts(50).red - parts(50).green > parts(30).red - parts(30).green + 40)
    // The next frame is not noted unless that is asked for.
    target.copy(glass, to: SDL_Rect(x: 0, y: 0, w: 20, h: 20))
    #expect(target.drawLog.isEmpty && !target.logsDraws)
  }

  @Test("The profile keeps the counts of each frame, with their average and what one of a hundred exceeds")
  func profile() {
    var profile = Profile()
    for frame in 0..<100 {
      profile.endFrame(at: .milliseconds(16 * frame))
      var counts = DrawCounts()
      counts.draws = frame
      counts.blendedPixels = 2000
      counts.pixels = 30_000
      profile.note(counts, window: PixelSize(100, 100))
    }
    profile.endFrame(at: .seconds(2))
    #expect(profile.value(of: .draws, age: 0) == 99 && profile.value(of: .draws, age: 9) == 90)
    let draws = profile.summary(of: .draws)
    #expect(draws.now == 99 && abs(draws.average - 49) < 1 && draws.percentile99 >= 98)
    #expect(profile.summary(of: .blendedPixels).average > 1.9)
    #expect(profile.value(of: .overdraw, age: 0) == 3)
  }
}
