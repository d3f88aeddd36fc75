import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleTestSupport

// Scenery before a camera.

extension RenderingTests {
  @Test("Scenery far away moves less before a camera: not at all at depth 1")
  func parallax() throws {
    var places: [Double: [Int]] = [:]
    for depth in [0, 0.5, 1] {
      var post = SceneryDescription(
        name: "post", outlines: [.rect(Rect(center: .zero, size: Size(10, 80)))],
        places: [SceneryDescription.Place(position: Vector(100, 100))])
      (post.color, post.depth) = (.black, depth)
      var description = WorldDescription(name: "test", view: Rect(size: Size(200, 200)), bodies: [])
      description.scenery = [post]
      var theme = Theme(background: .white)
      theme.makePaperEndless()
      (theme.grid, theme.gridEvery5th) = (.white, .white)
      let target = try RenderTarget(PixelSize(200, 200))
      let renderer = Renderer(
        target, description: description, textures: TextureCache(warn: { _ in }), theme: theme)
      places[depth] = try [100.0, 140].map { x in
        try renderer.draw(
          Frame(FrameSnapshot(step: 1, rate: 120, bodies: [])),
          in: Viewport(
            paper: description.view, around: Vector(x, 100), scale: 1, in: Rect(size: Size(200, 200))))
        let picture = try target.bitmap()
        return try #require((0..<200).first { picture[$0, 100] & 255 < 230 })
      }
    }
    #expect(places == [0: [95, 55], 0.5: [95, 75], 1: [95, 95]])
  }
}
