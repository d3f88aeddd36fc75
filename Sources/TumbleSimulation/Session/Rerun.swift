/// A run of a session again, in the background, after something was undone or gone back to.
struct RerunJob: Sendable {
  var scene: Scene
  var log: [StampedCommand]
  var target: Int
  /// The step before which the past is as it was. The step itself is the same before its commands, which is
  /// what its hash is of, and may differ after its edits, which is what its snapshot shows.
  var divergence: Int
  /// The scene is another one than before: no checkpoint of that is of use.
  var isOtherScene = false
  /// The places in the log of commands that fail the job where they are refused; all others are skipped.
  var required: Set<Int> = []
  var stepsBetweenChecks: Int
  /// The budget for pictures of the past, in bytes; 0 for none.
  var historyBudget: Int
  /// A recording to compare with on the way; nil for none.
  var replay: Replay?
}

/// A command that a rerun left out, because it was refused.
struct SkippedCommand: Hashable, Sendable {
  var place: Int
  var reason: String
}

/// The end of a rerun that gave no world.
struct RerunFailure: Error {
  var error: WorldError
  /// The place in the log of the command that could not be skipped and was refused; nil where the engine
  /// could not go on, or the rerun was cancelled.
  var refused: Int?
}

struct RerunResult {
  var world: World
  var checks: [(step: Int, hash: UInt64)]
  var history: History?
  /// The commands in the log that were refused.
  var skipped: [SkippedCommand]
  /// The first difference from the recording that it was compared with; nil without one.
  var difference: ReplayError?
}

/// A session's scene and log, to be run once more beside it: for what was not read of its steps as they were
/// taken.
package struct SessionCopy: Sendable {
  let scene: Scene
  let log: [StampedCommand]
  /// Steps that the session had taken.
  package let steps: Int

  /// - Parameter visit: Gets the world before the first step and after each; false ends the run there.
  /// - Throws: `WorldError` where the engine cannot take a step.
  package func run(_ visit: (World) -> Bool) throws(WorldError) {
    var checkpoint = Checkpoint(try World(scene))
    guard visit(checkpoint.world) else { return }
    try checkpoint.run(log, to: steps, isEnd: false, stop: { !visit($0) })
  }
}

extension Session {
  package var copy: SessionCopy { SessionCopy(scene: world.scene, log: log, steps: world.steps) }
}

/// The options for what a session keeps of its past.
public struct TimelineOptions: Hashable, Sendable {
  /// The budget for snapshots, in bytes.
  public var historyBudget: Int
  /// Worlds kept at steps of the past so that undo is fast: each takes as much memory as the world.
  public var checkpoints: Int

  /// Creates a value by its parts, which are the properties of the same names.
  public init(historyBudget: Int = 256 << 20, checkpoints: Int = 6) {
    self.historyBudget = historyBudget
    self.checkpoints = checkpoints
  }
}
