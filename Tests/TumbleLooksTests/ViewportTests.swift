import Testing
import TumbleGeometry
import TumbleLooks
import TumbleTestSupport

@Suite("A viewport")
struct ViewportTests {
  let view = Rect(size: Size(300, 300))

  @Test("A viewport fills an area of the view's proportions")
  func exact() {
    let viewport = Viewport(view: view, in: Rect(size: Size(600, 600)))
    #expect(viewport.scale == 2)
    #expect(viewport.area == Rect(size: Size(600, 600)))
    #expect(viewport.pixel(Vector(0, 0)) == Vector(0, 600))
    #expect(viewport.pixel(Vector(300, 300)) == Vector(600, 0))
  }

  @Test("A viewport stands in the middle of a wider or taller area, unstretched")
  func letterbox() {
    let wide = Viewport(view: view, in: Rect(size: Size(1000, 600)))
    #expect(wide.area == Rect(min: Vector(200, 0), max: Vector(800, 600)))
    let tall = Viewport(view: view, in: Rect(size: Size(600, 1000)))
    #expect(tall.area == Rect(min: Vector(0, 200), max: Vector(600, 800)))
    #expect(tall.scale == wide.scale)
  }

  @Test("A viewport shows a view that does not begin at the origin")
  func offset() {
    let viewport = Viewport(
      view: Rect(min: Vector(-50, 100), max: Vector(50, 200)), in: Rect(size: Size(200, 200)))
    #expect(viewport.pixel(Vector(-50, 100)) == Vector(0, 200))
    #expect(viewport.point(Vector(100, 100)) == Vector(0, 150))
    #expect(viewport.transform().apply(Vector(50, 200)) == Vector(200, 0))
  }

  @Test("A viewport of an area without room shows nothing and still answers", arguments: [0.0, -10])
  func empty(side: Double) {
    let viewport = Viewport(view: view, in: Rect(size: Size(100, side)))
    #expect(viewport.scale == 0)
    #expect(viewport.area.width == 0 && viewport.area.height == 0)
    #expect(viewport.point(Vector(3, 4)) == view.min)
  }

  @Test(
    "A viewport takes pixels to points and back, for any view and area", arguments: Seeds.list(default: 200))
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let corner = Vector(random.double(in: -500...500), random.double(in: -500...500))
    let view = Rect(
      origin: corner, size: Size(random.double(in: 1...3000), random.double(in: 1...3000)))
    let area = Rect(size: Size(random.double(in: 1...4000), random.double(in: 1...4000)))
    let viewport = Viewport(view: view, in: area)
    let point = Vector(
      random.double(in: view.min.x...view.max.x), random.double(in: view.min.y...view.max.y))
    let pixel = viewport.pixel(point)
    #expect(viewport.point(pixel).distance(to: point) < 1e-6)
    #expect(viewport.transform().apply(point).distance(to: pixel) < 1e-6)
    // Rounding the edges to whole pixels may leave half a pixel.
    #expect(viewport.area.insetBy(-0.5).contains(pixel))
    #expect(area.insetBy(-1).contains(viewport.area.min))
    #expect(area.insetBy(-1).contains(viewport.area.max))
  }
}
