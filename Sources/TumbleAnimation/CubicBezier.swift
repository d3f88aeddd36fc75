/// A timing curve from (0, 0) to (1, 1) with two control points, as CSS and Core Animation have it.
public struct CubicBezier: Hashable, Sendable {
  /// The x coordinate of the first control point, in 0...1, which makes the curve a function of time.
  public let x1: Double
  /// The output of the first control point.
  public let y1: Double
  /// The x coordinate of the second control point, in 0...1.
  public let x2: Double
  /// The output of the second control point.
  public let y2: Double

  /// Creates a curve by the coordinates of its two control points.
  /// - Throws: `AnimationError` unless both x lie in 0...1 and both y in ``TimingFunction/outputs``.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(AnimationError) {
    let outputs = TimingFunction.outputs
    guard x1 >= 0, x1 <= 1, x2 >= 0, x2 <= 1, outputs.contains(y1), outputs.contains(y2) else {
      throw .invalid("a curve's x1 and x2 must lie in 0...1, and its y1 and y2 in -1e9...1e9")
    }
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
  /// A slow start and a sudden end: `cubic-bezier(0.42, 0, 1, 1)`.
  public static let easeIn = CubicBezier(checked: 0.42, 0, 1, 1)
  /// A sudden start and a slow end: `cubic-bezier(0, 0, 0.58, 1)`.
  public static let easeOut = CubicBezier(checked: 0, 0, 0.58, 1)
  /// A slow start and a slow end: `cubic-bezier(0.42, 0, 0.58, 1)`.
  public static let easeInOut = CubicBezier(checked: 0.42, 0, 0.58, 1)
  /// The straight line, with its handles at thirds.
  package static let straight = CubicBezier(checked: 1.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3)
}

extension CubicBezier {
  /// The output for an input: exactly 0 at 0 and 1 at 1; beyond them the tangent at the end goes on, as CSS
  /// has it.
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

  /// The slope dy/dx at an input; infinite where the tangent is vertical.
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
  /// x never falls, so the answer stays in a bracket. Newton's step is taken where it stays inside and is at
  /// most half of the one before; else the bracket is halved. So each round halves the one or the other: at
  /// most 128, usually 5, and seldom more than 12.
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

/// Straight lines between points, as CSS's `linear()` has it.
public struct PiecewiseLinear: Hashable, Sendable {
  /// A corner of the curve.
  public struct Point: Hashable, Sendable {
    /// The input of the point, usually a share of the time in 0...1.
    public var input: Double
    /// The output of the point: a share of the change, which may go beyond 0...1.
    public var output: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ input: Double, _ output: Double) {
      self.input = input
      self.output = output
    }
  }

  /// A point as it is written, whose place may be left open.
  public struct Stop: Hashable, Sendable {
    /// The output: a share of the change, which may go beyond 0...1.
    public var output: Double
    /// The input, usually a share of the time in 0...1; nil places the point evenly between its neighbors.
    public var input: Double?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ output: Double, at input: Double? = nil) {
      self.output = output
      self.input = input
    }
  }

  /// The points, at least one, in rising order of their inputs.
  public let points: [Point]

  /// Places what is open as CSS does: the first at 0, the last at 1, others evenly between their neighbors;
  /// a place before an earlier one moves up to it.
  /// - Throws: `AnimationError` for no stops, for a number out of ``TimingFunction/outputs``, and for a line
  ///   at an end that is so steep that it leaves them within 0...1.
  public init(_ stops: [Stop]) throws(AnimationError) {
    let outputs = TimingFunction.outputs
    let wrong = AnimationError.invalid("these stops make no curve: it leaves -1e9...1e9 within its time")
    guard !stops.isEmpty, stops.allSatisfy({ outputs.contains($0.output) && outputs.contains($0.input ?? 0) })
    else { throw wrong }
    var inputs = stops.map(\.input)
    inputs[0] = inputs[0] ?? 0
    if stops.count > 1 { inputs[stops.count - 1] = inputs[stops.count - 1] ?? 1 }
    var highest = -Double.infinity
    for i in inputs.indices {
      guard let input = inputs[i] else { continue }
      highest = max(highest, input)
      inputs[i] = highest
    }
    var points: [Point] = []
    var previous = 0
    for i in inputs.indices {
      guard let input = inputs[i] else { continue }
      // The open ones since the last placed one.
      for open in points.count..<i {
        let start = points[previous].input
        let share = Double(open - previous) / Double(i - previous)
        points.append(Point(start + (input - start) * share, stops[open].output))
      }
      points.append(Point(input, stops[i].output))
      previous = i
    }
    self.points = points
    guard outputs.contains(value(at: 0)), outputs.contains(value(at: 1)) else { throw wrong }
  }

  /// Returns the value at an input. Where two points share it, the later one's; beyond the ends the nearest
  /// line goes on.
  public func value(at t: Double) -> Double {
    guard points.count > 1 else { return points[0].output }
    let i = index(at: t)
    let (a, b) = (points[i], points[i + 1])
    if t == b.input { return b.output }
    if t == a.input { return a.output }
    if a.input == b.input { return t < a.input ? a.output : b.output }
    return a.output + (b.output - a.output) * ((t - a.input) / (b.input - a.input))
  }

  /// Returns the slope at an input: at a point, that of the line to its right, and at the last one of the
  /// line to its left.
  public func slope(at t: Double) -> Double {
    guard points.count > 1 else { return 0 }
    let i = index(at: t)
    let (a, b) = (points[i], points[i + 1])
    return a.input == b.input ? 0 : (b.output - a.output) / (b.input - a.input)
  }

  /// The last point at or before t that has a successor; 0 if all lie after it.
  private func index(at t: Double) -> Int {
    // A time that is no number lies before all points.
    let next = points.partitioningIndex { !($0.input <= t) }
    return min(max(next - 1, 0), points.count - 2)
  }
}

/// A staircase, as CSS's `steps()` has it: a number of equal intervals and the place of the jumps.
public struct Steps: Hashable, Sendable {
  /// The ends at which the steps jump.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    /// A jump at 0, none at 1.
    case start
    /// A jump at 1, none at 0.
    case end
    /// No jump at 0 or at 1: the value rests on 0 and on 1 an interval each.
    case none = "jump-none"
    /// A jump at 0 and another at 1.
    case both = "jump-both"
  }

  /// Intervals of equal value: at least 1, at least 2 for `.none`.
  public let count: Int
  /// The ends at which the steps jump.
  public let position: Position

  /// Creates steps.
  /// - Throws: `AnimationError` if the count is too small for the position, or above 2³¹.
  public init(_ count: Int, _ position: Position = .end) throws(AnimationError) {
    guard position != .none || count >= 2 else { throw .invalid("jump-none needs at least 2 steps") }
    guard count >= 1, count <= 1 << 31 else { throw .invalid("so many steps are no staircase") }
    self.count = count
    self.position = position
  }

  /// The number of jumps of the value.
  public var jumps: Int {
    switch position {
    case .start, .end: count
    case .none: count - 1
    case .both: count + 1
    }
  }

  /// Returns the value at a time by CSS Easing Functions Level 2; below 0 and above 1 the stairs go on.
  public func value(at t: Double) -> Double { value(at: t, isBefore: false) }

  /// The same, with CSS's before flag.
  /// - Parameters:
  ///   - t: The share of the time. A jump is where the nearest double to `step / count` is.
  ///   - isBefore: Whether the animation has not begun (or, backwards, is over): at a jump, the value before
  ///     it.
  public func value(at t: Double, isBefore: Bool) -> Double {
    let total = Double(count)
    var step = (t * total).rounded(.down)
    // The product is rounded: 0.29 × 100 is less than 29.
    if (step + 1) / total <= t { step += 1 } else if step / total > t { step -= 1 }
    let isAtJump = step / total == t
    if position == .start || position == .both { step += 1 }
    if isBefore, isAtJump { step -= 1 }
    if t >= 0, step < 0 { step = 0 }
    if t <= 1, step > Double(jumps) { step = Double(jumps) }
    return step / Double(jumps)
  }
}

extension Steps {
  private init(checked count: Int, _ position: Position) {
    self.count = count
    self.position = position
  }

  /// One jump, at the start or at the end.
  static func one(_ position: Position) -> Steps { Steps(checked: 1, position) }
}
