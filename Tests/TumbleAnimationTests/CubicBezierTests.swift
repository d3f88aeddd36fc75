import Testing
import TumbleTestSupport

@testable import TumbleAnimation

@Suite("Cubic Béziers")
struct CubicBezierTests {
  @Test("Values agree with 60-digit ones to 1e-12 where the curve allows, slopes too")
  func table() throws {
    for row in try Table("beziers").rows {
      let curve = try TimingFunction(parsing: row["curve"] ?? "")
      let t = row.number("t")
      // Where the tangent is vertical a time's last digit moves the value by its cube root.
      let isVertical = row["slope"] == "vertical" && t > 0 && t < 1
      let error = (curve.value(at: t) - row.number("value")).magnitude
      #expect(error <= (isVertical ? 1e-5 : 1e-12), "\(curve) at \(t): off by \(error)")
      let slope = row.number("slope")
      if slope.isFinite, slope.magnitude < 1e3 {
        #expect((curve.slope(at: t) - slope).magnitude <= 1e-9 * max(1, slope.magnitude), "\(curve) at \(t)")
      }
    }
  }

  @Test(
    "Whatever the control points: exact ends, and a parameter whose x is the time",
    arguments: Seeds.list(default: 500))
  func solved(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func x() -> Double { random.pick([0, 1, random.double(in: 0...1), random.double(in: 0...1e-9)]) }
    let (x1, x2) = (x(), x())
    let curve = try CubicBezier(x1, random.double(in: -3...3), x2, random.double(in: -3...3))
    #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
    for t in [
      random.double(in: 0...1), random.double(in: 0...1e-9), random.double(in: 0...1e-140),
      1 - random.double(in: 0...1e-9), 0.5,
    ] {
      let s = curve.parameter(at: t)
      #expect((0...1).contains(s), "\(curve) at \(t): \(s) is not on the curve")
      let r = 1 - s
      let back = s * (3 * r * (r * x1 + s * x2) + s * s)
      #expect((back - t).magnitude <= 1e-15, "\(curve) at \(t): x is \(back)")
    }
  }

  @Test("With rising control points the value never falls", arguments: Seeds.list(default: 50))
  func monotone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ys = [random.double(in: 0...1), random.double(in: 0...1)].sorted()
    let curve = try CubicBezier(random.double(in: 0...1), ys[0], random.double(in: 0...1), ys[1])
    var last = 0.0
    for i in 0...1000 {
      let value = curve.value(at: Double(i) / 1000)
      #expect(value >= last - 1e-15, "seed \(seed) at \(i)")
      last = value
    }
  }

  @Test("Turning the control points by half a turn turns the curve", arguments: Seeds.list(default: 200))
  func mirrored(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (x1, y1, x2, y2) = (
      random.double(in: 0.05...0.95), random.double(in: -1...2), random.double(in: 0.05...0.95),
      random.double(in: -1...2)
    )
    let curve = try CubicBezier(x1, y1, x2, y2)
    let turned = try CubicBezier(1 - x2, 1 - y2, 1 - x1, 1 - y1)
    let t = random.double(in: 0...1)
    #expect((curve.value(at: t) + turned.value(at: 1 - t) - 1).magnitude < 1e-12, "seed \(seed) at \(t)")
  }

  @Test("Beyond its ends the curve follows its end tangents")
  func outside() throws {
    #expect(CubicBezier.easeIn.value(at: -1) == 0)
    #expect(CubicBezier.easeOut.value(at: 2) == 1)
    let curve = try CubicBezier(0.5, 1, 0.5, 0)
    #expect(curve.value(at: -0.5) == -1 && curve.value(at: 1.5) == 2)
    #expect(try CubicBezier(0, 1, 1, 0).value(at: -1) == 0)
    #expect(try CubicBezier(0, 0, 0.5, 1).value(at: -1) == -2)
  }

  @Test("Control points outside the time, or that are no numbers, make no curve")
  func refused() {
    for (x1, y1, x2) in [(-0.01, 0, 1), (0, 0, 1.01), (.nan, 0, 1), (0, .infinity, 1)] {
      #expect(throws: AnimationError.self) { try CubicBezier(x1, y1, x2, 1) }
    }
  }
}
