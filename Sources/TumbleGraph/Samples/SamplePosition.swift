/// A place on the time axis between samples, exact at any index: a `Double` alone has no room for 2^53 and a half.
public struct SamplePosition: Hashable, Sendable {
  public var index: Int
  /// How far to the next sample, in 0..<1.
  public var fraction: Double

  /// Indices beyond this, and below its negative, become this: there is room for sums on both sides of it.
  static let limit = 1 << 62

  /// A fraction outside 0..<1 moves the index; one that is not finite counts as 0.
  public init(index: Int, fraction: Double = 0) {
    let whole = fraction.isFinite ? fraction.rounded(.down) : 0
    let rest = fraction.isFinite ? fraction - whole : 0
    // Each is far enough from the end of `Int` for their sum.
    let far = Double(Self.limit / 2)
    let (base, moved) = (Self.limited(index), Int(min(max(whole, -far), far)))
    self.index = Self.limited(base + moved)
    self.fraction = rest >= 0 && rest < 1 ? rest : 0
  }

  static func limited(_ index: Int) -> Int { min(max(index, -limit), limit) }

  public func advanced(by samples: Double) -> SamplePosition {
    SamplePosition(index: index, fraction: fraction + samples)
  }
}

extension SamplePosition: Comparable {
  public static func < (a: SamplePosition, b: SamplePosition) -> Bool {
    a.index == b.index ? a.fraction < b.fraction : a.index < b.index
  }
}
