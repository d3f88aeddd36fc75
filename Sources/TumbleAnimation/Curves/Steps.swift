/// A staircase, as CSS's `steps()` has it: a number of equal intervals and the place of the jumps.
public struct Steps: Hashable, Sendable {
  public enum Position: String, CaseIterable, Hashable, Sendable {
    /// A jump at 0, none at 1.
    case start
    /// A jump at 1, none at 0.
    case end
    /// Neither at 0 nor at 1: the value rests on 0 and on 1 an interval each.
    case none = "jump-none"
    /// At 0 and at 1.
    case both = "jump-both"
  }

  /// Intervals of equal value: at least 1, at least 2 for `.none`.
  public let count: Int
  public let position: Position

  /// nil if the count is too small for the position, or above 2³¹.
  public init?(_ count: Int, _ position: Position = .end) {
    guard count >= (position == .none ? 2 : 1), count <= 1 << 31 else { return nil }
    self.count = count
    self.position = position
  }

  /// How often the value jumps.
  public var jumps: Int {
    switch position {
    case .start, .end: count
    case .none: count - 1
    case .both: count + 1
    }
  }

  /// By CSS Easing Functions Level 2; below 0 and above 1 the stairs go on.
  public func value(at t: Double) -> Double { value(at: t, isBefore: false) }

  /// The same, with CSS's before flag.
  ///
  /// - Parameters:
  ///   - t: the share of the time. A jump is where the nearest double to `step / count` is.
  ///   - isBefore: whether the animation has not begun (or, backwards, is over): at a jump, the value before it.
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
