import TumbleFrames
import TumbleScenes

/// A world at a step and the commands that led there: runs that begin with the same commands can continue
/// from it.
struct Checkpoint {
  let world: World
  /// All commands carried out, edits at the current step included.
  var commands: [StampedCommand]
  /// Is true if the log in force begins with `commands`.
  var isUsable = true
  /// Its latest past, if it was the session's own world.
  var past: Past?

  /// Snapshots from a step on, and hashes of the steps after it.
  struct Past {
    var from: Int
    var history: History?
    var checks: [(step: Int, hash: UInt64)]
  }

  init(_ world: World, _ commands: [StampedCommand] = []) {
    self.world = world
    self.commands = commands
  }

  /// Is true if its world is as a history shows its step: after the step's edits, and before commands that
  /// only the next step carries out.
  var isAsShown: Bool {
    commands.last.map { $0.step < world.steps || $0.command.isEdit } ?? true
  }

  /// Returns true if a run with these commands passes through it on its way to a step.
  func isOnTheWay(of log: [StampedCommand], to step: Int) -> Bool {
    guard world.steps <= step, commands.count <= log.count else { return false }
    if isLate(for: log) { return false }
    return commands.elementsEqual(log[..<commands.count])
  }

  /// Returns true if the next command of a log that begins with its own is of an earlier step: a session that
  /// went back may give commands of steps that this world has passed.
  func isLate(for log: [StampedCommand]) -> Bool {
    commands.count < log.count && log[commands.count].step < world.steps
  }

  /// Advances it.
  ///
  /// - Parameters:
  ///   - rest: The commands that come next, by step.
  ///   - isEnd: Whether the edits of the last step, which is not taken, are made.
  ///   - skip: Gets the place of a command in the log that is refused, which is left out then; nil throws.
  ///   - edited: Called after each edit.
  ///   - stop: Asked after each step; true ends it there.
  mutating func run(
    _ rest: [StampedCommand], to step: Int, isEnd: Bool, skip: ((Int, WorldError) -> Void)? = nil,
    edited: (World) -> Void = { _ in }, stop: (World) -> Bool = { _ in false }
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
          if rest[next].command.isEdit { edited(world) }
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
