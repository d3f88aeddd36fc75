import Testing
import TumbleTestSupport

@testable import TumbleHeadlessCommands

@Suite("Samples of a sweep")
struct SweepSamplingTests {
  @Test(
    "A random order has each number once, and another one for another seed",
    arguments: Seeds.list(default: 20))
  func permutation(seed: UInt64) {
    for count in [1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1000] {
      let order = IndexPermutation(count: count, seed: seed)
      let numbers = (0..<count).map { order[$0] }
      #expect(numbers.sorted() == Array(0..<count), "\(count)")
      if count >= 16 {
        let other = IndexPermutation(count: count, seed: seed &+ 1)
        #expect(numbers != Array(0..<count) && numbers != (0..<count).map { other[$0] })
      }
    }
  }

  @Test(
    "A Latin hypercube has one sample in each equal part of each range", arguments: Seeds.list(default: 20))
  func latin(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 1...200)
    let plan = try SweepPlan(
      [SweepSetting("a=0..1"), SweepSetting("b=-5..15"), SweepSetting("c=u,v,w,x")],
      .latin(count: count, seed: seed))
    let points = (0..<plan.count).map { plan.point($0).values }
    for (axis, first, length) in [(0, 0.0, 1.0), (1, -5, 20)] {
      let strata = points.map { Int(((Double($0[axis]) ?? .nan) - first) / length * Double(count)) }
      #expect(strata.sorted() == Array(0..<count))
    }
    // A list's values have equal shares: a sample at a border may fall to either side.
    for word in ["u", "v", "w", "x"] {
      #expect(abs(Double(points.count { $0[2] == word }) - Double(count) / 4) < 2)
    }
  }

  @Test(
    "Random samples lie within their ranges, are spread over them, and are others for another seed",
    arguments: Seeds.list(default: 10))
  func random(seed: UInt64) throws {
    func numbers(_ seed: UInt64) throws -> [[Double]] {
      let plan = try SweepPlan(
        [SweepSetting("a=0..1"), SweepSetting("b=100..200")], .random(count: 1000, seed: seed))
      return (0..<plan.count).map { plan.point($0).values.compactMap { Double($0) } }
    }
    let points = try numbers(seed)
    #expect(points.allSatisfy { (0..<1).contains($0[0]) && (100..<200).contains($0[1]) })
    // Each tenth gets 100 of 1,000; 50 fewer are 5 standard deviations.
    for tenth in 0..<10 {
      #expect(points.count { Int($0[0] * 10) == tenth } > 50)
      #expect(points.count { Int($0[1] / 10) - 10 == tenth } > 50)
    }
    // The settings do not go together: a quarter of the points is in each quarter of the plane.
    #expect(points.count { $0[0] < 0.5 && $0[1] < 150 } > 150)
    #expect(try points == numbers(seed) && points != numbers(seed &+ 1))
  }

  @Test("A sample of a billion is worked out from its index")
  func large() throws {
    let plan = try SweepPlan([SweepSetting("a=0..1")], .latin(count: 1_000_000_000, seed: 4))
    let value = try #require(Double(plan.point(999_999_999).values[0]))
    #expect((0..<1).contains(value))
  }
}
