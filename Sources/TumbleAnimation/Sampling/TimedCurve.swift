/// A timing with the curve of its pass: of an animation, or of a group around it.
struct TimedCurve: Hashable {
  let timingFunction: TimingFunction
  private(set) var timing: MediaTiming
  private(set) var precise: PreciseTiming

  init(_ timing: MediaTiming, _ timingFunction: TimingFunction) {
    self.timing = timing
    self.timingFunction = timingFunction
    precise = PreciseTiming(timing)
  }

  /// Begins at another time, and takes another time unless it is nil.
  mutating func move(to begin: PreciseNumber, duration: Double? = nil) {
    timing.beginTime = begin.high
    if let duration { timing.duration = duration }
    precise = PreciseTiming(timing, begin: begin)
  }

  /// The time of a group's members at a progress of the group.
  func memberTime(at progress: PreciseNumber) -> PreciseNumber {
    if timingFunction == .linear { return precise.pass * progress }
    // What is calculated by a curve is right to some units of the last place.
    return precise.pass * PreciseNumber(timingFunction.value(at: progress.high), units: 8)
  }

  /// The progress at which a group's members are some time before the one that they have at `q`, on the way there from `p`.
  func progress(_ lead: Double, before time: PreciseNumber, between p: Double, and q: Double) -> Double {
    if lead == 0 { return q }
    let share = lead / precise.pass.high
    if timingFunction == .linear { return q > p ? max(q - share, p) : min(q + share, p) }
    let (start, end) = (timingFunction.value(at: p), timingFunction.value(at: q))
    let goal = end > start ? end - share : end + share
    var (near, far) = (p, q)
    for _ in 0..<64 {
      let middle = near + (far - near) / 2
      if (timingFunction.value(at: middle) < goal) == (start < goal) { near = middle } else { far = middle }
    }
    return near
  }

  /// The number of times that a group in an iteration has begun again: one that autoreverses ends where it begins.
  func restarts(_ iteration: Int) -> Int { timing.autoreverses ? 0 : iteration }

  /// Whether a group's members show the limit from before: where it ends or turns back, and wherever a group around it does.
  /// The way back has its limit on the other side, where a member's time is continuous anyway.
  func isLimit(_ placement: PreciseTiming.Placement) -> Bool {
    if placement.state.progress == 1 { return timingFunction.slope(at: 1) >= 0 }
    return placement.isLimit && !placement.isFalling
  }

  /// What shows of the curve at a placement of its timing.
  func value(_ placement: PreciseTiming.Placement, withSlope: Bool) -> (value: Double, slope: Double) {
    let progress = placement.state.progress
    if withSlope { return timingFunction.valueAndSlope(at: progress) }
    return (timingFunction.value(at: progress, isBefore: placement.isBefore), 0)
  }
}

extension PreciseTiming.Placement {
  /// CSS's before flag: whether it waits on the side of the begin of its pass.
  var isBefore: Bool { state.phase == (isFalling ? .after : .before) }
}
