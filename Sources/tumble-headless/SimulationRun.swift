import TumbleSimulation
import TumbleTrace

/// A world run for a number of steps, with what is written on the way.
final class SimulationRun {
  private let world: World
  private let steps: Int
  private var replay: Replay?
  var trace: TraceOutput?
  var hashes: HashOutput?
  var recording: RecordingOutput?
  private var cost = Duration.zero
  private var hasLostBodies = false

  init(world: World, steps: Int, replay: Replay?) {
    self.world = world
    self.steps = steps
    self.replay = replay
  }

  /// Runs to the end.
  ///
  /// Where bodies go wrong the others go on; where the run differs from its recording, or the engine refuses a step, it
  /// stops. Either way what has been written stays, up to there, and the run fails at its end. Where it can't be written
  /// nothing stays.
  func callAsFunction() throws {
    var failure: (any Error)?
    do {
      try write()
      try replay?.check(world)
      while world.steps < steps {
        try step()
        try write()
        try replay?.check(world)
      }
    } catch let error where !(error is OutputError) {
      failure = error
    }
    try trace?.finish()
    try hashes?.finish(world)
    try recording?.finish(world)
    if let failure { throw failure }
    if hasLostBodies { throw HeadlessError.bodiesLost }
  }

  private func step() throws {
    let commands = replay?.commands(for: world.steps) ?? []
    try recording?.add(commands, at: world.steps)
    let start = ContinuousClock.now
    defer { cost += ContinuousClock.now - start }
    do {
      try world.step(commands)
    } catch {
      guard case .lost = error else { throw error }
      Ending.say("Error: \(error)")
      hasLostBodies = true
    }
  }

  private func write() throws {
    try trace?.write(world.snapshot)
    try hashes?.write(world)
    try recording?.write(world)
  }

  /// What came of the run, for a person.
  var summary: String {
    Summary(world: world, cost: cost, checks: replay?.checksPassed).description
  }
}
