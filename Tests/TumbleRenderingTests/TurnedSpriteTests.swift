import CTumbleSDL2
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples

// Sprites that are turned in advance, as those of many bodies are for SDL's software renderer.
extension RenderingTests {
  private static let view = Rect(size: Size(100, 100))

  /// A scene of turned boxes, some of them in sight, and so many that are not.
  private func boxes(
    andUnseen count: Int, size: Size = Size(20, 16)
  ) -> (description: WorldDescription, frame: Frame) {
    var description = WorldDescription(name: "boxes", view: Self.view)
    var bodies: [BodySnapshot] = []
    for i in 0..<9 + count {
      var body = BodyDescription(
        name: "box", kind: .dynamic, outlines: [.polygon(Polygon(box: size).corners, radius: 0)])
      body.castsShadow = false
      description.bodies.append(body)
      let place = Vector(Double(18 + i % 3 * 32), Double(18 + i / 3 * 32))
      bodies.append(
        BodySnapshot(
          id: BodyID(i), position: i < 9 ? place : Vector(1000, 1000), angle: 0.2 + 0.61 * Double(i)))
    }
    return (description, Frame(FrameSnapshot(step: 1, rate: 120, bodies: bodies)))
  }

  /// - Parameters:
  ///   - frames: The last of so many is returned.
  ///   - isHurried: As in a window.
  private func picture(
    _ boxes: (description: WorldDescription, frame: Frame), frames: Int = 1, isHurried: Bool = false
  ) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(100, 100))
    let renderer = Renderer(
      target, description: boxes.description, textures: TextureCache(warn: { _ in }))
    renderer.drawsInBackground = isHurried
    for _ in 0..<frames { try renderer.draw(boxes.frame, in: Viewport(view: Self.view, in: Self.view)) }
    return try target.bitmap()
  }

  @Test("The edges of many bodies are as smooth as those of few")
  func manySmooth() throws {
    let few = try picture(boxes(andUnseen: 0))
    var many = boxes(andUnseen: 400)
    let difference = Difference(few, try picture(many))
    #expect(difference.mean < 1.2 && difference.large < 0.005, "\(difference)")
    // By nothing that is seen larger than the view's scale: those the renderer turns by itself, as it turns
    // few.
    for body in 0..<9 { many.1.current.bodies[body].appearance.scale = Vector(1 + 1e-9, 1 + 1e-9) }
    many.1.previous = many.1.current
    let scaled = Difference(few, try picture(many))
    #expect(scaled.mean < 0.1 && scaled.large < 0.001, "\(scaled)")
  }

  @Test("Bodies too large to be turned in advance have smooth edges too")
  func manyLarge() throws {
    let size = Size(110, 100)
    let few = try picture(boxes(andUnseen: 0, size: size))
    let many = try picture(boxes(andUnseen: 400, size: size))
    let difference = Difference(few, many)
    #expect(difference.mean < 0.1 && difference.large < 0.001, "\(difference)")
  }

  /// A turned sprite of a box, which is turned in advance within so much memory, or only by the renderer.
  private func turnedBox(memory: Int?, isSmooth: Bool, room: Bool = true) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(100, 100))
    let form = SpriteForm.outline(.polygon(Polygon(box: Size(40, 30)).corners, radius: 0), .white)
    let plan = try #require(
      SpritePlan(form, Detail(Viewport(view: Self.view, in: Self.view)), isPaged: false))
    let drawing = plan.draw(nil)
    let texture = try Texture(target, size: PixelSize(drawing.width, drawing.height), isSmooth: isSmooth)
    texture.upload(drawing)
    var sprite = Sprite(
      texture: texture,
      source: SDL_Rect(x: 0, y: 0, w: Int32(drawing.width), h: Int32(drawing.height)),
      bounds: plan.covered)
    if let memory {
      let shared = TurnedSprites(target, limit: memory)
      // A view that is being zoomed has nothing turned in advance.
      if !room { shared.beginFrame(scale: 2, isHurried: true) }
      shared.beginFrame(scale: 1, isHurried: !room)
      sprite.turned = TurnedSprite(shared, drawing, bounds: plan.covered)
    }
    let batch = SpriteBatch(target, path: .copies)
    batch.draw(
      sprite, at: Vector(50, 50), angle: 0.4, scale: Vector(1, 1), tint: SDL_Color(.white))
    return try target.bitmap()
  }

  @Test("What finds no room among those turned in advance is turned smoothly; what is awaited, quickly")
  func noRoom() throws {
    let (smooth, jagged) = (
      try turnedBox(memory: nil, isSmooth: true), try turnedBox(memory: nil, isSmooth: false)
    )
    #expect(Difference(smooth, jagged).large > 0.005)
    let full = try turnedBox(memory: 0, isSmooth: false)
    let isSmooth = full.pixels == smooth.pixels
    #expect(isSmooth)
    let awaited = try turnedBox(memory: 1 << 20, isSmooth: false, room: false)
    let isJagged = awaited.pixels == jagged.pixels
    #expect(isJagged)
    let turned = try turnedBox(memory: 1 << 20, isSmooth: false)
    #expect(Difference(smooth, turned).large < 0.005 && turned.pixels != jagged.pixels)
  }

  @Test("What is not turned in advance yet is drawn all the same, and is smooth some frames later")
  func hurried() throws {
    // At 40 degrees no two of them share a picture.
    var many = boxes(andUnseen: 400)
    for body in many.1.current.bodies.indices.dropFirst(9) {
      many.1.current.bodies[body].position = Vector(50, 50)
      many.1.current.bodies[body].appearance.opacity = 0.01
    }
    many.1.previous = many.1.current
    let whole = try picture(many)
    #expect(try picture(many, frames: 40, isHurried: true).pixels == whole.pixels)
    #expect(Difference(try picture(many, isHurried: true), whole).large < 0.1)
  }

  @Test("A body of another scale than the view's is drawn, turned by the renderer")
  func otherScale() throws {
    var many = boxes(andUnseen: 400)
    let before = try picture(many)
    many.1.current.bodies[4].appearance.scale = Vector(1.4, 1.4)
    many.1.previous = many.1.current
    let after = try picture(many)
    #expect(after.pixels != before.pixels)
    var few = boxes(andUnseen: 0)
    few.1.current.bodies[4].appearance.scale = Vector(1.4, 1.4)
    few.1.previous = few.1.current
    #expect(Difference(try picture(few), after).mean < 2)
  }
}
