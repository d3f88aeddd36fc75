/// A world that runs: commands go in as they are given or as they were recorded, a recording and whatever
/// observes the world come out, until the last step is taken, the run is interrupted, or the engine cannot
/// take another step.
///
/// `run` takes all steps at once, `advance` those that are due by a clock. Both take the same steps.
///
/// Commands can be undone, and a session can continue from any step of its past: the remaining log is run
/// again in the background, and the resulting world replaces this one; see ``undo()`` and ``resume()``.
public final class Session {
  /// The world that the session runs.
  public internal(set) var world: World
  /// Turns the time of frames into steps; see `advance`.
  public internal(set) var loop: FixedStepLoop
  /// No step is taken beyond this one.
  public let lastStep: Int
  /// The functions that are called with the state before the first step by `run`, and after every step by
  /// both.
  public var observers: [(World) throws -> Void] = []
  /// Gets a message for each step that lost bodies.
  public var onLoss: (String) -> Void = { _ in }
  /// The number of bodies that diverged and were removed, restarts included.
  public private(set) var lostBodies = 0
  /// Is true if a body was lost: it diverged and was removed.
  public var hasLostBodies: Bool { lostBodies > 0 }
  /// Seconds that steps took; zero without a clock.
  public private(set) var cost = Duration.zero

  /// Is true if `advance` takes no steps.
  public var isPaused = false
  /// The world seconds per second of real time for `advance`, clamped to `Session.speeds`.
  public var speed = 1.0 {
    didSet { speed = speed.isNaN ? 1 : min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound) }
  }
  /// The time that was due and not simulated, restarts included.
  public internal(set) var dropped = Duration.zero

  /// Gets the new world when it is replaced: after a rerun, a restart or a reload.
  public var onNewWorld: (World) -> Void = { _ in }
  /// Gets the world that a scene of another name is about to replace.
  public var onLeavingWorld: (World) -> Void = { _ in }
  /// Gets a message for each command that was given during a rerun and was refused after it.
  public var onRefusal: (String) -> Void = { _ in }
  /// Gets the reason when the recording could not be written: the session goes on without one. If nil, the
  /// next step throws it.
  public var onRecordingFailure: ((OutputError) -> Void)?
  /// The reason why the recording ended before the session; nil if it did not.
  public internal(set) var recordingFailure: OutputError?

  /// The past, for a timeline; empty in a session without one.
  public internal(set) var history: History
  /// The commands that the latest reload left out, and why.
  public internal(set) var skippedCommands: [String] = []
  /// The first difference of this run from the recording that `play` ran; nil if there is none.
  public internal(set) var difference: ReplayError?

  /// The past that is shown in place of the present; nil for the present. See `view`.
  public internal(set) var viewStep: Int?
  /// The speed at which the shown past plays, in seconds per second: -16...16; 0 is paused.
  public var viewSpeed = 0.0
  /// The part of a step beyond `viewStep`.
  var viewRemainder = 0.0
  var viewed: FrameSnapshot

  var recorder: Recorder?
  var replay: Replay?
  private let clock: (() -> Duration)?
  /// Commands for the next step.
  var pending: [Command] = []
  /// The input that was given during a rerun.
  var queued: [Given] = []
  var sessionLog = SessionLog() {
    didSet { revision += 1 }
  }
  /// Rises whenever the log changes, so that copies of it can be updated. It may rise without a change too.
  package private(set) var revision = 0
  /// The logs before this one, and the later ones that were undone; see `restart(_:content:undoneAs:)`.
  var (earlier, later): ([Chapter], [Chapter]) = ([], [])
  /// The scene's start as of a revision of the log.
  var knownStart: (revision: Int, start: SceneStart)?
  /// Hashes by step, for a recording.
  var checks: [(step: Int, hash: UInt64)] = []
  var stepsBetweenChecks: Int
  var content: String
  let timeline: TimelineOptions?
  let keeper: CheckpointKeeper
  var running: Rerun?
  /// The error that the next step throws: an edit between two steps could not be recorded.
  var recordingError: OutputError?

  /// An input that waits for the end of a rerun.
  enum Given {
    case command(Command)
    case startEdit(Edit, name: String)
    case begin(String)
    case end
    case abandon
  }

  struct Rerun {
    var name: String
    var job: RerunJob
    /// The log that applies when it is done.
    var sessionLog: SessionLog
    var start: Int
    /// Another text of the scene.
    var content: String?
    /// Commands for the next step, restored if the rerun is cancelled.
    var pending: [Command] = []
    /// It follows edits of the scene's start: another of them replaces it.
    var isOfStart = false
    /// The scene's start with those edits; nil: what the log says.
    var sceneStart: SceneStart?
    /// The chapter that it returns to, an earlier or a later one; nil for neither.
    var turn: Turn?
  }

  /// The scene as it starts: the model in which it is edited, and what that comes to.
  struct SceneStart {
    let model: SceneModel
    let scene: Scene

    init(_ model: SceneModel) { (self.model, scene) = (model, model.compact) }
  }

  enum Turn { case back, forth }

  /// The log of one scene, up to a change that a running world cannot make.
  struct Chapter {
    var name: String
    var scene: Scene
    var content: String
    var sessionLog: SessionLog
    /// The step at which it was left.
    var step: Int
  }

  /// Creates a session that runs a world.
  /// - Parameters:
  ///   - world: The world to step.
  ///   - content: The scene file's text, for recordings; empty: the scene as it is written.
  ///   - lastStep: If nil, there is none.
  ///   - recorder: Starts with the current world; nil records nothing.
  ///   - replay: Its commands are carried out and its hashes compared.
  ///   - clock: A monotonic clock; measures what steps cost.
  ///   - timeline: How much of the past is kept; nil: nothing, so undo runs again from the start.
  public init(
    _ world: World, content: String = "", lastStep: Int? = nil, recorder: Recorder? = nil,
    replay: Replay? = nil, clock: (() -> Duration)? = nil, timeline: TimelineOptions? = nil
  ) throws(OutputError) {
    self.world = world
    self.lastStep = lastStep ?? .max
    self.recorder = recorder
    self.replay = replay
    self.clock = clock
    self.content = content
    self.timeline = timeline
    loop = FixedStepLoop(rate: world.rate)
    viewed = world.snapshot
    stepsBetweenChecks = world.rate
    keeper = CheckpointKeeper(scene: world.scene, capacity: max(timeline?.checkpoints ?? 0, 0))
    history = History(budget: timeline?.historyBudget ?? 0, rate: world.rate)
    pending.reserveCapacity(16)
    // One per second: room for an hour.
    if recorder != nil || timeline != nil { checks.reserveCapacity(3600) }
    if let recorder { stepsBetweenChecks = recorder.stepsBetweenChecks ?? world.rate }
    try recorder?.begin(world, content: content)
    keepPast()
  }

  deinit { keeper.stop() }
}

extension Session {
  /// A session that runs a recording again, to its end: its commands are carried out, its hashes compared.
  ///
  ///     try Session(replaying: RecordingFile.read("run.jsonl")).run()
  /// - Parameters:
  ///   - recording: What to run; its scene is read from it, without the files of its pictures.
  ///   - file: What errors call the recording.
  ///   - recorder: Starts with the new world; nil records nothing.
  ///   - clock: A monotonic clock; measures what steps cost.
  ///   - timeline: How much of the past is kept; nil: nothing.
  /// - Throws: `SceneError.invalid`, `ReplayError`, `WorldError` and `OutputError`; so does a step where a
  ///   hash differs.
  public convenience init(
    replaying recording: Recording, file: String = "the recording", recorder: Recorder? = nil,
    clock: (() -> Duration)? = nil, timeline: TimelineOptions? = nil
  ) throws {
    let scene = try RecordingFile.scene(of: recording, file: file)
    let replay = try Replay(recording, of: scene, file: file)
    try self.init(
      World(scene), content: recording.head.content, lastStep: replay.steps(), recorder: recorder,
      replay: replay, clock: clock, timeline: timeline)
  }
}

extension Session {
  /// Is true if the last step is done, or a trigger has ended the run.
  public var isFinished: Bool { world.steps >= lastStep || world.hasEnded }

  /// The number of hashes of the replayed recording that matched; nil without one.
  public var checksPassed: Int? { replay?.checksPassed }

  /// Takes one step, unless the last has been taken. Waits for a rerun in progress.
  /// - Throws: `WorldError.stopped` if the engine cannot take another step, `ReplayError.diverged`,
  ///   `OutputError`, and what observers throw.
  public func step() throws {
    if running != nil { try finishRerun() }
    if viewStep != nil {
      resume()
      try finishRerun()
    }
    if let error = recordingError {
      recordingError = nil
      throw error
    }
    guard !isFinished else { return }
    let given = pending.count
    replay?.take(commandsFor: world.steps, into: &pending)
    let (start, step) = (clock?(), world.steps)
    let report = try stepWorld(replaysFrom: given)
    if let clock, let start { cost += clock() - start }
    if let message = report.lossMessage {
      lostBodies += report.lost.count
      onLoss(message)
    }
    for message in report.refused { onRefusal(message) }
    note(pending, at: step)
    keepPast()
    do {
      // The step is taken, whatever becomes of its record; what observers give is for the next one.
      defer { pending.removeAll(keepingCapacity: true) }
      try withRecorder { (recorder) throws(OutputError) in try recorder.add(pending, world) }
    }
    try observe()
  }

  /// Takes the world's step; a command of the replay that cannot be carried out is named by its place.
  /// - Parameter first: The first pending command of the replay.
  private func stepWorld(replaysFrom first: Int) throws -> StepReport {
    do throws(WorldError) {
      return try world.step(pending)
    } catch {
      guard let replay, let place = world.failedCommand, place >= first else { throw error }
      throw replay.refusal(ofTaken: pending.count - 1 - place, "\(error)")
    }
  }

  /// Runs to the last step.
  /// - Parameter isInterrupted: Called between steps.
  /// - Throws: As `step` does, and `SessionInterruption`.
  public func run(until isInterrupted: () -> Bool = { false }) throws {
    try observe()
    while !isFinished {
      guard !isInterrupted() else { throw SessionInterruption(step: world.steps) }
      try step()
    }
  }

  private func observe() throws {
    for index in observers.indices { try observers[index](world) }
    try replay?.check(world)
  }

  /// Starts again with a scene, which may be the same. The recording so far is kept under another name.
  /// - Parameters:
  ///   - scene: What the new world is built from.
  ///   - content: The scene file's text.
  /// - Returns: The name of the file with the recording so far; nil without a recording.
  /// - Throws: `WorldError`, and nothing has changed; `OutputError`.
  @discardableResult
  public func restart(_ scene: Scene, content: String) throws -> String? {
    let next = try World(scene)
    if scene.name != world.scene.name { onLeavingWorld(world) }
    cancelRerun()
    world = next
    difference = nil
    self.content = content
    loop = FixedStepLoop(rate: world.rate)
    pending.removeAll(keepingCapacity: true)
    (sessionLog, checks, viewStep) = (SessionLog(), [], nil)
    (earlier, later) = ([], [])
    stepsBetweenChecks = recorder?.stepsBetweenChecks ?? world.rate
    keeper.reset([], starts: [], step: 0, scene: scene)
    clearHistory()
    var kept: String?
    try withRecorder { (recorder) throws(OutputError) in
      kept = try recorder.finishUnderSecondName()
      try recorder.begin(world, content: content)
    }
    keepPast()
    onNewWorld(world)
    return kept
  }

  /// The same, but undoable: for a change that a running world cannot make, such as its rate.
  /// - Parameter name: Of the change, for a menu, such as `rate 240`.
  @discardableResult
  public func restart(_ scene: Scene, content: String, undoneAs name: String) throws -> String? {
    // Edits of the start whose rerun is under way are of the scene that is left.
    if running?.isOfStart == true { try finishRerun() }
    cancelRerun()
    endGesture()
    let chapters = earlier + [chapter(name)]
    let kept = try restart(scene, content: content)
    earlier = chapters
    return kept
  }

  /// The present log, with the name of the change that ends it.
  func chapter(_ name: String) -> Chapter {
    Chapter(name: name, scene: world.scene, content: content, sessionLog: sessionLog, step: world.steps)
  }

  /// Removes all snapshots; a history holds those of one rate only.
  func clearHistory() {
    if history.rate == world.rate {
      history.removeAll()
    } else {
      history = History(budget: history.budget, rate: world.rate)
    }
  }
}
