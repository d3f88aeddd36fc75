/// A world at a step and the commands that led there: runs that begin with the same commands can continue
/// from it.
struct Checkpoint {
  let world: World
  /// All commands carried out or skipped, edits at the current step included.
  var commands: [StampedCommand]
  /// The ones among `commands` that were refused, and left out.
  var skipped: [SkippedCommand] = []
  /// Is true if the log in force begins with `commands`.
  var isUsable = true
  /// The latest past of the world, if it was the session's own.
  var past: Past?

  /// Snapshots from a step on, and hashes of the steps after it.
  struct Past {
    var from: Int
    var history: History?
    var checks: [(step: Int, hash: UInt64)]
  }

  init(_ world: World, _ commands: [StampedCommand] = []) {
    self.world = world
    self.commands = commands
  }

  /// Is true if its world is as a history shows its step: after the step's edits, and before commands that
  /// only the next step carries out.
  var isAsShown: Bool { commands.last.map { $0.step < world.steps || $0.command.isEdit } ?? true }

  /// Returns true if a run with these commands passes through it on its way to a step.
  func isOnTheWay(of log: [StampedCommand], to step: Int) -> Bool {
    guard world.steps <= step, commands.count <= log.count else { return false }
    if isLate(for: log) { return false }
    return commands.elementsEqual(log[..<commands.count])
  }

  /// Returns true if the next command of a log that begins with its own is of an earlier step: a session that
  /// went back may give commands of steps that this world has passed.
  func isLate(for log: [StampedCommand]) -> Bool {
    commands.count < log.count && log[commands.count].step < world.steps
  }

  /// Advances it; commands that are refused are skipped, and noted.
  /// - Parameters:
  ///   - rest: The commands that come next, by step.
  ///   - isEnd: Whether the edits of the last step, which is not taken, are made.
  ///   - required: The places in the log of commands that are not skipped: their refusal is thrown.
  ///   - edited: Called after each edit.
  ///   - stop: Asked after each step; true ends it there.
  mutating func run(
    _ rest: [StampedCommand], to step: Int, isEnd: Bool, required: Set<Int> = [],
    edited: (World) -> Void = { _ in }, stop: (World) -> Bool = { _ in false }
  ) throws(WorldError) {
    past = nil
    var next = 0
    while true {
      let isThere = world.steps >= step
      if isThere, !isEnd { return }
      while next < rest.count, rest[next].step <= world.steps {
        precondition(rest[next].step == world.steps, "a command of a step that has been taken")
        do {
          try world.apply(rest[next].command)
          if rest[next].command.isEdit { edited(world) }
        } catch {
          if required.contains(commands.count) { throw error }
          skipped.append(SkippedCommand(place: commands.count, reason: "\(error)"))
        }
        commands.append(rest[next])
        next += 1
      }
      if isThere { return }
      try world.step()
      if stop(world) { return }
    }
  }
}

/// The checkpoints that a keeper has: which of them a job begins from, and which is moved to where one is
/// missing.
struct CheckpointStock {
  private var checkpoints: [Checkpoint] = []
  /// No longer of use, and still to be freed: that takes long, and is done when the keeper says so.
  private var removed: [Checkpoint] = []

  mutating func add(_ new: [Checkpoint]) { checkpoints += new }

  mutating func removeAll() { checkpoints.removeAll() }

  mutating func freeRemoved() { removed.removeAll() }

  /// Marks the checkpoints that are usable with a changed log: those whose commands are its beginning.
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
