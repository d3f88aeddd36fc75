import TumbleGeometry

/// The families of easings, by the names that text uses.
public enum EasingFamily: String, CaseIterable, Hashable, Sendable {
  case quadratic
  case cubic
  case quartic
  case quintic
  case sine
  case exponential
  case circular
  case back
  case elastic
  case bounce
  /// A bounce whose pieces meet at 4/11, 8/11 and 9/10 of the time, from *iOS Core Animation: Advanced Techniques*.
  /// It equals Penner's up to 4/11 and then differs by up to 0.05.
  case bookBounce = "book-bounce"
}

// Formulas of the `in` direction on 0...1, after Robert Penner, "Motion, Tweening, and Easing" (2002).
// `bothWays` asks for the shape inside `in-out`, where Penner widens back and elastic.
extension EasingFamily {
  func value(_ t: Double, bothWays: Bool = false) -> Double {
    if t <= 0 { return 0 }
    if t >= 1 { return 1 }
    switch self {
    case .quadratic: return t * t
    case .cubic: return t * t * t
    case .quartic: return t * t * t * t
    case .quintic: return t * t * t * t * t
    case .sine: return 1 - cosine(t * .pi / 2)
    case .exponential: return powerOfTwo(10 * (t - 1))
    case .circular: return t * t / (1 + (1 - t * t).squareRoot())
    case .back:
      let s = Self.overshoot(bothWays)
      return t * t * ((s + 1) * t - s)
    case .elastic:
      let period = Self.period(bothWays)
      return -powerOfTwo(10 * (t - 1)) * TumbleGeometry.sine((t - 1 - period / 4) * 2 * .pi / period)
    case .bounce: return 1 - Self.bounceOut(1 - t)
    case .bookBounce: return 1 - Self.bookBounceOut(1 - t)
    }
  }

  func slope(_ t: Double, bothWays: Bool = false) -> Double {
    switch self {
    case .quadratic: return 2 * t
    case .cubic: return 3 * t * t
    case .quartic: return 4 * t * t * t
    case .quintic: return 5 * t * t * t * t
    case .sine: return TumbleGeometry.sine(t * .pi / 2) * .pi / 2
    case .exponential: return 10 * Self.ln2 * powerOfTwo(10 * (t - 1))
    case .circular: return t / (1 - t * t).squareRoot()
    case .back:
      let s = Self.overshoot(bothWays)
      return t * (3 * (s + 1) * t - 2 * s)
    case .elastic:
      let frequency = 2 * Double.pi / Self.period(bothWays)
      let angle = (t - 1) * frequency - .pi / 2
      return -powerOfTwo(10 * (t - 1))
        * (10 * Self.ln2 * TumbleGeometry.sine(angle) + frequency * cosine(angle))
    case .bounce: return Self.bounceOutSlope(1 - t)
    case .bookBounce: return Self.bookBounceOutSlope(1 - t)
    }
  }

  private static let ln2 = 0.693147180559945309417232121458

  /// Ten percent beyond the end, as Penner has it; 1.525 times as far within `in-out`.
  private static func overshoot(_ bothWays: Bool) -> Double { bothWays ? 1.70158 * 1.525 : 1.70158 }

  private static func period(_ bothWays: Bool) -> Double { bothWays ? 0.3 * 1.5 : 0.3 }

  private static func bounceOut(_ t: Double) -> Double {
    let (center, height) = bouncePiece(t)
    return 7.5625 * (t - center) * (t - center) + height
  }

  private static func bounceOutSlope(_ t: Double) -> Double { 2 * 7.5625 * (t - bouncePiece(t).center) }

  private static func bouncePiece(_ t: Double) -> (center: Double, height: Double) {
    if t < 1 / 2.75 { return (0, 0) }
    if t < 2 / 2.75 { return (1.5 / 2.75, 0.75) }
    if t < 2.5 / 2.75 { return (2.25 / 2.75, 0.9375) }
    return (2.625 / 2.75, 0.984375)
  }

  private static func bookBounceOut(_ t: Double) -> Double {
    let (a, b, c) = bookPiece(t)
    return a * t * t - b * t + c
  }

  private static func bookBounceOutSlope(_ t: Double) -> Double {
    let (a, b, _) = bookPiece(t)
    return 2 * a * t - b
  }

  /// Each piece is a·t² - b·t + c.
  private static func bookPiece(_ t: Double) -> (a: Double, b: Double, c: Double) {
    if t < 4 / 11.0 { return (121 / 16.0, 0, 0) }
    if t < 8 / 11.0 { return (363 / 40.0, 99 / 10.0, 17 / 5.0) }
    if t < 9 / 10.0 { return (4356 / 361.0, 35442 / 1805.0, 16061 / 1805.0) }
    return (54 / 5.0, 513 / 25.0, 268 / 25.0)
  }
}
