import TumbleGeometry

/// The numbers from 0 up to a count in a random order that a seed gives, worked out place by place: no list is kept.
///
/// A Feistel network, as of Luby and Rackoff, "How to construct pseudorandom permutations" (1988), over the smallest even number of
/// bits that holds the count; what falls beyond the count is sent through again until it does not.
struct IndexPermutation: Sendable {
  let count: Int
  private let halfBits: Int
  private let keys: [UInt64]

  init(count: Int, seed: UInt64) {
    precondition(count > 0, "a permutation has at least one number")
    self.count = count
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    halfBits = max((bits + 1) / 2, 1)
    var random = SplitMix64(seed: seed)
    keys = (0..<6).map { _ in random.next() }
  }

  subscript(place: Int) -> Int {
    precondition((0..<count).contains(place), "there is no such place")
    var value = UInt64(place)
    repeat { value = shuffled(value) } while value >= UInt64(count)
    return Int(value)
  }

  private func shuffled(_ value: UInt64) -> UInt64 {
    let mask = UInt64(1) << UInt64(halfBits) - 1
    var (left, right) = (value >> UInt64(halfBits), value & mask)
    for key in keys {
      var random = SplitMix64(seed: key ^ right)
      (left, right) = (right, left ^ (random.next() & mask))
    }
    return left << UInt64(halfBits) | right
  }
}
