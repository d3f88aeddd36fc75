import CTumblePairs
import Foundation
import Testing

/// Tests of pairs of polygons with four corners, done four at a time, beside the engine's own function.
@Suite struct QuadLanesTests {
  /// The number of pairs of one seed, of ten; `TUMBLE_PAIRS` says how many in all.
  private static let pairs =
    (ProcessInfo.processInfo.environment["TUMBLE_PAIRS"].flatMap(Int64.init) ?? 400_000) / 10

  @Test(
    "Polygons with four corners touch where the engine has them touch, to the bit", arguments: UInt64(0)..<10)
  func touches(seed: UInt64) {
    let comparison = ctumble_compare_pairs(seed, Self.pairs)
    #expect(
      comparison.different == 0,
      "\(withUnsafeBytes(of: comparison.first) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })")
    #expect(comparison.by_engine > Self.pairs / 2)
    #expect(comparison.touching > Self.pairs / 2)
    #expect(comparison.touching < Self.pairs * 9 / 10)
    // One half of the pairs is tried the one way, the other half the other way.
    #expect(!comparison.has_lanes || comparison.in_lanes > Self.pairs * 19 / 100)
    #expect(!comparison.has_lanes || comparison.clear > Self.pairs * 9 / 100)
  }
}
