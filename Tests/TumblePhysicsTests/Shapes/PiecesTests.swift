import Testing
import TumblePhysics
import TumbleTestSupport

@Suite struct PiecesTests {
  @Test(
    "A concave outline becomes convex pieces that fill it, in either direction round",
    arguments: Seeds.list(default: 60))
  func pieces(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 3...40)
    // A star about the origin never crosses itself.
    var corners = (0..<count).map {
      Vector(
        angle: (Double($0) + random.double(in: 0...0.9)) / Double(count) * 2 * .pi,
        length: random.double(in: 10...100))
    }
    if random.bool() { corners.reverse() }
    // With few corners the origin may lie outside, and the outline cross itself.
    guard let pieces = try? Polygon(corners).convexPieces() else {
      #expect(count < 6)
      return
    }
    let area = pieces.reduce(0) { $0 + $1.signedArea }
    #expect(abs(area - abs(Polygon(corners).signedArea)) < 1e-6)
    let body = try Body(BodyDefinition(kind: .static))
    for piece in pieces {
      #expect(piece.isConvex && piece.signedArea > 0)
      // Slivers may be too thin for a shape; all others are shapes.
      if piece.signedArea > 1 { _ = try Shape(.polygon(piece.corners), on: body) }
    }
    // As few as the notches ask for: one each and the rest.
    #expect(pieces.count <= count - 2)
  }

  @Test("An outline that crosses or touches itself, or has no area, is an error")
  func broken() {
    let bad: [[Vector]] = [
      [], [.zero, Vector(1, 0)], [.zero, Vector(1, 0), Vector(2, 0)],
      [.zero, Vector(2, 2), Vector(2, 0), Vector(0, 2)],
      [.zero, Vector(4, 0), Vector(4, 4), Vector(2, 0), Vector(0, 4)],
      [.zero, Vector(.nan, 0), Vector(1, 1)],
    ]
    for corners in bad {
      #expect(throws: PhysicsError.self) { try Polygon(corners).convexPieces() }
    }
  }

  @Test("A convex outline stays one piece, a cross becomes few")
  func few() throws {
    #expect(try Polygon(box: Size(4, 2)).convexPieces().count == 1)
    let cross = [
      (1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1),
    ]
    .map { Vector(Double($0.0), Double($0.1)) }
    #expect(try Polygon(cross).convexPieces().count <= 5)
  }

  @Test("A hull holds all its points, is convex and made of them", arguments: Seeds.list(default: 40))
  func hull(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let points = (0..<random.int(in: 3...60)).map { _ in
      Vector(Double(random.int(in: -9...9)), Double(random.int(in: -9...9)))
    }
    guard let hull = Polygon.convexHull(of: points) else { return }
    #expect(hull.isConvex && hull.signedArea > 0)
    #expect(hull.corners.allSatisfy { points.contains($0) })
    for point in points {
      let inside = hull.corners.indices.allSatisfy { i in
        let (a, b) = (hull.corners[i], hull.corners[(i + 1) % hull.corners.count])
        return (b - a).cross(point - a) >= 0
      }
      #expect(inside)
    }
  }

  @Test("Points on a line, and those that are none, have no hull")
  func noHull() {
    #expect(Polygon.convexHull(of: [.zero, Vector(1, 1), Vector(2, 2)]) == nil)
    #expect(Polygon.convexHull(of: [.zero, Vector(.nan, 1), Vector(2, 2)]) == nil)
  }
}
