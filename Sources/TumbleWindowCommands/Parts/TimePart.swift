import Foundation
import TumbleInput
import TumblePanels
import TumbleSimulation

/// Time: pause, steps forth and back, speed, undo and redo, and the line of the past.
final class TimePart: TellingPart {
  private let session: Session
  private let notices: Notices
  var events: [WindowEvent] = []
  /// Is true while a recording is watched: Space plays it then, and doesn't continue from what is shown.
  var isWatching = false
  private let clock: () -> Duration
  private var showsTimeline = true
  /// The time at which the work that is under way began.
  private var workBegan: Duration?
  private var marks: [TimelineState.Mark] = []
  /// The step that was left by the continuation that was reported last.
  private var toldCut: Int?
  private let undoKeys: String
  /// The keys of what the time line's buttons do.
  private let shortcuts: [WindowAction: String]
  /// The step of the future that is looked at.
  var future: () -> Int? = { nil }
  /// Returns true while a file is written, which can be stopped too.
  var isExporting: () -> Bool = { false }
  /// The steps from which and to which the world is run on, in slices.
  private var simulation: (from: Int, to: Int)?

  /// The part of a frame that steps of a simulation may take, and the most of them.
  private static let slice = (time: Duration.milliseconds(12), steps: 2000)
  /// The time from which on work shows its progress.
  private static let patience = Duration.milliseconds(200)

  /// - Parameter clock: Does not jump.
  init(_ session: Session, _ notices: Notices, keys: KeyTable, clock: @escaping () -> Duration) {
    undoKeys = keys.shortcut(of: .undo)
    let buttons: [WindowAction] = [.restart, .stepBack, .pause, .stepForth]
    shortcuts = Dictionary(uniqueKeysWithValues: buttons.map { ($0, keys.shortcut(of: $0)) })
    (self.session, self.notices, self.clock) = (session, notices, clock)
  }
}

extension TimePart {
  func perform(_ name: WindowAction) throws -> Bool {
    switch name {
    case .pause: if isStandingInPast { continueFromShown() } else { togglePause() }
    case .stepForth: try stepForth()
    case .stepBack: session.stepBack()
    case .slower: change { session.slowDown() }
    case .faster: change { session.speedUp() }
    case .realTime: setSpeed(1)
    case .undo: undo()
    case .redo: redo()
    case .stop: stop()
    case .simulate: simulate()
    case .timeLine: showsTimeline.toggle()
    default: return false
    }
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    let isBusy = session.rerun != nil || simulation != nil
    switch name {
    case .undo where !session.canUndo: return isBusy ? Self.isBusy : "nothing to undo"
    case .redo where !session.canRedo: return isBusy ? Self.isBusy : "nothing to redo"
    case .stop where !isBusy && !isExporting(): return "no work is under way"
    case .simulate where session.isFinished: return "the world has come to its end"
    case .simulate where future() == nil: return "drag the animator's ruler beyond the present first"
    case .stepBack:
      let shown = session.viewStep ?? session.world.steps
      return session.history.firstStep.map { $0 < shown } == true ? nil : Self.isFirst
    default: return nil
    }
  }

  private static let isBusy = "the world is still run again"
  private static let isFirst = "nothing is kept that was before this moment"

  func perform(_ action: PanelAction) throws -> Bool {
    switch action {
    case .timeline(.scrub(let step)):
      session.viewSpeed = 0
      session.view(step: step)
    case .timeline(.resume(let step)):
      session.view(step: step)
      continueFromShown()
    case .timeline(.leavePast): session.view(step: nil)
    case .timeline(.togglePause): togglePause()
    case .timeline(.step(let count)):
      if count < 0 { session.stepBack() } else { try stepForth() }
    case .timeline(.speed(let speed)): setSpeed(speed)
    case .stopProgress: stop()
    case .close(.timeline): showsTimeline = false
    default: return false
    }
    return true
  }

  /// Steps forward; if the engine cannot take another step, everything stays as it is.
  private func stepForth() throws {
    do { try session.stepForward() } catch let error as WorldError {
      notices.warn("no step was taken: \(error)")
    }
  }

  private func stop() {
    session.cancelRerun()
    simulation = nil
  }

  /// Runs the world on to the future that is looked at, and stays there, paused.
  private func simulate() {
    guard let step = future(), step > session.world.steps else { return }
    session.view(step: nil)
    session.isPaused = true
    simulation = (session.world.steps, step)
    events.append(.changed)
  }

  func tick(at now: Duration) throws {
    guard let goal = simulation?.to, session.rerun == nil else { return }
    let (end, last) = (clock() + Self.slice.time, session.world.steps + Self.slice.steps)
    // Whatever else is done with time meanwhile goes before it.
    var goesOn: Bool {
      session.isPaused && session.viewStep == nil && session.world.steps < goal && !session.isFinished
    }
    do {
      while goesOn, clock() < end, session.world.steps < last { try session.step() }
    } catch let error as WorldError {
      notices.warn("no further step was taken: \(error)")
      simulation = nil
    }
    if !goesOn { simulation = nil }
    events.append(.changed)
  }

  /// Is true if a step of the past is shown that the world can continue from.
  private var isStandingInPast: Bool {
    guard let step = session.viewStep, !isWatching else { return false }
    return step < session.world.steps && session.viewSpeed == 0
  }

  /// Continues from the step that is shown, and plays.
  private func continueFromShown() {
    session.isPaused = false
    session.resume()
  }

  /// Pauses or plays: if the past is shown it plays and stands, and the present waits.
  private func togglePause() {
    if session.viewStep == session.world.steps, session.viewSpeed == 0, !session.isFinished {
      // The past has played to its end: the present goes on from there.
      session.view(step: nil)
      session.isPaused = false
      return
    }
    if session.viewStep != nil {
      session.viewSpeed = session.viewSpeed == 0 ? 1 : 0
      return
    }
    session.isPaused.toggle()
    if session.isPaused { events.append(.paused) }
  }

  /// Backwards goes only what has been: from the present on, the past is shown.
  private func setSpeed(_ speed: Double) {
    if speed < 0, session.viewStep == nil {
      let present = session.world.steps
      guard session.history.firstStep.map({ $0 < present }) == true else { return notices.tell(Self.isFirst) }
      session.view(step: present)
    }
    if session.viewStep != nil { session.viewSpeed = speed } else { session.speed = speed }
  }

  private func change(_ act: () -> Void) {
    act()
    if session.viewStep != nil, session.viewSpeed != 0 {
      session.viewSpeed = session.viewSpeed < 0 ? -session.speed : session.speed
    }
  }

  private func undo() {
    guard let name = session.undoName else { return }
    notices.tell("undo: \(name)")
    session.undo()
  }

  private func redo() {
    guard let name = session.redoName else { return }
    notices.tell("redo: \(name)")
    session.redo()
  }

  /// Something to be seen on the line of the past.
  func note(_ kind: TimelineState.Mark.Kind) {
    // The line is some hundreds of points long: more could not be told apart.
    if marks.count >= 400 { marks.removeFirst(100) }
    marks.append(TimelineState.Mark(step: session.world.steps, kind: kind))
  }

  func worldChanged(isOther: Bool) {
    // Slow motion was of the scene before.
    if isOther { session.speed = 1 }
    marks.removeAll { isOther || $0.step > session.world.steps }
    let cut = session.latestCut
    defer { toldCut = cut?.from }
    guard let cut, cut.from != toldCut, cut.to == session.world.steps else { return }
    let seconds = (Double(cut.to) / Double(session.world.rate)).formatted(
      .number.precision(.fractionLength(2)))
    notices.tell("continued from \(seconds) s; \(undoKeys) restores the later part")
  }

  /// Shows the line, whatever the settings say.
  func showTimeline() { showsTimeline = true }

  func restore(_ settings: Settings) { showsTimeline = settings.toggles["timeLine"] ?? true }

  func keep(in settings: inout Settings) { settings.toggles["timeLine"] = showsTimeline }

  func show(in state: inout InterfaceState, at now: Duration) {
    let work: (name: String, done: Int, total: Int)? =
      session.rerun.map { ($0.name, $0.done, $0.total) }
      ?? simulation.map { ("simulate", session.world.steps - $0.from, $0.to - $0.from) }
    if let work {
      let began = workBegan ?? now
      workBegan = began
      if now - began >= Self.patience {
        state.progress = ProgressState(
          title: work.name, fraction: min(Double(work.done) / Double(max(work.total, 1)), 1),
          detail: "step \(work.done) of \(work.total)")
      }
    } else {
      workBegan = nil
    }
    guard showsTimeline else { return }
    let isInPast = session.viewStep != nil
    let fired = session.world.firings.suffix(400).map {
      TimelineState.Mark(step: $0.step, kind: .trigger($0.trigger))
    }
    state.timeline = TimelineState(
      rate: session.world.rate, newest: session.world.steps, oldest: session.history.firstStep ?? 0,
      shown: session.viewStep, givenUp: session.lastStepGivenUp,
      isPaused: isInPast ? session.viewSpeed == 0 : session.isPaused,
      speed: isInPast && session.viewSpeed != 0 ? session.viewSpeed : session.speed, marks: marks + fired,
      memory: session.history.bytesUsed, budget: session.history.budget, moments: session.history.count)
    state.timeline?.shortcuts = shortcuts
  }
}
