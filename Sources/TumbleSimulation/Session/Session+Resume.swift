import TumbleScenes
import TumbleTrace

// Going on with what another session did.
extension Session {
  /// Begins a scene and runs it again with commands of an earlier session, in the background, to where that
  /// had come. What is refused now is left out; `skippedCommands` says it.
  ///
  /// - Parameter step: Where it goes on.
  /// - Throws: `WorldError`, and nothing has changed; `OutputError`.
  public func resume(_ scene: Scene, content: String, commands: [StampedCommand], to step: Int) throws {
    try resume(scene, content: content, commands: commands, to: step, name: "go on at step \(step)")
  }

  /// Begins the scene of a recording and runs all of that in the background; its hashes are compared on the
  /// way.
  ///
  /// Afterwards `view` shows any step of it, and `resume` continues from there. Where a hash differs,
  /// ``difference`` says so, and the run goes on to its end with the recorded commands. The recording's file
  /// is not written.
  ///
  /// - Parameter content: The scene file's text.
  /// - Throws: `ReplayError.endless` and `WorldError`, and nothing has changed; `OutputError`.
  public func play(_ replay: Replay, content: String) throws {
    try resume(
      replay.scene, content: content, commands: replay.commands, to: replay.steps(), name: "replay",
      comparing: replay)
  }

  private func resume(
    _ scene: Scene, content: String, commands: [StampedCommand], to step: Int, name: String,
    comparing replay: Replay? = nil
  ) throws {
    try restart(scene, content: content)
    skippedCommands = []
    var sessionLog = SessionLog()
    for command in commands { sessionLog.note(command.command, at: command.step) }
    begin(
      Rerun(
        name: name,
        job: RerunJob(
          scene: scene, log: sessionLog.commands, target: step, divergence: -1, skipsRefused: true,
          stepsBetweenChecks: stepsBetweenChecks, historyBudget: timeline?.historyBudget ?? 0,
          replay: replay),
        sessionLog: sessionLog, start: 0, content: content))
  }
}
