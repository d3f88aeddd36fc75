import Foundation
import Synchronization

/// Keeps checkpoints of a session on a thread of its own, and runs the session again from the nearest of
/// them.
///
/// The engine cannot copy a world, so a run can begin only from another world at an earlier step.
/// ``CheckpointPlan`` says where these should be; one that is used up is replaced from an earlier one while
/// the thread has nothing else to do. Which checkpoints exist changes how long a run takes, and never its
/// result.
///
/// It is `@unchecked Sendable` because of the worlds in it: one side holds each at a time. Only the keeper's
/// thread uses those of checkpoints; a result is handed over under the lock.
final class CheckpointKeeper: @unchecked Sendable {
  /// Guards all that follows but `progress` and `isCancelled`.
  private let condition = NSCondition()
  private var scene: Scene
  private var log: [StampedCommand] = []
  /// The steps at which the latest gestures began.
  private var starts: [Int] = []
  private var liveStep = 0
  private var checkpoints = CheckpointStock()
  private var given: [Checkpoint] = []
  private var job: RerunJob?
  private var result: Result<RerunResult, RerunFailure>?
  private var isRunning = false
  /// The thread carries out a job.
  private var isAtWork = false
  private var isStopped = false
  private var isIdle = true
  private var hasThread = false
  /// Rises when another log is in force.
  private var generation = 0
  /// The scene has been replaced: earlier checkpoints are of no use.
  private var isOtherScene = false
  /// A checkpoint's world could not take a step: with this log it is not tried again.
  private var isBarred = false

  private let capacity: Int
  private let progress = Atomic<Int>(0)
  private let total = Atomic<Int>(0)
  private let isCancelled = Atomic<Bool>(false)
  /// The number of steps of reruns so far, for tests of what checkpoints save.
  private let stepsRunAgain = Atomic<Int>(0)

  /// - Parameter capacity: The maximum number of checkpoints; 0 for none.
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

extension CheckpointKeeper {
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
  func keep(
    _ world: World, _ commands: [StampedCommand], skipped: [SkippedCommand],
    past: @autoclosure () -> Checkpoint.Past
  ) {
    guard capacity > 0 else { return }
    // Whoever measured it would hear of it from another thread.
    world.onPhase = nil
    var checkpoint = Checkpoint(world, commands)
    checkpoint.skipped = skipped
    checkpoint.past = past()
    locked { given.append(checkpoint) }
  }

  /// Begins a rerun; one at a time.
  func start(_ job: RerunJob) {
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

  /// The steps of the present job that have been run, and those that there are in all.
  var done: (steps: Int, of: Int) { (progress.load(ordering: .relaxed), total.load(ordering: .relaxed)) }

  /// Ends the present job for another one, without waiting.
  func replace(by job: RerunJob) {
    locked {
      guard isRunning else { return }
      if isAtWork { isCancelled.store(true, ordering: .relaxed) }
      (self.job, result) = (job, nil)
      condition.broadcast()
    }
  }

  func cancel() {
    locked {
      isCancelled.store(true, ordering: .relaxed)
      job = nil
      while isAtWork { condition.wait() }
      (result, isRunning) = (nil, false)
    }
  }

  /// The result, once it is there; or waited for.
  func take(waiting: Bool) -> Result<RerunResult, RerunFailure>? {
    locked {
      while waiting, isRunning, result == nil { condition.wait() }
      guard let result else { return nil }
      (self.result, isRunning) = (nil, false)
      return result
    }
  }

  /// Ends the thread.
  func stop() {
    locked {
      isCancelled.store(true, ordering: .relaxed)
      (isStopped, job) = (true, nil)
      condition.broadcast()
    }
  }

  /// Waits until all checkpoints are where they should be.
  func waitUntilIdle() {
    locked {
      guard capacity > 0 else { return }
      startThread()
      condition.broadcast()
      while !isIdle { condition.wait() }
    }
  }

  /// The number of steps of reruns so far.
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

extension CheckpointKeeper {
  private func work() {
    condition.lock()
    var seen = generation
    while !isStopped {
      if isOtherScene { checkpoints.removeAll() }
      isOtherScene = false
      checkpoints.add(given)
      if seen != generation || !given.isEmpty {
        (seen, isBarred) = (generation, false)
        checkpoints.markUsable(with: log)
      }
      given.removeAll()
      if let job {
        (self.job, isAtWork) = (nil, true)
        condition.unlock()
        let result = run(job)
        condition.lock()
        isAtWork = false
        if self.job == nil { self.result = result } else { isCancelled.store(false, ordering: .relaxed) }
        condition.broadcast()
      } else if let (taken, target) = nextMove() {
        let scene = scene
        let end = min(target, (taken?.world.steps ?? 0) + Self.stride)
        // Not the whole log: a copy of it would have to be made again for each command that the session adds.
        let rest = Array(log[(taken?.commands.count ?? 0)...].prefix { $0.step < end })
        condition.unlock()
        // Worlds are made and freed without the lock, because both take long.
        checkpoints.freeRemoved()
        var moved = taken ?? (try? World(scene)).map { Checkpoint($0) }
        do { try moved?.run(rest, to: end, isEnd: false) } catch { moved = nil }
        condition.lock()
        if let moved { checkpoints.add([moved]) } else { isBarred = true }
      } else {
        isIdle = true
        condition.broadcast()
        condition.wait()
      }
    }
    checkpoints.removeAll()
    condition.unlock()
  }

  /// Carries out a job, from the world that is furthest on its way.
  private func run(_ job: RerunJob) -> Result<RerunResult, RerunFailure> {
    var checks: [(step: Int, hash: UInt64)] = []
    var (replay, difference) = (job.replay, ReplayError?.none)
    var history = job.historyBudget > 0 ? History(budget: job.historyBudget, rate: job.scene.world.rate) : nil
    do throws(WorldError) {
      var current: Checkpoint
      if !job.isOtherScene, let nearest = checkpoints.takeNearest(for: job) {
        current = nearest
      } else {
        current = Checkpoint(try World(job.scene))
      }
      let start = current.world.steps
      total.store(job.target - start, ordering: .relaxed)
      func keepShown(_ world: World) {
        if world.steps >= job.divergence { history?.append(world.snapshot) }
      }
      func note(_ world: World) {
        keepShown(world)
        guard world.steps > job.divergence else { return }
        if world.steps % job.stepsBetweenChecks == 0 { checks.append((world.steps, world.hash.value)) }
        // Only the first difference says something: what follows it differs too.
        guard difference == nil else { return }
        do throws(ReplayError) { try replay?.check(world) } catch { difference = error }
      }
      if let past = current.past, past.from <= job.divergence {
        checks = past.checks.filter { $0.step > job.divergence }
        history = past.history ?? history
      } else if start == 0 || start == job.divergence {
        // Another scene's first snapshot and hash are new, too.
        note(current.world)
      }
      do throws(WorldError) {
        try current.run(
          Array(job.log[current.commands.count...]), to: job.target, isEnd: true, required: job.required,
          edited: keepShown
        ) { world in
          note(world)
          progress.store(world.steps - start, ordering: .relaxed)
          stepsRunAgain.add(1, ordering: .relaxed)
          return isCancelled.load(ordering: .relaxed)
        }
      } catch {
        // All that may not be skipped is of step 0, and made before the first step is taken.
        let place = current.commands.count
        return .failure(RerunFailure(error: error, refused: job.required.contains(place) ? place : nil))
      }
      if isCancelled.load(ordering: .relaxed), current.world.steps < job.target {
        if !job.isOtherScene {
          // It belongs to the log of the cancelled job, and is of use when that is asked for again.
          current.isUsable = false
          checkpoints.add([current])
        }
        return .failure(RerunFailure(error: .stopped(step: current.world.steps, reason: "it was cancelled")))
      }
      return .success(
        RerunResult(
          world: current.world, checks: checks, history: history, skipped: current.skipped,
          difference: difference))
    } catch {
      return .failure(RerunFailure(error: error))
    }
  }

  /// Steps that a world is taken on at a time, so that a job does not wait long.
  private static let stride = 16

  /// A checkpoint to advance (nil for a new world) and its target step; nil if all are where they should be.
  private func nextMove() -> (Checkpoint?, Int)? {
    guard capacity > 0, !isBarred else { return nil }
    let plan = CheckpointPlan(
      rate: scene.world.rate, gestures: starts, liveStep: liveStep, capacity: capacity)
    return checkpoints.nextMove(by: plan, capacity: capacity, log: log)
  }
}
