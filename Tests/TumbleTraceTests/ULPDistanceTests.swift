import Testing
import TumbleTestSupport
import TumbleTrace

@Suite("The distance of two doubles in units of the last place")
struct ULPDistanceTests {
  @Test(
    "The distance of two doubles in units of the last place counts the steps from one to the other",
    arguments: [
      (1.0, 1.0, 0), (1, 1.0.nextUp, 1), (1, 1.0.nextDown, 1), (0, -0.0, 1), (0, .leastNonzeroMagnitude, 1),
      (-0.0, -.leastNonzeroMagnitude, 1), (-.leastNonzeroMagnitude, .leastNonzeroMagnitude, 3),
      (1, 2, 1 << 52), (-1, -2, 1 << 52), (.greatestFiniteMagnitude, .infinity, 1),
      (-.infinity, .infinity, UInt64(0x7FF) << 53 + 1),
    ] as [(Double, Double, UInt64)])
  func distance(a: Double, b: Double, ulps: UInt64) {
    #expect(a.ulps(to: b) == ulps && b.ulps(to: a) == ulps)
    #expect(a.ulps(to: .nan) == nil && Double.nan.ulps(to: b) == nil)
  }

  @Test(
    "The distance of two doubles in units of the last place is the number of steps that were taken",
    arguments: Seeds.list(default: 20))
  func steps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let start = Double(bitPattern: random.next())
    guard start.isFinite else { return }
    var end = start
    for _ in 0..<100 where end.isFinite { end = end.nextUp }
    guard end.isFinite else { return }
    #expect(start.ulps(to: end) == 100)
  }
}
