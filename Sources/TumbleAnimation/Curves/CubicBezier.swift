/// A timing curve from (0, 0) to (1, 1) with two control points, as CSS and Core Animation have it.
public struct CubicBezier: Hashable, Sendable {
  /// In 0...1, which makes the curve a function of time.
  public let x1: Double
  public let y1: Double
  /// In 0...1.
  public let x2: Double
  public let y2: Double

  /// nil unless both x lie in 0...1 and both y in ``TimingFunction/outputs``.
  public init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let outputs = TimingFunction.outputs
    guard x1 >= 0, x1 <= 1, x2 >= 0, x2 <= 1, outputs.contains(y1), outputs.contains(y2) else { return nil }
    self.init(checked: x1, y1, x2, y2)
  }

  private init(checked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// CSS's `ease`, Core Animation's default.
  public static let ease = CubicBezier(checked: 0.25, 0.1, 0.25, 1)
  public static let easeIn = CubicBezier(checked: 0.42, 0, 1, 1)
  public static let easeOut = CubicBezier(checked: 0, 0, 0.58, 1)
  public static let easeInOut = CubicBezier(checked: 0.42, 0, 0.58, 1)
}

extension CubicBezier {
  /// Exactly 0 at 0 and 1 at 1; beyond them the tangent at the end goes on, as CSS has it.
  public func value(at t: Double) -> Double {
    if t == 0 { return 0 }
    if t == 1 { return 1 }
    if t < 0 {
      let slope = startSlope
      return slope.isFinite ? t * slope : 0
    }
    if t > 1 {
      let slope = endSlope
      return slope.isFinite ? 1 + (t - 1) * slope : 1
    }
    return Self.coordinate(parameter(at: t), y1, y2)
  }

  /// dy/dx; infinite where the tangent is vertical.
  public func slope(at t: Double) -> Double {
    if t <= 0 { return startSlope }
    if t >= 1 { return endSlope }
    return slope(atParameter: parameter(at: t))
  }

  /// Both, solved for once.
  func valueAndSlope(at t: Double) -> (value: Double, slope: Double) {
    guard t > 0, t < 1 else { return (value(at: t), slope(at: t)) }
    let s = parameter(at: t)
    return (Self.coordinate(s, y1, y2), slope(atParameter: s))
  }

  private func slope(atParameter s: Double) -> Double {
    let dx = Self.derivative(s, x1, x2)
    let dy = Self.derivative(s, y1, y2)
    return dx > 0 ? dy / dx : dy < 0 ? -.infinity : .infinity
  }

  /// The parameter whose x is t, for t in 0...1.
  ///
  /// x never falls, so the answer stays in a bracket. Newton's step is taken where it stays inside and is at most half of
  /// the one before; else the bracket is halved. So each round halves the one or the other: at most 128, usually 5,
  /// and seldom more than 12.
  func parameter(at t: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = t
    var step = 1.0
    for _ in 0..<128 {
      let error = Self.coordinate(s, x1, x2) - t
      // What rounding leaves; a step from there would follow noise.
      if error.magnitude <= 4 * t.ulp { return s }
      if error > 0 { high = s } else { low = s }
      let slope = Self.derivative(s, x1, x2)
      let newton = s - error / slope
      if slope > 0, newton >= low, newton <= high, (newton - s).magnitude <= step / 2 {
        step = (newton - s).magnitude
        s = newton
      } else {
        step = (high - low) / 2
        s = low + step
      }
      // Below what the last digits of a value can show.
      if step <= 0x1p-54 { return s }
    }
    return s
  }

  private var startSlope: Double {
    if x1 > 0 { return y1 / x1 }
    if y1 != 0 { return y1 < 0 ? -.infinity : .infinity }
    if x2 > 0 { return y2 / x2 }
    return y2 == 0 ? 1 : y2 < 0 ? -.infinity : .infinity
  }

  private var endSlope: Double {
    if x2 < 1 { return (1 - y2) / (1 - x2) }
    if y2 != 1 { return y2 > 1 ? -.infinity : .infinity }
    if x1 < 1 { return (1 - y1) / (1 - x1) }
    return y1 == 1 ? 1 : y1 > 1 ? -.infinity : .infinity
  }

  /// Bernstein's form: for x every term is positive, so nothing cancels.
  private static func coordinate(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let r = 1 - s
    return s * (3 * r * (r * a + s * b) + s * s)
  }

  private static func derivative(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let r = 1 - s
    return 3 * (r * r * a + 2 * r * s * (b - a) + s * s * (1 - b))
  }
}
