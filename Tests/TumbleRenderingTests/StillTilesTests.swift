import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples
import TumbleTestSupport

/// The article's property of views that are used again: there are never more than can be seen, and one a row.
@Suite("Tiles of what stands still")
struct StillTilesTests {
  private static let size = Size(500, 380)

  /// A camera that a person has no patience with.
  private struct Walk {
    var random: SeededGenerator
    var camera: Camera

    mutating func step() {
      switch random.int(in: 0...9) {
      case 0:
        camera.reset()
      case 1, 2:
        camera.look(at: Vector(random.double(in: -4000...4000), random.double(in: -4000...4000)))
      case 3, 4:
        let around = camera.center + Vector(random.double(in: -90...90), random.double(in: -90...90))
        camera.zoom(by: random.pick([0.02, 0.4, 0.9, 1.1, 2.5]), around: around)
        // Not further away than where its world is a dot, nor nearer than a tile.
        if camera.zoom < 0.02 || camera.zoom > 8 { camera.reset() }
      default:
        camera.move(
          by: Vector(random.double(in: -200...200), random.double(in: -200...200)) / camera.zoom)
      }
    }

    var viewport: Viewport { camera.viewport(in: Rect(size: StillTilesTests.size), density: 1) }
  }

  /// A world of scenery, and a static body that may be elsewhere each time.
  private static func world(_ random: inout SeededGenerator) -> WorldDescription {
    var description = WorldDescription(
      name: "still", view: Rect(size: Size(300, 200)),
      bodies: [
        BodyDescription(
          name: "wall", kind: .static, outlines: [.polygon(Polygon(box: Size(60, 30)).corners, radius: 0)])
      ])
    description.scenery = Samples.scenery(&random, most: 150)
    if random.bool() { description.scenery[0].texture = Samples.asset("brick") }
    return description
  }

  private static func frame(_ x: Double) -> Frame {
    Frame(FrameSnapshot(step: 0, rate: 60, bodies: [BodySnapshot(id: 0, position: Vector(x, 60), angle: 0)]))
  }

  /// The same drawn at once, without tiles.
  private static func direct(_ description: WorldDescription, _ frame: Frame, _ viewport: Viewport) -> Bitmap
  {
    let textures = TextureCache(warn: { _ in })
    let theme = Theme()
    let corner = viewport.pixel(viewport.paper.min)
    // A picture has as many whole pixels as fit in: a width that rounding made a hair too small would lose
    // one.
    let hair = Vector(1e-6, 1e-6)
    let piece = Rect(min: viewport.area.min - corner, max: viewport.area.max - corner + hair)
    let backdrop = Backdrop(
      theme: theme, paper: viewport.paper, scale: viewport.scale, density: viewport.density,
      showsSurround: viewport.isMoved)
    var picture = Bitmap(width: Int(size.width), height: Int(size.height))
    picture.clear(to: theme.surround)
    for layer in [StillWorld.Layer.backdrop, .front] {
      let world = StillWorld(
        layer, description, bodies: layer == .backdrop ? frame.current.bodies : [], theme: theme,
        scenery: StillWorld.scenery(of: layer, in: description, textures: textures), textures: textures,
        revision: 1)
      var part: Bitmap?
      switch layer {
      case .backdrop: part = world.picture(of: piece, backdrop)?.bitmap
      case .front, .paper, .far, .near, .sky:
        // Not made ready for upload: it is blended here.
        var front = Bitmap(width: Int(piece.width), height: Int(piece.height))
        front.draw { canvas in
          canvas.transform(backdrop.transform(to: piece))
          backdrop.draw(
            world.scenery, world.scenery.numbers(in: backdrop.part(of: piece)), in: backdrop.part(of: piece),
            on: canvas, isWanted: { true })
        }
        part = front
      }
      if let part { picture.blend(part, x: Int(viewport.area.min.x), y: Int(viewport.area.min.y)) }
    }
    return picture
  }

  /// The number of tiles that can be seen of a window of this size, wherever it stands, and one more a row
  /// and a column.
  private static let bound =
    (Int((size.width / 256).rounded(.up)) + 2) * (Int((size.height / 256).rounded(.up)) + 2)

  /// - Returns: What is drawn of the world alone: not the paper's rim.
  private static func draw(_ renderer: Renderer, _ frame: Frame, _ viewport: Viewport) throws -> Bitmap {
    try renderer.draw(frame, in: viewport)
    return try renderer.target.bitmap()
  }

  private static func compare(
    _ picture: Bitmap, _ description: WorldDescription, _ frame: Frame, _ viewport: Viewport,
    _ comment: Comment
  ) {
    var expected = direct(description, frame, viewport)
    var drawn = picture
    // The paper's rim, which is no tile's, lies just outside of it.
    let (area, size) = (viewport.area, PixelSize(expected.width, expected.height))
    for rows in [0..<Int(area.min.y), Int(area.max.y)..<size.height] {
      expected.fill(columns: 0..<size.width, rows: rows, .black)
      drawn.fill(columns: 0..<size.width, rows: rows, .black)
    }
    for columns in [0..<Int(area.min.x), Int(area.max.x)..<size.width] {
      expected.fill(columns: columns, rows: 0..<size.height, .black)
      drawn.fill(columns: columns, rows: 0..<size.height, .black)
    }
    let difference = Difference(drawn, expected)
    // What lies before the bodies is blended with straight alpha, which rounds otherwise: by two of 255 where
    // it is nearly transparent everywhere.
    #expect(difference.mean < 2.5 && difference.large < 0.0005, "\(comment): \(difference)")
  }

  @Test(
    "Still tiles are no more than can be seen and one a row, and show what a picture without tiles shows, wherever the camera goes",
    arguments: Seeds.list(default: 8))
  func complete(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var description = Self.world(&random)
    let renderer = Renderer(
      try RenderTarget(PixelSize(500, 380)), description: description, textures: TextureCache(warn: { _ in }))
    var walk = Walk(random: random, camera: Camera(description.view))
    for step in 0..<15 {
      walk.step()
      if walk.random.int(in: 0...9) == 0 {
        description.scenery[0].color = Color(red: 0, green: walk.random.double(in: 0...1), blue: 0.8)
        renderer.description = description
      }
      let picture = try Self.draw(renderer, Self.frame(100), walk.viewport)
      #expect(renderer.liveTiles.back <= Self.bound && renderer.liveTiles.front <= Self.bound)
      #expect(renderer.tileTextures.back <= 2 * Self.bound && renderer.tileTextures.front <= 2 * Self.bound)
      guard step % 3 == 0 else { continue }
      Self.compare(picture, description, Self.frame(100), walk.viewport, "step \(step)")
    }
  }

  @Test(
    "Still tiles drawn in the background leave no hole while they come, and no stale tile once they have",
    arguments: Seeds.list(default: 4))
  func background(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var description = Self.world(&random)
    // Much of it, so that it is not drawn at once.
    description.scenery[0].places = (0..<3000).map { index in
      SceneryDescription.Place(
        position: Vector(Double(index % 60) * 9 - 120, Double(index / 60) * 9 - 100))
    }
    description.scenery[0].outlines = [.rect(Rect(center: .zero, size: Size(7, 7)))]
    let renderer = Renderer(
      try RenderTarget(PixelSize(500, 380)), description: description,
      textures: TextureCache(warn: { _ in }), theme: Theme())
    renderer.drawsInBackground = true
    var walk = Walk(random: random, camera: Camera(description.view))
    let frame = Self.frame(100)
    for step in 0..<6 {
      walk.step()
      if walk.random.int(in: 0...3) == 0 {
        description.scenery[0].color = Color(red: 0.9, green: walk.random.double(in: 0...1), blue: 0)
        renderer.description = description
      }
      var frames = 0
      repeat {
        let picture = try Self.draw(renderer, frame, walk.viewport)
        frames += 1
        #expect(renderer.liveTiles.back <= 2 * Self.bound && renderer.liveTiles.front <= 2 * Self.bound)
        if frames == 1 { Self.expectNoHole(picture, description, frame, walk.viewport, "step \(step)") }
      } while renderer.isWaiting && frames < 1_000_000
      // Once all has come, the next frame shows it.
      var picture = try Self.draw(renderer, frame, walk.viewport)
      while renderer.isWaiting { picture = try Self.draw(renderer, frame, walk.viewport) }
      #expect(renderer.liveTiles.back <= Self.bound && renderer.liveTiles.front <= Self.bound)
      #expect(renderer.tileTextures.back <= 2 * Self.bound)
      Self.compare(picture, description, frame, walk.viewport, "step \(step)")
    }
  }

  /// A tile that is missing would leave a square of the color that all is filled with first.
  private static func expectNoHole(
    _ picture: Bitmap, _ description: WorldDescription, _ frame: Frame, _ viewport: Viewport,
    _ comment: Comment
  ) {
    let expected = direct(description, frame, viewport)
    let nothing = Bitmap.filled(Theme().surround)
    func isHole(_ x: Int, _ y: Int) -> Bool {
      picture[x, y] & 0xFFFFFF == nothing && expected[x, y] & 0xFFFFFF != nothing
    }
    // A coarse picture has other edges, by one of its pixels: a tile that is missing fills more than a strip.
    let side = 48
    for top in stride(from: 0, through: picture.height - side, by: side / 2) {
      for left in stride(from: 0, through: picture.width - side, by: side / 2) {
        let isMissing = (0..<side).allSatisfy { y in (0..<side).allSatisfy { isHole(left + $0, top + y) } }
        #expect(!isMissing, "\(comment): nothing at \(left), \(top)")
      }
    }
  }

  @Test("Still tiles end their thread and free what they made with the renderer")
  func leak() throws {
    weak var painter: StillTiles?
    weak var target: RenderTarget?
    do {
      var random = SeededGenerator(seed: 3)
      let description = Self.world(&random)
      let made = try RenderTarget(PixelSize(500, 380))
      let tiles = StillTiles(made)
      tiles.isComplete = false
      let textures = TextureCache(warn: { _ in })
      let world = StillWorld(
        .backdrop, description, bodies: [], theme: Theme(),
        scenery: StillWorld.scenery(of: .backdrop, in: description, textures: textures), textures: textures,
        revision: 1)
      var camera = Camera(description.view)
      for zoom in [0.5, 2, 0.3, 3] {
        camera.zoom(by: zoom, around: Vector(40, 60))
        try tiles.draw(world, in: camera.viewport(in: Rect(size: Self.size), density: 1))
      }
      (painter, target) = (tiles, made)
    }
    #expect(painter == nil && target == nil)
  }

  @Test(
    "Still tiles of scenery are not drawn again for a body that moves, nor for scenery behind where it is in front"
  )
  func separate() throws {
    var description = WorldDescription(
      name: "still", view: Rect(size: Size(300, 200)),
      bodies: [BodyDescription(name: "ball", kind: .dynamic, outlines: [.circle(center: .zero, radius: 9)])])
    description.scenery = [
      SceneryDescription(
        name: "leaf", outlines: [.circle(center: .zero, radius: 4)],
        places: [SceneryDescription.Place(position: Vector(100, 60))])
    ]
    description.scenery[0].isInFront = true
    let renderer = Renderer(
      try RenderTarget(PixelSize(300, 200)), description: description, textures: TextureCache(warn: { _ in }))
    let viewport = Viewport(view: description.view, in: Rect(size: Size(300, 200)))
    let first = try Self.draw(renderer, Self.frame(100), viewport)
    let drawn = renderer.drawnPieces
    let second = try Self.draw(renderer, Self.frame(180), viewport)
    #expect(renderer.drawnPieces == drawn)
    // The leaf hides the ball's middle, and stays when it has gone.
    #expect(first[100, 140] == second[100, 140] && first[93, 140] != second[93, 140])
  }
}

extension Bitmap {
  /// The pixel of a color, without its alpha.
  fileprivate static func filled(_ color: Color) -> UInt32 {
    var pixel = Bitmap(width: 1, height: 1)
    pixel.clear(to: color)
    return pixel[0, 0] & 0xFFFFFF
  }
}
