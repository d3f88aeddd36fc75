import Foundation
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleTestSupport

/// Bodies that are many times as large as what is seen of them.
extension RenderingTests {
  private static let side = 100

  /// The picture of one body, or of several: a view of 100 × 100 points on as many pixels, and what drawing
  /// it took.
  private func drawn(_ outline: Outline, at positions: [Vector], angle: Double = 0) throws
    -> (picture: Bitmap, counts: DrawCounts)
  {
    let target = try RenderTarget(PixelSize(Self.side, Self.side))
    let view = Rect(size: Size(Double(Self.side), Double(Self.side)))
    let bodies = positions.indices.map {
      BodyDescription(name: "b\($0)", kind: .dynamic, outlines: [outline])
    }
    let renderer = Renderer(
      target, description: WorldDescription(name: "test", view: view, bodies: bodies, joints: []),
      textures: TextureCache(warn: { _ in }), theme: Theme(background: .white))
    let snapshots = positions.enumerated().map { index, position in
      BodySnapshot(
        id: BodyID(index), position: position, angle: angle,
        appearance: Appearance(opacity: 1, scale: Vector(1, 1), color: Color(hex: "#ff0000")))
    }
    try renderer.draw(
      Frame(FrameSnapshot(step: 1, rate: 120, bodies: snapshots, joints: [])),
      in: Viewport(view: view, in: view))
    return (try target.bitmap(), target.takeCounts())
  }

  private func isReddish(_ pixel: UInt32) -> Bool { pixel >> 16 & 255 > pixel & 255 + 60 }

  @Test(
    "A body of any size covers what it lies over, and ends where it ends", arguments: Seeds.list(default: 12))
  func largeBodies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let radius = pow(10, random.double(in: 4.5...9))
    let way = Vector(angle: random.double(in: 0...6.28))
    let edge = Vector(50, 50) + way * random.double(in: -30...30)
    let forms: [Outline] = [
      .circle(center: .zero, radius: radius),
      .segment(from: Vector(0, -radius), to: Vector(0, radius), radius: radius / 3),
      .polygon(Polygon(box: Size(2 * radius, 3 * radius)).corners, radius: 0),
      .polygon(Polygon(box: Size(radius, radius)).corners, radius: radius / 2),
    ]
    for (index, form) in forms.enumerated() {
      // Its right side lies in the view, turned.
      let reach = index == 1 ? radius / 3 : radius
      let picture = try drawn(form, at: [edge - way * reach], angle: way.angle).picture
      for y in stride(from: 2, to: Self.side, by: 8) {
        for x in stride(from: 2, to: Self.side, by: 8) {
          let place = Vector(Double(x) + 0.5, Double(Self.side - y) - 0.5)
          // Beside its far end a round one bends away by less than a point.
          let inside = -(place - edge).dot(way)
          guard abs(inside) > 3 else { continue }
          #expect(isReddish(picture[x, y]) == (inside > 0), "form \(index) of \(radius) at \(x), \(y)")
        }
      }
    }
  }

  @Test("A hundred bodies that are larger than any screen take no pixels of their own")
  func largeBodyPixels() throws {
    let one = Outline.circle(center: .zero, radius: 1e8)
    let far = try drawn(one, at: [])
    let seen = try drawn(one, at: (0..<100).map { Vector(Double($0), 40 - 1e8) })
    #expect(seen.counts.uploadedBytes == far.counts.uploadedBytes)
    #expect(seen.counts.offscreenPasses == far.counts.offscreenPasses)
    #expect(isReddish(seen.picture[50, 80]))
  }

  @Test("A sprite that is enlarged beyond any sharpness has few pixels, and one that is not has all it had")
  func largeSpritePixels() throws {
    let detail = Detail(Viewport(view: Rect(size: Size(100, 100)), in: Rect(size: Size(100, 100))))
    func pixels(_ size: Size) throws -> Int {
      let form = SpriteForm.outline(.polygon(Polygon(box: size).corners, radius: 0), .white)
      return try #require(SpritePlan(form, detail, isPaged: false)).cost / 4
    }
    #expect(try pixels(Size(1e8, 1e8)) < 80_000)
    #expect(try pixels(Size(1e8, 1e7)) < 80_000)
    #expect(try pixels(Size(16_000, 16_000)) == 2048 * 2048)
    #expect(try pixels(Size(1e5, 10)) > 2000 * 4)
  }
}
