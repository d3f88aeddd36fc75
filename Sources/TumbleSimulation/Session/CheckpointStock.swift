import TumbleFrames

/// The checkpoints that a keeper has: which of them a job begins from, and which is moved to where one is
/// missing.
struct CheckpointStock {
  private var checkpoints: [Checkpoint] = []
  /// No longer of use, and still to be freed: that takes long, and is done when the keeper says so.
  private var removed: [Checkpoint] = []

  mutating func add(_ new: [Checkpoint]) { checkpoints += new }

  mutating func removeAll() { checkpoints.removeAll() }

  mutating func freeRemoved() { removed.removeAll() }

  /// The log has changed: only checkpoints whose commands are the beginning of the new one are usable.
  mutating func markUsable(with log: [StampedCommand]) {
    for place in checkpoints.indices {
      checkpoints[place].isUsable = checkpoints[place].isOnTheWay(of: log, to: .max)
    }
  }

  /// The latest checkpoint that a job passes through, and whose past is known as far as the job needs it.
  mutating func takeNearest(for job: RerunJob) -> Checkpoint? {
    let nearest = checkpoints.indices.filter { place in
      let one = checkpoints[place]
      let isBefore = one.world.steps < job.divergence || (one.world.steps == job.divergence && one.isAsShown)
      return (isBefore || one.past?.from ?? .max <= job.divergence)
        && one.isOnTheWay(of: job.log, to: job.target)
    }
    .max { a, b in
      (checkpoints[a].world.steps, checkpoints[a].commands.count)
        < (checkpoints[b].world.steps, checkpoints[b].commands.count)
    }
    return nearest.map { checkpoints.remove(at: $0) }
  }

  /// Takes the checkpoint that is to be advanced to a step where one is missing (nil for a new world); nil if
  /// all are where they should be.
  mutating func nextMove(
    by plan: CheckpointPlan, capacity: Int, log: [StampedCommand]
  ) -> (Checkpoint?, Int)? {
    var free = Set(checkpoints.indices)
    for (step, slack) in plan.steps {
      let candidates = free.filter {
        let one = checkpoints[$0]
        return one.isUsable && !one.isLate(for: log) && one.world.steps <= step
      }
      let best = candidates.max { checkpoints[$0].world.steps < checkpoints[$1].world.steps }
      if let best, checkpoints[best].world.steps >= step - slack {
        free.remove(best)
        continue
      }
      if let best { return (checkpoints.remove(at: best), step) }
      // One of another branch is given up last, because a redo begins from it: of several only the latest.
      if checkpoints.count > capacity {
        let leaves = free.min { a, b in
          (checkpoints[a].isUsable ? 0 : 1, checkpoints[a].world.steps)
            < (checkpoints[b].isUsable ? 0 : 1, checkpoints[b].world.steps)
        }
        guard let leaves else { return nil }
        removed.append(checkpoints.remove(at: leaves))
      }
      return (nil, step)
    }
    return nil
  }
}
