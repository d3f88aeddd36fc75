import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A vessel like a hook in a view of 100 × 100 points, at 3 pixels a point.
  private func vessel(_ levels: [Double], step: Int = 10, previous: Double? = nil, alpha: Double = 0) throws
    -> Bitmap
  {
    var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(100, 100)))
    let hook = [
      Vector(10, 10), Vector(90, 10), Vector(90, 90), Vector(70, 90), Vector(70, 30), Vector(10, 30),
    ]
    description.fluids = levels.isEmpty ? [] : [FluidDescription(name: "water", outline: hook)]
    var frame = Frame(FrameSnapshot(step: step, rate: 120))
    frame.current.levels = levels
    frame.previous.levels = previous.map { [$0] } ?? levels
    frame.alpha = alpha
    let renderer = try OffscreenRenderer(size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }))
    return try renderer.picture(
      of: frame, description: description, status: Status(title: "t", step: 1, rate: 120))
  }

  /// Returns the number of square points in which two pictures differ.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
    Double(zip(a.pixels, b.pixels).count { $0 != $1 }) / 9
  }

  @Test("A fluid is drawn in its vessel up to its level, and one that was removed is not")
  func fluidLevel() throws {
    let dry = try vessel([])
    for (level, area) in [(20.0, 800.0), (60, 2200), (90, 2800), (500, 2800), (5, 0), (.infinity, 0)] {
      let drawn = difference(dry, try vessel([level]))
      #expect(abs(drawn - area) <= 0.03 * area + 40, "\(level): \(drawn)")
    }
  }

  @Test("A fluid's surface ripples with the time of the frame, alike for the same frame")
  func fluidRipples() throws {
    let picture = try vessel([60], step: 10)
    #expect(difference(picture, try vessel([60], step: 10)) == 0)
    let later = difference(picture, try vessel([60], step: 100))
    #expect(later > 0 && later < 200, "the surface alone")
  }

  @Test("Between two steps a fluid's level is in between")
  func fluidBetween() throws {
    let dry = try vessel([])
    let drawn = difference(dry, try vessel([80], previous: 40, alpha: 0.5))
    #expect(abs(drawn - 2200) < 110)
  }
}
