import Testing
@testable import TumbleEditor
import TumbleGeometry
import TumbleTestSupport

@Suite("Freehand outlines")
struct FreehandOutlineTests {
  private func outline(_ points: [Vector]) throws -> FreehandOutline {
    try FreehandOutline(points, tolerance: 1, minArea: 20)
  }

  @Test("A hand-drawn square has four corners")
  func square() throws {
    var points: [Vector] = []
    for i in 0..<50 { points.append(Vector(Double(i), i.isMultiple(of: 2) ? 0 : 0.4)) }
    for i in 0..<50 { points.append(Vector(50, Double(i))) }
    for i in 0..<50 { points.append(Vector(50 - Double(i), 50)) }
    for i in 0..<50 { points.append(Vector(0, 50 - Double(i))) }
    let outline = try outline(points)
    #expect(outline.corners.count == 4)
    #expect(abs(Polygon(outline.corners).signedArea - 2500) < 60)
    #expect(outline.center.distance(to: Vector(25, 25)) < 1)
  }

  @Test("An outline drawn clockwise goes counter-clockwise")
  func clockwise() throws {
    let outline = try outline([Vector(0, 0), Vector(0, 30), Vector(30, 30), Vector(30, 0)])
    #expect(Polygon(outline.corners).signedArea == 900)
  }

  @Test("Where the ends cross, the tail is cut off")
  func tail() throws {
    let outline = try outline([
      Vector(-6, 5), Vector(50, 0), Vector(50, 50), Vector(0, 50), Vector(5, -8),
    ])
    #expect(!Self.crosses(outline.corners))
    #expect(abs(Polygon(outline.corners).signedArea) > 2000)
  }

  @Test("Of a figure of eight the larger half stays")
  func eight() throws {
    let outline = try outline([Vector(0, 0), Vector(100, 100), Vector(100, 0), Vector(0, 60)])
    #expect(!Self.crosses(outline.corners))
    #expect(outline.center.x > 40)
  }

  @Test("A concave outline is kept as it is, and falls into convex pieces")
  func concave() throws {
    let outline = try outline([
      Vector(0, 0), Vector(60, 0), Vector(60, 60), Vector(40, 60), Vector(40, 20), Vector(0, 20),
    ])
    #expect(outline.corners.count == 6)
    #expect(!Polygon(outline.corners).isConvex)
  }

  @Test(
    "What encloses nothing is refused",
    arguments: [[], [Vector.zero], [.zero, Vector(50, 0)], [.zero, Vector(90, 0), Vector(30, 0.1)]])
  func flat(_ points: [Vector]) {
    #expect(throws: JointPlan.Refusal.self) { try outline(points) }
  }

  @Test(
    "Any scribble is refused or gives a simple outline that the format takes",
    arguments: Seeds.list(default: 60))
  func scribbles(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var points = [Vector(100, 100)]
    for _ in 0..<Int.random(in: 1...200, using: &random) {
      let last = points[points.count - 1]
      points.append(
        last
          + Vector(Double.random(in: -20...20, using: &random), Double.random(in: -20...20, using: &random)))
    }
    guard let outline = try? outline(points) else { return }
    #expect((3...256).contains(outline.corners.count))
    #expect(!Self.crosses(outline.corners))
    let polygon = Polygon(outline.corners)
    #expect(polygon.signedArea >= 20)
    if !polygon.isConvex, case .pieces(let pieces) = polygon.split() {
      for piece in pieces { #expect(piece.isConvex) }
    } else {
      #expect(polygon.isConvex)
    }
  }

  /// Is true if two edges that are no neighbors cross.
  private static func crosses(_ corners: [Vector]) -> Bool {
    for i in corners.indices {
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      for j in corners.indices where j > i + 1 && (j + 1) % corners.count != i {
        let (c, d) = (corners[j], corners[(j + 1) % corners.count])
        let sides = ((b - a).cross(c - a), (b - a).cross(d - a), (d - c).cross(a - c), (d - c).cross(b - c))
        if (sides.0 > 0) != (sides.1 > 0), (sides.2 > 0) != (sides.3 > 0) { return true }
      }
    }
    return false
  }
}
