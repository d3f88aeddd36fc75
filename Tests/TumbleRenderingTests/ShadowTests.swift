import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleTestSupport

extension RenderingTests {
  private static let viewport = Viewport(
    view: Rect(size: Size(200, 200)), in: Rect(size: Size(200, 200)))

  /// A view of 200 × 200 points on as many pixels, on white.
  private func shadows(
    of bodies: [BodyDescription], at places: [Vector], angle: Double = 0,
    appearance: Appearance = Appearance(),
    hasShadows: Bool = true, hasSky: Bool = false, path: SpriteBatch.Path? = nil,
    viewport: Viewport = viewport
  ) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(200, 200))
    var theme = Theme(background: .white)
    if !hasShadows { theme.shadow = nil }
    var description = WorldDescription(name: "test", view: Rect(size: Size(200, 200)), bodies: bodies)
    description.hasSky = hasSky
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }), theme: theme, path: path)
    let snapshots = places.enumerated().map {
      BodySnapshot(id: BodyID($0.offset), position: $0.element, angle: angle, appearance: appearance)
    }
    try renderer.draw(Frame(FrameSnapshot(step: 1, rate: 120, bodies: snapshots)), in: viewport)
    return try target.bitmap()
  }

  private func box(_ kind: BodyKind = .dynamic, _ size: Size = Size(40, 40)) -> BodyDescription {
    BodyDescription(name: "box", kind: kind, outlines: [.polygon(Polygon(box: size).corners, radius: 0)])
  }

  /// Returns how much darker than another picture a column or a row of pixels is, in 255ths of green.
  private func darkening(_ picture: Bitmap, _ empty: Bitmap, x: ClosedRange<Int>, y: ClosedRange<Int>) -> Int
  {
    x.reduce(0) { sum, x in
      y.reduce(sum) { $0 + Int(empty[x, $1] >> 8 & 255) - Int(picture[x, $1] >> 8 & 255) }
    }
  }

  @Test(
    "A body throws its shadow to the lower right, on nothing but the paper beside it",
    arguments: [BodyKind.static, .kinematic, .dynamic], [SpriteBatch.Path.copies, .batches])
  func shadowSide(kind: BodyKind, path: SpriteBatch.Path) throws {
    let empty = try shadows(of: [], at: [])
    let picture = try shadows(of: [box(kind)], at: [Vector(100, 100)], path: path)
    func dark(_ x: ClosedRange<Int>, _ y: ClosedRange<Int>) -> Int { darkening(picture, empty, x: x, y: y) }
    let (above, below) = (dark(85...115, 76...78), dark(85...115, 122...124))
    let (left, right) = (dark(76...78, 85...115), dark(122...124, 85...115))
    #expect(below > 2 * above && right > left && below > 200, "\(above) \(below) \(left) \(right)")
    #expect(dark(0...60, 0...60) == 0 && dark(135...199, 135...199) == 0)
    // Not on the body itself.
    #expect(
      try picture[100, 100] == shadows(of: [box(kind)], at: [Vector(100, 100)], hasShadows: false)[100, 100])
  }

  @Test(
    "Under a sky a shadow falls on static bodies alone, the darker the nearer its body is to them",
    arguments: [SpriteBatch.Path.copies, .batches])
  func sky(path: SpriteBatch.Path) throws {
    let ground = box(.static, Size(200, 60))
    /// The picture of a box so far above the ground, whose upper edge is at row 140.
    func picture(_ height: Double, hasShadows: Bool = true) throws -> Bitmap {
      try shadows(
        of: [ground, box()], at: [Vector(100, 30), Vector(100, 80 + height)], hasShadows: hasShadows,
        hasSky: true, path: path)
    }
    var depths: [Int] = []
    for height in [30.0, 2.5, 1, 0] {
      let (seen, plain) = (try picture(height), try picture(height, hasShadows: false))
      // All of the sky is as it is without shadows, the static body's own among them.
      #expect(seen.pixels.prefix(139 * 200) == plain.pixels.prefix(139 * 200), "\(height)")
      depths.append(darkening(seen, plain, x: 80...120, y: 141...150))
    }
    #expect(depths[0] == 0)
    #expect(depths[1] > 50)
    #expect(depths[2] > depths[1] * 5 / 4)
    #expect(depths[3] > depths[2] * 5 / 4, "\(depths)")
  }

  @Test("Under a sky a camera, and what is far away, change nothing of where shadows fall")
  func skyElsewhere() throws {
    let part = Viewport(
      paper: Rect(size: Size(200, 200)), around: Vector(100, 60), scale: 2,
      in: Rect(size: Size(200, 200)))
    func picture(hasShadows: Bool) throws -> Bitmap {
      try shadows(
        of: [box(.static, Size(200, 60)), box()], at: [Vector(100, 30), Vector(100, 80)],
        hasShadows: hasShadows, hasSky: true, viewport: part)
    }
    let (seen, plain) = (try picture(hasShadows: true), try picture(hasShadows: false))
    #expect(seen.pixels.prefix(99 * 200) == plain.pixels.prefix(99 * 200))
    #expect(darkening(seen, plain, x: 80...120, y: 101...110) > 200)
  }

  @Test("Where shadows are off, and under what casts none, the paper is as it was")
  func noShadow() throws {
    let empty = try shadows(of: [], at: [])
    var ghost = box()
    ghost.castsShadow = false
    for kind in [BodyKind.static, .dynamic] {
      ghost.kind = kind
      for (body, hasShadows) in [(ghost, true), (box(kind), false)] {
        let picture = try shadows(of: [body], at: [Vector(100, 100)], hasShadows: hasShadows)
        for y in 0..<200 {
          for x in 0..<200 where !(79...121).contains(x) || !(79...121).contains(y) {
            #expect(picture[x, y] == empty[x, y])
          }
        }
      }
    }
  }

  @Test("What is half seen throws half a shadow")
  func faintShadow() throws {
    let empty = try shadows(of: [], at: [])
    func below(_ opacity: Double) throws -> Int {
      darkening(
        try shadows(of: [box()], at: [Vector(100, 100)], appearance: Appearance(opacity: opacity)), empty,
        x: 85...115, y: 122...126)
    }
    let (whole, half) = (try below(1), try below(0.5))
    #expect(abs(whole - 2 * half) < whole / 10, "\(whole) \(half)")
  }

  @Test("A static body's shadow is that of a moving one", arguments: [0, 0.3, 1.2])
  func stillShadow(angle: Double) throws {
    let (still, moving) = (
      try shadows(of: [box(.static)], at: [Vector(100, 100)], angle: angle, path: .batches),
      try shadows(of: [box(.kinematic)], at: [Vector(100, 100)], angle: angle, path: .batches)
    )
    for y in 0..<200 {
      for x in 0..<200 where (Vector(Double(x), Double(y)) - Vector(100, 100)).length > 30 {
        let (a, b) = (still[x, y] >> 8 & 255, moving[x, y] >> 8 & 255)
        #expect(abs(Int(a) - Int(b)) <= 16, "\(x) \(y)")
      }
    }
  }

  @Test("Tiles of the paper show the same shadows as one picture, over every seam")
  func shadowSeams() throws {
    let bodies = (0..<12).map { _ in box(.static, Size(34, 20)) }
    let places = (0..<12).map { Vector(20 + Double($0 % 4) * 50, 30 + Double($0 / 4) * 60) }
    let description = WorldDescription(name: "test", view: Rect(size: Size(200, 200)), bodies: bodies)
    func picture(_ viewport: Viewport) throws -> Bitmap {
      let target = try RenderTarget(PixelSize(600, 600))
      let renderer = Renderer(
        target, description: description, textures: TextureCache(warn: { _ in }),
        theme: Theme(background: .white))
      let snapshots = places.enumerated().map {
        BodySnapshot(id: BodyID($0.offset), position: $0.element, angle: 0.2)
      }
      try renderer.draw(Frame(FrameSnapshot(step: 1, rate: 120, bodies: snapshots)), in: viewport)
      return try target.bitmap()
    }
    let area = Rect(size: Size(600, 600))
    let whole = try picture(Viewport(view: description.view, in: area))
    // One pixel to the side: tiles, and a paper that no longer fills the area.
    let moved = try picture(
      Viewport(paper: description.view, around: Vector(100 + 1.0 / 3, 100), scale: 3, in: area))
    var differing = 0
    for y in 4..<596 {
      for x in 4..<590 where abs(Int(whole[x + 1, y] >> 8 & 255) - Int(moved[x, y] >> 8 & 255)) > 6 {
        differing += 1
      }
    }
    #expect(differing < 200)
  }

  @Test(
    "Bodies that look alike share their shadows, one for each of twelve angles, and another size has its own")
  func sharedShadows() throws {
    func sprites(_ count: Int, hasShadows: Bool) throws -> Int {
      let target = try RenderTarget(PixelSize(200, 200))
      var theme = Theme(background: .white)
      if !hasShadows { theme.shadow = nil }
      let description = WorldDescription(
        name: "test", view: Rect(size: Size(200, 200)),
        bodies: (0..<count).map { _ in box() } + [box(.dynamic, Size(20, 20))])
      let renderer = Renderer(
        target, description: description, textures: TextureCache(warn: { _ in }), theme: theme)
      let snapshots = description.bodies.indices.map {
        BodySnapshot(id: BodyID($0), position: Vector(100, 100), angle: Double($0))
      }
      try renderer.draw(Frame(FrameSnapshot(step: 1, rate: 120, bodies: snapshots)), in: Self.viewport)
      return renderer.spriteCount
    }
    for count in [1, 2, 60] {
      #expect(try sprites(count, hasShadows: true) == sprites(count, hasShadows: false) + 24)
    }
  }

  @Test(
    "The shadow of a picture is its outline's where the picture fills that but for its corners, and its own elsewhere",
    arguments: [(0, true), (3, true), (20, false), (32, false)])
  func silhouettes(corner: Int, fills: Bool) throws {
    let scratch = try ScratchFolder()
    var picture = Bitmap(width: 64, height: 64)
    picture.clear(to: .black)
    for y in 0..<64 {
      for x in 0..<64 where min(x, 63 - x) + min(y, 63 - y) < corner { picture[x, y] = 0 }
    }
    let path = scratch.url.appendingPathComponent("picture.png").path
    try PNG.write(picture, to: path)
    var comparison = SilhouetteComparison()
    let (hasPicture, hasNone) = (
      comparison.fills(path, try PNG.read(path), box().outlines, .auto),
      comparison.fills("none.png", nil, box().outlines, .auto)
    )
    #expect(hasPicture == fills && hasNone)
  }
}
