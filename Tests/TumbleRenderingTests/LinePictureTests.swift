import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleTestSupport

extension RenderingTests {
  /// Draws a world on 200 × 200 pixels, one a point.
  private func picture(
    _ bodies: [BodyDescription] = [], scenery: [SceneryDescription] = [], color: Color
  ) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(200, 200))
    var description = WorldDescription(name: "test", view: Rect(size: Size(200, 200)), bodies: bodies)
    description.scenery = scenery
    var theme = Theme(background: .white)
    (theme.shadow, theme.grid, theme.gridEvery5th) = (nil, .white, .white)
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }), theme: theme)
    let snapshots = bodies.indices.map {
      BodySnapshot(id: BodyID($0), position: .zero, angle: 0, appearance: Appearance(color: color))
    }
    try renderer.draw(
      Frame(FrameSnapshot(step: 1, rate: 120, bodies: snapshots)),
      in: Viewport(view: description.view, in: Rect(size: Size(200, 200))))
    return try target.bitmap()
  }

  /// The largest difference of two colors' components.
  private func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  /// A body that is a bent line of up to seven points, with a thinner branch.
  private func bentLine(
    _ random: inout SeededGenerator, _ kind: BodyKind, radius: Double, _ style: BodyStyle
  ) -> BodyDescription {
    let points = (0..<random.int(in: 3...7)).map { _ in
      Vector(random.double(in: 30...170), random.double(in: 30...170))
    }
    var body = BodyDescription(
      name: "line", kind: kind,
      outlines: zip(points, points.dropFirst()).map { .segment(from: $0, to: $1, radius: radius) })
    body.outlines.append(.segment(from: points[0], to: Vector(100, 100), radius: radius * 0.8))
    body.style = style
    return body
  }

  @Test(
    "A bent line has its rim or border around the whole of it, and none where its segments meet",
    arguments: Seeds.list(default: 6), [BodyKind.dynamic, .static])
  func line(seed: UInt64, kind: BodyKind) throws {
    var random = SeededGenerator(seed: seed)
    let looks: [(BodyStyle, alpha: Double, edge: Double)] = [
      (BodyStyle(), 1, 3.1), (BodyStyle(), 0.5, 3.1), (BodyStyle(border: BodyBorder(width: 4)), 1, 4),
      (BodyStyle(border: BodyBorder(width: 4, color: .black)), 0.6, 4),
      (BodyStyle(gradient: Gradient([.white, .white])), 1, 3.1),
    ]
    for (style, alpha, edge) in looks {
      let body = bentLine(&random, kind, radius: 10, style)
      let drawn = try picture([body], color: Color(red: 1, green: 0.25, blue: 0, alpha: alpha))
      var (face, rim) = (Set<UInt32>(), Set<UInt32>())
      for y in 0..<200 {
        for x in 0..<200 {
          // How far a pixel lies inside the line as a whole.
          let place = Vector(Double(x) + 0.5, 199.5 - Double(y))
          let depth = -(body.outlines.map { $0.distance(to: place) }.min() ?? 0)
          if depth > edge + 1.2 { face.insert(drawn[x, y]) }
          if depth > 1.2, depth < edge - 1.2 { rim.insert(drawn[x, y]) }
        }
      }
      let inside = try #require(face.first)
      // What shines through is rounded, and the paper is not all of one white.
      #expect(face.allSatisfy { difference($0, inside) < 6 }, "seed \(seed): \(style) at \(alpha)")
      #expect(!rim.isEmpty, "seed \(seed): \(style) at \(alpha)")
      #expect(rim.allSatisfy { difference($0, inside) > 12 }, "seed \(seed): \(style) at \(alpha)")
    }
  }

  @Test("Segments in a row are a line, and every other outline is alone")
  func grouping() {
    func segment(_ a: Double, _ b: Double, radius: Double = 2) -> Outline {
      .segment(from: Vector(a, 0), to: Vector(b, 0), radius: radius)
    }
    let disc = Outline.circle(radius: 3)
    let ladder: [([Outline], [Int])] = [
      ([], []), ([segment(0, 1)], [1]), ([segment(0, 1), segment(1, 2), segment(2, 0)], [3]),
      ([segment(0, 1), segment(2, 1)], [2]), ([segment(0, 1), segment(5, 6)], [2]),
      ([segment(0, 1), segment(1, 2, radius: 2.5)], [2]),
      ([segment(0, 1), disc, segment(1, 2)], [1, 1, 1]),
      ([disc, disc], [1, 1]),
      ([segment(0, 1), segment(1, 2), disc, segment(5, 6), segment(6, 7)], [2, 1, 2]),
    ]
    for (outlines, counts) in ladder {
      #expect(outlines.lines.map(\.count) == counts)
      #expect(outlines.lines.flatMap(\.self) == outlines)
    }
  }

  @Test("Scenery has no rim: every pixel within it has its own color")
  func sceneryWithoutRim() throws {
    let color = Color(red: 0.2, green: 0.4, blue: 0.8)
    for outline in [
      Outline.rect(Rect(min: Vector(-50, -30), max: Vector(50, 30))), .circle(radius: 40),
      .polygon([Vector(-40, -40), Vector(40, -40), Vector(0, 40)]),
      .segment(from: Vector(-50, 0), to: Vector(50, 0), radius: 8),
    ] {
      var own = SceneryDescription(
        name: "hill", outlines: [outline], places: [SceneryDescription.Place(position: Vector(100, 100))])
      own.color = color
      let drawn = try picture(scenery: [own], color: .white)
      var inside = Set<UInt32>()
      for y in 0..<200 {
        for x in 0..<200
        where outline.distance(to: Vector(Double(x) - 99.5, 99.5 - Double(y))) < -1 {
          inside.insert(drawn[x, y] & 0xffffff)
        }
      }
      #expect(inside == [0x3366cc], "\(outline)")
    }
  }

  @Test("A gradient of scenery runs from its top down, and a picture covers it")
  func sceneryGradient() throws {
    var own = SceneryDescription(
      name: "sky", outlines: [.rect(Rect(size: Size(200, 200)))],
      places: [SceneryDescription.Place(position: .zero)])
    own.gradient = Gradient([Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)])
    let drawn = try picture(scenery: [own], color: .white)
    let reds = (0..<200).map { drawn[100, $0] >> 16 & 255 }
    #expect(reds[2] > 248)
    #expect(reds[197] < 8)
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 >= $1 })
    own.color = Color(red: 0, green: 1, blue: 1)
    #expect(try picture(scenery: [own], color: .white)[100, 2] >> 16 & 255 == 0)
  }
}
