import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A disc of 20 points in the middle of a view of 100 × 100 points, at 3 pixels a point.
  private func disc(
    _ kind: BodyKind, glow: Double, before: Double? = nil, alpha: Double = 0, opacity: Double = 1
  ) throws -> Bitmap {
    var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(100, 100)))
    description.bodies = [BodyDescription(name: "disc", kind: kind, outlines: [.circle(radius: 10)])]
    func snapshot(_ glow: Double) -> FrameSnapshot {
      let look = Appearance(opacity: opacity, color: Color(red: 1, green: 0.5, blue: 0), glow: glow)
      return FrameSnapshot(
        step: 1, rate: 120,
        bodies: [BodySnapshot(id: 0, position: Vector(50, 50), angle: 0, appearance: look)])
    }
    var frame = Frame(snapshot(glow))
    frame.previous = snapshot(before ?? glow)
    frame.alpha = alpha
    let renderer = try OffscreenRenderer(size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }))
    return try renderer.picture(
      of: frame, description: description, status: Status(title: "t", step: 1, rate: 120))
  }

  /// The sum of the differences of two pictures' pixels, by their components.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).reduce(0) { sum, pair in
      sum + [0, 8, 16].reduce(0) { $0 + abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)) }
    }
  }

  @Test(
    "A body that glows has a halo, the brighter the more it glows", arguments: [BodyKind.dynamic, .static])
  func halo(kind: BodyKind) throws {
    let plain = try disc(kind, glow: 0)
    let (half, full) = (try disc(kind, glow: 0.5), try disc(kind, glow: 1))
    #expect(difference(plain, half) > 10_000)
    #expect(difference(plain, full) > difference(plain, half) * 3 / 2)
    // Beyond what the halo reaches nothing changes.
    #expect(plain.pixels.prefix(300 * 60).elementsEqual(full.pixels.prefix(300 * 60)))
  }

  @Test("A halo fades with its body, and is in between two steps")
  func haloBetween() throws {
    let unseen = try disc(.dynamic, glow: 0, opacity: 0)
    #expect(difference(unseen, try disc(.dynamic, glow: 1, opacity: 0)) == 0)
    let between = try disc(.dynamic, glow: 1, before: 0, alpha: 0.5)
    #expect(difference(between, try disc(.dynamic, glow: 0.5)) == 0)
  }
}
