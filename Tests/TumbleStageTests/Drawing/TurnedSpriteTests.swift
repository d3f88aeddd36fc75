import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry

@testable import TumbleStage

// Sprites that are turned in advance, as those of many bodies are for SDL's software renderer.
extension StageTests {
  private static let view = Rect(size: Size(100, 100))

  /// Turned boxes, some of them in sight, and so many that are not.
  private func boxes(andUnseen count: Int) -> (WorldDescription, Frame) {
    var description = WorldDescription(name: "boxes", view: Self.view)
    var bodies: [BodySnapshot] = []
    for i in 0..<9 + count {
      var body = BodyDescription(
        name: "box", kind: .dynamic, outlines: [.polygon(Polygon(box: Size(20, 16)).corners, radius: 0)])
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

  @Test("the edges of many bodies are as smooth as those of few")
  func manySmooth() throws {
    let few = try picture(boxes(andUnseen: 0))
    var many = boxes(andUnseen: 400)
    let difference = Difference(few, try picture(many))
    #expect(difference.mean < 1.2 && difference.large < 0.005, "\(difference)")
    // By nothing that is seen larger than the view's scale: those the renderer turns by itself.
    for body in 0..<9 { many.1.current.bodies[body].appearance.scale = Vector(1 + 1e-9, 1 + 1e-9) }
    many.1.previous = many.1.current
    let jagged = Difference(few, try picture(many))
    #expect(jagged.large > 4 * difference.large && jagged.mean > difference.mean, "\(jagged)")
  }

  @Test("what is not turned in advance yet is drawn all the same, and is smooth some frames later")
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

  @Test("a body of another scale than the view's is drawn, turned by the renderer")
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
