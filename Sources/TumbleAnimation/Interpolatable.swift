/// A value that an animation can be between two of.
///
/// A type that conforms without writing anything switches at the half, as text or a texture's name must.
public protocol Interpolatable: Equatable, Sendable {
  /// The value a fraction of the way to another: exactly this one at 0, exactly the other at 1; beyond them
  /// where the way leads.
  func interpolated(to other: Self, by fraction: Double) -> Self

  /// Returns the distance of two values, for paced keyframes; of values that cannot be measured 1, or 0 if
  /// they are equal.
  func distance(to other: Self) -> Double

  /// The way to another value times a factor; nil for values that cannot be scaled, which have no velocity.
  func change(to other: Self, times factor: Double) -> Self?

  /// Values of a cubic keyframe's neighborhood, each times its weight; a type that can't be summed goes
  /// straight from `b` to `c`.
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
  /// The sum of two values, component by component.
  static func + (a: Self, b: Self) -> Self
  /// The difference of two values, component by component.
  static func - (a: Self, b: Self) -> Self
  /// The value with each component multiplied by a number.
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

/// A number; also an angle in radians, which is not wrapped: from 0 to 4π are two turns.
extension Double: LinearValue {
  public var length: Double { magnitude }
}

extension Vector: LinearValue {}

extension Size: LinearValue {
  public static func + (a: Size, b: Size) -> Size { Size(a.width + b.width, a.height + b.height) }
  public static func - (a: Size, b: Size) -> Size { Size(a.width - b.width, a.height - b.height) }
  public static func * (size: Size, scale: Double) -> Size { Size(size.width * scale, size.height * scale) }
  public var length: Double { (width * width + height * height).squareRoot() }
}

/// Rectangles are added and scaled corner by corner.
extension Rect: LinearValue {
  public static func + (a: Rect, b: Rect) -> Rect { Rect(min: a.min + b.min, max: a.max + b.max) }
  public static func - (a: Rect, b: Rect) -> Rect { Rect(min: a.min - b.min, max: a.max - b.max) }
  public static func * (rect: Rect, scale: Double) -> Rect {
    Rect(min: rect.min * scale, max: rect.max * scale)
  }
  public var length: Double { (min.lengthSquared + max.lengthSquared).squareRoot() }
}

/// Colors are added and scaled component by component, in sRGB with straight alpha; a curve that overshoots
/// leaves 0...1.
extension Color: LinearValue {
  public static func + (a: Color, b: Color) -> Color {
    Color(red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue, alpha: a.alpha + b.alpha)
  }
  public static func - (a: Color, b: Color) -> Color { a + b * -1 }
  public static func * (color: Color, scale: Double) -> Color {
    Color(
      red: color.red * scale, green: color.green * scale, blue: color.blue * scale, alpha: color.alpha * scale
    )
  }
  public var length: Double { (red * red + green * green + blue * blue + alpha * alpha).squareRoot() }
}

/// Interpolates by parts: translation, rotation (the shorter way), shear and scale, so that a turning square
/// stays square.
///
/// A transform that flattens the plane has no such parts; then the six numbers are interpolated.
extension Transform: Interpolatable {
  public func interpolated(to other: Transform, by fraction: Double) -> Transform {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    let translation = self.translation.interpolated(to: other.translation, by: fraction)
    guard let from = TransformParts(self), let to = TransformParts(other) else {
      return Transform(
        a: mix(a, other.a), b: mix(b, other.b), c: mix(c, other.c), d: mix(d, other.d), tx: translation.x,
        ty: translation.y)
    }
    let turn = (to.rotation - from.rotation).remainder(dividingBy: 2 * .pi)
    let rotation = from.rotation + turn * fraction
    let (s, c) = (sine(rotation), cosine(rotation))
    let width = mix(from.width, to.width)
    let shear = mix(from.shear, to.shear)
    let height = mix(from.height, to.height)
    return Transform(
      a: c * width, b: s * width, c: c * shear - s * height, d: s * shear + c * height, tx: translation.x,
      ty: translation.y)
  }

  public func distance(to other: Transform) -> Double {
    let (p, q) = (Vector(a - other.a, b - other.b), Vector(c - other.c, d - other.d))
    return (p.lengthSquared + q.lengthSquared + (translation - other.translation).lengthSquared).squareRoot()
  }
}

/// The linear part of a transform as a rotation after an upper triangle (width, shear; 0, height).
private struct TransformParts {
  let rotation: Double
  let width: Double
  let shear: Double
  let height: Double

  init?(_ transform: Transform) {
    width = Vector(transform.a, transform.b).length
    let determinant = transform.determinant
    guard width > 0, determinant != 0, width.isFinite, determinant.isFinite else { return nil }
    rotation = arcTangent(transform.b, transform.a)
    shear = (transform.a * transform.c + transform.b * transform.d) / width
    height = determinant / width
  }
}
