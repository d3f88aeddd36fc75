import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleTestSupport

// Skins over balls.

extension RenderingTests {
  @Test("Balls with one skin are drawn as one, without their shadows", arguments: Skin.allCases)
  func skin(skin: Skin) throws {
    func picture(_ skin: Skin?) throws -> Bitmap {
      let balls = [80.0, 120].map { x in
        BodySnapshot(
          id: BodyID(x < 100 ? 0 : 1), position: Vector(x, 100), angle: 0,
          appearance: Appearance(color: Color(red: 1, green: 0, blue: 0)))
      }
      var ball = BodyDescription(name: "ball", kind: .dynamic, outlines: [.circle(center: .zero, radius: 18)])
      ball.style.skin = skin
      let description = WorldDescription(
        name: "test", view: Rect(size: Size(200, 200)), bodies: [ball, ball])
      let target = try RenderTarget(PixelSize(200, 200))
      let renderer = Renderer(
        target, description: description, textures: TextureCache(warn: { _ in }),
        theme: Theme(background: .white))
      try renderer.draw(
        Frame(FrameSnapshot(step: 1, rate: 120, bodies: balls)),
        in: Viewport(view: description.view, in: Rect(size: Size(200, 200))))
      return try target.bitmap()
    }
    func red(_ picture: Bitmap, _ x: Int, _ y: Int) -> Int {
      Int(picture[x, y] >> 16 & 255) - Int(picture[x, y] & 255)
    }
    let (loose, skinned) = (try picture(nil), try picture(skin))
    #expect(red(loose, 100, 100) < 40 && red(skinned, 100, 100) > 40, "between both")
    #expect(red(skinned, 80, 100) > 40)
    #expect(loose[81, 121] & 255 < 250 && skinned[81, 121] & 255 == 255, "no shadow")
  }

  @Test("A skin lies where its rearmost ball does, in sight or not", arguments: [false, true])
  func skinOrder(isBallInSight: Bool) throws {
    var ball = BodyDescription(name: "ball", kind: .dynamic, outlines: [.circle(center: .zero, radius: 30)])
    ball.style.skin = .water
    let crate = BodyDescription(
      name: "crate", kind: .dynamic, outlines: [.rect(Rect(center: .zero, size: Size(20, 20)))])
    let description = WorldDescription(
      name: "test", view: Rect(size: Size(200, 200)), bodies: [ball, crate, ball])
    let places = [Vector(isBallInSight ? 40 : -4000, 100), Vector(120, 100), Vector(120, 100)]
    let target = try RenderTarget(PixelSize(200, 200))
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }),
      theme: Theme(background: .white))
    let bodies = places.enumerated().map {
      BodySnapshot(
        id: BodyID($0.offset), position: $0.element, angle: 0,
        appearance: Appearance(color: $0.offset == 1 ? Color(red: 1, green: 0, blue: 0) : .black))
    }
    try renderer.draw(
      Frame(FrameSnapshot(step: 1, rate: 120, bodies: bodies)),
      in: Viewport(view: description.view, in: Rect(size: Size(200, 200))))
    let picture = try target.bitmap()
    #expect(picture[120, 100] >> 16 & 255 > 200, "the crate is in front of the skin")
    #expect(picture[100, 100] >> 16 & 255 < 200, "and the skin around it")
  }
}
