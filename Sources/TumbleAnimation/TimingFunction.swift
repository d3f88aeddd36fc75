/// The progress of a change by the share of its time: 0 at 0, 1 at 1, in between what the curve says.
///
/// Its text form is `description`; `init(parsing:)` reads it.
public enum TimingFunction: Hashable, Sendable {
  /// An even speed.
  case linear
  /// An easing of a family, such as `bounce-out`.
  case easing(Easing)
  /// A cubic Bézier curve.
  case cubicBezier(CubicBezier)
  /// Steps.
  case steps(Steps)
  /// Straight lines between points.
  case piecewiseLinear(PiecewiseLinear)
  /// A spring whose second is the whole time: with a response of 0.5 it swings twice in the time there is.
  /// What is left of its motion at 1 is cut off, so let it settle; a ``SpringAnimation`` takes the time it
  /// needs instead.
  case spring(Spring)

  /// CSS's `ease`: a short acceleration and a long deceleration.
  public static let ease = TimingFunction.cubicBezier(.ease)
  /// CSS's `ease-in`: a slow start.
  public static let easeIn = TimingFunction.cubicBezier(.easeIn)
  /// CSS's `ease-out`: a slow end.
  public static let easeOut = TimingFunction.cubicBezier(.easeOut)
  /// CSS's `ease-in-out`: a slow start and a slow end.
  public static let easeInOut = TimingFunction.cubicBezier(.easeInOut)

  /// The range of numbers that a curve may be made of and that lines may give within the time: so far from
  /// the largest number that nothing made of them overflows.
  public static let outputs = -1e9...1e9

  /// The value at a share of the time.
  ///
  /// Outside 0...1 an easing and a spring hold their end values; the others go on as CSS says.
  public func value(at t: Double) -> Double {
    switch self {
    case .linear: t
    case .easing(let easing): easing.value(at: t)
    case .cubicBezier(let curve): curve.value(at: t)
    case .steps(let steps): steps.value(at: t)
    case .piecewiseLinear(let lines): lines.value(at: t)
    case .spring(let spring): t >= 1 ? 1 : spring.value(at: t)
    }
  }

  /// The Bézier curve that it is; nil for a curve of another form.
  public var bezier: CubicBezier? {
    switch self {
    case .cubicBezier(let curve): curve
    case .linear: .straight
    default: nil
    }
  }

  /// The value while an animation waits on the side of its pass's begin, by CSS's before flag: a staircase
  /// that jumps at its start has not jumped yet. All other curves are continuous, and take no notice.
  func value(at t: Double, isBefore: Bool) -> Double {
    if case .steps(let steps) = self { return steps.value(at: t, isBefore: isBefore) }
    return value(at: t)
  }

  /// The derivative of the value: the one to the right where the curve has a corner (to the left at 1), 0 on
  /// a stair, infinite where the tangent is vertical.
  public func slope(at t: Double) -> Double {
    switch self {
    case .linear: 1
    case .easing(let easing): easing.slope(at: t)
    case .cubicBezier(let curve): curve.slope(at: t)
    case .steps: 0
    case .piecewiseLinear(let lines): lines.slope(at: t)
    case .spring(let spring): t < 0 || t > 1 ? 0 : spring.velocity(at: t)
    }
  }

  /// Both, for what one costs where a curve has to be solved for them.
  func valueAndSlope(at t: Double) -> (value: Double, slope: Double) {
    if case .cubicBezier(let curve) = self { return curve.valueAndSlope(at: t) }
    return (value(at: t), slope(at: t))
  }
}

extension TimingFunction: CustomStringConvertible {
  /// The text that ``init(parsing:)`` reads; numbers in their shortest form that reads back to the same bits.
  public var description: String {
    switch self {
    case .linear: return "linear"
    case .easing(let easing): return easing.name
    case .cubicBezier(let c):
      if let name = Self.named.first(where: { $0.value == self })?.name { return name }
      return "cubic-bezier(\(c.x1), \(c.y1), \(c.x2), \(c.y2))"
    case .steps(let s): return "steps(\(s.count), \(s.position.rawValue))"
    case .piecewiseLinear(let lines):
      return "linear("
        + lines.points.map { "\($0.output) \(Percentage.text($0.input))%" }.joined(separator: ", ") + ")"
    case .spring(let s):
      return "spring(mass: \(s.mass), stiffness: \(s.stiffness), damping: \(s.damping), "
        + "velocity: \(s.initialVelocity))"
    }
  }

  /// The curves that have a name of their own; easings are named by ``Easing/name``.
  static let named: [(name: String, value: TimingFunction)] = [
    ("linear", .linear), ("ease", .ease), ("default", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("step-start", .steps(Steps.one(.start))),
    ("step-end", .steps(Steps.one(.end))), ("hold", .hold),
  ]
}

/// A named easing: a family of curves by Robert Penner, and the side on which it is gentle.
///
/// Values are exactly 0 at 0 and 1 at 1. Outside 0...1 a curve holds its end value.
public struct Easing: Hashable, Sendable {
  /// The end of the time at which a family's shape lies.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    /// The family's own shape at the start.
    case `in`
    /// The shape turned by half a turn: `1 - in(1 - t)`.
    case out
    /// `in` on the first half, `out` on the second, each at half height.
    case inOut = "in-out"
  }

  /// The family that gives the shape.
  public var family: EasingFamily
  /// The end of the time at which the shape lies.
  public var direction: Direction

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ family: EasingFamily, _ direction: Direction) {
    self.family = family
    self.direction = direction
  }

  /// Every family in every direction, in the order of the families.
  public static let all: [Easing] = EasingFamily.allCases.flatMap { family in
    Direction.allCases.map { Easing(family, $0) }
  }

  /// The name in scenes: `quadratic-in-out`.
  public var name: String { family.rawValue + "-" + direction.rawValue }

  /// The easing of a name such as `bounce-out`; nil if there is none.
  public init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension Easing {
  /// The share of the change at a share of the time, `t`.
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

/// The families of easings, by the names that text uses.
public enum EasingFamily: String, CaseIterable, Hashable, Sendable {
  /// The second power of the time.
  case quadratic
  /// The third power of the time.
  case cubic
  /// The fourth power of the time.
  case quartic
  /// The fifth power of the time.
  case quintic
  /// A quarter of a sine wave.
  case sine
  /// An exponential, a thousandfold over the whole time.
  case exponential
  /// A quarter of a circle.
  case circular
  /// A curve that first goes back a little, and overshoots at its other end.
  case back
  /// A curve that swings like a rubber band.
  case elastic
  /// A curve that bounces like a ball.
  case bounce
  /// A bounce whose pieces meet at 4/11, 8/11 and 9/10 of the time, from *iOS Core Animation: Advanced
  /// Techniques*. It equals Penner's up to 4/11 and then differs by up to 0.05.
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

  /// The overshoot: ten percent beyond the end, as Penner has it; 1.525 times as far within `in-out`.
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
