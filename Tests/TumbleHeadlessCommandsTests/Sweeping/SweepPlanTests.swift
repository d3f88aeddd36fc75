import Testing
import TumbleTestSupport

@testable import TumbleHeadlessCommands

@Suite("The plan of a sweep")
struct SweepPlanTests {
  @Test(
    "The plan of a sweep is every combination, the last setting changing fastest and the seeds faster still",
    arguments: Seeds.list(default: 20))
  func grid(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let counts = (0..<random.int(in: 1...4)).map { _ in random.int(in: 1...5) }
    let seedCount = random.int(in: 1...3)
    let settings = try counts.enumerated().map { axis, count in
      try SweepSetting("a\(axis)=" + (0..<count).map(String.init).joined(separator: ","))
    }
    let plan = try SweepPlan(settings, seeds: random.bool() ? SweepSeeds("\(seedCount)") : nil)
    var expected: [[String]] = [[]]
    for count in counts + (plan.seeds == nil ? [] : [seedCount]) {
      expected = expected.flatMap { beginning in (0..<count).map { beginning + ["\($0)"] } }
    }
    if plan.seeds != nil {
      expected = expected.map { $0.dropLast() + ["\((Int($0.last ?? "") ?? 0) + 1)"] }
    }
    #expect(plan.count == expected.count)
    #expect((0..<plan.count).map { plan.point($0).texts } == expected)
  }

  @Test("The plan of a sweep of a billion runs is no list: each is worked out from its index")
  func large() throws {
    let plan = try SweepPlan([
      SweepSetting("a=0..999999/1000000"), SweepSetting("b=0..999/1000"), SweepSetting("c=1,2"),
    ])
    #expect(plan.count == 2_000_000_000)
    #expect(plan.point(1_999_999_999).values == ["999999", "999", "2"])
    #expect(plan.point(1_234_567_890).values == ["617283", "945", "1"])
  }

  @Test(
    "The plan of a sweep has an end",
    arguments: [
      (["a=0..1/1000000000000"], true), (["a=0..1/1000000000000", "b=1,2"], false),
      (["a=0..1/1000000000"], true),
    ])
  func bounds(settings: [String], isAllowed: Bool) throws {
    let settings = try settings.map { try SweepSetting($0) }
    let plan = try? SweepPlan(settings)
    #expect((plan != nil) == isAllowed)
    #expect(throws: SweepError.self) { try SweepPlan([SweepSetting("a=0..1")]) }
    // Products and seeds that no integer holds.
    let huge = try (0..<4).map { try SweepSetting("a\($0)=0..1/1000000000") }
    #expect(throws: SweepError.self) { try SweepPlan(huge) }
    #expect(throws: SweepError.self) {
      try SweepPlan([SweepSetting("a=0..1/1000000000000")], seeds: SweepSeeds("1000000000"))
    }
  }

  @Test("The plan of a sweep takes seeds as a number, a range or a list, and nothing else")
  func seeds() throws {
    func all(_ text: String) -> [Int]? {
      SweepSeeds(text).map { seeds in (0..<seeds.count).map { seeds[$0] } }
    }
    #expect(
      all("3") == [1, 2, 3] && all("1..3") == [1, 2, 3] && all("7..7") == [7] && all("3,5,8") == [3, 5, 8])
    #expect(all("0..1") == [0, 1] && all("2147483647..2147483647") == [2_147_483_647])
    for wrong in ["", "0", "-1", "x", "3..1", "1,,2", "1,x", "1.5", "2147483648", "0..2147483648", "-1..3"] {
      #expect(SweepSeeds(wrong) == nil, "\(wrong)")
    }
  }

  @Test(
    "The plan of a sweep falls into shards that are neighbours, and none more than a run larger than another",
    arguments: Seeds.list(default: 50))
  func shards(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (total, count) = (random.int(in: 0...1000), random.int(in: 1...40))
    let shards = try (1...count).map { try #require(SweepShard("\($0)/\(count)")).runs(of: total) }
    #expect(shards.first?.lowerBound == 0 && shards.last?.upperBound == total)
    #expect(zip(shards, shards.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(shards.map(\.count).max() ?? 0 - (shards.map(\.count).min() ?? 0) <= total / count + 1)
    for wrong in ["0/3", "4/3", "1", "1/", "/3", "1/0", "a/b", "1/2/3", "-1/3", "1/1000001"] {
      #expect(SweepShard(wrong) == nil, "\(wrong)")
    }
  }
}
