import TumbleFrames
import TumbleScenes

/// A run of a session again, in the background, after something was undone or gone back to.
struct RerunJob: Sendable {
  var scene: Scene
  var log: [StampedCommand]
  var target: Int
  /// Before this step the past is as it was. The step itself is the same before its commands, which is what
  /// its hash is of, and may differ after its edits, which is what its snapshot shows.
  var divergence: Int
  /// Refused commands are left out: those of another scene may make no sense.
  var skipsRefused = false
  var stepsBetweenChecks: Int
  /// The budget for pictures of the past, in bytes; 0 for none.
  var historyBudget: Int
  /// A recording to compare with on the way; nil for none.
  var replay: Replay?
}

/// The result of a rerun.
struct RerunResult {
  var world: World
  var checks: [(step: Int, hash: UInt64)]
  var history: History?
  /// The places in the log of commands that were refused, and why.
  var skipped: [(place: Int, reason: String)]
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
    // What was refused then is refused now.
    try checkpoint.run(log, to: steps, isEnd: false, skip: { _, _ in }, stop: { !visit($0) })
  }
}

extension Session {
  package var copy: SessionCopy { SessionCopy(scene: world.scene, log: log, steps: world.steps) }
}
