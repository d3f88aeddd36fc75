import Testing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
import TumbleTestSupport

@Suite("The skin over many balls")
struct SkinFieldTests {
  private typealias Triangle = (a: SkinField.Corner, b: SkinField.Corner, c: SkinField.Corner)

  private func triangles(
    _ balls: [(place: Vector, color: Color)], radius: Double = 8, _ look: SkinLook = SkinLook(.water)
  ) -> [Triangle] {
    var field = SkinField()
    var made: [Triangle] = []
    // Twice: the second time in memory that the first one left.
    for _ in 0..<2 {
      made = []
      field.begin(over: Rect(size: Size(200, 200)), cell: 2)
      for ball in balls { field.add(at: ball.place, radius: radius, ball.color, weight: 1) }
      field.forEachTriangle(look, pixel: 1) { made.append(($0, $1, $2)) }
    }
    return made
  }

  /// Without the soft border.
  private func solid(_ triangles: [Triangle]) -> [Triangle] {
    triangles.filter { $0.a.color.alpha > 0 && $0.b.color.alpha > 0 && $0.c.color.alpha > 0 }
  }

  private func area(_ triangles: [Triangle]) -> Double {
    solid(triangles).reduce(0) { sum, triangle in
      let (b, c) = (triangle.b.place - triangle.a.place, triangle.c.place - triangle.a.place)
      return sum + (b.x * c.y - b.y * c.x) / 2
    }
  }

  /// The triangles in which a point lies.
  private func cover(_ point: Vector, _ triangles: [Triangle]) -> Int {
    solid(triangles).filter { triangle in
      let corners = [triangle.a.place, triangle.b.place, triangle.c.place]
      return (0..<3).allSatisfy { number in
        let (from, to) = (corners[number], corners[(number + 1) % 3])
        return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) > 0
      }
    }.count
  }

  @Test("A ball that is alone is as large as it is", arguments: Seeds.list(default: 6))
  func alone(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let place = Vector(random.double(in: 60...140), random.double(in: 60...140))
    let triangles = triangles([(place, .white)])
    #expect(abs(area(triangles) - .pi * 64) < 0.04 * .pi * 64)
    #expect(solid(triangles).allSatisfy { abs($0.a.place.distance(to: place)) < 8.4 })
  }

  @Test("Balls that are near flow together, and those that are far apart do not")
  func flowsTogether() {
    for (gap, isOne) in [(2.0, true), (4, true), (8, false), (30, false)] {
      let half = Vector(8 + gap / 2, 0)
      let middle = Vector(100.3, 100.7)
      let triangles = triangles([(middle - half, .white), (middle + half, .white)])
      #expect((cover(middle, triangles) > 0) == isOne, "a gap of \(gap)")
    }
  }

  @Test("No place is covered twice, so that it can be translucent", arguments: Seeds.list(default: 6))
  func onceEach(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let balls = (0..<30).map { _ in
      (Vector(random.double(in: 60...140), random.double(in: 60...140)), Color.white)
    }
    let triangles = triangles(balls)
    for _ in 0..<60 {
      #expect(cover(Vector(random.double(in: 50...150), random.double(in: 50...150)), triangles) <= 1)
    }
    // The middle of each ball is in.
    #expect(balls.allSatisfy { cover($0.0 + Vector(0.013, 0.007), triangles) == 1 })
  }

  @Test("Where balls of two colors meet, the skin passes from one to the other")
  func colors() {
    let (red, blue) = (Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1))
    let look = SkinLook(.sand)
    let triangles = triangles([(Vector(90, 100), red), (Vector(102, 100), blue)], look)
    let middle = solid(triangles).filter { abs($0.a.place.x - 96) < 1 && abs($0.a.place.y - 100) < 3 }
    #expect(!middle.isEmpty && middle.allSatisfy { $0.a.color.red > 0.3 && $0.a.color.blue > 0.3 })
    let left = solid(triangles).filter { $0.a.place.x < 84 }
    #expect(!left.isEmpty && left.allSatisfy { $0.a.color.blue < $0.a.color.red })
  }

  @Test("A ball may be anywhere about what is seen, however large it is", arguments: Seeds.list(default: 3))
  func anywhere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var field = SkinField()
    for _ in 0..<400 {
      let cell = random.double(in: 1...6)
      field.begin(over: Rect(size: Size(60, 40)), cell: cell)
      let place = Vector(random.double(in: -80...140), random.double(in: -80...120))
      field.add(at: place, radius: random.double(in: 0.1...30), .white, weight: 1)
      var isFinite = true
      field.forEachTriangle(SkinLook(.water), pixel: 1) { a, b, c in
        isFinite = isFinite && a.place.isFinite && b.place.isFinite && c.place.isFinite
      }
      #expect(isFinite, "seed \(seed), \(place), cells of \(cell)")
    }
  }

  @Test("Nothing far out or not there makes a skin")
  func nothing() {
    #expect(triangles([(Vector(1e12, -1e12), .white), (Vector(-500, 40), .white)]).isEmpty)
    var body = BodyDescription(name: "", kind: .static, outlines: [.circle(center: .zero, radius: 3)])
    body.style.skin = .slime
    #expect(SkinBall(body) == nil, "one that stands still is in the backdrop")
    body.kind = .dynamic
    #expect(SkinBall(body)?.radius == 3)
    body.style.gradient = Gradient([.white, .white])
    #expect(SkinBall(body)?.color(nil, in: SkinLook(.slime)) == .white)
  }
}
