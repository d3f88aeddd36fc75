/// The steps at which a session should have checkpoints.
///
/// One before each of the latest gestures, one half a second behind the session, and the rest evenly spaced
/// over the past.
struct CheckpointPlan {
  /// Steps per second.
  var rate: Int
  /// The steps at which the latest gestures began.
  var gestures: [Int]
  /// The session's own step.
  var liveStep: Int
  /// The maximum number of checkpoints.
  var capacity: Int

  /// The most important first, each with how many steps earlier a checkpoint may be.
  var steps: [(step: Int, slack: Int)] {
    var steps = gestures.map { (step: $0, slack: rate) }
    steps.append((liveStep - rate / 2, rate / 2))
    let rungs = max(capacity - steps.count, 1)
    var spacing = rate
    while liveStep / spacing > rungs { spacing *= 2 }
    steps += (1...rungs).map { (step: (liveStep / spacing - $0 + 1) * spacing, slack: 0) }
    return steps.filter { $0.step > rate / 2 }.prefix(capacity).map { $0 }
  }
}
