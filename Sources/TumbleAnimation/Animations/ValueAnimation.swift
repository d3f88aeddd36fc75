/// A value over time by timing, fill and repetition: of any type that is ``Interpolatable``, without a target and a schedule.
///
///     let fade = ValueAnimation(from: 0.0, to: 1, timing: MediaTiming(duration: 2, fillMode: .forwards))
///     fade.value(at: 1)  // 0.5
public struct ValueAnimation<Value: Interpolatable>: Sendable {
  private let curve: TimedCurve
  private let track: @Sendable (Double) -> Value
  /// How fast the track changes at a progress, times a factor; nil if the values have no velocity.
  private let slope: @Sendable (Double, Double) -> Value?

  public var timing: MediaTiming { curve.timing }
  public var timingFunction: TimingFunction { curve.timingFunction }

  private init(
    _ timing: MediaTiming, _ timingFunction: TimingFunction, _ track: @escaping @Sendable (Double) -> Value,
    slope: @escaping @Sendable (Double, Double) -> Value? = { _, _ in nil }
  ) {
    curve = TimedCurve(timing, timingFunction)
    self.track = track
    self.slope = slope
  }

  /// From one value to another; a type that cannot be summed switches at the half.
  public init(
    from: Value, to: Value, timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction = .linear
  ) {
    self.init(
      timing, timingFunction, { from.interpolated(to: to, by: $0) },
      slope: { from.change(to: to, times: $1) })
  }

  /// Through values at shares of the time.
  /// - Throws: for key frames with a `problem`.
  public init(
    _ keyframes: KeyframeAnimation<Value>, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction = .linear
  ) throws(AnimationError) {
    let track = try KeyframeTrack(keyframes)
    self.init(timing, timingFunction, { track.value(at: $0) })
  }

  /// The value at a time in seconds; nil where none applies: before the begin and after the end, unless it fills. Nil at all times
  /// if the timing has a `problem`.
  public func value(at time: Double) -> Value? { value(at: MediaTime(time)) }

  /// The same at a moment of a clock that counts steps.
  public func value(at time: MediaTime) -> Value? {
    let placement = curve.precise.state(at: time.number)
    guard placement.state.applies else { return nil }
    let progress = curve.value(placement, withSlope: false).value
    return progress.isFinite ? track(progress) : nil
  }

  /// How fast the value changes, per second; nil where no value applies, and for values that cannot be scaled.
  public func velocity(at time: Double) -> Value? { velocity(at: MediaTime(time)) }

  /// The same at a moment of a clock that counts steps.
  public func velocity(at time: MediaTime) -> Value? {
    let placement = curve.precise.state(at: time.number)
    guard placement.state.applies else { return nil }
    let (progress, steepness) = curve.value(placement, withSlope: true)
    guard progress.isFinite else { return nil }
    // A vertical tangent is taken as very steep: infinity times a length of 0 would be NaN.
    return slope(progress, min(max(steepness * placement.state.progressRate, -0x1p256), 0x1p256))
  }

  /// What the timing says of a time: phase, iteration, progress.
  public func state(at time: Double) -> TimingState { state(at: MediaTime(time)) }

  /// The same at a moment of a clock that counts steps.
  public func state(at time: MediaTime) -> TimingState { curve.precise.state(at: time.number).state }
}

extension ValueAnimation where Value: LinearValue {
  /// Through values at shares of the time.
  /// - Throws: for key frames with a `problem`.
  public init(
    _ keyframes: KeyframeAnimation<Value>, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction = .linear
  ) throws(AnimationError) {
    let track = try KeyframeTrack(keyframes)
    self.init(timing, timingFunction, { track.value(at: $0) }, slope: { track.slope(at: $0) * $1 })
  }

  /// A spring's motion; with a timing of duration 0 each pass takes the time that the spring needs to settle.
  public init(
    _ motion: SpringMotion<Value>, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction = .linear
  ) {
    var timing = timing
    if timing.duration == 0, !timing.isInstant { timing.duration = motion.settlingDuration() }
    let duration = timing.passDuration
    self.init(
      timing, timingFunction, { $0 == 1 ? motion.to : motion.value(at: $0 * duration) },
      slope: { motion.velocity(at: $0 * duration) * duration * $1 })
  }
}
