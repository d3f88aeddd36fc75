/// The state that an animation reaches by the end of a step.
public struct AnimationArrival: Hashable, Sendable {
  /// The sample at the step's end; if the animation is over by then, its last.
  public var sample: AnimationSample
  /// The time from the animation's end to the step's end, in the animation's own seconds; nil if it goes on.
  public var lead: Double?
}

extension AnimationSampler {
  /// Returns where the animation arrives in a step from one moment to another, the earlier one where time
  /// runs back; nil if it is at work in no moment of the step.
  /// - Parameters:
  ///   - start: The beginning of the step, in the time around the animation.
  ///   - end: The end of the step, in the same time.
  ///   - speed: The speed of the time around the animation, as `sample(at:speed:)` takes it.
  public func arrival(from start: MediaTime, to end: MediaTime, speed: Double = 1) -> AnimationArrival? {
    if let sample = sample(at: end, speed: speed) { return AnimationArrival(sample: sample) }
    return ending(from: start, to: end, speed: speed)
  }

  /// The same for one that has no sample at the end of the step: the limit from before of where it was over.
  package func ending(from start: MediaTime, to end: MediaTime, speed: Double) -> AnimationArrival? {
    guard let last = last(from: start.number, to: end.number), let sample = sample(last, speed: speed) else {
      return nil
    }
    return AnimationArrival(sample: sample, lead: last.lead)
  }

  /// Returns true if it begins and ends between two moments of which the second may be the earlier one: at
  /// neither it is active.
  public func isWithin(_ start: MediaTime, _ end: MediaTime) -> Bool {
    last(from: start.number, to: end.number) != nil && !applies(at: start) && !applies(at: end)
  }

  /// The value where it ends, whether it is filled forwards or not, and how it changed just before; nil if it
  /// never ends, or never has a value.
  public var endSample: AnimationSample? {
    guard let end, let last = last(from: outer.precise.begin, to: end) else { return nil }
    return sample(last, speed: 1)
  }

  private func sample(_ last: LastMoment, speed: Double) -> AnimationSample? {
    guard var sample = sample(last.own, last.rate * speed), sample.check() else { return nil }
    sample.groupRestarts = last.restarts
    if last.isFromBelow, last.rate != 0, last.own.state.progress < 1 {
      var own = last.own
      own.state.progress = own.state.progress.nextDown
      if var below = self.sample(own, last.rate * speed), below.check() {
        (sample.rate, sample.angleRate) = (below.rate, below.angleRate)
      }
    }
    return sample
  }
}

/// The last moment that is shown on the way through a span of time: a limit from before, on the side from
/// which the way comes to it.
private struct LastMoment {
  var own: PreciseTiming.Placement
  /// The rate of the own progress, per second of the span's time.
  var rate = 0.0
  /// Is true if the animation's progress rises on the way: the slope at a key, and at a corner of a curve, is
  /// then the one below it.
  var isFromBelow = false
  /// The number of times that the groups have begun again.
  var restarts = 0
  /// The time from then to the end of the span, in the span's time.
  var lead = 0.0
}

// No moment near a boundary is asked for: which passes of the groups a span leads through follows from its
// two ends, and a pass ends where its progress is exactly 0 or 1, whatever the rounding of the time at which
// it does.
extension AnimationSampler {
  /// Finds what is shown last on the way from one moment to another, the earlier one where time runs back, by
  /// the time of the groups from one on; nil if nothing is. A moment that is only touched does not count.
  private func last(from a: PreciseNumber, to b: PreciseNumber, group i: Int = 0) -> LastMoment? {
    guard a.isFinite, b.isFinite else { return nil }
    let timing = i < groups.count ? groups[i].precise : own.precise
    let end = i < groups.count ? timing.end : ownEnd
    let way = b - a
    guard way.high != 0 else { return standing(timing.state(at: b), group: i) }
    let rises = way.high > 0
    let (low, high) = rises ? (a, b) : (b, a)
    let before = (timing.begin - low).isPositive ? timing.state(at: low) : nil
    let after = end.flatMap { (high - $0).isPositive ? timing.state(at: high) : nil }
    let (begin, over) = (before == nil ? low : timing.begin, after == nil ? high : end ?? high)

    func active() -> LastMoment? {
      if timing.isInstant { return instant() }
      guard begin.isClearlyBelow(over) else { return nil }
      let first = before == nil ? timing.state(at: low) : timing.beginState
      let last = after == nil ? timing.state(at: high, isLimit: true) : timing.endState
      let (from, to) = rises ? (first, last) : (last, first)
      var moment =
        i < groups.count
        ? lastOfPasses(from: from, to: to, i, rises)
        : LastMoment(own: to, rate: to.state.progressRate, isFromBelow: to.isFalling != rises)
      moment?.lead += (rises ? b - over : begin - b).high
      return moment
    }
    /// The moment of an animation that takes no time: it is passed on the way from its begin on, not by
    /// coming to it.
    func instant() -> LastMoment? {
      let (since, rest) = rises ? (timing.begin - a, b - timing.begin) : (a - timing.begin, timing.begin - b)
      guard i == groups.count, !since.isNegative, rest.isPositive else { return nil }
      return LastMoment(own: rises ? timing.endState : timing.beginState, lead: rest.high)
    }
    func filled(_ placement: PreciseTiming.Placement?, until over: PreciseNumber?) -> LastMoment? {
      guard var moment = placement.flatMap({ standing($0, group: i) }) else { return nil }
      if let over { moment.lead = max((rises ? b - over : over - b).high, 0) }
      return moment
    }
    return rises
      ? filled(after, until: nil) ?? active() ?? filled(before, until: timing.begin)
      : filled(before, until: nil) ?? active() ?? filled(after, until: end)
  }

  /// The moment that is shown while a group, or the animation itself, stands still; nil if nothing is.
  private func standing(_ placement: PreciseTiming.Placement, group i: Int) -> LastMoment? {
    guard placement.state.applies else { return nil }
    guard i < groups.count else { return LastMoment(own: placement) }
    let time = groups[i].memberTime(at: placement.progress)
    guard
      let (own, _, restarts) = self.placement(
        at: time, speed: 0, group: i + 1, isLimit: groups[i].isLimit(placement)), own.state.applies
    else { return nil }
    return LastMoment(own: own, restarts: restarts + groups[i].restarts(placement.state.iteration))
  }

  /// The same on the way through a group's passes, to the end of the last one; `rises` says whether the
  /// group's time does.
  private func lastOfPasses(
    from first: PreciseTiming.Placement, to last: PreciseTiming.Placement, _ i: Int, _ rises: Bool
  ) -> LastMoment? {
    let timing = groups[i].precise
    let between = abs(last.pass - first.pass)

    /// Finds the last moment on the way from one progress to another in the pass that lies `back` before the
    /// last, `later` of a pass before the end.
    func part(
      _ p: PreciseNumber, _ q: PreciseNumber, back: Int = 0, later: Double = 0
    ) -> LastMoment? {
      let (from, to) = (groups[i].memberTime(at: p), groups[i].memberTime(at: q))
      guard var moment = self.last(from: from, to: to, group: i + 1) else { return nil }
      let place = groups[i].progress(moment.lead, before: to, between: p.high, and: q.high)
      let pass = last.pass + (rises == timing.isBackwards ? back : -back)
      let cycles = abs(timing.cycle(of: last.pass) - timing.cycle(of: pass))
      moment.restarts += groups[i].restarts(last.state.iteration + (rises ? -cycles : cycles))
      if moment.rate != 0 {
        let side = place < 1 && q.high > p.high ? place.nextDown : place
        moment.rate *= timing.pass.high * groups[i].timingFunction.slope(at: side)
        moment.rate *= isFalling(back) ? -timing.passRate : timing.passRate
      }
      let share = later + (q.high - place).magnitude
      moment.lead = share == 0 ? 0 : share / timing.passRate
      return moment
    }
    func isFalling(_ back: Int) -> Bool {
      timing.autoreverses && back % 2 != 0 ? !last.isFalling : last.isFalling
    }
    /// The points at which the way comes into a pass and leaves it.
    func ends(_ back: Int) -> (PreciseNumber, PreciseNumber) {
      isFalling(back) == rises ? (.one, .zero) : (.zero, .one)
    }
    if between == 0 { return part(first.progress, last.progress) }
    let way = (last.progress - ends(0).0).magnitude.high
    if let moment = part(ends(0).0, last.progress) { return moment }
    if between > 1, let moment = part(ends(1).0, ends(1).1, back: 1, later: way) { return moment }
    return part(first.progress, ends(between).1, back: between, later: way + Double(between - 1))
  }
}

extension AnimationSampler {
  /// The same motion as keyframes with straight lines between them: one every `1 / rate` seconds from the
  /// begin on and one at the end, which is exactly the end value.
  ///
  /// Where a path turns its body that takes two tracks, a position and an angle: with the key of the angle,
  /// `turning`, the result is then a group of both, which needs no target of its own. The angle is not
  /// wrapped: it goes on turning where the path does.
  ///
  /// A moment without a value (a group's member that has not begun, say) takes the one before it, or the
  /// first.
  /// - Throws: Where nothing can be baked: it never ends, it still waits for its target's value, it has no
  ///   value, the rate is not positive, or there would be more than a million keyframes.
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
