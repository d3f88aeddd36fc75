/// What an animation says of one moment; every number of it is finite.
public struct AnimationSample: Hashable, Sendable {
  public var value: AnimatableValue
  /// How the value changes per second; 0 while nothing moves, very large where a curve is vertical.
  public var rate: AnimatableValue
  /// Of a body that turns with its path, in radians, not wrapped; nil for all else.
  public var angle: Double?
  /// In radians per second.
  public var angleRate: Double
  /// Of its own timing.
  public var state: TimingState
  /// How often the groups around it have begun again, all counted together; autoreversing ones are left out.
  public var groupRestarts = 0

  public init(
    value: AnimatableValue, rate: AnimatableValue, angle: Double? = nil, angleRate: Double = 0,
    state: TimingState
  ) {
    self.value = value
    self.rate = rate
    self.angle = angle
    self.angleRate = angleRate
    self.state = state
  }
}

extension AnimationSample {
  /// Whether it may be shown: not if its value is not finite; a rate that is not is made none.
  mutating func check() -> Bool {
    guard value.isFinite, angle?.isFinite != false else { return false }
    if !rate.isFinite { rate = value * 0 }
    if !angleRate.isFinite { angleRate = 0 }
    return true
  }
}
