/// How far along a change is at a share of its time: 0 at 0, 1 at 1, in between what the curve says.
///
/// Its text form is `description`; `init(parsing:)` reads it.
public enum TimingFunction: Hashable, Sendable {
  case linear
  case easing(Easing)
  case cubicBezier(CubicBezier)
  case steps(Steps)
  case piecewiseLinear(PiecewiseLinear)
  /// A spring whose second is the whole time: with a response of 0.5 it swings twice in the time there is. What is
  /// left of its motion at 1 is cut off, so let it settle; a ``SpringAnimation`` takes the time it needs instead.
  case spring(Spring)

  public static let ease = TimingFunction.cubicBezier(.ease)
  public static let easeIn = TimingFunction.cubicBezier(.easeIn)
  public static let easeOut = TimingFunction.cubicBezier(.easeOut)
  public static let easeInOut = TimingFunction.cubicBezier(.easeInOut)

  /// What the numbers of a curve may be and what lines may give within the time: so far from the largest number that
  /// nothing made of them overflows. Curves with other numbers cannot be made.
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

  /// The value while an animation waits on the side of its pass's begin, by CSS's before flag: a staircase that jumps at its start
  /// has not jumped yet. All other curves are continuous, and take no notice.
  func value(at t: Double, isBefore: Bool) -> Double {
    if case .steps(let steps) = self { return steps.value(at: t, isBefore: isBefore) }
    return value(at: t)
  }

  /// The derivative of the value: the one to the right where the curve has a corner (to the left at 1), 0 on a
  /// stair, infinite where the tangent is vertical.
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
  /// As ``init(parsing:)`` reads it; numbers in their shortest form that reads back to the same bits.
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
    ("step-end", .steps(Steps.one(.end))),
  ]
}
