import Testing
import TumbleGeometry
import TumbleTestSupport

@Suite("Polygon")
struct PolygonTests {
  let square = Polygon([Vector(0, 0), Vector(2, 0), Vector(2, 2), Vector(0, 2)])

  @Test("The area of a polygon is positive counter-clockwise and negative clockwise")
  func areaHasASign() {
    #expect(square.signedArea == 4)
    #expect(Polygon(square.corners.reversed()).signedArea == -4)
    #expect(Polygon([]).signedArea == 0)
    #expect(Polygon([Vector(1, 1), Vector(2, 2)]).signedArea == 0)
  }

  @Test("The area of a polygon keeps its digits far from the origin")
  func areaFarAway() {
    let far = Polygon(square.corners.map { $0 + Vector(1e9, -1e9) })
    #expect(far.signedArea == 4)
  }

  @Test(
    "A polygon is convex only if no corner turns inwards and it goes round once",
    arguments: [
      ([Vector(0, 0), Vector(2, 0), Vector(2, 2), Vector(0, 2)], true),
      ([Vector(0, 2), Vector(2, 2), Vector(2, 0), Vector(0, 0)], true),
      ([Vector(0, 0), Vector(1, 0), Vector(2, 0), Vector(2, 2)], true),
      ([Vector(0, 0), Vector(2, 0), Vector(1, 0.5), Vector(2, 2)], false),
      ([Vector(0, 0), Vector(2, 2), Vector(2, 0), Vector(0, 2)], false),
      ([Vector(0, 0), Vector(1, 0), Vector(2, 0)], false),
      ([Vector(0, 0), Vector(1, 1)], false),
    ])
  func convexity(corners: [Vector], expected: Bool) {
    #expect(Polygon(corners).isConvex == expected)
  }

  @Test("A star that winds twice is not convex, though every corner turns the same way")
  func pentagramIsNotConvex() {
    let star = (0..<5).map { Vector(angle: Double($0 * 2) * 2 * .pi / 5) }
    #expect(!Polygon(star).isConvex)
  }

  @Test("A polygon contains what is inside and not what is outside")
  func containment() {
    #expect(square.contains(Vector(1, 1)))
    #expect(!square.contains(Vector(3, 1)))
    #expect(!Polygon([]).contains(.zero))
  }

  @Test(
    "Two edges that meet where they should not are reported, neighbours that run back over each other too",
    arguments: [
      ([Vector(0, 0), Vector(2, 2), Vector(2, 0), Vector(0, 2)], [0, 2]),
      ([Vector(0, 0), Vector(4, 0), Vector(4, 4), Vector(2, 0), Vector(0, 4)], [0, 2]),
      ([Vector(0, 0), Vector(4, 0), Vector(2, 0), Vector(2, 3)], [0, 1]),
      ([Vector(0, 0), Vector(2, 0), Vector(1, 0.5), Vector(2, 2)], nil),
      ([Vector(0, 0), Vector(1, 0), Vector(2, 0), Vector(2, 2)], nil),
    ])
  func crossing(corners: [Vector], edges: [Int]?) {
    #expect(Polygon(corners).crossing.map { [$0.0, $0.1] } == edges)
  }

  static let ell = [
    Vector(0, 0), Vector(40, 0), Vector(40, 10), Vector(10, 10), Vector(10, 40), Vector(0, 40),
  ]

  @Test(
    "A grown polygon goes around at its distance, whichever way round it was written",
    arguments: [false, true])
  func grown(reversed: Bool) throws {
    let grown = try #require(Polygon(reversed ? Self.ell.reversed() : Self.ell).grown(by: 4))
    // Its area, a strip along each edge, and a sector of each corner that stands out; at the other corner two
    // strips share a square.
    let area = 700 + 160 * 4 + 5 * Double.pi * 16 / 4 - 16
    #expect((grown.signedArea - area).magnitude < area * 1e-3)
    #expect(grown.bounds == Rect(min: Vector(-4, -4), max: Vector(44, 44)))
    #expect(grown.corners.contains(Vector(14, 14)))
  }

  @Test("A notch narrower than twice the distance is filled as it grows")
  func notch() throws {
    let comb = Polygon([
      Vector(0, 0), Vector(30, 0), Vector(30, 30), Vector(20, 30), Vector(20, 10), Vector(10, 10),
      Vector(10, 30), Vector(0, 30),
    ])
    let narrow = try #require(comb.grown(by: 4.9))
    #expect(narrow.corners.contains(Vector(14.9, 14.9)))
    let filled = try #require(comb.grown(by: 5.5))
    #expect(filled.corners.allSatisfy { !Rect(min: Vector(6, 6), max: Vector(24, 30)).contains($0) })
    #expect(filled.bounds == Rect(min: Vector(-5.5, -5.5), max: Vector(35.5, 35.5)))
    // The two arcs above the notch meet where they are as high as they can be above its middle.
    let meeting = Vector(15, 30 + (5.5 * 5.5 - 25).squareRoot())
    #expect(filled.corners.contains { $0.distance(to: meeting) < 0.05 }, "\(filled.corners)")
  }

  @Test(
    "The corners of a grown outline are as far from the polygon as it grew, and none is nearer",
    arguments: Seeds.list(default: 200))
  func grownDistance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 5...14)
    let star = Polygon(
      (0..<count).map { corner in
        Vector(angle: 2 * .pi * (Double(corner) + random.double(in: 0...0.6)) / Double(count), length: 1)
          * random.double(in: 8...40)
      })
    let radius = random.double(in: 0.5...9)
    let grown = try #require(star.grown(by: radius))
    let edges = star.corners.indices.map { (star.corners[$0], star.corners[($0 + 1) % count]) }
    for corner in grown.corners {
      let distance = edges.map { corner.distance(toSegment: $0.0, $0.1) }.min() ?? 0
      #expect(distance > radius * 0.98, "\(corner) of \(star.corners) grown by \(radius)")
      #expect(distance < radius * 1.0001, "\(corner) of \(star.corners) grown by \(radius)")
    }
    #expect(grown.signedArea > abs(star.signedArea))
  }
}
