import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A disc that came from the left to the middle of a view of 100 × 100 points in 40 steps, at 3 pixels a
  /// point.
  private func trail(
    _ trail: Trail?, alpha: Double = 0, gapAt gap: Int? = nil, background: Color = .white
  ) throws -> Bitmap {
    var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(100, 100)))
    description.bodies = [
      BodyDescription(name: "disc", kind: .dynamic, outlines: [.circle(center: .zero, radius: 4)])
    ]
    description.bodies[0].style.trail = trail
    func snapshot(_ step: Int) -> FrameSnapshot {
      let place = Vector(10 + Double(step), 50)
      var made = FrameSnapshot(step: step, rate: 40, bodies: [BodySnapshot(id: 0, position: place, angle: 0)])
      made.trails = [TrailSpan(body: 0, spacing: 1, range: 0..<42)]
      made.trailPlaces = (0..<42).map { Vector(10 + Double($0), 50) }
      if let gap { made.trailPlaces[gap] = Vector(.nan, .nan) }
      return made
    }
    let frame = Frame(previous: snapshot(40), current: snapshot(alpha == 0 ? 40 : 41), alpha: alpha)
    let renderer = try OffscreenRenderer(
      size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }), theme: Theme(background: background))
    return try renderer.picture(
      of: frame, description: description, status: Status(title: "t", step: 1, rate: 40))
  }

  /// The amount of a component of a pixel, at a place in points from the top left.
  private func level(_ picture: Bitmap, _ x: Double, _ y: Double, _ shift: UInt32 = 8) -> Int {
    Int(picture.pixels[Int(y * 3) * picture.width + Int(x * 3)] >> shift & 255)
  }

  private static let red = Color(red: 1, green: 0, blue: 0)

  @Test("A trail is a ribbon along the way that a body came, which tapers and fades")
  func ribbon() throws {
    let (plain, picture) = (try trail(nil), try trail(Trail(width: 8, color: Self.red)))
    let marked = [44.0, 34, 24, 14].map { level(plain, $0, 50) - level(picture, $0, 50) }
    #expect(marked == marked.sorted(by: >) && marked[0] > 100 && marked[3] > 3, "\(marked)")
    // Two points beside its middle it is still seen near the body, and no longer at its end.
    #expect(level(plain, 42, 48) - level(picture, 42, 48) > 20)
    #expect(level(plain, 14, 48) == level(picture, 14, 48))
    #expect(level(plain, 30, 60) == level(picture, 30, 60))
  }

  @Test("A trail ends after its time, goes on between two steps, and is parted where its body jumped")
  func ends() throws {
    let (plain, short) = (try trail(nil), try trail(Trail(length: .time(0.5), width: 8, color: Self.red)))
    #expect(level(plain, 26, 50) == level(short, 26, 50))
    #expect(level(plain, 34, 50) - level(short, 34, 50) > 10)
    let between = try trail(Trail(length: .time(0.5), width: 8, color: Self.red), alpha: 0.5)
    #expect(level(between, 34, 50) > level(short, 34, 50))
    let parted = try trail(Trail(length: .forever, width: 8, color: Self.red), gapAt: 20)
    #expect(level(plain, 30, 50) == level(parted, 30, 50))
    #expect(level(plain, 12, 50) - level(parted, 12, 50) > 100)
  }

  @Test("On a dark paper a trail adds its light")
  func light() throws {
    let blue = Color(red: 0, green: 0, blue: 0.4)
    let (plain, picture) = (
      try trail(nil, background: blue), try trail(Trail(width: 8, color: Self.red), background: blue)
    )
    #expect(level(picture, 40, 50, 0) == level(plain, 40, 50, 0))
    #expect(level(picture, 40, 50, 16) - level(plain, 40, 50, 16) > 60)
  }
}
