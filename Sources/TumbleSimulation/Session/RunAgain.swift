import TumbleFrames
import TumbleScenes

/// A world that stands at a step, and what was done to it on the way there: from it other runs of the same beginning go on.
struct StandingWorld {
  let world: World
  /// All that was carried out, edits of the step that it stands at included.
  var commands: [StampedCommand]
  /// Whether that is the beginning of the log in force.
  var isUsable = true
  /// How it got where it is, for one that a session has lived in.
  var past: Past?

  /// Pictures and hashes of the steps after one.
  struct Past {
    var from: Int
    var history: History?
    var checks: [(step: Int, hash: UInt64)]
  }

  init(_ world: World, _ commands: [StampedCommand] = []) {
    self.world = world
    self.commands = commands
  }

  /// Whether a run with these commands passes through it on its way to a step.
  func isOnTheWay(of log: [StampedCommand], to step: Int) -> Bool {
    guard world.steps <= step, commands.count <= log.count else { return false }
    if isLate(for: log) { return false }
    return commands.elementsEqual(log[..<commands.count])
  }

  /// Whether the next command of a log, of which its own are the beginning, is of a step before the one it stands at: a session
  /// that went back may give commands of steps that a world of before has passed.
  func isLate(for log: [StampedCommand]) -> Bool {
    commands.count < log.count && log[commands.count].step < world.steps
  }

  /// Takes it on.
  ///
  /// - Parameters:
  ///   - rest: The commands that come next, by step.
  ///   - isEnd: Whether the edits of the last step, which is not taken, are made.
  ///   - skip: Gets the place of a command in the log that is refused, which is left out then; nil throws.
  ///   - stop: Asked after each step; true ends it there.
  mutating func run(
    _ rest: [StampedCommand], to step: Int, isEnd: Bool, skip: ((Int, WorldError) -> Void)? = nil,
    stop: (World) -> Bool = { _ in false }
  ) throws(WorldError) {
    past = nil
    var next = 0
    while true {
      let isThere = world.steps >= step
      if isThere, !isEnd { return }
      while next < rest.count, rest[next].step <= world.steps {
        precondition(rest[next].step == world.steps, "a command of a step that has been taken")
        do {
          try world.apply(rest[next].command)
        } catch {
          guard let skip else { throw error }
          skip(commands.count, error)
        }
        commands.append(rest[next])
        next += 1
      }
      if isThere { return }
      try world.step()
      if stop(world) { return }
    }
  }
}

/// A run of a session again, in the background, after something was undone or gone back to.
struct RunAgain: Sendable {
  var scene: Scene
  var log: [StampedCommand]
  var target: Int
  /// Up to this step the past is as it was.
  var divergence: Int
  /// Refused commands are left out: those of another scene may make no sense.
  var skipsRefused = false
  var stepsBetweenChecks: Int
  /// For pictures of the past; 0 for none.
  var historyBudget: Int
}

/// What came of it.
struct RunAgainResult {
  var world: World
  var checks: [(step: Int, hash: UInt64)]
  var history: History?
  /// The places in the log of commands that were refused, and why.
  var skipped: [(place: Int, reason: String)]
}
