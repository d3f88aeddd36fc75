/// A change of a property within a transaction, as an action gets it.
public struct PropertyChange<Value: Interpolatable>: Sendable {
  /// What is seen at the moment of the change, which is not the model value while an animation runs.
  public var from: Value
  /// The new model value.
  public var to: Value
  /// How fast what is seen changes, per second; nil if nothing moves it, or if such values have no velocity.
  public var velocity: Value?
  /// The transaction's, or Core Animation's 0.25 seconds. Not 0.
  public var duration: Double
  /// The transaction's, or Core Animation's ``TimingFunction/ease``.
  public var timingFunction: TimingFunction
  /// Whether a transaction names the duration or the timing function.
  public var isTimed: Bool

  public init(
    from: Value, to: Value, velocity: Value? = nil, duration: Double = MediaTiming.defaultDuration,
    timingFunction: TimingFunction = .ease, isTimed: Bool = false
  ) {
    self.from = from
    self.to = to
    self.velocity = velocity
    self.duration = duration
    self.timingFunction = timingFunction
    self.isTimed = isTimed
  }
}
