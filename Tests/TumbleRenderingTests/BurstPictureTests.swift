import Testing
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A view of 400 × 400 points, at one pixel a point, some steps of 1/120 s after a burst in its middle.
  private func picture(_ burst: Burst?, step: Int = 12) throws -> Bitmap {
    let description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(400, 400)))
    var snapshot = FrameSnapshot(step: step, rate: 120)
    snapshot.bursts = burst.map { [$0] } ?? []
    let renderer = try OffscreenRenderer(size: PixelSize(400, 426), textures: TextureCache(warn: { _ in }))
    return try renderer.picture(
      of: Frame(snapshot), description: description, status: Status(title: "t", step: 1, rate: 120))
  }

  /// The pixels of the stage that two pictures do not have in common, above the middle and below it.
  private func changed(_ a: Bitmap, _ b: Bitmap) -> (above: Int, below: Int) {
    let places = (0..<400 * 400).filter { a.pixels[$0] != b.pixels[$0] }
    return (places.count { $0 < 400 * 200 }, places.count { $0 >= 400 * 200 })
  }

  @Test(
    "A burst flies off in its direction, the stronger the more of it",
    arguments: Impact.allCases.filter { $0 != .nothing })
  func burst(impact: Impact) throws {
    func burst(_ strength: Double) -> Burst {
      Burst(impact, step: 0, position: Vector(200, 200), angle: .pi / 2, strength: strength)
    }
    let plain = try picture(nil)
    let (weak, strong) = (changed(try picture(burst(0)), plain), changed(try picture(burst(1)), plain))
    #expect(weak.above > 20 && strong.above > weak.above && strong.above > 2 * strong.below)
    let over = try picture(burst(1), step: Int(Burst.duration * 120))
    #expect(changed(over, plain) == (0, 0))
  }
}
