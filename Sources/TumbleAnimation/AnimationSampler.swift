/// One property's animation made ready: a pure function of time, whose every sample costs the same and
/// allocates nothing.
///
/// What a definition leaves open is the value that the thing has when the animation takes over: until
/// `resolve(value:rate:at:)` says it, an open sampler has no samples.
public struct AnimationSampler: Sendable {
  /// The groups around it, from the outermost.
  let groups: [TimedCurve]
  private(set) var own: TimedCurve
  private let isCumulative: Bool
  /// Is true if a spring has the time that it needs, so that it rests at its end.
  private let isSettled: Bool
  private var motion: Motion

  enum Motion {
    case openBasic(BasicAnimation<AnimatableValue>)
    case openSpring(SpringAnimation<AnimatableValue>)
    /// Keys of which the first comes after the begin: until then the target's own value is held.
    case openKeys(KeyframeTrack<AnimatableValue>)
    case basic(start: AnimatableValue, end: AnimatableValue)
    case keyframe(KeyframeTrack<AnimatableValue>)
    case path(PathTrack)
    case spring(SpringMotion<AnimatableValue>)
  }

  init(_ motion: Motion, _ own: TimedCurve, groups: [TimedCurve], isCumulative: Bool) {
    self.motion = motion
    self.own = own
    self.groups = groups
    self.isCumulative = isCumulative
    isSettled = own.timing.duration == 0 && !own.timing.isInstant
    // What leaves nothing open needs no model; the value given here is then not used.
    let stated: AnimatableValue? =
      switch motion {
      case .openBasic(let basic): basic.statedValue
      case .openSpring(let spring): spring.velocity == nil ? nil : spring.ends.statedValue
      default: nil
      }
    if let stated { resolve(value: stated, rate: stated * 0, at: MediaTime(own.precise.begin)) }
  }
}

extension BasicAnimation {
  /// One of its values, if it leaves nothing to the model; nil if it does.
  fileprivate var statedValue: Value? {
    (from == nil ? 0 : 1) + (to == nil ? 0 : 1) + (by == nil ? 0 : 1) >= 2 ? from ?? to : nil
  }
}

extension AnimationSampler {
  /// Is true while it waits for the value that its target has.
  public var isOpen: Bool {
    switch motion {
    case .openBasic, .openSpring, .openKeys: true
    default: false
    }
  }

  /// Is true if a path turns its body along with it.
  public var turns: Bool {
    if case .path(let track) = motion { track.rotation != .none } else { false }
  }

  /// Fills in the value of the target, and how fast it changes per second, at the moment the animation takes
  /// over.
  ///
  /// An open sampler that is not in a group begins at that moment, if its own begin is past and its end is
  /// not: so nothing jumps where the begin falls between two steps. Does nothing where nothing is open.
  public mutating func resolve(value: AnimatableValue, rate: AnimatableValue, at time: MediaTime) {
    guard isOpen else { return }
    if case .openKeys(let track) = motion { return motion = .keyframe(track.starting(at: value)) }
    let isOver = ownEnd.map { !($0 - time.number).isPositive } ?? false
    if groups.isEmpty, !isOver, (time.number - own.precise.begin).isPositive { own.move(to: time.number) }
    switch motion {
    case .openBasic(let basic):
      let (start, end) = basic.ends(model: value)
      motion = .basic(start: start, end: end)
    case .openSpring(let spring):
      let (start, end) = spring.ends.ends(model: value)
      let spring = SpringMotion(spring.spring, from: start, to: end, velocity: spring.velocity ?? rate)
      if isSettled { own.move(to: own.precise.begin, duration: spring.settlingDuration()) }
      motion = .spring(spring)
    default: break
    }
  }

  /// Returns true if it has a value at a time: it is active or fills, and so do the groups around it.
  public func applies(at time: MediaTime) -> Bool {
    placement(at: time.number, speed: 1)?.own.state.applies ?? false
  }

  /// The own state, how fast its progress changes and how often the groups have begun again; nil if a group
  /// around it does not apply. The time is that of the groups from one on.
  func placement(
    at time: PreciseNumber, speed: Double, group first: Int = 0, isLimit: Bool = false
  ) -> (own: PreciseTiming.Placement, rate: Double, restarts: Int)? {
    var time = time
    var rate = speed
    var restarts = 0
    var isLimit = isLimit
    // By index: an iterator over them is allocated in debug builds.
    for i in first..<groups.count {
      let group = groups[i].precise.state(at: time, isLimit: isLimit)
      guard group.state.applies else { return nil }
      time = groups[i].memberTime(at: group.progress)
      guard time.isFinite else { return nil }
      if rate != 0 {
        rate *= groups[i].timing.passDuration * groups[i].timingFunction.slope(at: group.state.progress)
        rate *= group.state.progressRate
      }
      restarts += groups[i].restarts(group.state.iteration)
      isLimit = groups[i].isLimit(group)
    }
    let placement = own.precise.state(at: time, isLimit: isLimit)
    return (placement, rate * placement.state.progressRate, restarts)
  }

  /// The value at a time, and how it changes; nil where none applies, and where there is none that is finite,
  /// as a target's own value may not be: a program that shows samples shows nothing else.
  /// - Parameters:
  ///   - time: In the time around it.
  ///   - speed: How fast this time runs in the caller's, by which the rate then is; negative if it runs back.
  public func sample(at time: MediaTime, speed: Double = 1) -> AnimationSample? {
    guard let (placement, rate, restarts) = placement(at: time.number, speed: speed),
      placement.state.applies, var sample = sample(placement, rate), sample.check()
    else { return nil }
    sample.groupRestarts = restarts
    return sample
  }

  /// The value alone, for less than a sample costs; nil as for a sample.
  public func value(at time: MediaTime) -> AnimatableValue? { sample(at: time, speed: 0)?.value }

  /// Is true if a cycle ends where the next one begins, so that nothing jumps there.
  public var isSeamless: Bool {
    if isCumulative || own.timing.autoreverses { return true }
    guard let (first, last) = passEnds(own.precise.beginState.state) else { return false }
    return first.value.distance(to: last.value) < 1e-9
  }

  /// Returns the samples of a pass at its begin and at its end; nil for an open one.
  private func passEnds(_ state: TimingState) -> (first: AnimationSample, last: AnimationSample)? {
    guard let first = sample(at: own.timingFunction.value(at: 0, isBefore: true), nil, state),
      let last = sample(at: own.timingFunction.value(at: 1), nil, state)
    else { return nil }
    return (first, last)
  }

  func sample(_ placement: PreciseTiming.Placement, _ rate: Double) -> AnimationSample? {
    // Slopes are needed only for a rate, and only if something moves.
    let isMoving = rate != 0
    let state = placement.state
    let (progress, paceSlope) = own.value(placement, withSlope: isMoving)
    // A vertical tangent is taken as very steep: infinity times a length of 0 would be NaN.
    let steepness = isMoving ? min(max(paceSlope * rate, -0x1p256), 0x1p256) : nil
    guard var sample = sample(at: progress, steepness, state) else { return nil }
    // A cycle adds its own end less its start: nothing where it comes back.
    if isCumulative, !own.timing.autoreverses, state.cycle != 0, let (first, last) = passEnds(state) {
      let cycles = Double(state.cycle)
      sample.value = sample.value + (last.value - first.value) * cycles
      if let angle = sample.angle, let from = first.angle, let to = last.angle {
        sample.angle = angle + (to - from) * cycles
      }
    }
    return sample
  }

  /// Returns the sample at a progress that its curve gives, which changes by `slope` a second (nil: not at
  /// all); nil while it is open.
  private func sample(at progress: Double, _ slope: Double?, _ state: TimingState) -> AnimationSample? {
    guard progress.isFinite else { return nil }
    let steepness = slope ?? 0
    switch motion {
    case .openBasic, .openSpring, .openKeys: return nil
    case .basic(let start, let end):
      return AnimationSample(
        value: start.interpolated(to: end, by: progress), rate: (end - start) * steepness, state: state)
    case .keyframe(let track):
      let (value, slope) =
        slope != nil ? track.valueAndSlope(at: progress) : (track.value(at: progress), track.values[0])
      return AnimationSample(value: value, rate: slope * steepness, state: state)
    case .spring(let spring): return sample(spring, progress, steepness, state)
    case .path(let track):
      let place = track.sample(at: progress)
      return AnimationSample(
        value: .vector(place.position), rate: .vector(place.slope * steepness),
        angle: track.rotation == .none ? nil : place.angle,
        angleRate: place.angleSlope * steepness, state: state)
    }
  }

  private func sample(
    _ spring: SpringMotion<AnimatableValue>, _ progress: Double, _ steepness: Double, _ state: TimingState
  ) -> AnimationSample {
    let time = progress * own.timing.passDuration
    let rests = progress == 1 && isSettled
    var (value, velocity): (AnimatableValue, AnimatableValue)
    if time > 0 {
      (value, velocity) = spring.valueAndVelocity(at: time)
    } else {
      (value, velocity) = (spring.value(at: time), spring.velocity(at: time))
    }
    if progress == 1 { value = spring.to }
    return AnimationSample(
      value: value, rate: velocity * (rests ? 0 : steepness * own.timing.passDuration), state: state)
  }

  /// The time at which it begins, in the time that samples are asked in.
  public var beginTime: Double { outer.timing.beginTime }
  package var begin: MediaTime { MediaTime(outer.precise.begin) }

  /// The content with the values that it plays between, where they were left open and its target's have been
  /// filled in.
  func resolved<Key>(_ content: KeyedAnimation<Key>.Content) -> KeyedAnimation<Key>.Content {
    switch (content, motion) {
    case (.basic(let own), .basic(let start, let end)) where own.statedValue == nil:
      return .basic(BasicAnimation(from: start, to: end))
    case (.spring(let own), .spring(let motion)) where own.velocity == nil || own.ends.statedValue == nil:
      return .spring(
        SpringAnimation(
          from: motion.from, to: motion.to, spring: motion.spring.withInitialVelocity(0),
          velocity: motion.initialVelocity))
    case (.keys(var keys), .keyframe(let track)) where keys.first?.time ?? 0 > 0:
      keys[0].timing = .hold
      return .keys([Keyframe(at: 0, track.values[0])] + keys)
    default: return content
    }
  }

  /// The time at which the whole of it is over, groups and all, in the time that samples are asked in;
  /// infinite if never, and while a spring waits for its target's value, on which its time depends.
  public var endTime: Double { end?.high ?? .infinity }

  var end: PreciseNumber? { groups.isEmpty ? ownEnd : outer.precise.end }

  /// The end in its own time; nil if it never ends.
  var ownEnd: PreciseNumber? {
    if isSettled, case .openSpring = motion { return nil }
    return own.precise.end
  }

  /// Returns true if the whole of it is over at a time. An animation that takes no time is played from its
  /// begin on, and over right after it.
  public func isOver(at time: MediaTime) -> Bool {
    if groups.isEmpty, ownEnd == nil { return false }
    if outer.precise.isInstant { return (time.number - outer.precise.begin).isPositive }
    return outer.precise.state(at: time.number).state.phase == .after
  }

  /// A time before which `isOver(at:)` is certainly false, in seconds: the end less more than rounding can
  /// amount to.
  var earliestEnd: Double {
    let end = endTime
    return end == .infinity ? end : end - max(1, end.magnitude, beginTime.magnitude) * 1e-6
  }

  /// Is true if a value shows after the end.
  public var fillsForwards: Bool { outerFillMode == .forwards || outerFillMode == .both }

  var outer: TimedCurve { groups.isEmpty ? own : groups[0] }

  var outerFillMode: MediaTiming.FillMode { outer.timing.fillMode }
}

// The same for times that were calculated with doubles; see ``MediaTime``.
extension AnimationSampler {
  /// The sample at a time in seconds; nil where the animation shows nothing.
  public func sample(at time: Double, speed: Double = 1) -> AnimationSample? {
    sample(at: MediaTime(time), speed: speed)
  }

  /// The value at a time in seconds; nil where the animation shows nothing.
  public func value(at time: Double) -> AnimatableValue? { value(at: MediaTime(time)) }

  /// Returns true if the animation shows something at a time in seconds.
  public func applies(at time: Double) -> Bool { applies(at: MediaTime(time)) }

  /// Fills in what the animation leaves open with the target's value, and its change per second, at a time in
  /// seconds.
  public mutating func resolve(value: AnimatableValue, rate: AnimatableValue, at time: Double) {
    resolve(value: value, rate: rate, at: MediaTime(time))
  }

  /// The place where the animation arrives in a step between two times in seconds; nil if it is at work at no
  /// time of the step.
  public func arrival(from start: Double, to end: Double, speed: Double = 1) -> AnimationArrival? {
    arrival(from: MediaTime(start), to: MediaTime(end), speed: speed)
  }

  /// Returns true if the animation begins and ends between two times in seconds.
  public func isWithin(_ start: Double, _ end: Double) -> Bool { isWithin(MediaTime(start), MediaTime(end)) }
}

/// The values of an animation at one moment; every number is finite.
public struct AnimationSample: Hashable, Sendable {
  /// The value of the property that is animated.
  public var value: AnimatableValue
  /// The change of the value per second; 0 while nothing moves, very large where a curve is vertical.
  public var rate: AnimatableValue
  /// The angle of a body that turns with its path, in radians, not wrapped; nil for all else.
  public var angle: Double?
  /// The change of the angle, in radians per second.
  public var angleRate = 0.0
  /// The state of the animation's own timing, groups left out.
  public var state: TimingState
  /// The number of times that the groups around it have begun again, all counted together; autoreversing ones
  /// are left out.
  public var groupRestarts = 0
}

extension AnimationSample {
  /// Returns true if the sample may be shown: not if its value is not finite. A rate that is not becomes
  /// none.
  mutating func check() -> Bool {
    guard value.isFinite, angle?.isFinite != false else { return false }
    if !rate.isFinite { rate = value * 0 }
    if !angleRate.isFinite { angleRate = 0 }
    return true
  }
}
