/// A value over time by timing, fill and repetition: of any type that is ``Interpolatable``, without a target
/// and a schedule.
///
///     let fade = ValueAnimation(from: 0.0, to: 1, timing: MediaTiming(duration: 2, fillMode: .forwards))
///     fade.value(at: 1)  // 0.5
public struct ValueAnimation<Value: Interpolatable>: Sendable {
  private let curve: TimedCurve
  private let track: @Sendable (Double) -> Value
  /// The change of the track at a progress, times a factor; nil if the values have no velocity.
  private let slope: @Sendable (Double, Double) -> Value?

  /// The timing of the animation.
  public var timing: MediaTiming { curve.timing }
  /// The curve of each pass.
  public var timingFunction: TimingFunction { curve.timingFunction }

  private init(
    _ timing: MediaTiming, _ timingFunction: TimingFunction, _ track: @escaping @Sendable (Double) -> Value,
    slope: @escaping @Sendable (Double, Double) -> Value? = { _, _ in nil }
  ) {
    curve = TimedCurve(timing, timingFunction)
    self.track = track
    self.slope = slope
  }

  /// Creates an animation from one value to another; a type that cannot be summed switches at the half.
  public init(
    from: Value, to: Value, timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction = .linear
  ) {
    self.init(
      timing, timingFunction, { from.interpolated(to: to, by: $0) },
      slope: { from.change(to: to, times: $1) })
  }

  /// Creates an animation through values at shares of the time.
  /// - Throws: `AnimationError` for key frames that are not valid.
  public init(
    _ keyframes: KeyframeAnimation<Value>, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction = .linear
  ) throws(AnimationError) {
    let track = try KeyframeTrack(keyframes)
    self.init(timing, timingFunction, { track.value(at: $0) })
  }

  /// The value at a time in seconds; nil where none applies: before the begin and after the end, unless it
  /// fills. Nil at all times if the timing is not valid.
  public func value(at time: Double) -> Value? { value(at: MediaTime(time)) }

  /// The same at a moment of a clock that counts steps.
  public func value(at time: MediaTime) -> Value? {
    let placement = curve.precise.state(at: time.number)
    guard placement.state.applies else { return nil }
    let progress = curve.value(placement, withSlope: false).value
    return progress.isFinite ? track(progress) : nil
  }

  /// Returns the change of the value, per second; nil where no value applies, and for values that cannot be
  /// scaled.
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

  /// Returns phase, iteration and progress at a time.
  public func state(at time: Double) -> TimingState { state(at: MediaTime(time)) }

  /// The same at a moment of a clock that counts steps.
  public func state(at time: MediaTime) -> TimingState { curve.precise.state(at: time.number).state }
}

extension ValueAnimation where Value: LinearValue {
  /// Creates an animation through values at shares of the time.
  /// - Throws: `AnimationError` for key frames that are not valid.
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

/// An animation from one value to another, each given or found as Core Animation finds it.
public struct BasicAnimation<Value: Interpolatable>: Sendable, Equatable {
  /// The value at the start; nil: see `ends(model:)`.
  public var from: Value?
  /// The value at the end; nil: see `ends(model:)`.
  public var to: Value?
  /// The value that is added on the way; only values that can be summed have it.
  public private(set) var by: Value?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(from: Value? = nil, to: Value? = nil) {
    self.from = from
    self.to = to
  }
}

extension BasicAnimation where Value: LinearValue {
  /// Creates an animation by at most two of its start, its end and the difference of both.
  public init(from: Value? = nil, to: Value? = nil, by: Value?) {
    self.init(from: from, to: to)
    self.by = by
  }

  /// The two ends, the model value filling in: `from` and `to`; `from` and `from + by`; `to - by` and `to`;
  /// `from` and the model; the model and `to`; the model and the model + `by`; with nothing given the model
  /// twice.
  ///
  /// With all three given `by` is left out of account: ``check()`` refuses them.
  public func ends(model: Value) -> (start: Value, end: Value) {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, from + by)
    case (nil, let to?, let by?): (to - by, to)
    case (let from?, nil, nil): (from, model)
    case (nil, let to?, nil): (model, to)
    case (nil, nil, let by?): (model, model + by)
    case (nil, nil, nil): (model, model)
    }
  }

  /// Checks what is given.
  /// - Throws: `AnimationError` if all three are.
  public func check() throws(AnimationError) {
    if from != nil, to != nil, by != nil { throw .invalid("give at most two of from, to and by") }
  }
}

extension BasicAnimation {
  /// The two ends of a value that can't be summed.
  public func ends(model: Value) -> (start: Value, end: Value) { (from ?? model, to ?? model) }
}

extension BasicAnimation: Hashable where Value: Hashable {}

/// A spring that pulls a value from one place to rest at another.
public struct SpringAnimation<Value: LinearValue>: Sendable, Equatable {
  /// The ends, found as ``BasicAnimation`` finds them.
  public var ends: BasicAnimation<Value>
  /// The spring. Its initial velocity is a share of the way per second, along the way; `velocity` comes on
  /// top.
  public var spring: Spring
  /// The value's own velocity at the start, per second, in any direction; nil takes the velocity that the
  /// thing has.
  public var velocity: Value?

  /// Creates a spring animation; its ends are given as those of a ``BasicAnimation``.
  public init(
    from: Value? = nil, to: Value? = nil, by: Value? = nil, spring: Spring, velocity: Value? = nil
  ) {
    ends = BasicAnimation(from: from, to: to, by: by)
    self.spring = spring
    self.velocity = velocity
  }
}

extension SpringAnimation: Hashable where Value: Hashable {}

/// A body's way along a path, as it is written; ``PathTrack`` is what is sampled.
public struct PathAnimation: Hashable, Sendable {
  /// The ways in which time is spread over a path.
  public enum Pacing: String, CaseIterable, Hashable, Sendable {
    /// Each segment takes the same time and runs evenly in its own parameter.
    case uniform
    /// An even speed over the whole, by true arc length.
    case paced
  }

  /// The turning of a body with the path: its x axis then points along it, or back.
  public enum Rotation: String, CaseIterable, Hashable, Sendable {
    /// The body keeps its angle.
    case none
    /// The body's x axis points along the path.
    case along
    /// The body's x axis points back along the path.
    case against
  }

  /// The path.
  public var path: Path
  /// The way in which time is spread over the path.
  public var pacing: Pacing
  /// The turning of the body with the path.
  public var rotation: Rotation

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ path: Path, pacing: Pacing = .uniform, rotation: Rotation = .none) {
    self.path = path
    self.pacing = pacing
    self.rotation = rotation
  }
}

/// The reason why a definition makes no animation.
public enum AnimationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A fault, as a sentence without a full stop.
  case invalid(String)

  public var description: String {
    switch self {
    case .invalid(let problem): problem
    }
  }
}
