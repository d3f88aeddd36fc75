import TumbleFrames
import TumbleScenes
import TumbleSimulation

/// A world that runs with the time it is given, as commands come in: what the window and the run without one share.
final class Playback {
  private(set) var world: World
  private(set) var loop: FixedStepLoop
  private let recorder: Recorder?
  /// Called after every step.
  var onStep: ((World) -> Void)?
  /// Given, and waiting for the next step.
  private var pending: [Command] = []

  var isPaused = false
  /// How many times as long as it should take everything takes.
  private(set) var slowness = 1
  /// No step is taken beyond this one.
  var lastStep: Int
  /// Time that was due and not simulated, restarts included.
  private(set) var dropped = Duration.zero
  /// Whether bodies went wrong and were taken out, restarts included.
  private(set) var hasLostBodies = false
  /// What went wrong and can be lived with.
  private(set) var warning: String?

  /// - Parameter content: The scene file's text.
  init(_ world: World, content: String, recorder: Recorder?, lastStep: Int? = nil) throws {
    self.world = world
    self.recorder = recorder
    self.lastStep = lastStep ?? .max
    loop = FixedStepLoop(rate: world.rate)
    pending.reserveCapacity(16)
    try recorder?.begin(world, content: content)
  }
}

extension Playback {
  var isFinished: Bool { world.steps >= lastStep }
  var frame: Frame { world.frame(alpha: loop.alpha) }

  /// Takes effect at the start of the next step; of moves that follow each other the last counts.
  func give(_ command: Command) {
    if case .move = command, case .move = pending.last { pending.removeLast() }
    pending.append(command)
  }

  /// Runs as far as a frame of this length reaches.
  ///
  /// - Parameter elapsed: A clock that does not jump.
  /// - Returns: What the frame came to; nil while it stands still.
  func advance(by length: Duration, elapsed: () -> Duration) throws -> FixedStepLoop.Report? {
    guard !isPaused else { return nil }
    let report = try loop.advance(by: length / slowness, elapsed: elapsed) { try step() }
    dropped += report.dropped
    return report
  }

  /// One step, however little time has gone by.
  func step() throws {
    guard !isFinished else { return }
    do {
      try stepWithCommands()
    } catch .badCommand(let command) {
      warning = "\(WorldError.badCommand(command))"
      pending = [.release]
      try stepWithCommands()
    }
    try recorder?.add(pending, world)
    pending.removeAll(keepingCapacity: true)
    onStep?(world)
  }

  /// A step that loses bodies was taken all the same.
  private func stepWithCommands() throws(WorldError) {
    do {
      try world.step(pending)
    } catch {
      guard case .lost = error else { throw error }
      warning = "\(error)"
      hasLostBodies = true
    }
  }

  /// Half the pace, a quarter, an eighth, and the whole again.
  func slowDown() { slowness = slowness < 8 ? slowness * 2 : 1 }

  /// Begins with a scene, which may be the same; a recording begins again too.
  ///
  /// - Parameter content: The scene file's text.
  func restart(_ scene: Scene, content: String) throws {
    world = try World(scene)
    loop = FixedStepLoop(rate: world.rate)
    pending.removeAll(keepingCapacity: true)
    warning = nil
    try recorder?.begin(world, content: content)
  }

  /// Goes on although something is wrong, which the line of status tells until the next restart.
  func warn(_ text: String) { warning = text }

  /// Finishes the recording.
  func finish() throws { try recorder?.finish(at: world.steps) }
}
