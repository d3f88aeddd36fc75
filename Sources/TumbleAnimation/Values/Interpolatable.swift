/// A value that an animation can be between two of.
///
/// A type that conforms without writing anything switches at the half, as text or a texture's name must.
public protocol Interpolatable: Equatable, Sendable {
  /// The value a fraction of the way to another: exactly this one at 0, exactly the other at 1; beyond them where
  /// the way leads.
  func interpolated(to other: Self, by fraction: Double) -> Self

  /// How far apart two values are, for paced keyframes; what can't be measured is 1 apart, or 0 if equal.
  func distance(to other: Self) -> Double

  /// The way to another value times a factor; nil for values that cannot be scaled, which have no velocity.
  func change(to other: Self, times factor: Double) -> Self?

  /// Values of a cubic keyframe's neighbourhood, each times its weight; a type that can't be summed goes straight
  /// from `b` to `c`.
  static func blend(
    _ a: Self, _ b: Self, _ c: Self, _ d: Self, weights: SIMD4<Double>, fraction: Double
  ) -> Self
}

extension Interpolatable {
  public func interpolated(to other: Self, by fraction: Double) -> Self { fraction < 0.5 ? self : other }

  public func distance(to other: Self) -> Double { self == other ? 0 : 1 }

  public func change(to other: Self, times factor: Double) -> Self? { nil }

  public static func blend(
    _ a: Self, _ b: Self, _ c: Self, _ d: Self, weights: SIMD4<Double>, fraction: Double
  ) -> Self {
    b.interpolated(to: c, by: fraction)
  }
}

/// A value that can be summed and scaled, so that an animation also knows its velocity.
public protocol LinearValue: Interpolatable {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (value: Self, scale: Double) -> Self
  /// The distance from zero: the root of the components' squares.
  var length: Double { get }
}

extension LinearValue {
  public func change(to other: Self, times factor: Double) -> Self? { (other - self) * factor }

  public func interpolated(to other: Self, by fraction: Double) -> Self {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    return self + (other - self) * fraction
  }

  public func distance(to other: Self) -> Double { (other - self).length }

  public static func blend(
    _ a: Self, _ b: Self, _ c: Self, _ d: Self, weights: SIMD4<Double>, fraction: Double
  ) -> Self {
    a * weights.x + b * weights.y + (c * weights.z + d * weights.w)
  }
}

extension String: Interpolatable {}
extension Bool: Interpolatable {}
