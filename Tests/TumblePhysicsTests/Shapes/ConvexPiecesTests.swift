import Testing
import TumblePhysics
import TumbleTestSupport

@Suite struct ConvexPiecesTests {
  /// A star about the origin with random radii: never crosses itself.
  private func star(_ corners: Int, _ random: inout SeededGenerator) -> Polygon {
    Polygon(
      (0..<corners).map { i in
        Vector(angle: Double(i) / Double(corners) * 2 * .pi, length: random.double(in: 20...100))
      })
  }

  private func check(_ outline: Polygon, _ what: String) throws {
    let pieces = try outline.convexPieces()
    let area = pieces.reduce(0) { $0 + $1.signedArea }
    #expect(abs(area - abs(outline.signedArea)) < 1e-9 * area, "\(what)")
    #expect(pieces.allSatisfy { $0.isConvex && $0.signedArea > 0 }, "\(what)")
    let corners = Set(outline.corners)
    #expect(pieces.allSatisfy { corners.isSuperset(of: $0.corners) }, "\(what)")
    // No two have an edge in common over which they would be convex together.
    for (i, first) in pieces.enumerated() {
      for second in pieces[(i + 1)...] {
        if let both = Self.joined(first.corners, second.corners) { #expect(!both.isConvex, "\(what)") }
      }
    }
  }

  private static func joined(_ a: [Vector], _ b: [Vector]) -> Polygon? {
    for i in a.indices {
      let (from, to) = (a[i], a[(i + 1) % a.count])
      guard let j = b.firstIndex(of: to), b[(j + 1) % b.count] == from else { continue }
      return Polygon(
        (1...a.count).map { a[(i + $0) % a.count] } + (2..<b.count).map { b[(j + $0) % b.count] })
    }
    return nil
  }

  @Test(
    "Convex pieces fill the outline, have its corners, and none could be joined with another",
    arguments: Seeds.list(default: 30))
  func fill(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let outline = star(random.int(in: 5...40), &random)
    try check(outline, "counter-clockwise")
    try check(Polygon(outline.corners.reversed()), "clockwise")
  }

  @Test("Convex pieces of a comb of as many corners as there may be are found too")
  func comb() throws {
    var corners = [Vector(0, -10)]
    for tooth in 0..<249 {
      let x = Double(tooth) * 4
      corners += [Vector(x, 0), Vector(x + 1, 20), Vector(x + 2, 20), Vector(x + 3, 0)]
    }
    corners = [Vector(-1, -10), Vector(997, -10)] + corners.dropFirst().reversed()
    #expect(corners.count == 998)
    let pieces = try Polygon(corners).convexPieces()
    let area = pieces.reduce(0) { $0 + $1.signedArea }
    #expect(abs(area - Polygon(corners).signedArea) < 1e-6)
    #expect(pieces.count < 4 * 250 && pieces.allSatisfy { $0.isConvex })
  }
}
