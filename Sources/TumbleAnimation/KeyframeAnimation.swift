/// An animation through values at shares of the time, as it is written; ``KeyframeTrack`` is what is sampled.
public struct KeyframeAnimation<Value: Interpolatable>: Sendable, Equatable {
  /// The ways to get from one value to the next.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Each segment runs between two values along its timing function.
    case linear
    /// Each value holds until the next one's time.
    case discrete
    /// An even speed over all values: key times and timing functions are ignored.
    case paced
    /// A Catmull-Rom spline through the values, its velocity without a jump at a key.
    case cubic
  }

  /// The values, at least one; the first shows at the begin and the last at the end.
  public var values: [Value]
  /// The shares of the time, rising from 0 to 1, as many as values; in discrete mode one more, the last being
  /// the end of the last value. nil: evenly spaced.
  public var keyTimes: [Double]?
  /// One a segment, or one for each of them, or none: linear.
  public var timing: [TimingFunction]
  /// The way to get from one value to the next; linear by default.
  public var mode: Mode

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    values: [Value], keyTimes: [Double]? = nil, timing: [TimingFunction] = [], mode: Mode = .linear
  ) {
    self.values = values
    self.keyTimes = keyTimes
    self.timing = timing
    self.mode = mode
  }

  /// Checks that there are values, and as many key times and timing functions as they need.
  /// - Throws: `AnimationError` that says what is wrong.
  public func check() throws(AnimationError) {
    if values.isEmpty { throw .invalid("keyframes need at least one value") }
    if let keyTimes {
      let expected = mode == .discrete ? values.count + 1 : values.count
      if keyTimes.count != expected {
        throw .invalid(
          "\(values.count) values need \(expected) key times, not \(keyTimes.count)"
            + (mode == .discrete ? ": in discrete mode the last one ends the last value" : ""))
      }
      if !keyTimes.allSatisfy({ (0...1).contains($0) }) { throw .invalid("key times must lie in 0...1") }
      if zip(keyTimes, keyTimes.dropFirst()).contains(where: { $0 > $1 }) {
        throw .invalid("key times must not fall")
      }
      if keyTimes.first != 0 { throw .invalid("the first key time must be 0") }
      if keyTimes.count > 1, keyTimes.last != 1 { throw .invalid("the last key time must be 1") }
    }
    if timing.count > 1, timing.count != values.count - 1 {
      throw .invalid(
        """
        \(values.count) values have \(values.count - 1) segments, but there are \(timing.count) timing \
        functions
        """
      )
    }
  }
}

extension KeyframeAnimation: Hashable where Value: Hashable {}

/// An animation as it is written: what it does and when, before the values of what it moves are known. A
/// group's members say by their keys what they move.
public struct KeyedAnimation<Key: AnimationKey>: Hashable, Sendable {
  /// The kinds of animations, each with its values.
  public enum Content: Hashable, Sendable {
    /// An animation from one value to another.
    case basic(BasicAnimation<AnimatableValue>)
    /// An animation through values at shares of the time.
    case keyframe(KeyframeAnimation<AnimatableValue>)
    /// Through keys at times in seconds; see ``KeyedAnimation/init(keys:timing:isCumulative:)``.
    case keys([Keyframe<AnimatableValue>])
    /// Moves a position, and the angle too where the path says so.
    case path(PathAnimation)
    /// A spring that pulls the value to rest.
    case spring(SpringAnimation<AnimatableValue>)
    /// Animations of their own targets in the group's time, cut off at the group's end.
    case group([Member])
  }

  /// One animation of a group.
  public struct Member: Hashable, Sendable {
    /// The target; nil for a group within the group, whose members have targets of their own.
    public var target: Key?
    /// The animation, in the group's time.
    public var animation: KeyedAnimation

    /// Creates a member of a group.
    public init(_ target: Key?, _ animation: KeyedAnimation) {
      self.target = target
      self.animation = animation
    }
  }

  /// The timing. A spring of duration 0 takes the time that it needs to settle.
  public var timing: MediaTiming
  /// The curve of each pass as a whole, applied before what the content's own segments do.
  public var timingFunction: TimingFunction
  /// Is true if each cycle starts from where the one before it ended, as clock hands do.
  public var isCumulative: Bool
  /// The kind of the animation with its values.
  public var content: Content

  /// Creates an animation; the parameters are the properties of the same names.
  public init(
    _ content: Content, timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction = .linear,
    isCumulative: Bool = false
  ) {
    self.content = content
    self.timing = timing
    self.timingFunction = timingFunction
    self.isCumulative = isCumulative
  }
}

// MARK: - Of values of one type

extension KeyedAnimation.Content {
  /// An animation from one value to another; what is left out is as in ``BasicAnimation``.
  public static func basic<Value: KeyedValue>(from: Value? = nil, to: Value? = nil, by: Value? = nil) -> Self
  {
    .basic(BasicAnimation(from: from?.animatable, to: to?.animatable, by: by?.animatable))
  }

  /// An animation through values of one type, as ``KeyframeAnimation`` has it.
  public static func keyframes<Value: KeyedValue>(
    _ values: [Value], keyTimes: [Double]? = nil, timing: [TimingFunction] = [],
    mode: KeyframeAnimation<AnimatableValue>.Mode = .linear
  ) -> Self {
    .keyframe(
      KeyframeAnimation(
        values: values.map(\.animatable), keyTimes: keyTimes, timing: timing, mode: mode))
  }

  /// An animation by a spring from one value to another, as ``SpringAnimation`` has it.
  public static func spring<Value: KeyedValue>(
    _ spring: Spring, from: Value? = nil, to: Value? = nil, by: Value? = nil, velocity: Value? = nil
  ) -> Self {
    .spring(
      SpringAnimation(
        from: from?.animatable, to: to?.animatable, by: by?.animatable, spring: spring,
        velocity: velocity?.animatable))
  }
}

// MARK: - Checks

extension KeyedAnimation {
  /// Checks the animation of a target; nil for a group, whose members have targets.
  /// - Throws: `AnimationError` that says what is wrong.
  public func check(for target: Key?) throws(AnimationError) {
    if case .keys(let keys) = content { try check(keys) }
    try timing.check()
    switch content {
    case .basic(let basic):
      try basic.check()
      try Self.check([basic.from, basic.to, basic.by], for: target)
    case .keyframe(let keyframe):
      try keyframe.check()
      try Self.check(keyframe.values, for: target)
    case .keys(let keys): try Self.check(keys.map(\.value), for: target)
    case .spring(let spring):
      if timing.duration == 0, !timing.isInstant, spring.spring.damping == 0 {
        throw .invalid("a spring without damping never settles: give it a duration")
      }
      try spring.ends.check()
      try Self.check([spring.ends.from, spring.ends.to, spring.ends.by, spring.velocity], for: target)
    case .path(let path):
      if let target, !target.isPosition {
        throw .invalid("a path moves a position, not \(target.propertyName)")
      }
      try path.path.check()
    case .group(let members):
      if members.isEmpty { throw .invalid("a group needs at least one animation") }
      for member in members { try member.check() }
    }
  }

  private static func check(_ values: [AnimatableValue?], for target: Key?) throws(AnimationError) {
    for case let value? in values {
      if !value.isUsable { throw .invalid("values must be finite, and at most 1e15") }
      if let target, let kind = target.valueKind, value.kind != kind {
        throw .invalid("\(target.propertyName) takes a \(kind.rawValue), not a \(value.kind.rawValue)")
      }
    }
  }
}

extension KeyedAnimation.Member {
  fileprivate func check() throws(AnimationError) {
    let name = target.map { "\($0)" } ?? "a group"
    do throws(AnimationError) { try animation.check(for: target) } catch {
      throw .invalid("\(name): \(error)")
    }
    if target != nil { return }
    guard case .group = animation.content else { throw .invalid("only a group can do without a target") }
  }
}

extension KeyedAnimation {
  /// The same with the values of targets that its samplers, in the order of its tracks, have been given
  /// meanwhile.
  package func resolved(by samplers: [AnimationSampler]) -> KeyedAnimation {
    var rest = samplers[...]
    return resolved(by: &rest)
  }

  private func resolved(by samplers: inout ArraySlice<AnimationSampler>) -> KeyedAnimation {
    var resolved = self
    if case .group(let members) = content {
      resolved.content = .group(
        members.map { Member($0.target, $0.animation.resolved(by: &samplers)) })
    } else if let sampler = samplers.popFirst() {
      resolved.content = sampler.resolved(content)
    }
    return resolved
  }
}

// MARK: - Made ready

extension KeyedAnimation {
  /// The tracks of the animation of a target (nil for a group), one for each target that it moves, a group's
  /// in the order of its members.
  /// - Throws: `AnimationError`, as ``check(for:)`` does.
  public func tracks(of target: Key?) throws(AnimationError) -> [AnimationTrack<Key>] {
    try check(for: target)
    var tracks: [AnimationTrack<Key>] = []
    try collect(target, groups: [], into: &tracks)
    return tracks
  }

  private func collect(
    _ target: Key?, groups: [TimedCurve], into tracks: inout [AnimationTrack<Key>]
  ) throws(AnimationError) {
    let own = TimedCurve(timing, timingFunction)
    func add(_ motion: AnimationSampler.Motion) throws(AnimationError) {
      guard let target else { throw .invalid("only a group can do without a target") }
      let sampler = AnimationSampler(motion, own, groups: groups, isCumulative: isCumulative)
      tracks.append(AnimationTrack(target, sampler))
    }
    switch content {
    case .basic(let basic): try add(.openBasic(basic))
    case .spring(let spring): try add(.openSpring(spring))
    case .keyframe(let keyframe): try add(.keyframe(try KeyframeTrack(keyframe)))
    case .keys(let keys):
      let track = try KeyframeTrack(try KeyframeAnimation(keys))
      try add(keys[0].time > 0 ? .openKeys(track) : .keyframe(track))
    case .path(let path): try add(.path(try PathTrack(path)))
    case .group(let members):
      for member in members {
        try member.animation.collect(member.target, groups: groups + [own], into: &tracks)
      }
    }
  }
}

/// Keyframes made ready: the value at any progress, found in a time that grows with the logarithm of their
/// number.
public struct KeyframeTrack<Value: Interpolatable>: Sendable, Equatable {
  /// The values of the animation.
  public private(set) var values: [Value]
  /// The begin of each value, and in discrete mode the end of the last.
  public let times: [Double]
  let timing: [TimingFunction]
  /// The way to get from one value to the next.
  public let mode: KeyframeAnimation<Value>.Mode

  /// Creates a track that is ready to be sampled.
  /// - Throws: `AnimationError` if ``KeyframeAnimation/check()`` does.
  public init(_ animation: KeyframeAnimation<Value>) throws(AnimationError) {
    try animation.check()
    values = animation.values
    mode = animation.mode
    timing = mode == .paced || mode == .discrete ? [] : animation.timing
    switch mode {
    case .paced: times = Self.pacedTimes(values)
    case .discrete: times = animation.keyTimes ?? Self.evenTimes(values.count + 1)
    case .linear, .cubic: times = animation.keyTimes ?? Self.evenTimes(values.count)
    }
  }

  /// Returns the track with another first value.
  func starting(at value: Value) -> KeyframeTrack {
    var track = self
    track.values[0] = value
    return track
  }

  private static func evenTimes(_ count: Int) -> [Double] {
    count < 2 ? [0] : (0..<count).map { Double($0) / Double(count - 1) }
  }

  /// Shares of the whole way; even where there is no way at all.
  private static func pacedTimes(_ values: [Value]) -> [Double] {
    var ways = [0.0]
    for (a, b) in zip(values, values.dropFirst()) { ways.append((ways.last ?? 0) + a.distance(to: b)) }
    guard let total = ways.last, total > 0, total.isFinite else { return evenTimes(values.count) }
    return ways.map { $0 / total }
  }

  /// Returns the value at a progress. Beyond 0...1, where a curve of the whole may lead, the first and the
  /// last segment go on as their own curves do; a cubic one goes on straight. In discrete mode the first or
  /// the last value stays.
  public func value(at progress: Double) -> Value {
    guard !progress.isNaN, values.count > 1 || mode == .discrete else { return values[0] }
    if progress == 1 || progress == .infinity { return values[values.count - 1] }
    if progress == -.infinity { return values[0] }
    let i = segment(at: progress)
    if mode == .discrete { return values[min(i, values.count - 1)] }
    let fraction = curve(i)?.value(at: share(of: i, at: progress)) ?? share(of: i, at: progress)
    return mode == .cubic ? spline(i, fraction) : values[i].interpolated(to: values[i + 1], by: fraction)
  }

  /// The last segment that begins at or before a progress.
  private func segment(at progress: Double) -> Int {
    let next = times.partitioningIndex { $0 > progress }
    return min(max(next - 1, 0), max(times.count - 2, 0))
  }

  private func share(of i: Int, at progress: Double) -> Double {
    let length = times[i + 1] - times[i]
    return length > 0 ? (progress - times[i]) / length : progress < times[i] ? 0 : 1
  }

  private func curve(_ i: Int) -> TimingFunction? {
    timing.isEmpty ? nil : timing.count == 1 ? timing[0] : timing[i]
  }

  private func spline(_ i: Int, _ fraction: Double) -> Value {
    if fraction == 0 { return values[i] }
    if fraction == 1 { return values[i + 1] }
    let f = fraction
    // Beyond its ends along the tangent there.
    if f < 0 { return blend(i, h00: 1, h10: f, h01: 0, h11: 0, fraction: f) }
    if f > 1 { return blend(i, h00: 0, h10: 0, h01: 1, h11: f - 1, fraction: f) }
    let h00 = (1 + 2 * f) * (1 - f) * (1 - f)
    let h10 = f * (1 - f) * (1 - f)
    let h01 = f * f * (3 - 2 * f)
    let h11 = f * f * (f - 1)
    return blend(i, h00: h00, h10: h10, h01: h01, h11: h11, fraction: f)
  }

  /// Hermite's form with Catmull-Rom's tangents, measured in time so that velocity does not jump where key
  /// times are uneven; at the ends the tangent is the chord.
  private func blend(
    _ i: Int, h00: Double, h10: Double, h01: Double, h11: Double, fraction: Double
  ) -> Value {
    let length = times[i + 1] - times[i]
    let before = max(i - 1, 0)
    let after = min(i + 2, values.count - 1)
    let left = h10 * (i > 0 ? length / (times[i + 1] - times[i - 1]) : 1)
    let right = h11 * (i + 2 < values.count ? length / (times[i + 2] - times[i]) : 1)
    return Value.blend(
      values[before], values[i], values[i + 1], values[after],
      weights: SIMD4(-left, h00 - right, h01 + left, right), fraction: fraction)
  }
}

extension KeyframeTrack where Value: LinearValue {
  /// Returns the change of the value with the progress; at a key, on the side after it (at 1 before it). 0 in
  /// discrete mode and for a single value.
  public func slope(at progress: Double) -> Value {
    guard values.count > 1, mode != .discrete, progress.isFinite else { return values[0] * 0 }
    let i = segment(at: progress)
    let length = times[i + 1] - times[i]
    guard length > 0 else { return values[0] * 0 }
    let share = share(of: i, at: progress)
    let curve = curve(i)
    // A vertical tangent is taken as very steep: infinity times a length of 0 would be NaN.
    let steepness = min(max((curve?.slope(at: share) ?? 1) / length, -0x1p256), 0x1p256)
    guard mode == .cubic else { return (values[i + 1] - values[i]) * steepness }
    let f = curve?.value(at: share) ?? share
    return splineSlope(i, f) * steepness
  }

  /// Both, with one search and one curve solved.
  func valueAndSlope(at progress: Double) -> (value: Value, slope: Value) {
    guard values.count > 1, mode != .discrete, progress > 0, progress < 1 else {
      return (value(at: progress), slope(at: progress))
    }
    let i = segment(at: progress)
    let (f, slope) =
      curve(i)?.valueAndSlope(at: share(of: i, at: progress)) ?? (share(of: i, at: progress), 1)
    let steepness = min(max(slope / (times[i + 1] - times[i]), -0x1p256), 0x1p256)
    guard mode == .cubic else {
      return (values[i].interpolated(to: values[i + 1], by: f), (values[i + 1] - values[i]) * steepness)
    }
    return (spline(i, f), splineSlope(i, f) * steepness)
  }

  /// Returns the slope of a spline segment by the fraction of the segment.
  private func splineSlope(_ i: Int, _ fraction: Double) -> Value {
    let f = min(max(fraction, 0), 1)
    return blend(
      i, h00: 6 * f * (f - 1), h10: (1 - f) * (1 - 3 * f), h01: 6 * f * (1 - f), h11: f * (3 * f - 2),
      fraction: f)
  }
}
