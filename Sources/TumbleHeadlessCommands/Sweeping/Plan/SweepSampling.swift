import TumbleGeometry

/// How the points of a sweep are chosen from the values of its settings. Each is worked out from its index alone.
enum SweepSampling: Hashable, Sendable {
  /// Every combination; the last setting changes fastest.
  case grid
  /// Each value on its own.
  case random(count: Int, seed: UInt64)
  /// A Latin hypercube: of each setting's range, cut into as many equal parts as there are samples, every part has one sample.
  /// McKay, Beckman and Conover, "A comparison of three methods for selecting values of input variables" (1979).
  case latin(count: Int, seed: UInt64)

  /// How many points there are; nil for more than anyone waits for.
  func count(_ values: [SweepValues]) -> Int? {
    switch self {
    case .random(let count, _), .latin(let count, _): return count
    case .grid:
      var product = 1
      for values in values {
        let (next, isTooMany) = product.multipliedReportingOverflow(by: values.count ?? 0)
        guard !isTooMany else { return nil }
        product = next
      }
      return product
    }
  }

  /// The values of a point, one a setting.
  func point(_ index: Int, of values: [SweepValues]) -> [String] {
    switch self {
    case .grid:
      var (rest, texts) = (index, [String]())
      for values in values.reversed() {
        let count = values.count ?? 1
        texts.append(values.text(at: rest % count))
        rest /= count
      }
      return texts.reversed()
    case .random(_, let seed):
      return values.indices.map { values[$0].text(at: Self.fraction(seed, $0, index)) }
    case .latin(let count, let seed):
      return values.indices.map { axis in
        let stratum = IndexPermutation(count: count, seed: Self.mix(seed, axis))[index]
        let part = (Double(stratum) + Self.fraction(seed, axis, index)) / Double(count)
        return values[axis].text(at: min(part, 1.0.nextDown))
      }
    }
  }

  /// Another seed for each setting.
  private static func mix(_ seed: UInt64, _ axis: Int) -> UInt64 {
    var random = SplitMix64(seed: seed &+ UInt64(axis) &* 0xD1B5_4A32_D192_ED03)
    return random.next()
  }

  private static func fraction(_ seed: UInt64, _ axis: Int, _ index: Int) -> Double {
    var random = SplitMix64(seed: mix(seed, axis) ^ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    _ = random.next()
    return random.nextFraction()
  }
}
