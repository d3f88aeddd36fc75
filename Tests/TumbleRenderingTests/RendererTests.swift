import CTumbleSDL2
import Foundation
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples
import TumbleTestSupport

/// The tests that draw, one after the other.
@Suite("What is drawn through SDL", .serialized)
struct RenderingTests {}

extension RenderingTests {
  /// A view of 100 × 100 points on as many pixels, in plain colors.
  private func picture(
    of bodies: [BodyDescription], joints: [JointDescription] = [], _ frame: Frame,
    size: PixelSize = PixelSize(100, 100),
    path: SpriteBatch.Path? = nil, warn: @escaping (String) -> Void = { _ in }
  ) throws -> Bitmap {
    let target = try RenderTarget(size)
    let description = WorldDescription(
      name: "test", view: Rect(size: Size(100, 100)), bodies: bodies, joints: joints)
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: warn), theme: Theme(background: .white),
      path: path)
    let area = Rect(size: Size(Double(size.width), Double(size.height)))
    try renderer.draw(frame, in: Viewport(view: description.view, in: area))
    return try target.bitmap()
  }

  private func square(_ side: Double = 20, kind: BodyKind = .dynamic) -> BodyDescription {
    BodyDescription(
      name: "square", kind: kind, outlines: [.polygon(Polygon(box: Size(side, side)).corners, radius: 0)])
  }

  private func body(
    _ id: Int, _ x: Double, _ y: Double, angle: Double = 0, color: String? = "#ff0000",
    opacity: Double = 1,
    scale: Vector = Vector(1, 1)
  ) -> BodySnapshot {
    BodySnapshot(
      id: BodyID(id), position: Vector(x, y), angle: angle,
      appearance: Appearance(opacity: opacity, scale: scale, color: color.flatMap(Color.init(hex:))))
  }

  private func still(_ bodies: BodySnapshot..., joints: [JointSnapshot] = []) -> Frame {
    Frame(FrameSnapshot(step: 1, rate: 120, bodies: bodies, joints: joints))
  }

  private func isRed(_ pixel: UInt32) -> Bool {
    pixel >> 16 & 255 > 150 && pixel >> 8 & 255 < 90 && pixel & 255 < 90
  }

  private func countRed(_ picture: Bitmap) -> Int { picture.pixels.lazy.filter(isRed).count }

  @Test("A body is drawn where it is, y up, and nowhere else")
  func place() throws {
    let picture = try picture(of: [square()], still(body(0, 20, 80)))
    #expect(isRed(picture[20, 20]))
    #expect(isRed(picture[12, 12]) && isRed(picture[28, 28]))
    #expect(!isRed(picture[7, 20]) && !isRed(picture[33, 20]))
    #expect(!isRed(picture[20, 80]))
    #expect((380...420).contains(countRed(picture)))
  }

  @Test(
    "A line without thickness is seen, moving or not", arguments: [BodyKind.dynamic, .static])
  func thinLine(kind: BodyKind) throws {
    let line = BodyDescription(
      name: "line", kind: kind, outlines: [.segment(from: .zero, to: Vector(60, 0), radius: 0)])
    let picture = try picture(of: [line], still(body(0, 20, 50)))
    let empty = try self.picture(of: [line], still(body(0, 20, 500)))
    let changed = (0..<100).filter { x in (48...51).contains { y in picture[x, y] != empty[x, y] } }
    #expect(changed.count >= 58 && changed.allSatisfy { (18...82).contains($0) })
  }

  @Test("A concave outline is one surface, without the cuts between its pieces")
  func concave() throws {
    let corners = [Vector(-20, -20), Vector(20, -20), Vector(20, 20), Vector(0, -5), Vector(-20, 20)]
    let crown = BodyDescription(name: "crown", kind: .dynamic, outlines: [.polygon(corners, radius: 0)])
    let picture = try picture(of: [crown], still(body(0, 50, 50)))
    // Filled below the notch, right across the middle, and empty in the notch.
    #expect((34...66).allSatisfy { isRed(picture[$0, 62]) })
    #expect(!isRed(picture[50, 35]))
  }

  @Test("A turned body has its area, counter-clockwise")
  func turned() throws {
    let bar = BodyDescription(
      name: "bar", kind: .dynamic, outlines: [.segment(from: .zero, to: Vector(30, 0), radius: 3)])
    let picture = try picture(of: [bar], still(body(0, 50, 50, angle: .pi / 2)))
    // Up in the world is up in the picture.
    #expect(isRed(picture[50, 25]) && !isRed(picture[50, 75]) && !isRed(picture[75, 50]))
    let diamond = try self.picture(of: [square()], still(body(0, 50, 50, angle: .pi / 4)))
    #expect((350...430).contains(countRed(diamond)))
  }

  @Test("Both ways to the renderer draw the same scene")
  func paths() throws {
    let (description, frame) = Samples.zoo
    func zoo(_ path: SpriteBatch.Path) throws -> Bitmap {
      let target = try RenderTarget(PixelSize(300, 300))
      let renderer = Renderer(
        target, description: description, textures: TextureCache(warn: { _ in }), theme: Theme(), path: path)
      try renderer.draw(frame, in: Viewport(view: description.view, in: Rect(size: Size(300, 300))))
      return try target.bitmap()
    }
    let difference = Difference(try zoo(.copies), try zoo(.batches))
    // Whole pixels on one side, fractions on the other: edges differ, areas do not.
    #expect(difference.mean < 4, "\(difference)")
    #expect(difference.large < 0.06, "\(difference)")
  }

  @Test("Between two snapshots a body is on the way, its angle unwrapped; at 0 it is where it was")
  func interpolation() throws {
    let before = FrameSnapshot(step: 1, rate: 120, bodies: [body(0, 20, 20, angle: 0)])
    let after = FrameSnapshot(step: 2, rate: 120, bodies: [body(0, 60, 40, angle: 3)])
    let half = try picture(of: [square()], Frame(previous: before, current: after, alpha: 0.5))
    #expect(half == (try picture(of: [square()], still(body(0, 40, 30, angle: 1.5)))))
    let none = try picture(of: [square()], Frame(previous: before, current: after, alpha: 0))
    #expect(none == (try picture(of: [square()], still(body(0, 20, 20, angle: 0)))))
  }

  @Test("A body that went is not drawn, one that came is where it is; the others keep their own poses")
  func comingAndGoing() throws {
    let before = FrameSnapshot(step: 1, rate: 120, bodies: [body(0, 20, 20), body(1, 20, 80)])
    let after = FrameSnapshot(step: 2, rate: 120, bodies: [body(1, 40, 80), body(2, 80, 20)])
    let bodies = [square(), square(), square()]
    let drawn = try picture(of: bodies, Frame(previous: before, current: after, alpha: 0.5))
    #expect(drawn == (try picture(of: bodies, still(body(1, 30, 80), body(2, 80, 20)))))
  }

  @Test("Opacity, scale and color are looks")
  func appearance() throws {
    #expect(countRed(try picture(of: [square()], still(body(0, 50, 50, opacity: 0)))) == 0)
    let faint = try picture(of: [square()], still(body(0, 50, 50, opacity: 0.5)))[50, 50]
    #expect((100...160).contains(faint & 255))
    let wide = try picture(of: [square()], still(body(0, 50, 50, scale: Vector(3, 1))))
    #expect(isRed(wide[25, 50]) && isRed(wide[75, 50]) && !isRed(wide[50, 65]))
    let mirrored = try picture(of: [square()], still(body(0, 50, 50, scale: Vector(-2, 1))))
    #expect(isRed(mirrored[35, 50]) && isRed(mirrored[65, 50]))
    let plain = try picture(of: [square()], still(body(0, 50, 50, color: nil)))
    #expect(plain[50, 50] == 0xFFE0_7A5F)
  }

  @Test("A color that changes from frame to frame is drawn as it is now")
  func changingColor() throws {
    let target = try RenderTarget(PixelSize(100, 100))
    let description = WorldDescription(name: "test", view: Rect(size: Size(100, 100)), bodies: [square()])
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    let viewport = Viewport(view: description.view, in: Rect(size: Size(100, 100)))
    for (color, expected) in [("#ff0000", 0xFFFF0000), ("#00ff00", 0xFF00FF00), ("#0000ff", 0xFF0000FF)] {
      try renderer.draw(still(body(0, 50, 50, color: color)), in: viewport)
      #expect(try target.bitmap()[45, 45] == UInt32(expected))
    }
  }

  @Test("What is not finite, or is nobody, is left out, and the rest is drawn")
  func notFinite() throws {
    let bodies = [square(), square()]
    let drawn = try picture(
      of: bodies, still(body(0, .nan, 5), body(1, 50, 50), body(7, 20, 20), body(1, 50, 50, angle: .infinity))
    )
    #expect(drawn == (try picture(of: bodies, still(body(1, 50, 50)))))
    _ = try picture(of: bodies, still(body(0, 1e300, 1e300), body(1, -1e9, 50, scale: Vector(1e300, 0))))
  }

  @Test(
    "A texture covers a body's outlines and nothing beside them",
    arguments: [BodyKind.dynamic, .static])
  func textureWithinOutlines(kind: BodyKind) throws {
    // A triangle, and a block that touches it: one surface, cut out of one picture.
    let outlines: [Outline] = [
      .polygon([Vector(-40, -40), Vector(40, -40), Vector(0, 40)], radius: 0),
      .polygon([Vector(-40, -48), Vector(40, -48), Vector(40, -40), Vector(-40, -40)], radius: 0),
    ]
    let wedge = BodyDescription(
      name: "wedge", kind: kind, outlines: outlines, texture: Samples.asset("crate"))
    let drawn = try picture(of: [wedge], still(body(0, 50, 50, color: nil)))
    let empty = try picture(of: [wedge], still(body(0, 50, 500, color: nil)))
    func isDrawn(_ x: Int, _ y: Int) -> Bool { drawn[x, y] != empty[x, y] }
    #expect(isDrawn(50, 15) && isDrawn(50, 60) && isDrawn(14, 94) && isDrawn(86, 94))
    #expect(!isDrawn(15, 15) && !isDrawn(85, 15) && !isDrawn(15, 60) && !isDrawn(85, 60))
    // No seam where the two meet: the wood is as dark as a pixel above.
    #expect((20...80).allSatisfy { isDrawn($0, 89) && isDrawn($0, 90) })
  }

  @Test("A texture that cannot be read is a magenta shape, and told of once")
  func missingTexture() throws {
    var lost = square()
    lost.texture = "/no/such/crate.png"
    var warnings: [String] = []
    let target = try RenderTarget(PixelSize(100, 100))
    let description = WorldDescription(name: "test", view: Rect(size: Size(100, 100)), bodies: [lost, lost])
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { warnings.append($0) }))
    for side in [100.0, 60] {
      let viewport = Viewport(view: description.view, in: Rect(size: Size(side, side)))
      try renderer.draw(still(body(0, 50, 50, color: nil), body(1, 20, 20, color: nil)), in: viewport)
      #expect(try target.bitmap()[Int(side / 2), Int(side / 2)] == 0xFFFF_00C8)
    }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("/no/such/crate.png") == true)
  }

  @Test("A picture that was drawn anew is shown once the old one is forgotten")
  func changedTexture() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("skin.png").path
    func wear(_ asset: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: Samples.asset(asset), toPath: path)
    }
    var body = square(60)
    body.texture = path
    let target = try RenderTarget(PixelSize(100, 100))
    let textures = TextureCache(warn: { _ in })
    let description = WorldDescription(name: "test", view: Rect(size: Size(100, 100)), bodies: [body])
    let renderer = Renderer(target, description: description, textures: textures)
    let viewport = Viewport(view: description.view, in: Rect(size: Size(100, 100)))
    func drawn() throws -> Bitmap {
      try renderer.draw(still(self.body(0, 50, 50, color: nil)), in: viewport)
      return try target.bitmap()
    }
    try wear("crate")
    let crate = try drawn()
    try wear("stone")
    #expect(try drawn() == crate)
    textures.forget()
    renderer.discardTextures()
    #expect(try drawn() != crate)
  }

  @Test("The view keeps its proportions; around it is the surround")
  func letterbox() throws {
    let picture = try picture(of: [square(200)], still(body(0, 50, 50)), size: PixelSize(300, 100))
    #expect(isRed(picture[150, 50]) && isRed(picture[102, 50]) && isRed(picture[197, 50]))
    #expect(picture[50, 50] == picture[250, 50] && !isRed(picture[50, 50]))
  }

  @Test("Moving the view draws only what comes into it: a tile or two, and no sprite")
  func panning() throws {
    let (description, frame) = Samples.zoo
    let target = try RenderTarget(PixelSize(700, 500))
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    var camera = Camera(description.view)
    camera.zoom(by: 2.9, around: Vector(120, 100))
    func draw() throws -> Bitmap {
      try renderer.draw(frame, in: camera.viewport(in: Rect(size: Size(700, 500)), density: 1))
      return try target.bitmap()
    }
    let before = try draw()
    let (pieces, sprites) = (renderer.drawnPieces, renderer.spriteCount)
    #expect(pieces > 4 && sprites > 4)
    // Zoomed in a point has 4.8 pixels: 3 pixels at a time to the right, back, and up.
    for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
      for _ in 0..<20 {
        camera.move(by: Vector(x, y) * 0.6)
        _ = try draw()
      }
    }
    #expect(renderer.drawnPieces - pieces <= 8)
    #expect(renderer.spriteCount <= sprites + 3)
    // Back where it was, to the pixel.
    #expect(try draw() == before)
  }

  @Test(
    "A moved camera shows bodies where they are, on the paper and beside it, at any zoom",
    arguments: [0.3, 0.8, 1.7])
  func movedCamera(zoom: Double) throws {
    let target = try RenderTarget(PixelSize(400, 400))
    let description = WorldDescription(
      name: "test", view: Rect(size: Size(100, 100)), bodies: [square(kind: .static), square()])
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }),
      theme: Theme(background: .white))
    var camera = Camera(description.view)
    camera.zoom(by: zoom, around: Vector(90, 20))
    camera.look(at: Vector(110, 20))
    let viewport = camera.viewport(in: Rect(size: Size(400, 400)), density: 1)
    try renderer.draw(still(body(0, 100, 20), body(1, 121, 20)), in: viewport)
    let picture = try target.bitmap()
    func isRed(_ x: Double, _ y: Double) -> Bool {
      let pixel = viewport.pixel(Vector(x, y))
      return self.isRed(picture[Int(pixel.x), Int(pixel.y)])
    }
    for x in [100.0, 121] {
      #expect(isRed(x, 20) && isRed(x - 8, 12) && isRed(x + 8, 28))
      #expect(!isRed(x, 33) && !isRed(x, 7))
    }
  }

  @Test("A world of 100,000 points is shown whole, and as near as a body in it")
  func largeWorld() throws {
    let ground = BodyDescription(
      name: "ground", kind: .static,
      outlines: [.polygon([Vector(0, -50), Vector(1e5, -50), Vector(1e5, 0), Vector(0, 0)], radius: 0)])
    let target = try RenderTarget(PixelSize(400, 300))
    let description = WorldDescription(
      name: "test", view: Rect(size: Size(1e5, 2e4)), bodies: [ground, square(32)])
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    var camera = Camera(description.view)
    let frame = still(body(0, 0, 0, color: "#00ff00"), body(1, 73_000, 16))
    try renderer.draw(frame, in: camera.viewport(in: Rect(size: Size(400, 300)), density: 1))
    camera.frame(Rect(center: Vector(73_000, 16), size: Size(50, 50)), in: Size(400, 300))
    let viewport = camera.viewport(in: Rect(size: Size(400, 300)), density: 1)
    try renderer.draw(frame, in: viewport)
    let picture = try target.bitmap()
    func color(_ x: Double, _ y: Double) -> UInt32 {
      let pixel = viewport.pixel(Vector(x, y))
      return picture[Int(pixel.x), Int(pixel.y)]
    }
    #expect(isRed(color(73_000, 16)) && isRed(color(72_987, 29)))
    #expect(color(72_970, -4) & 0xFFFFFF == 0x00FF00 && color(72_970, 4) & 0xFFFFFF != 0x00FF00)
    // However near, it stays a surface.
    camera.frame(Rect(center: Vector(73_000, -3), size: Size(0.1, 0.1)), in: Size(400, 300))
    try renderer.draw(frame, in: camera.viewport(in: Rect(size: Size(400, 300)), density: 1))
    #expect(try target.bitmap()[200, 150] & 0xFFFFFF == 0x00FF00)
  }

  @Test("A body that comes to a world is drawn, and what was drawn of the others is kept")
  func grown() throws {
    let target = try RenderTarget(PixelSize(100, 100))
    var description = WorldDescription(
      name: "test", view: Rect(size: Size(100, 100)), bodies: [square(), square(30)])
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    let viewport = Viewport(view: description.view, in: Rect(size: Size(100, 100)))
    try renderer.draw(still(body(0, 20, 20), body(1, 80, 80)), in: viewport)
    let sprites = renderer.spriteCount
    description.bodies.append(square())
    renderer.description = description
    try renderer.draw(still(body(0, 20, 20), body(1, 80, 80), body(2, 20, 70)), in: viewport)
    #expect(isRed(try target.bitmap()[20, 30]))
    #expect(renderer.spriteCount == sprites)
  }

  @Test("A static body that moves or goes all the same is drawn where it is")
  func movedStatic() throws {
    let target = try RenderTarget(PixelSize(100, 100))
    let description = WorldDescription(
      name: "test", view: Rect(size: Size(100, 100)), bodies: [square(kind: .static), square(kind: .static)])
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    let viewport = Viewport(view: description.view, in: Rect(size: Size(100, 100)))
    try renderer.draw(still(body(0, 20, 20), body(1, 80, 80)), in: viewport)
    #expect(isRed(try target.bitmap()[20, 80]))
    for x in [30.0, 50, 70] {
      try renderer.draw(still(body(0, x, 20), body(1, 80, 80)), in: viewport)
      let picture = try target.bitmap()
      #expect(isRed(picture[Int(x), 80]) && isRed(picture[80, 20]))
      #expect((760...840).contains(countRed(picture)))
    }
    try renderer.draw(still(body(0, 50, 20)), in: viewport)
    #expect((380...420).contains(countRed(try target.bitmap())))
  }

  @Test("A joint is drawn from one end to the other")
  func joints() throws {
    for kind in [JointKind.pin, .slide, .spring] {
      let ends = JointSnapshot(id: 0, a: Vector(20, 50), b: Vector(80, 50))
      let joints = [JointDescription(name: "joint", kind: kind, a: 0, b: 1)]
      let large = PixelSize(400, 400)
      let with = try picture(of: [], joints: joints, still(joints: [ends]), size: large)
      let without = try picture(of: [], joints: joints, still(), size: large)
      // Columns that the joint has changed.
      let touched = (0..<400).filter { x in (180..<220).contains { with[x, $0] != without[x, $0] } }
      #expect((70...90).contains(touched.first ?? 0), "\(kind)")
      #expect((310...330).contains(touched.last ?? 0), "\(kind)")
      #expect(touched.count > 220, "\(kind)")
    }
  }

  @Test("What is transparent has the color of its neighbours, so that smoothing draws no fringe of another")
  func fringe() {
    for color in [0xFF20_4080, 0x8010_2040, 0xFFC0_8040] as [UInt32] {
      var picture = Bitmap(width: 12, height: 12)
      picture[6, 6] = color
      var straight = picture
      straight.convertToStraightAlpha()
      picture.prepareForUpload()
      for (x, y) in [(5, 5), (6, 5), (7, 7), (5, 6)] {
        #expect(picture[x, y] == straight[6, 6] & 0xFF_FFFF, "\(x) \(y)")
      }
      #expect(picture[4, 6] == 0 && picture[6, 6] == straight[6, 6])
    }
  }

  @Test("Pictures of one sheet do not touch: what is drawn up to its edge is not seen beside another")
  func sheet() throws {
    let sheet = SpriteSheet(try RenderTarget(PixelSize(1, 1)), isSmooth: true, pageSide: 64)
    var places: [SpriteSheet.Place] = []
    for size in [10, 20, 30, 5, 40, 12, 64] {
      places.append(try sheet.add(Bitmap(width: size, height: size / 2 + 3)))
    }
    for (index, place) in places.enumerated() {
      let a = place.source
      #expect(a.x >= 0 && a.y >= 0 && a.x + a.w <= 64 && a.y + a.h <= 64)
      for other in places[..<index] where other.texture === place.texture {
        let b = other.source
        #expect(a.x > b.x + b.w || b.x > a.x + a.w || a.y > b.y + b.h || b.y > a.y + a.h)
      }
    }
  }

  @Test("A joint that is never corrected is friction, and is not drawn")
  func frictionJoint() throws {
    let ends = JointSnapshot(id: 0, a: Vector(20, 50), b: Vector(80, 50))
    for kind in [JointKind.pivot, .gear, .pin] {
      var joint = JointDescription(name: "joint", kind: kind, a: 0, b: 1)
      let bodies = [square(), square()]
      let frame = still(body(0, 20, 50), body(1, 80, 50), joints: [ends])
      let drawn = try picture(of: bodies, joints: [joint], frame)
      joint.isFriction = true
      let undrawn = try picture(of: bodies, joints: [joint], frame)
      let without = try picture(of: bodies, still(body(0, 20, 50), body(1, 80, 50)))
      #expect(drawn != undrawn && undrawn == without)
    }
  }

  @Test("Any sizes, from one pixel on, can be drawn into")
  func sizes() throws {
    for (width, height) in [(1, 1), (1, 500), (500, 1), (7, 3), (2000, 30)] {
      _ = try picture(of: [square()], still(body(0, 50, 50)), size: PixelSize(width, height))
    }
    #expect(throws: StageError.pictureSize(width: 0, height: 5)) { try RenderTarget(PixelSize(0, 5)) }
    #expect(throws: StageError.pictureSize(width: 9, height: 20_000)) {
      try RenderTarget(PixelSize(9, 20_000))
    }
    #expect(throws: StageError.pictureSize(width: 16_000, height: 16_000)) {
      try RenderTarget(PixelSize(16_000, 16_000))
    }
  }

  @Test("Outlines of any kind are drawn: sharp, rounded, huge, tiny, flat, not finite")
  func outlines() throws {
    let corners = Polygon(box: Size(20, 20)).corners
    let outlines: [Outline] = [
      .polygon(corners, radius: 5), .circle(center: Vector(3, 3), radius: 1e-9),
      .circle(center: .zero, radius: 0), .circle(center: .zero, radius: .nan), .polygon([], radius: 2),
      .polygon([.zero], radius: 2), .segment(from: .zero, to: .zero, radius: 4),
      .segment(from: .zero, to: Vector(1, 0), radius: 0), .circle(center: .zero, radius: 1e7),
      .polygon(corners.map { $0 * 1e5 }, radius: 0), .circle(center: Vector(.infinity, 0), radius: 1),
    ]
    for outline in outlines {
      for kind in [BodyKind.dynamic, .static] {
        let description = BodyDescription(name: "odd", kind: kind, outlines: [outline])
        _ = try picture(of: [description], still(body(0, 50, 50, angle: 0.3)))
      }
    }
  }

  @Test("A body much larger than the picture fills it, turned or not, and has its edge where it is")
  func giants() throws {
    for path in [SpriteBatch.Path.copies, .batches] {
      for (side, angle) in path == .copies ? [(8e3, 0.0), (1e7, 7)] : [(1e5, 7)] {
        let all = try picture(of: [square(side)], still(body(0, 30, 60, angle: angle)), path: path)
        #expect(countRed(all) == 10_000, "\(side) \(angle)")
      }
      let half = try picture(of: [square(1e4)], still(body(0, -4950, 0)), path: path)
      // The sprite is drawn more coarsely: one of its pixels is five here.
      #expect((4500...5500).contains(countRed(half)))
      #expect(isRed(half[40, 50]) && !isRed(half[60, 50]))
    }
  }
}
