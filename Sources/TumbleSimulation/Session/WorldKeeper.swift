import Foundation
import Synchronization
import TumbleFrames
import TumbleScenes

/// A thread that keeps worlds standing at steps of the past, and runs a session again from the nearest of them.
///
/// The engine can copy no world, so a world that stands at a step is what another run can begin from. Some stand at even
/// distances, one before the beginning of each of the latest gestures, and one follows close behind the session; what is
/// used up is made again from those before it, while nothing else is to do. Which worlds happen to stand where changes
/// how long a run takes, and nothing of what it comes to.
///
/// It is `@unchecked Sendable` because of the worlds in it: each is held by one side at a time. The keeper's thread alone
/// touches those that stand; a result is left under the lock, and belongs to who takes it from there.
final class WorldKeeper: @unchecked Sendable {
  /// Guards all that follows but `progress` and `isCancelled`.
  private let condition = NSCondition()
  private var scene: Scene
  private var log: [StampedCommand] = []
  /// When the latest gestures began.
  private var starts: [Int] = []
  private var liveStep = 0
  private var standing: [StandingWorld] = []
  private var given: [StandingWorld] = []
  /// Of no use any more, and not let go of yet.
  private var leaving: [StandingWorld] = []
  private var job: RunAgain?
  private var result: Result<RunAgainResult, WorldError>?
  private var isRunning = false
  private var isStopped = false
  private var isIdle = true
  private var hasThread = false
  /// Rises when another log is in force.
  private var generation = 0
  /// The scene is another: worlds of before are of no use.
  private var isOtherScene = false
  /// A world could not be taken on: with this log it is not tried again.
  private var isBarred = false

  private let capacity: Int
  private let progress = Atomic<Int>(0)
  private let total = Atomic<Int>(0)
  private let isCancelled = Atomic<Bool>(false)
  /// Steps that were run again so far, for tests of what standing worlds save.
  private let stepsRunAgain = Atomic<Int>(0)

  /// - Parameter capacity: The worlds that are kept; 0 for none.
  init(scene: Scene, capacity: Int) {
    self.scene = scene
    self.capacity = capacity
  }

  private func locked<Value>(_ act: () throws -> Value) rethrows -> Value {
    condition.lock()
    defer { condition.unlock() }
    return try act()
  }
}

// MARK: - For the session

extension WorldKeeper {
  /// Says how far the session has come, and what was done: commands of steps before that are known now.
  func follow(_ commands: ArraySlice<StampedCommand>, starts: [Int], step: Int) {
    locked {
      log += commands
      self.starts = starts
      liveStep = step
      wake()
    }
  }

  func follow(step: Int) {
    locked {
      liveStep = step
      wake()
    }
  }

  /// Another log is in force, and perhaps another scene.
  func reset(_ log: [StampedCommand], starts: [Int], step: Int, scene: Scene? = nil) {
    locked {
      (self.log, self.starts, liveStep) = (log, starts, step)
      generation += 1
      if let scene {
        self.scene = scene
        isOtherScene = true
        given.removeAll()
      }
      wake()
    }
  }

  /// Hands over a world that the session has no use for any more.
  func keep(_ world: World, _ commands: [StampedCommand], past: @autoclosure () -> StandingWorld.Past) {
    guard capacity > 0 else { return }
    // Whoever measured it would hear of it from another thread.
    world.onPhase = nil
    var standing = StandingWorld(world, commands)
    standing.past = past()
    locked { given.append(standing) }
  }

  /// Begins to run again; one at a time.
  func start(_ job: RunAgain) {
    progress.store(0, ordering: .relaxed)
    total.store(max(job.target, 1), ordering: .relaxed)
    isCancelled.store(false, ordering: .relaxed)
    locked {
      precondition(self.job == nil && !isRunning, "one run at a time")
      (self.job, result, isRunning) = (job, nil, true)
      startThread()
      condition.broadcast()
    }
  }

  /// Steps run so far of the present job, and how many there are in all.
  var done: (steps: Int, of: Int) {
    (progress.load(ordering: .relaxed), total.load(ordering: .relaxed))
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    locked {
      while isRunning, result == nil { condition.wait() }
      (result, isRunning) = (nil, false)
    }
  }

  /// The result, once it is there; or waited for.
  func take(waiting: Bool) -> Result<RunAgainResult, WorldError>? {
    locked {
      while waiting, isRunning, result == nil { condition.wait() }
      guard let result else { return nil }
      (self.result, isRunning) = (nil, false)
      return result
    }
  }

  /// Ends the thread.
  func stop() {
    isCancelled.store(true, ordering: .relaxed)
    locked {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Waits until all worlds stand where they should.
  func waitUntilIdle() {
    locked {
      guard capacity > 0 else { return }
      startThread()
      condition.broadcast()
      while !isIdle { condition.wait() }
    }
  }

  /// Steps that were run again so far.
  var stepsRun: Int { stepsRunAgain.load(ordering: .relaxed) }

  private func wake() {
    guard capacity > 0 else { return }
    startThread()
    isIdle = false
    condition.broadcast()
  }

  private func startThread() {
    guard !hasThread, !isStopped else { return }
    hasThread = true
    if capacity > 0 { isIdle = false }
    let thread = Thread { [self] in work() }
    thread.name = "tumble-worlds"
    thread.stackSize = 8 << 20
    thread.start()
  }
}

// MARK: - On the thread

extension WorldKeeper {
  private func work() {
    condition.lock()
    var seen = generation
    while !isStopped {
      if isOtherScene { standing.removeAll() }
      isOtherScene = false
      standing += given
      if seen != generation || !given.isEmpty {
        (seen, isBarred) = (generation, false)
        for place in standing.indices {
          standing[place].isUsable = standing[place].isOnTheWay(of: log, to: .max)
        }
      }
      given.removeAll()
      if let job {
        self.job = nil
        condition.unlock()
        let result = run(job)
        condition.lock()
        self.result = result
        condition.broadcast()
      } else if let (taken, target) = nextMove() {
        let scene = scene
        let end = min(target, (taken?.world.steps ?? 0) + Self.stride)
        // Not the whole log: a copy of it would have to be made anew for each command that the session adds.
        let rest = Array(log[(taken?.commands.count ?? 0)...].prefix { $0.step < end })
        condition.unlock()
        // What takes long, worlds that come and go, keeps nobody waiting.
        leaving.removeAll()
        var moved = taken ?? (try? World(scene)).map { StandingWorld($0) }
        do { try moved?.run(rest, to: end, isEnd: false) } catch { moved = nil }
        condition.lock()
        if let moved { standing.append(moved) } else { isBarred = true }
      } else {
        isIdle = true
        condition.broadcast()
        condition.wait()
      }
    }
    standing.removeAll()
    condition.unlock()
  }

  /// Carries out a job, from the world that is furthest on its way.
  private func run(_ job: RunAgain) -> Result<RunAgainResult, WorldError> {
    var checks: [(step: Int, hash: UInt64)] = []
    var skipped: [(place: Int, reason: String)] = []
    var history =
      job.historyBudget > 0 ? History(budget: job.historyBudget, rate: job.scene.world.rate) : nil
    do throws(WorldError) {
      var current: StandingWorld
      let best = job.skipsRefused ? nil : nearest(for: job)
      if let best {
        current = standing.remove(at: best)
        if let past = current.past, current.world.steps > job.divergence {
          checks = past.checks
          history = past.history ?? history
        }
      } else {
        current = StandingWorld(try World(job.scene))
      }
      let start = current.world.steps
      total.store(job.target - start, ordering: .relaxed)
      func note(_ world: World) {
        guard world.steps > job.divergence else { return }
        if world.steps % job.stepsBetweenChecks == 0 { checks.append((world.steps, world.hash.value)) }
        history?.append(world.snapshot)
      }
      try current.run(
        Array(job.log[current.commands.count...]), to: job.target, isEnd: true,
        skip: job.skipsRefused ? { place, error in skipped.append((place, "\(error)")) } : nil
      ) { world in
        note(world)
        progress.store(world.steps - start, ordering: .relaxed)
        stepsRunAgain.add(1, ordering: .relaxed)
        return isCancelled.load(ordering: .relaxed)
      }
      if isCancelled.load(ordering: .relaxed), current.world.steps < job.target {
        if !job.skipsRefused {
          // It is on the way of the log that would have been in force, and of use when that is asked for again.
          current.isUsable = false
          standing.append(current)
        }
        return .failure(.stopped(step: current.world.steps, reason: "it was cancelled"))
      }
      return .success(
        RunAgainResult(world: current.world, checks: checks, history: history, skipped: skipped))
    } catch {
      return .failure(error)
    }
  }

  /// The standing world that is furthest on the way of a job, and from which its past can be told.
  private func nearest(for job: RunAgain) -> Int? {
    standing.indices.filter { place in
      let one = standing[place]
      return (one.world.steps <= job.divergence || one.past?.from ?? .max <= job.divergence)
        && one.isOnTheWay(of: job.log, to: job.target)
    }
    .max { a, b in
      (standing[a].world.steps, standing[a].commands.count)
        < (standing[b].world.steps, standing[b].commands.count)
    }
  }

  // MARK: - Where worlds should stand

  /// Steps that a world is taken on at a time, so that a job does not wait long.
  private static let stride = 16

  /// The steps where worlds should stand, the most wanted first, and how far before it one will do.
  private var wanted: [(step: Int, slack: Int)] {
    let rate = scene.world.rate
    var wanted = starts.map { (step: $0, slack: rate) }
    wanted.append((liveStep - rate / 2, rate / 2))
    let rungs = max(capacity - wanted.count, 1)
    var spacing = rate
    while liveStep / spacing > rungs { spacing *= 2 }
    wanted += (1...rungs).map { (step: (liveStep / spacing - $0 + 1) * spacing, slack: 0) }
    return wanted.filter { $0.step > rate / 2 }.prefix(capacity).map { $0 }
  }

  /// A world to take on, out of those that stand or a new one, and how far; nil if all stand where they should.
  private func nextMove() -> (StandingWorld?, Int)? {
    guard capacity > 0, !isBarred else { return nil }
    var free = Set(standing.indices)
    for (step, slack) in wanted {
      let candidates = free.filter {
        let one = standing[$0]
        return one.isUsable && !one.isLate(for: log) && one.world.steps <= step
      }
      let best = candidates.max { standing[$0].world.steps < standing[$1].world.steps }
      if let best, standing[best].world.steps >= step - slack {
        free.remove(best)
        continue
      }
      if let best { return (standing.remove(at: best), step) }
      // One of another branch is given up last, for it is what a redo begins from: of several only the latest.
      if standing.count > capacity {
        let leaves = free.min { a, b in
          (standing[a].isUsable ? 0 : 1, standing[a].world.steps)
            < (standing[b].isUsable ? 0 : 1, standing[b].world.steps)
        }
        guard let leaves else { return nil }
        leaving.append(standing.remove(at: leaves))
      }
      return (nil, step)
    }
    return nil
  }
}
