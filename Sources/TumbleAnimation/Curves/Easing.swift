/// A named easing: a family of curves by Robert Penner, and the side on which it is gentle.
///
/// Values are exactly 0 at 0 and 1 at 1. Outside 0...1 a curve holds its end value.
public struct Easing: Hashable, Sendable {
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    /// The family's own shape at the start.
    case `in`
    /// The shape turned by half a turn: `1 - in(1 - t)`.
    case out
    /// `in` on the first half, `out` on the second, each at half height.
    case inOut = "in-out"
  }

  public var family: EasingFamily
  public var direction: Direction

  public init(_ family: EasingFamily, _ direction: Direction) {
    self.family = family
    self.direction = direction
  }

  /// Every family in every direction, in the order of the families.
  public static let all: [Easing] = EasingFamily.allCases.flatMap { family in
    Direction.allCases.map { Easing(family, $0) }
  }

  /// As it is written: `quadratic-in-out`.
  public var name: String { family.rawValue + "-" + direction.rawValue }

  /// The easing of a name such as `bounce-out`; nil if there is none.
  public init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension Easing {
  public func value(at t: Double) -> Double {
    if t <= 0 { return 0 }
    if t >= 1 { return 1 }
    switch direction {
    case .in: return family.value(t)
    case .out: return 1 - family.value(1 - t)
    case .inOut:
      return t < 0.5
        ? family.value(2 * t, bothWays: true) / 2
        : 1 - family.value(2 - 2 * t, bothWays: true) / 2
    }
  }

  /// The derivative of the value; the one-sided one at 0, 1 and where pieces meet, 0 outside 0...1.
  public func slope(at t: Double) -> Double {
    if t < 0 || t > 1 { return 0 }
    switch direction {
    case .in: return family.slope(t)
    case .out: return family.slope(1 - t)
    case .inOut:
      return t < 0.5 ? family.slope(2 * t, bothWays: true) : family.slope(2 - 2 * t, bothWays: true)
    }
  }
}
