import TumbleFrames
import TumbleSimulation
import TumbleTrace

/// A world run for a number of steps, with what is written on the way.
final class SimulationRun {
  private let world: World
  private let steps: Int
  private var replay: Replay?
  var trace: TraceOutput?
  var hashes: HashOutput?
  private var cost = Duration.zero
  private var hasLostBodies = false

  init(world: World, steps: Int, replay: Replay?) {
    (self.world, self.steps, self.replay) = (world, steps, replay)
  }

  /// Runs to the end.
  ///
  /// Where bodies go wrong the others go on, and where the run differs from its recording it stops: either way what has
  /// been written stays, and the run fails at its end.
  func callAsFunction() throws {
    var diverged: HeadlessError?
    do {
      try write()
      try replay?.check(world)
      while world.steps < steps {
        try step()
        try write()
        try replay?.check(world)
      }
    } catch let error as HeadlessError {
      diverged = error
    }
    try trace?.finish()
    try hashes?.finish(world)
    if let diverged { throw diverged }
    if hasLostBodies { throw HeadlessError.bodiesLost }
  }

  private func step() throws {
    let commands = replay?.commands(for: world.steps) ?? []
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
  }

  /// What came of the run, for a person.
  var summary: String {
    Summary(world: world, cost: cost, checks: replay?.checksPassed).description
  }
}

/// A trace on its way to a file.
final class TraceOutput {
  private let output: TextOutput
  private let writer: TraceWriter
  private let every: Int
  private var buffer: [UInt8] = []
  private var hasHead = false

  init(to output: TextOutput, _ writer: TraceWriter, every: Int) {
    (self.output, self.writer, self.every) = (output, writer, every)
  }

  /// Writes a step's lines, if it is one of those asked for.
  func write(_ snapshot: FrameSnapshot) throws {
    buffer.removeAll(keepingCapacity: true)
    if !hasHead {
      hasHead = true
      buffer += writer.head
    }
    if snapshot.step % every == 0 { writer.append(snapshot, to: &buffer) }
    try output.write(buffer)
  }

  func finish() throws { try output.finish() }
}

/// Hashes on their way to standard output.
final class HashOutput {
  private let output: TextOutput
  private let every: Int?

  init(to output: TextOutput, every: Int?) {
    (self.output, self.every) = (output, every)
  }

  func write(_ world: World) throws {
    guard let every, world.steps % every == 0 else { return }
    try output.write("\(world.steps) \(world.hash)\n")
  }

  func finish(_ world: World) throws {
    if every == nil { try output.write("\(world.hash)\n") }
    try output.finish()
  }
}
