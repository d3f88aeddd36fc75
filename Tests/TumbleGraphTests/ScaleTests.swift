import Testing
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct ScaleTests {
  @Test(
    "Limits hold the values, are multiples of a step of 1, 2 or 5, and stay finite, for any values",
    arguments: Seeds.list(default: 300))
  func fits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let magnitude = random.pick([1e-300, 1e-12, 1, 1e6, 1e300, 1e308])
    let low = random.double(in: -1...1) * magnitude
    let high = low + random.double(in: 0...1) * magnitude * random.pick([0, 1e-12, 0.001, 0.7])
    let scale = GraphScale(fitting: low...max(low, high), lines: random.int(in: 1...8))
    #expect(
      scale.lower.isFinite && scale.upper.isFinite && scale.span > 0 && scale.step > 0)
    #expect(scale.position(of: low) >= -1e-9 && scale.position(of: high) <= 1 + 1e-9)
    #expect((2...24).contains(scale.lines.count), "\(scale.lines.count)")
  }

  @Test("The usual limits are those a person would choose")
  func examples() {
    func limits(_ values: ClosedRange<Double>) -> [Double] {
      let scale = GraphScale(fitting: values)
      return [scale.lower, scale.upper, scale.step]
    }
    #expect(limits(0...100) == [0, 100, 50])
    #expect(limits(0...0.93) == [0, 1, 0.5])
    #expect(limits(-1...1) == [-1, 1, 0.5])
    #expect(limits(40...180) == [0, 200, 50])
    #expect(limits(990...1010) == [990, 1010, 5])
    #expect(limits(-8 ... -1) == [-8, 0, 2])
  }

  @Test("It widens at once and narrows only below half")
  func hysteresis() {
    let scale = GraphScale(fitting: 0...100)
    #expect(scale.adapted(to: 0...60) == scale)
    #expect(scale.adapted(to: 0...101).upper > 100)
    #expect(scale.adapted(to: 0...30).upper < 50)
  }

  @Test("Numbers are short and plain")
  func numbers() {
    let cases: [(Double, String, String)] = [
      (0, "", "0"), (0, "J", "0 J"), (12.345, "", "12.35"), (1234, "", "1234"), (12345, "", "12.35k"),
      (3_210_000, "", "3.210M"),
      (0.0125, "s", "12.50 ms"), (3e-6, "s", "3.000 µs"), (-3e-9, "s", "-3.000 ns"),
      (1e300, "", "1e300"), (-2.5e-12, "", "-2.5e-12"),
      (.nan, "J", "–"), (.infinity, "", "–"), (1500, "J", "1.500 kJ"), (999.96, "J", "1.000 kJ"),
      (-0.5, "rad", "-0.500 rad"),
      (.leastNonzeroMagnitude, "", "0"),
    ]
    for (value, unit, text) in cases {
      #expect(NumberText.text(value, unit: unit) == text, "\(value) \(unit)")
    }
    #expect(
      NumberText.text(line: 0.5, step: 0.1) == "0.5" && NumberText.text(line: 250_000, step: 50_000) == "250k"
    )
    #expect(
      NumberText.text(line: 20_000_000, step: 5e6) == "20M" && NumberText.text(line: 0, step: 1e300) == "0")
  }

  @Test("Times are round")
  func times() {
    let fine = TimeAxis(rate: 120, atLeast: 45)
    #expect(fine.step == 60 && fine.text(at: 180) == "1.5 s" && fine.text(at: 7260) == "1:00.5")
    let coarse = TimeAxis(rate: 120, atLeast: 1200)
    #expect(coarse.step == 1200 && coarse.text(at: 2400) == "20 s" && coarse.text(at: 10_800) == "1:30")
    #expect(TimeAxis(rate: 7, atLeast: 1).step == 7 && TimeAxis(rate: 0, atLeast: .nan).step > 0)
    #expect(TimeAxis(rate: 1, atLeast: 1e12).text(at: 3600 * 1_000_000).hasSuffix(":00:00"))
    #expect(TimeAxis(rate: 1000, atLeast: 5).text(at: 5) == "0.005 s")
    #expect(TimeText.text(samples: 7752, rate: 120, places: 3) == "1:04.600")
    #expect(TimeText.text(samples: 7199, rate: 120, places: 1) == "1:00.0")
    #expect(TimeText.text(samples: -90, rate: 60, places: 1) == "-1.5 s")
    #expect(TimeText.text(samples: .min, rate: 1_000_000, places: 3).hasPrefix("-"))
  }
}
