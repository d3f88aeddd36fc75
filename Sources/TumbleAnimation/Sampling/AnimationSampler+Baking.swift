extension AnimationSampler {
  /// The same motion as keyframes with straight lines between them: one every `1 / rate` seconds from the begin on
  /// and one at the end, which is exactly the end value.
  ///
  /// Where a path turns its body that takes two tracks, a position and an angle: with the key of the angle, `turning`, the
  /// result is then a group of both, which needs no target of its own. The angle is not wrapped: it goes on turning where the path
  /// does.
  ///
  /// A moment without a value (a group's member that has not begun, say) takes the one before it, or the first.
  /// - Throws: where nothing can be baked: it never ends, it still waits for its target's value, it has no value,
  ///   the rate is not positive, or there would be more than a million keyframes.
  public func baked<Key: AnimationKey>(
    rate: Double, of target: Key, turning angle: Key? = nil
  ) throws(AnimationError) -> KeyedAnimation<Key> {
    guard rate > 0, rate.isFinite else { throw .invalid("the rate must be positive") }
    guard !isOpen else { throw .invalid("the animation still waits for the value of \(target)") }
    guard let endNumber = end else { throw .invalid("an animation that never ends cannot be baked") }
    let begin = beginTime
    let duration = endTime - begin
    guard duration * rate <= 1_000_000 else { throw .invalid("that is more than a million keyframes") }
    // A frame that falls on the end is the end.
    let length = (endNumber - outer.precise.begin) * PreciseNumber(rate)
    let count = Int(length.whole ?? length.floor + 1)
    var frames = (0..<count).map { sample(at: begin + Double($0) / rate) }
    frames.append(endSample)
    guard var last = frames.lazy.compactMap({ $0 }).first else {
      throw .invalid("the animation has no value")
    }
    let samples = frames.map { frame in
      last = frame ?? last
      return last
    }
    let keyTimes = count == 0 ? nil : (0...count).map { $0 == count ? 1 : Double($0) / (rate * duration) }
    func track(_ values: [AnimatableValue], _ timing: MediaTiming) -> KeyedAnimation<Key> {
      KeyedAnimation(.keyframe(KeyframeAnimation(values: values, keyTimes: keyTimes)), timing: timing)
    }
    let timing = MediaTiming(
      beginTime: begin, duration: duration, fillMode: outerFillMode, isInstant: duration == 0)
    let values = samples.map(\.value)
    guard turns, let angle else { return track(values, timing) }
    let own = MediaTiming(duration: duration, isInstant: duration == 0)
    return KeyedAnimation(
      .group([
        KeyedAnimation.Member(target, track(values, own)),
        KeyedAnimation.Member(angle, track(samples.map { .number($0.angle ?? 0) }, own)),
      ]), timing: timing)
  }
}
