/// The progress of a rerun.
public struct RerunProgress: Hashable, Sendable {
  /// The purpose of the rerun, such as `undo add body`.
  public var name: String
  /// Steps run so far, and the most that there can be.
  public var done: Int
  /// The greatest number of steps that the rerun can take.
  public var total: Int

  /// The part that is done, 0 to 1.
  public var fraction: Double { total > 0 ? min(Double(done) / Double(total), 1) : 1 }
}

extension Session {
  /// Is true if there is something to undo, and no rerun is under way that has to be waited for.
  public var canUndo: Bool { isFree && undoName != nil }
  /// Is true if there is something to redo, and no rerun is under way that has to be waited for.
  public var canRedo: Bool { isFree && redoName != nil }
  /// Is true unless a rerun is under way that has to be waited for, as it is where something was done
  /// meanwhile: that comes after it, and is what would be undone.
  private var isFree: Bool {
    guard let running else { return true }
    return running.isOfStart
      && !queued.contains { if case .command(.point) = $0 { false } else { true } }
  }
  /// The name of what would be undone, such as `add body`.
  public var undoName: String? { shownLog.undoName ?? earlier.last?.name }
  /// The name of what would be done again, such as `add body`; nil if there is nothing.
  public var redoName: String? { shownLog.redoName ?? later.last?.name }

  /// The steps of the latest unit if that goes on from the past: the one that it went on from, and the later
  /// one that was left.
  public var latestCut: (to: Int, from: Int)? { sessionLog.latestCut }
  /// The last step of a later part that was discarded by continuing from the past, and that undo restores;
  /// nil if there is none, or if time has passed it.
  public var lastStepGivenUp: Int? { sessionLog.lastStepGivenUp.flatMap { $0 > world.steps ? $0 : nil } }

  /// Undoes the latest unit: the log without it is rerun to the same step, in the background.
  ///
  /// Continuing from the past is undone too, back to the later step.
  public func undo() {
    guard isFree else { return }
    if shownLog.undoName == nil, let chapter = earlier.last { return turn(.back, to: chapter) }
    change("undo \(undoName ?? "")", isOfStart: shownLog.undoIsOfStart) { log in log.undo(at: world.steps) }
  }

  /// Redoes what was undone last.
  public func redo() {
    guard isFree else { return }
    if shownLog.redoName == nil, let chapter = later.last { return turn(.forth, to: chapter) }
    change("redo \(redoName ?? "")", isOfStart: shownLog.redoIsOfStart) { log in log.redo(at: world.steps) }
  }

  /// Runs another scene's log to the step where it was left.
  private func turn(_ turn: Turn, to chapter: Chapter) {
    guard running == nil else { return }
    let waiting = pending
    pending.removeAll(keepingCapacity: true)
    skippedCommands = []
    viewStep = nil
    begin(
      Rerun(
        name: "\(turn == .back ? "undo" : "redo") \(chapter.name)",
        job: RerunJob(
          scene: chapter.scene, log: chapter.sessionLog.all, target: chapter.step, divergence: -1,
          isOtherScene: true, stepsBetweenChecks: recorder?.stepsBetweenChecks ?? chapter.scene.world.rate,
          historyBudget: pastBudget),
        sessionLog: chapter.sessionLog, start: 0, content: chapter.content, pending: waiting, turn: turn))
  }

  /// Ends a gesture and undoes its commands, with nothing to redo: a cancelled drag.
  public func abandonGesture() {
    guard running?.isOfStart ?? true else {
      queued.append(.abandon)
      return
    }
    if let begin = queuedGesture {
      // Nothing of it has been carried out yet; what is no edit, such as the release of a key, still is.
      let rest = queued[begin...].filter { if case .command(let one) = $0 { !one.isEdit } else { false } }
      queued.replaceSubrange(begin..., with: rest)
    }
    guard let name = shownLog.openName else { return endGesture() }
    change("give up \(name)", isOfStart: running != nil || shownLog.undoIsOfStart) { log in
      log.abandon(at: world.steps)
    }
  }

  /// Continues from the shown step: the world is rerun exactly to it. Commands from that step on are cut
  /// off, which can be undone; edits at the step itself stay, because they are visible.
  public func resume() {
    guard let step = viewStep else { return }
    let seconds = (Double(step) / Double(world.rate) * 100).rounded() / 100
    goBack(to: step, named: "continue from \(seconds) s")
  }

  /// Goes back to any step up to the present one, as `resume` does.
  /// - Parameters:
  ///   - name: For a menu: what undoing it takes back.
  ///   - isUndone: Whether it is a unit of undo; else what came later is gone.
  public func goBack(to step: Int, named name: String, isUndone: Bool = true) {
    (viewStep, viewSpeed) = (nil, 0)
    guard step != world.steps else { return }
    change(name) { sessionLog in
      sessionLog.cut(at: step, from: world.steps, name: isUndone ? name : nil)
      return step
    }
  }

  /// Changes the log, and runs the world again by it in the background.
  /// - Parameters:
  ///   - isOfStart: Whether it edits the scene's start: then what is shown stays shown, commands for the next
  ///     step stay, and a rerun of the same kind that is under way is replaced.
  ///   - act: Changes the log, and returns the step to be at; nil changes nothing.
  func change(_ name: String, isOfStart: Bool = false, _ act: (inout SessionLog) -> Int?) {
    let isReplacing = running?.isOfStart == true
    guard running == nil || isReplacing else { return }
    var next = running?.sessionLog ?? sessionLog
    guard let target = act(&next) else { return }
    let keepsView = isOfStart && (running == nil || isReplacing)
    let waiting = running?.pending ?? pending
    if running == nil { pending.removeAll(keepingCapacity: true) }
    if !keepsView { viewStep = nil }
    let rerun = rerun(name, by: next, to: target, isOfStart: keepsView, pending: waiting)
    if running == nil { return begin(rerun) }
    running = rerun
    keeper.replace(by: rerun.job)
  }

  /// Makes a rerun by another log, from where that differs from the one in force.
  private func rerun(
    _ name: String, by log: SessionLog, to target: Int, isOfStart: Bool, pending: [Command]
  ) -> Rerun {
    let old = sessionLog.all
    let same = zip(old, log.all).prefix { $0 == $1 }.count
    let others = [old, log.all].compactMap { same < $0.count ? $0[same].step : nil }
    let divergence = min(others.min() ?? .max, target, world.steps)
    return Rerun(
      name: name,
      job: RerunJob(
        scene: world.scene, log: log.all, target: target, divergence: divergence, required: log.required,
        stepsBetweenChecks: stepsBetweenChecks,
        // A rerun from the start makes all that there is to look at anew.
        historyBudget: divergence <= 0 ? timeline?.historyBudget ?? 0 : pastBudget),
      sessionLog: log, start: world.steps, pending: pending, isOfStart: isOfStart)
  }

  /// The memory for the snapshots of a rerun or of a world that is kept for redo, in bytes; 0 without a time
  /// line.
  private var pastBudget: Int { timeline == nil ? 0 : 32 << 20 }

  func begin(_ running: Rerun) {
    self.running = running
    keeper.start(running.job)
  }

  // MARK: - While it runs

  /// The rerun in progress; nil without one. The world is paused meanwhile.
  public var rerun: RerunProgress? {
    running.map {
      let done = keeper.done
      return RerunProgress(name: $0.name, done: done.steps, total: done.of)
    }
  }

  /// Cancels the rerun; everything is as before it.
  public func cancelRerun() {
    guard let running else { return }
    keeper.cancel()
    self.running = nil
    pending += running.pending
    carryOutQueued()
  }

  /// Waits for the rerun in progress.
  /// - Throws: As `collectRerun`, once none is in progress.
  public func finishRerun() throws {
    var first: (any Error)?
    while running != nil {
      do { try collect(waiting: true) } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  /// Replaces the world by that of a finished rerun. `advance` and `step` call this themselves.
  /// - Returns: Whether there is a new world.
  /// - Throws: `WorldError` if the rerun failed; everything is as before it. Where an edit of the start was
  ///   refused, the unit of that edit is dropped, and others that were waiting are made by the next rerun.
  @discardableResult
  public func collectRerun() throws -> Bool { try collect(waiting: false) }

  @discardableResult
  private func collect(waiting: Bool) throws -> Bool {
    guard let running, let result = keeper.take(waiting: waiting) else { return false }
    self.running = nil
    switch result {
    case .failure(let failure):
      var log = running.sessionLog
      if let place = failure.refused { log.refuse(at: place, step: world.steps) }
      if failure.refused != nil, log.all != sessionLog.all {
        begin(
          rerun(
            log.undoName ?? running.name, by: log, to: running.job.target, isOfStart: running.isOfStart,
            pending: running.pending))
      } else {
        pending += running.pending
        carryOutQueued()
      }
      throw failure.error
    case .success(let result):
      take(result, running)
      carryOutQueued()
      return true
    }
  }

  private func take(_ result: RerunResult, _ running: Rerun) {
    let isOther = running.content != nil
    if !isOther {
      let from = running.job.divergence
      let limit = 256
      // Undoing an edit of the start makes all of the past anew, rather than give most of it up.
      let isWhole = !running.isOfStart || history.count <= limit
      keeper.keep(
        world, sessionLog.all, skipped: sessionLog.skippedCommands,
        past: Checkpoint.Past(
          from: isWhole ? from : .max,
          history: timeline == nil || !isWhole
            ? nil : history.tail(from: from, limit: limit, budget: pastBudget),
          checks: isWhole ? checks.filter { $0.step > from } : []))
    }
    switch running.turn {
    case .back?: if let before = earlier.popLast() { later.append(chapter(before.name)) }
    case .forth?: if let after = later.popLast() { earlier.append(chapter(after.name)) }
    case nil: break
    }
    world = result.world
    let shown = running.isOfStart ? viewStep : nil
    if loop.rate != world.rate {
      loop = FixedStepLoop(rate: world.rate)
      stepsBetweenChecks = running.job.stepsBetweenChecks
      clearHistory()
    }
    // It no longer matches the recording that it was compared with.
    replay = nil
    sessionLog = running.sessionLog
    sessionLog.noteMade()
    sessionLog.skippedCommands = result.skipped
    skippedCommands = result.skipped.map { skipped in
      running.job.replay.map { "\($0.refusal(of: skipped.place, skipped.reason))" }
        ?? "step \(running.job.log[skipped.place].step): \(skipped.reason)"
    }
    if isOther {
      sessionLog.dropSkipped()
      dropRefusedPending()
    }
    content = running.content ?? content
    checks.removeAll { $0.step > running.job.divergence }
    checks += result.checks
    keeper.reset(
      sessionLog.all, starts: sessionLog.latestStarts, step: world.steps,
      scene: isOther ? world.scene : nil)
    difference = result.difference ?? difference
    if let past = result.history { takePast(past, from: running.job.divergence) }
    if let shown { view(step: shown) }
    if running.isOfStart { pending = running.pending + pending }
    // The new world is there all the same where that fails.
    recordBetweenSteps { (recorder) throws(OutputError) in try recorder.rewrite(recording) }
    onNewWorld(world)
    // The release of the mouse joint was cut off.
    if world.mouseJoint != nil { pending.append(.release) }
  }

  /// Snapshots of a rerun replace those of a step and all later ones.
  private func takePast(_ past: History, from step: Int) {
    if step <= 0, past.budget == history.budget, past.rate == history.rate {
      // All of it is new: copying an hour would take seconds.
      history = past
    } else {
      history.append(past, from: step)
    }
  }

  /// Drops what waits for the next step and makes no sense in another scene.
  private func dropRefusedPending() {
    pending.removeAll { command in
      do {
        try world.check(command)
        return false
      } catch {
        skippedCommands.append("step \(world.steps): \(error)")
        return true
      }
    }
  }

  private func carryOutQueued() {
    let given = queued
    queued.removeAll()
    for one in given {
      switch one {
      // One that is open still began during the rerun, in its log.
      case .begin(let name): if sessionLog.gestureName != name { beginGesture(name) }
      case .end: endGesture()
      case .abandon: abandonGesture()
      case .command(let command):
        do { try give(command) } catch { onRefusal("\(error)") }
      case .startEdit(let edit, let name):
        do { try giveAtStart(edit, named: name) } catch { onRefusal("\(error)") }
      }
    }
  }

  // MARK: - Another scene

  /// The ways to go on with a scene whose file has changed.
  public enum ReloadMode: String, CaseIterable, Hashable, Sendable {
    /// Runs again to the same step with the same commands, those aside that make no sense any more.
    case sameStep
    /// Begins again at step 0.
    case fromStart
  }

  /// Goes on with a scene whose file has changed; what was recorded is of it from now on.
  ///
  /// In `sameStep` it is rerun in the background; `skippedCommands` says afterwards what was left out. A
  /// scene of another rate begins from the start: no step of the one is a step of the other.
  /// - Throws: `WorldError`, and nothing has changed; `OutputError`.
  public func reload(_ scene: Scene, content: String, mode: ReloadMode) throws {
    try finishRerun()
    skippedCommands = []
    guard mode == .sameStep, scene.world.rate == world.rate, world.steps > 0 || !log.isEmpty else {
      try restart(scene, content: content)
      return
    }
    _ = try World(scene)
    viewStep = nil
    sessionLog.close()
    begin(
      Rerun(
        name: "reload",
        job: RerunJob(
          scene: scene, log: sessionLog.all, target: world.steps, divergence: -1, isOtherScene: true,
          stepsBetweenChecks: stepsBetweenChecks, historyBudget: pastBudget),
        sessionLog: sessionLog, start: world.steps, content: content))
  }
}

// MARK: - For tests

extension Session {
  /// Waits until all checkpoints are where they should be.
  package func waitForCheckpoints() { keeper.waitUntilIdle() }

  /// The number of steps of reruns so far.
  package var stepsRunAgain: Int { keeper.stepsRun }
}
