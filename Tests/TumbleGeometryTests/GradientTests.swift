import Testing
import TumbleGeometry

@Suite("Gradients and the colors in them")
struct GradientTests {
  @Test("A linear gradient begins and ends at the corners furthest back and ahead in its direction")
  func ends() {
    let bounds = Rect(origin: Vector(10, 20), size: Size(40, 20))
    func ends(_ x: Double, _ y: Double) -> (Vector, Vector) {
      let ends = Gradient([.black, .white], direction: Vector(x, y)).ends(over: bounds)
      return (ends.start, ends.end)
    }
    #expect(ends(0, -1) == (Vector(30, 40), Vector(30, 20)))
    #expect(ends(1, 0) == (Vector(10, 30), Vector(50, 30)))
    // At right angles to the direction the first color goes through the corner behind.
    let (start, end) = ends(0.6, 0.8)
    let way = Vector(0.6, 0.8)
    #expect(abs((start - bounds.min).dot(way)) < 1e-12 && abs((end - bounds.max).dot(way)) < 1e-12)
  }

  @Test("A radial gradient ends at half of the longer side, unless it says where")
  func disc() {
    let bounds = Rect(origin: Vector(10, 20), size: Size(40, 20))
    var gradient = Gradient([.black, .white], .radial)
    #expect(gradient.disc(over: bounds) == (Vector(30, 30), 20))
    (gradient.center, gradient.radius) = (Vector(1, 2), 3)
    #expect(gradient.disc(over: bounds) == (Vector(1, 2), 3))
  }

  @Test("Colors stand in even steps, the mean counts each by what it covers, and a tint multiplies all")
  func stops() {
    let even = Gradient([.black, .white, .black, .white, .black])
    #expect(even.stops.map(\.location) == [0, 0.25, 0.5, 0.75, 1])
    let short = Gradient(stops: [.init(.black, at: 0), .init(.black, at: 0.9), .init(.white, at: 1)])
    #expect(abs(short.average.red - 0.05) < 1e-6)
    let tinted = Gradient([.white, Color(red: 0.5, green: 1, blue: 0, alpha: 0.5)]).tinted(
      Color(red: 1, green: 0.5, blue: 0.5, alpha: 0.5))
    #expect(tinted.stops[1].color == Color(red: 0.5, green: 0.5, blue: 0, alpha: 0.25))
    #expect(even.tinted(nil) == even)
  }

  @Test("What contrasts with a color has at least 4.5 : 1 on it, over all of a cube of colors")
  func contrast() {
    for red in 0...8 {
      for green in 0...8 {
        for blue in 0...8 {
          let color = Color(red: Double(red) / 8, green: Double(green) / 8, blue: Double(blue) / 8)
          let (a, b) = (color.luminance, color.contrasting.luminance)
          #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5, "\(color)")
        }
      }
    }
  }
}

@Suite("Forms with rounded corners")
struct RoundedCornersTests {
  @Test("A box keeps its bounds and gets at most half of its shorter side", arguments: [0, 1, 4.9, 5, 50])
  func box(radius: Double) throws {
    let box = Form.box(Size(20, 10))
    let rounded = box.roundingCorners(by: radius)
    let bounds = try #require(rounded.bounds)
    #expect((bounds.min - Vector(-10, -5)).length < 1e-9 && (bounds.max - Vector(10, 5)).length < 1e-9)
    #expect(abs(rounded.radius - min(radius, 5)) < 1e-4)
    #expect(rounded.points.allSatisfy(\.isFinite) && Set(rounded.points).count == (radius == 0 ? 4 : 4))
  }

  @Test("A form whose own radius is as large is left as it is, as are circles and segments")
  func round() {
    let box = Form.box(Size(20, 10), radius: 3)
    #expect(box.roundingCorners(by: 3) == box)
    #expect(box.roundingCorners(by: 4).bounds == box.bounds)
    for form in [Form.circle(radius: 4), .segment(from: .zero, to: Vector(9, 0), radius: 1)] {
      #expect(form.roundingCorners(by: 2) == form)
    }
    #expect(box.roundingCorners(by: .nan) == box && box.roundingCorners(by: .infinity) == box)
  }

  @Test("A polygon's arcs touch its edges: nothing lies outside, and the area lost is that of the corners")
  func polygon() throws {
    let square = [Vector(-10, -10), Vector(10, -10), Vector(10, 10), Vector(-10, 10)]
    guard case .polygon(let corners, 0) = Form.polygon(square).roundingCorners(by: 4) else {
      Issue.record("no polygon")
      return
    }
    #expect(corners.allSatisfy { abs($0.x) <= 10 + 1e-9 && abs($0.y) <= 10 + 1e-9 })
    // (4 − π) r²
    #expect(abs(400 - Polygon(corners).signedArea - (4 - Double.pi) * 16) < 0.05)
  }

  @Test(
    "A concave corner is filled up, also where corners run the other way round", arguments: [false, true])
  func concave(reversed: Bool) {
    let ell = [
      Vector(0, 0), Vector(20, 0), Vector(20, 8), Vector(8, 8), Vector(8, 20), Vector(0, 20),
    ]
    guard case .polygon(let corners, _) = Form.polygon(reversed ? ell.reversed() : ell).roundingCorners(by: 3)
    else {
      Issue.record("no polygon")
      return
    }
    let area = abs(Polygon(corners).signedArea)
    // Five corners lose what the concave one wins.
    let corner = (1 - Double.pi / 4) * 9
    #expect(abs(area - (20 * 8 + 8 * 12 - 4 * corner)) < 0.1)
    #expect(!corners.contains(Vector(8, 8)))
  }

  @Test("Each corner gets as much as the halves of its edges have room for, and points on a line stay")
  func room() {
    let corners = [Vector(0, 0), Vector(100, 0), Vector(100, 2), Vector(100, 50), Vector(0, 50)]
    guard case .polygon(let rounded, _) = Form.polygon(corners).roundingCorners(by: 10) else {
      Issue.record("no polygon")
      return
    }
    #expect(rounded.contains(Vector(100, 2)))
    #expect(rounded.contains { $0.distance(to: Vector(99, 0)) < 1e-9 })
    #expect(rounded.contains { $0.distance(to: Vector(10, 0)) < 1e-9 })
  }
}
