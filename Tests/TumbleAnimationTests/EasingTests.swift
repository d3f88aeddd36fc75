import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Easings")
struct EasingTests {
  @Test("Every easing has the values that Penner's formulas give")
  func table() throws {
    let rows = try Table("easings").rows
    #expect(Set(rows.map { $0["curve"] ?? "" }) == Set(Easing.all.map(\.name)))
    for row in rows {
      let easing = try #require(Easing(name: row["curve"] ?? ""))
      let (actual, expected) = (easing.value(at: row.number("t")), row.number("value"))
      #expect(
        (actual - expected).magnitude <= 4e-15,
        "\(easing.name) at \(row.number("t")): \(actual), not \(expected)")
    }
  }

  @Test("Every easing is exactly 0 at 0 and 1 at 1, and holds that outside", arguments: Easing.all)
  func ends(easing: Easing) {
    #expect(easing.value(at: 0) == 0 && easing.value(at: 1) == 1)
    #expect(easing.value(at: -3) == 0 && easing.value(at: 7) == 1)
  }

  @Test("Out is in turned by half a turn, and in-out is its own turn", arguments: Seeds.list(default: 200))
  func mirrored(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let t = random.double(in: 0...1)
    for family in EasingFamily.allCases {
      let (a, b) = (Easing(family, .in).value(at: t), Easing(family, .out).value(at: 1 - t))
      #expect((a + b - 1).magnitude < 1e-14, "\(family) at \(t)")
      let both = Easing(family, .inOut)
      #expect(
        (both.value(at: t) + both.value(at: 1 - t) - 1).magnitude < 1e-14, "\(family) at \(t)"
      )
    }
  }

  @Test("All but back, elastic and the bounces never fall")
  func monotone() {
    let wavy: Set<EasingFamily> = [.back, .elastic, .bounce, .bookBounce]
    for easing in Easing.all where !wavy.contains(easing.family) {
      var last = 0.0
      for i in 0...4096 {
        let value = easing.value(at: Double(i) / 4096)
        #expect(value >= last, "\(easing.name) at \(i)")
        last = value
      }
    }
  }

  @Test("The slope is the value's derivative", arguments: Seeds.list(default: 100))
  func slope(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let t = random.double(in: 0.002...0.998)
    let h = 1e-6
    for easing in Easing.all {
      let numeric = (easing.value(at: t + h) - easing.value(at: t - h)) / (2 * h)
      let slope = easing.slope(at: t)
      // A piece's corner between the two points spoils the difference, not the slope.
      let isNearCorner = (easing.slope(at: t + h) - easing.slope(at: t - h)).magnitude > 0.01
      if !isNearCorner { #expect((numeric - slope).magnitude < 1e-4, "\(easing.name) at \(t)") }
    }
  }

  @Test("The book's bounce equals Penner's up to 4/11 and then differs by up to 0.05")
  func bounces() {
    var largest = 0.0
    for i in 0...1100 {
      let t = Double(i) / 1100
      let difference = (Easing(.bounce, .out).value(at: t) - Easing(.bookBounce, .out).value(at: t)).magnitude
      if t < 4 / 11.0 { #expect(difference < 1e-15) }
      largest = max(largest, difference)
    }
    #expect(largest > 0.045 && largest < 0.055)
  }

  @Test("The book's quadraticEaseInOut is Penner's")
  func bookQuadratic() {
    for i in 0...1000 {
      let t = Double(i) / 1000
      let book = t < 0.5 ? 2 * t * t : -2 * t * t + 4 * t - 1
      #expect((Easing(.quadratic, .inOut).value(at: t) - book).magnitude < 1e-15)
    }
  }

  @Test("A name reads back as its easing")
  func names() {
    for easing in Easing.all { #expect(Easing(name: easing.name) == easing) }
    #expect(Easing(name: "bounce") == nil)
    #expect(Easing(.bookBounce, .out).name == "book-bounce-out")
  }
}
