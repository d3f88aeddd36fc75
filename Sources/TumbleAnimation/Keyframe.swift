/// A value at a time of an animation, and the curve that leads to it.
public struct Keyframe<Value: Sendable>: Sendable {
  /// Seconds from the animation's begin, in the time of its pass.
  public var time: Double
  public var value: Value
  /// The curve from the key before; ``TimingFunction/hold`` keeps that key's value up to this time. Of no
  /// effect in a first key.
  public var timing: TimingFunction

  public init(at time: Double, _ value: Value, timing: TimingFunction = .linear) {
    self.time = time
    self.value = value
    self.timing = timing
  }
}

extension Keyframe: Equatable where Value: Equatable {}
extension Keyframe: Hashable where Value: Hashable {}

extension TimingFunction {
  /// A curve that stays at the start and is at the end only at its end.
  public static var hold: TimingFunction { .steps(.one(.end)) }
}

extension KeyframeAnimation {
  /// The animation through keys at times.
  ///
  /// A first key after time 0 is preceded by one at 0 of the same value, which holds.
  /// - Throws: `AnimationError` where there is no key, where times do not rise, or are not within 0...1e6.
  public init(_ keys: [Keyframe<Value>]) throws(AnimationError) {
    guard let first = keys.first, let last = keys.last else {
      throw .invalid("keyframes need at least one key")
    }
    guard keys.allSatisfy({ (0...1e6).contains($0.time) }) else {
      throw .invalid("the times of keys must lie in 0...1e6")
    }
    if zip(keys, keys.dropFirst()).contains(where: { $0.time >= $1.time }) {
      throw .invalid("the times of keys must rise")
    }
    let isLate = first.time > 0
    self.init(
      values: (isLate ? [first.value] : []) + keys.map(\.value),
      keyTimes: last.time > 0 ? (isLate ? [0] : []) + keys.map { $0.time / last.time } : nil,
      timing: (isLate ? [.hold] : []) + keys.dropFirst().map(\.timing))
  }
}

extension KeyedAnimation {
  /// An animation through keys at times; a pass ends at the last of them.
  ///
  /// A first key after time 0 leaves its target as it was until then.
  /// - Parameters:
  ///   - keys: By rising times.
  ///   - timing: Its duration is that of the keys.
  public init(
    keys: [Keyframe<AnimatableValue>], timing: MediaTiming = MediaTiming(), isCumulative: Bool = false
  ) {
    self.init(.keys(keys), timing: timing, isCumulative: isCumulative)
    fitDuration()
  }

  /// Gives the pass the duration of its keys; does nothing for other content.
  public mutating func fitDuration() {
    guard case .keys(let keys) = content, let end = keys.last?.time else { return }
    (timing.duration, timing.isInstant) = (end, end == 0)
  }

  /// Checks that a pass ends with the last key.
  func check(_ keys: [Keyframe<AnimatableValue>]) throws(AnimationError) {
    try KeyframeAnimation(keys).check()
    guard timing.duration == keys.last?.time else {
      throw .invalid("the duration of keys is the time of the last one")
    }
  }
}
