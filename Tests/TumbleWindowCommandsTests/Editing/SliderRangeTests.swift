@testable import TumbleWindowCommands
import Testing
import TumbleTestSupport

@Suite("Ends of sliders")
struct SliderRangeTests {
  private static let anything = -Double.infinity...Double.infinity

  @Test("What the format limits has the format's ends")
  func bounded() {
    #expect(SliderRange(about: 0.3, within: 0...1, unit: "") == SliderRange(range: 0...1))
    #expect(
      SliderRange(about: 10, within: 1...1000, unit: "") == SliderRange(range: 1...1000, isLogarithmic: true))
  }

  @Test("What nothing limits has round ends that leave room about the value")
  func unbounded() {
    #expect(SliderRange(about: 0, within: 0...(.infinity), unit: "").range == 0...2)
    #expect(SliderRange(about: 3, within: 0...(.infinity), unit: "").range == 0...10)
    #expect(SliderRange(about: 700, within: Self.anything, unit: "pt").range == -2000...2000)
    #expect(SliderRange(about: -1000, within: Self.anything, unit: "pt/s^2").range == -2000...2000)
    #expect(SliderRange(about: 0, within: Self.anything, unit: "rad").range == -180...180)
    #expect(SliderRange(about: 100, within: Self.anything, unit: "pt").range == -200...200)
    #expect(SliderRange(about: 2, within: 0...(.infinity), unit: "").range == 0...5)
  }

  @Test("What is distinguished by factors goes from a tenth of its power of ten to a hundred times it")
  func steep() {
    let mass = SliderRange(about: 35, within: 1e-9...(.infinity), unit: "kg")
    #expect(mass == SliderRange(range: 1...1000, isLogarithmic: true))
    #expect(!SliderRange(about: 0, within: 0...(.infinity), unit: "kg/s").isLogarithmic)
  }

  @Test("Any value lies between the ends", arguments: Seeds.list(default: 20))
  func anyValue(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for unit in ["", "pt", "rad", "kg", "kg/s^2", "s", "pt/s"] {
      let size = [1e-6, 0.01, 1, 100, 1e6, 1e9][random.int(in: 0...5)]
      let value = random.double(in: 0...size)
      for bounds in [0...Double.infinity, Self.anything] {
        let ends = SliderRange(about: value, within: bounds, unit: unit).range
        #expect(ends.contains(value), "\(value) \(unit) in \(ends)")
        #expect(ends.lowerBound < ends.upperBound)
      }
    }
  }
}
