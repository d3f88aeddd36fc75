import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleTrace

/// A world that runs: commands go in as they are given or as they were recorded, a recording and whatever observes the world
/// come out, until the last step is taken, somebody asks for the end, or the engine can take no other step.
///
/// What has no time of its own runs with `run`; a window runs with `advance`. Both take the same steps.
public final class Session {
  public private(set) var world: World
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

  private let recorder: Recorder?
  private var replay: Replay?
  private let clock: (() -> Duration)?
  /// Given, and waiting for the next step.
  private var pending: [Command] = []

  /// - Parameters:
  ///   - world: The one that is stepped.
  ///   - content: The scene file's text, for the recorder.
  ///   - lastStep: If nil, there is none.
  ///   - recorder: Begins with the world as it is; nil records nothing.
  ///   - replay: Its commands are carried out and its hashes compared.
  ///   - clock: Does not jump; measures what steps cost.
  public init(
    _ world: World, content: String = "", lastStep: Int? = nil, recorder: Recorder? = nil,
    replay: Replay? = nil, clock: (() -> Duration)? = nil
  ) throws(OutputError) {
    self.world = world
    self.lastStep = lastStep ?? .max
    self.recorder = recorder
    self.replay = replay
    self.clock = clock
    loop = FixedStepLoop(rate: world.rate)
    pending.reserveCapacity(16)
    try recorder?.begin(world, content: content)
  }
}

extension Session {
  public var isFinished: Bool { world.steps >= lastStep }

  /// Hashes of the replayed recording that were compared and were the same; nil without one.
  public var checksPassed: Int? { replay?.checksPassed }

  /// Notes a command, which takes effect at the start of the next step; of moves that follow each other the last counts.
  ///
  /// - Throws: `WorldError.badCommand`: the command is left out.
  public func give(_ command: Command) throws(WorldError) {
    try world.check(command)
    if case .move = command, case .move = pending.last { pending.removeLast() }
    pending.append(command)
  }

  /// Takes one step, however little time has gone by; none after the last.
  ///
  /// - Throws: `WorldError.stopped` where the engine can take no other step, `ReplayError.diverged`, `OutputError`, and what
  ///   observers throw.
  public func step() throws {
    guard !isFinished else { return }
    replay?.take(commandsFor: world.steps, into: &pending)
    let start = clock?()
    let report = try world.step(pending)
    if let clock, let start { cost += clock() - start }
    if let message = report.lossMessage {
      hasLostBodies = true
      onLoss(message)
    }
    try recorder?.add(pending, world)
    pending.removeAll(keepingCapacity: true)
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
    world = try World(scene)
    loop = FixedStepLoop(rate: world.rate)
    pending.removeAll(keepingCapacity: true)
    let kept = try recorder?.finishUnderSecondName()
    try recorder?.begin(world, content: content)
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
