import Testing
import TumbleGeometry
import TumbleTestSupport

@Suite("Geometry values")
struct ValueTests {
  @Test("A transform scales, then turns, then moves")
  func transformOrder() {
    let transform = Transform(translation: Vector(10, 0), rotation: .pi / 2, scale: Vector(2, 1))
    let image = transform.apply(Vector(1, 0))
    #expect(image.distance(to: Vector(10, 2)) < 1e-12)
  }

  @Test(
    "A transform followed by its inverse leaves every point where it was", arguments: Seeds.list(default: 200)
  )
  func inverseUndoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let transform = Transform(
      translation: Vector(random.double(in: -100...100), random.double(in: -100...100)),
      rotation: random.double(in: -7...7),
      scale: Vector(random.double(in: 0.1...10), random.double(in: -10 ... -0.1)))
    let inverse = try #require(transform.inverse)
    let point = Vector(random.double(in: -100...100), random.double(in: -100...100))
    let back = transform.followed(by: inverse).apply(point)
    #expect(back.distance(to: point) < 1e-9)
  }

  @Test("A transform that flattens the plane has no inverse")
  func flatInverse() {
    #expect(Transform(scale: Vector(0, 1)).inverse == nil)
  }

  @Test(
    "A color reads #rgb, #rrggbb and #rrggbbaa, and nothing else",
    arguments: [
      ("#fff", "#ffffff"), ("#0a1B2c", "#0a1b2c"), ("#00000080", "#00000080"), ("#ff8800ff", "#ff8800"),
    ])
  func colors(text: String, canonical: String) {
    #expect(Color(hex: text)?.hex == canonical)
  }

  @Test(
    "What is no color is refused",
    arguments: ["", "#", "fff", "#ff", "#ffff", "#fffff", "#gggggg", "#fffffffff", "#ffffé"])
  func noColors(text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test("Interpolation meets both ends exactly")
  func interpolationEnds() {
    let (a, b) = (Vector(0.1, 1e9), Vector(0.3, -7))
    #expect(a.interpolated(to: b, by: 0) == a)
    #expect(a.interpolated(to: b, by: 1) == b)
  }

  @Test("A rectangle around points holds them all, and there is none around nothing")
  func rectAround() {
    #expect(Rect(around: []) == nil)
    let rect = Rect(around: [Vector(1, 5), Vector(-2, 3)])
    #expect(rect == Rect(min: Vector(-2, 3), max: Vector(1, 5)))
    #expect(rect?.contains(Vector(1, 3)) == true)
    #expect(Rect(around: [Vector(4, 4)])?.width == 0)
  }
}
