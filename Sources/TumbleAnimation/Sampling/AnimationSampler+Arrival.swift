/// Where an animation takes what it moves by the end of a step.
public struct AnimationArrival: Hashable, Sendable {
  /// At the step's end; if it is over by then, where it ended.
  public var sample: AnimationSample
  /// How long before the step's end it was over, in the animation's own seconds; nil if it goes on.
  public var lead: Double?
}

extension AnimationSampler {
  /// Where it arrives in a step from one moment to another, which is the earlier one where time runs back: nil if it is
  /// at work in no moment of the step.
  ///
  /// - Parameters:
  ///   - start: in the time around it.
  ///   - end: likewise, at most a step from the start.
  ///   - isFresh: whether it had no sample at the start.
  ///   - speed: as for `sample(at:speed:holding:)`.
  public func arrival(
    from start: MediaTime, to end: MediaTime, isFresh: Bool, speed: Double = 1
  ) -> AnimationArrival? {
    if let sample = sample(at: end, speed: speed) { return AnimationArrival(sample: sample) }
    return ending(from: start, to: end, isFresh: isFresh, speed: speed)
  }

  /// The same for one that has no sample at the end of the step.
  package func ending(
    from start: MediaTime, to end: MediaTime, isFresh: Bool, speed: Double
  ) -> AnimationArrival? {
    guard !isFresh else { return blink(from: start, to: end, speed: speed) }
    if groups.isEmpty {
      guard let sample = sample(at: end, speed: speed, holding: true) else { return nil }
      return AnimationArrival(sample: sample, lead: lead(from: start, to: end, speed: speed))
    }
    // When a group's member ends is known from all the groups together: it is found by halving.
    let way = end - start
    func moment(_ share: Double) -> MediaTime {
      share == 1 ? end : MediaTime(start.number + way.number * PreciseNumber(exactly: share))
    }
    var (last, first) = (0.0, 1.0)
    for _ in 0..<64 {
      let middle = last + (first - last) / 2
      if applies(at: moment(middle)) { last = middle } else { first = middle }
    }
    // Where a cycle of the group's is over, the next one has not come to the member.
    guard
      let sample = sample(at: moment(first), speed: speed, holding: true)
        ?? sample(at: moment(last), speed: speed)
    else { return nil }
    return AnimationArrival(sample: sample, lead: (1 - last) * way.seconds.magnitude)
  }

  /// What is there within the step alone: it is taken to where it ended, or to its begin where time ran back.
  private func blink(from start: MediaTime, to end: MediaTime, speed: Double) -> AnimationArrival? {
    guard let placement = passing(start.number, end.number, runsBack: speed < 0) else { return nil }
    // What a group plays has come to rest there, unless it is still to be seen.
    guard var sample = sample(at: end, speed: speed, holding: true) ?? sample(placement, 0), sample.check()
    else { return nil }
    return AnimationArrival(
      sample: sample, lead: groups.isEmpty ? lead(from: start, to: end, speed: speed) : 0)
  }

  /// Whether it begins and ends between two moments of which the second may be the earlier one: at neither it is active.
  public func isWithin(_ start: MediaTime, _ end: MediaTime) -> Bool {
    passing(start.number, end.number, runsBack: false) != nil && !applies(at: start) && !applies(at: end)
  }

  /// The own state in which it was last active between two moments of which the second may be the earlier one, by the
  /// time of the groups from one on; nil if it was not.
  private func passing(
    _ start: PreciseNumber, _ end: PreciseNumber, group: Int = 0, runsBack: Bool
  ) -> PreciseTiming.Placement? {
    let (earlier, later) = (end - start).high < 0 ? (end, start) : (start, end)
    let timing = group < groups.count ? groups[group].precise : own.precise
    let timingEnd = group < groups.count ? timing.end : ownEnd
    // To touch is not to be there.
    guard (later - timing.begin).isPositive, timingEnd.map({ ($0 - earlier).isPositive }) ?? true else {
      return nil
    }
    let isBegunBefore = (earlier - timing.begin).isPositive
    let isOverBy = timingEnd.map { !($0 - later).isPositive } ?? false
    guard group < groups.count else {
      if runsBack { return isBegunBefore ? timing.state(at: earlier) : timing.beginState }
      return isOverBy ? timing.endState : timing.state(at: later, isLimit: true)
    }
    let first = isBegunBefore ? timing.state(at: earlier) : timing.beginState
    let last = isOverBy ? timing.endState : timing.state(at: later)

    /// A part of a pass, from one progress to another.
    func part(_ a: PreciseNumber, _ b: PreciseNumber, falls: Bool) -> PreciseTiming.Placement? {
      passing(
        groups[group].memberTime(at: a), groups[group].memberTime(at: b), group: group + 1,
        runsBack: runsBack != falls)
    }
    let turns = (last.state.isReversing ? 1 : 0) - (first.state.isReversing ? 1 : 0)
    let cycles = last.state.iteration - first.state.iteration
    let passes = timing.autoreverses ? 2 * cycles + (timing.isBackwards ? -turns : turns) : cycles
    if passes == 0 { return part(first.progress, last.progress, falls: first.isFalling) }
    func firstPart() -> PreciseTiming.Placement? {
      part(first.progress, first.isFalling ? .zero : .one, falls: first.isFalling)
    }
    func lastPart() -> PreciseTiming.Placement? {
      part(last.isFalling ? .one : .zero, last.progress, falls: last.isFalling)
    }
    let whole =
      passes > 1 ? part(.zero, .one, falls: timing.autoreverses ? !last.isFalling : last.isFalling) : nil
    return runsBack ? firstPart() ?? whole ?? lastPart() : lastPart() ?? whole ?? firstPart()
  }

  /// How long before a step's end it was over, if no group is around it.
  private func lead(from start: MediaTime, to end: MediaTime, speed: Double) -> Double {
    guard let over = speed < 0 ? own.precise.begin : ownEnd else { return 0 }
    let lead = speed < 0 ? over - end.number : end.number - over
    return min(max(lead.high, 0), (end - start).seconds.magnitude)
  }
}
