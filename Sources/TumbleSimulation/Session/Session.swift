import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleTrace

/// A world that runs: commands go in as they are given or as they were recorded, a recording and whatever observes the world
/// come out, until the last step is taken, somebody asks for the end, or the engine can take no other step.
///
/// What has no time of its own runs with `run`; a window runs with `advance`. Both take the same steps.
///
/// What was done can be undone, and any step of the past gone on from: the log of commands without them is run again, in
/// the background, and the world that comes of it takes the place of this one; see ``undo()`` and ``letGo()``.
public final class Session {
  public internal(set) var world: World
  /// Turns the time of frames into steps; see `advance`.
  public internal(set) var loop: FixedStepLoop
  /// No step is taken beyond this one.
  public let lastStep: Int
  /// Called with the state before the first step by `run`, and after every step by both.
  public var observers: [(World) throws -> Void] = []
  /// Gets a sentence for each step that lost bodies.
  public var onLoss: (String) -> Void = { _ in }
  /// Whether bodies left the world because they went out of all bounds, restarts included.
  public private(set) var hasLostBodies = false
  /// Seconds that steps took; zero without a clock.
  public private(set) var cost = Duration.zero

  /// While it is paused `advance` takes no step.
  public var isPaused = false
  /// How many times as fast as real time `advance` goes: in `Session.speeds`, to which others are taken.
  public var speed = 1.0 {
    didSet { speed = speed.isNaN ? 1 : min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound) }
  }
  /// Time that was due and not simulated, restarts included.
  public internal(set) var dropped = Duration.zero

  /// Gets the new world where one takes the place of another: after a run again, a restart or a reload.
  public var onNewWorld: (World) -> Void = { _ in }
  /// Gets a sentence for each command that was given while a run again was under way, and then could not be carried out.
  public var onRefusal: (String) -> Void = { _ in }

  /// The past, for a time line; holds nothing in a session without a timeline.
  public internal(set) var history: History
  /// The commands that the reload before left out, and why.
  public internal(set) var skippedCommands: [String] = []

  /// The past that is shown in place of the present; nil for the present. See `view`.
  public internal(set) var viewStep: Int?
  /// How fast the past that is shown goes by, in seconds a second: -16...16; 0 stands.
  public var viewSpeed = 0.0
  /// Of a step, beyond `viewStep`.
  var viewRemainder = 0.0
  var viewed: FrameSnapshot

  let recorder: Recorder?
  var replay: Replay?
  private let clock: (() -> Duration)?
  /// Given, and waiting for the next step.
  var pending: [Command] = []
  /// Given while a run again is under way.
  var queued: [Given] = []
  var record = SessionLog() {
    didSet { revision += 1 }
  }
  /// Rises whenever the log changes: what is kept of it elsewhere is out of date then. It may rise without a change too.
  package private(set) var revision = 0
  /// Hashes by step, for a recording.
  var checks: [(step: Int, hash: UInt64)] = []
  var stepsBetweenChecks: Int
  var content: String
  let timeline: TimelineOptions?
  let keeper: WorldKeeper
  var again: Again?
  /// Of an edit between two steps; told of by the next step.
  var recordingError: OutputError?

  /// What waits for a run again.
  enum Given {
    case command(Command)
    case begin(String)
    case end
    case abandon
  }

  /// A run again that is under way.
  struct Again {
    var name: String
    var job: RunAgain
    /// What is in force when it is done.
    var record: SessionLog
    var start: Int
    /// Another text of the scene.
    var content: String?
    /// What waited for the next step, and does so again where the run is given up.
    var pending: [Command] = []
  }

  /// - Parameters:
  ///   - world: The one that is stepped.
  ///   - content: The scene file's text, for the recorder.
  ///   - lastStep: If nil, there is none.
  ///   - recorder: Begins with the world as it is; nil records nothing.
  ///   - replay: Its commands are carried out and its hashes compared.
  ///   - clock: Does not jump; measures what steps cost.
  ///   - timeline: What is kept of the past; nil: nothing, and what is undone runs again from the start.
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
    keeper = WorldKeeper(scene: world.scene, capacity: max(timeline?.checkpoints ?? 0, 0))
    history = History(budget: timeline?.historyBudget ?? 0, rate: world.rate)
    pending.reserveCapacity(16)
    // One a second: the hour in which none needs more room.
    if recorder != nil || timeline != nil { checks.reserveCapacity(3600) }
    if let recorder { stepsBetweenChecks = recorder.stepsBetweenChecks ?? world.rate }
    try recorder?.begin(world, content: content)
    keepPast()
  }

  deinit { keeper.stop() }
}

/// What a session keeps of its past.
public struct TimelineOptions: Hashable, Sendable {
  /// For snapshots, in bytes.
  public var historyBudget: Int
  /// Worlds that are kept standing in the past, so that what is undone is soon run again: each is as large as the world.
  public var checkpoints: Int

  public init(historyBudget: Int = 256 << 20, checkpoints: Int = 6) {
    self.historyBudget = historyBudget
    self.checkpoints = checkpoints
  }
}

extension Session {
  public var isFinished: Bool { world.steps >= lastStep || world.hasEnded }

  /// Hashes of the replayed recording that were compared and were the same; nil without one.
  public var checksPassed: Int? { replay?.checksPassed }

  /// Takes one step, however little time has gone by; none after the last. A run again that is under way is waited for.
  ///
  /// - Throws: `WorldError.stopped` where the engine can take no other step, `ReplayError.diverged`, `OutputError`, and what
  ///   observers throw.
  public func step() throws {
    if again != nil { try finishRerun() }
    if viewStep != nil {
      letGo()
      try finishRerun()
    }
    if let error = recordingError {
      recordingError = nil
      throw error
    }
    guard !isFinished else { return }
    replay?.take(commandsFor: world.steps, into: &pending)
    let (start, step) = (clock?(), world.steps)
    let report = try world.step(pending)
    if let clock, let start { cost += clock() - start }
    if let message = report.lossMessage {
      hasLostBodies = true
      onLoss(message)
    }
    for message in report.refused { onRefusal(message) }
    try recorder?.add(pending, world)
    note(pending, at: step)
    pending.removeAll(keepingCapacity: true)
    keepPast()
    try observe()
  }

  /// Runs to the last step.
  ///
  /// - Parameter isInterrupted: Asked between steps.
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

  /// Begins again with a scene, which may be the same. What was recorded so far is kept under another name.
  ///
  /// - Parameters:
  ///   - scene: What the new world is built from.
  ///   - content: The scene file's text.
  /// - Returns: The name of the file with the recording so far; nil if there is none.
  /// - Throws: `WorldError`, and nothing has changed; `OutputError`.
  @discardableResult
  public func restart(_ scene: Scene, content: String) throws -> String? {
    let next = try World(scene)
    cancelRerun()
    world = next
    self.content = content
    loop = FixedStepLoop(rate: world.rate)
    pending.removeAll(keepingCapacity: true)
    (record, checks, viewStep) = (SessionLog(), [], nil)
    stepsBetweenChecks = recorder?.stepsBetweenChecks ?? world.rate
    keeper.reset([], starts: [], step: 0, scene: scene)
    if history.rate == world.rate {
      history.removeAll()
    } else {
      history = History(budget: history.budget, rate: world.rate)
    }
    let kept = try recorder?.finishUnderSecondName()
    try recorder?.begin(world, content: content)
    keepPast()
    onNewWorld(world)
    return kept ?? nil
  }

  /// Finishes the recording.
  public func finish() throws(OutputError) { try recorder?.finish() }
}

/// A session was asked to end before its last step.
public struct SessionInterruption: Error, Hashable, CustomStringConvertible {
  /// Steps taken.
  public let step: Int

  public init(step: Int) { self.step = step }

  public var description: String { "interrupted after step \(step)" }
}
