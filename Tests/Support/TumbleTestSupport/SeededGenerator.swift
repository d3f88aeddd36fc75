import TumbleGeometry

/// Random values for tests: the same seed gives the same values everywhere.
public struct SeededGenerator: RandomNumberGenerator {
  private var random: SplitMix64

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { random.next() }

  public mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  public mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  public mutating func bool() -> Bool { next() & 1 == 1 }

  /// An element of a collection that is not empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(in: 0...elements.count - 1)]
  }
}
