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
  ///   - before: its sample at the start.
  ///   - speed: as for ``sample(at:speed:holding:)``.
  public func arrival(
    from start: Double, to end: Double, before: AnimationSample?, speed: Double = 1
  ) -> AnimationArrival? {
    if let sample = sample(at: end, speed: speed) { return AnimationArrival(sample: sample) }
    guard before != nil || isWithin(start, end) else { return nil }
    if groups.isEmpty {
      guard let sample = sample(at: end, speed: speed, holding: true) else { return nil }
      let over = speed < 0 ? own.timing.beginTime : ownEndTime
      let moment = min(max(over, min(start, end)), max(start, end))
      return AnimationArrival(sample: sample, lead: (end - moment).magnitude)
    }
    guard before != nil else { return blink(from: start, to: end, speed: speed) }
    // When a group's member ends is told by all the groups together: it is found by halving.
    var (last, first) = (start, end)
    for _ in 0..<64 {
      let middle = last + (first - last) / 2
      if applies(at: middle) { last = middle } else { first = middle }
    }
    // Where a cycle of the group's is over, the next one has not come to the member.
    guard let sample = sample(at: first, speed: speed, holding: true) ?? sample(at: last, speed: speed) else {
      return nil
    }
    return AnimationArrival(sample: sample, lead: (end - last).magnitude)
  }

  /// A member that is there within the step alone: it leaves its end, or its begin if it was played backwards, and comes
  /// to rest there.
  private func blink(from start: Double, to end: Double, speed: Double) -> AnimationArrival? {
    guard let runsBack = passing(min(start, end), max(start, end), group: 0) else { return nil }
    if let sample = sample(at: end, speed: speed, holding: true) {
      return AnimationArrival(sample: sample, lead: 0)
    }
    let state = runsBack != (speed < 0) ? own.timing.beginState : own.timing.endState
    return sample(state, 0)?.checked.map { AnimationArrival(sample: $0, lead: 0) }
  }

  /// Whether it begins and ends between two moments of which the second may be the earlier one: at neither it is active.
  public func isWithin(_ start: Double, _ end: Double) -> Bool {
    passing(min(start, end), max(start, end), group: 0) != nil
  }

  /// Whether the groups from one on play it backwards as it comes and goes between two moments; nil if it does not.
  private func passing(_ earlier: Double, _ later: Double, group: Int) -> Bool? {
    guard group < groups.count else {
      return own.timing.beginTime > earlier && AnimationSchedule.isReached(ownEndTime, at: later)
        ? false : nil
    }
    let (timing, pace) = (groups[group].timing, groups[group].pace)
    guard timing.beginTime <= later else { return nil }
    let begins = timing.beginTime > earlier
    let first = begins ? timing.beginState : timing.state(at: earlier)
    guard first.phase == .active else { return nil }
    let state = timing.state(at: later)
    let last = state.phase == .after ? timing.endState : state

    /// A part of a pass, between two places of which nil is before all of it.
    func part(_ a: Double?, _ b: Double?, _ falls: Bool) -> Bool? {
      func time(_ progress: Double?) -> Double {
        progress.map { timing.passDuration * pace.value(at: $0) } ?? -.infinity
      }
      return passing(min(time(a), time(b)), max(time(a), time(b)), group: group + 1).map { $0 != falls }
    }
    func begin(_ falls: Bool) -> Double? { falls ? 1 : nil }
    let (firstFalls, lastFalls) = (first.progressRate < 0, last.progressRate < 0)
    let start = begins ? begin(firstFalls) : first.progress
    let turns = (last.isReversing ? 1 : 0) - (first.isReversing ? 1 : 0)
    let cycles = last.iteration - first.iteration
    let passes = timing.autoreverses ? 2 * cycles + (timing.speed < 0 ? -turns : turns) : cycles
    if passes == 0 { return part(start, last.progress, firstFalls) }
    return part(begin(lastFalls), last.progress, lastFalls)
      ?? (passes > 1 ? part(nil, 1, !lastFalls) : nil) ?? part(start, begin(!firstFalls), firstFalls)
  }
}
