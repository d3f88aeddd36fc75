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
  ///   - speed: as for ``sample(at:speed:holding:)``.
  public func arrival(
    from start: Double, to end: Double, isFresh: Bool, speed: Double = 1
  ) -> AnimationArrival? {
    if let sample = sample(at: end, speed: speed) { return AnimationArrival(sample: sample) }
    guard !isFresh else { return blink(from: start, to: end, speed: speed) }
    if groups.isEmpty {
      guard let sample = sample(at: end, speed: speed, holding: true) else { return nil }
      return AnimationArrival(sample: sample, lead: lead(from: start, to: end, speed: speed))
    }
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

  /// What is there within the step alone: it is taken to where it ended, or to its begin where time ran back.
  private func blink(from start: Double, to end: Double, speed: Double) -> AnimationArrival? {
    guard let state = passing(min(start, end), max(start, end), group: 0, runsBack: speed < 0) else {
      return nil
    }
    // What a group plays has come to rest there, unless it is still to be seen.
    guard var sample = sample(at: end, speed: speed, holding: true) ?? sample(state, 0), sample.check() else {
      return nil
    }
    return AnimationArrival(
      sample: sample, lead: groups.isEmpty ? lead(from: start, to: end, speed: speed) : 0)
  }

  /// Whether it begins and ends between two moments of which the second may be the earlier one: at neither it is active.
  public func isWithin(_ start: Double, _ end: Double) -> Bool {
    passing(min(start, end), max(start, end), group: 0, runsBack: false) != nil && !applies(at: start)
      && !applies(at: end)
  }

  /// The own state in which it was last active between two moments, by the time of the groups from one on; nil if it was not.
  private func passing(_ earlier: Double, _ later: Double, group: Int, runsBack: Bool) -> TimingState? {
    guard group < groups.count else {
      // To touch is not to be there, nor is what rounding makes of it.
      let slack = 8 * max(earlier.magnitude, later.magnitude).ulp
      guard later - own.timing.beginTime > slack, ownEndTime - earlier > slack else { return nil }
      if runsBack {
        return own.timing.beginTime >= earlier ? own.timing.beginState : own.timing.state(at: earlier)
      }
      return ownEndTime <= later ? own.timing.endState : own.timing.state(at: later, isParentsEnd: true)
    }
    let (timing, pace) = (groups[group].timing, groups[group].pace)
    guard timing.beginTime < later, timing.endTime > earlier else { return nil }
    let first = timing.beginTime > earlier ? timing.beginState : timing.state(at: earlier)
    let last = timing.endTime <= later ? timing.endState : timing.state(at: later)

    /// A part of a pass, from one progress to another.
    func part(_ a: Double, _ b: Double, falls: Bool) -> TimingState? {
      let times = (timing.passDuration * pace.value(at: a), timing.passDuration * pace.value(at: b))
      return passing(
        min(times.0, times.1), max(times.0, times.1), group: group + 1, runsBack: runsBack != falls)
    }
    let (firstFalls, lastFalls) = (first.progressRate < 0, last.progressRate < 0)
    let turns = (last.isReversing ? 1 : 0) - (first.isReversing ? 1 : 0)
    let cycles = last.iteration - first.iteration
    let passes = timing.autoreverses ? 2 * cycles + (timing.speed < 0 ? -turns : turns) : cycles
    if passes == 0 { return part(first.progress, last.progress, falls: firstFalls) }
    func begin() -> TimingState? { part(first.progress, firstFalls ? 0 : 1, falls: firstFalls) }
    func end() -> TimingState? { part(lastFalls ? 1 : 0, last.progress, falls: lastFalls) }
    let whole = passes > 1 ? part(0, 1, falls: timing.autoreverses ? !lastFalls : lastFalls) : nil
    return runsBack ? begin() ?? whole ?? end() : end() ?? whole ?? begin()
  }

  /// How long before a step's end it was over, if no group is around it.
  private func lead(from start: Double, to end: Double, speed: Double) -> Double {
    let over = speed < 0 ? own.timing.beginTime : ownEndTime
    return (end - min(max(over, min(start, end)), max(start, end))).magnitude
  }
}
