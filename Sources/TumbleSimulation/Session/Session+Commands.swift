import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleTrace

extension Session {
  /// Gives a command.
  ///
  /// Mouse joint, tilt and layer commands take effect at the start of the next step; of consecutive moves
  /// only the last counts. An edit and a control take effect at once, also while the session is paused. A
  /// command given while the past is shown continues from there first; one given during a rerun waits for its
  /// end.
  ///
  /// - Throws: `WorldError.badCommand` and `WorldError.refused`; the command has no effect.
  public func give(_ command: Command) throws(WorldError) {
    try world.check(command)
    // Without a mouse joint there is nothing to move or release, and the past stays shown.
    if running == nil, command.needsMouseJoint, world.mouseJoint == nil, pending.isEmpty { return }
    // Nor is a pointer that moves over the past.
    if case .point = command, viewStep != nil { return }
    if viewStep != nil, !command.needsMouseJoint { resume() }
    guard running == nil else {
      queued.append(.command(command))
      return
    }
    switch command {
    case _ where command.isEdit:
      try flush()
      try carryOut(command)
    case .move:
      if case .move = pending.last { pending.removeLast() }
      pending.append(command)
    case .point:
      if case .point = pending.last { pending.removeLast() }
      pending.append(command)
    default: pending.append(command)
    }
  }

  /// Makes an edit.
  public func give(_ edit: Edit) throws(WorldError) { try give(.edit(edit)) }

  /// Makes all commands until `endGesture` one unit of undo: a drag, a slider's movement, several deletions.
  ///
  /// - Parameter name: For a menu, such as `move 3 bodies`.
  public func beginGesture(_ name: String) {
    guard running == nil else {
      queued.append(.begin(name))
      return
    }
    try? flush()
    sessionLog.begin(name)
  }

  /// Ends the gesture; one without commands leaves nothing to undo.
  public func endGesture() {
    guard running == nil else {
      queued.append(.end)
      return
    }
    try? flush()
    sessionLog.close()
    tellKeeper()
  }

  /// Carries out the commands for the next step, so that they come before the next one.
  private func flush() throws(WorldError) {
    let commands = pending
    pending.removeAll(keepingCapacity: true)
    for command in commands { try carryOut(command) }
  }

  private func carryOut(_ command: Command) throws(WorldError) {
    try world.apply(command)
    let stamped = StampedCommand(step: world.steps, command: command)
    note([command], at: world.steps)
    recordBetweenSteps { (recorder) throws(OutputError) in try recorder.add(stamped) }
    // Other commands are carried out here only because one for the next step comes after them.
    if timeline != nil, command.isEdit { history.append(world.snapshot) }
  }

  /// Notes all commands of a step at once, so that no checkpoint is taken with only some of them.
  func note(_ commands: [Command], at step: Int) {
    guard !commands.isEmpty else { return }
    later.removeAll()
    for command in commands { sessionLog.note(command, at: step) }
    guard timeline != nil else { return }
    keeper.follow(
      sessionLog.commands.suffix(commands.count), starts: sessionLog.latestStarts, step: world.steps)
  }

  private func tellKeeper() {
    guard timeline != nil else { return }
    keeper.follow([], starts: sessionLog.latestStarts, step: world.steps)
  }

  /// Keeps the current state for the timeline and the recording: after each step and at the start.
  func keepPast() {
    if recorder != nil || timeline != nil, world.steps % stepsBetweenChecks == 0 {
      checks.append((world.steps, world.hash.value))
    }
    guard timeline != nil else { return }
    history.append(world.snapshot)
    // A checkpoint half a second behind needs no news of every step.
    if world.steps % 16 == 0 { keeper.follow(step: world.steps) }
  }

  // MARK: - The log

  /// All commands in force, by step.
  public var log: [StampedCommand] { sessionLog.commands }

  /// The edits of the scene as it starts: those of step 0, in order.
  public var startEdits: [Edit] {
    startCommands.compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
  }

  private var startCommands: some Sequence<Command> {
    sessionLog.commands.prefix { $0.step == 0 }.lazy.map(\.command)
  }

  /// The scene as it starts: the session's scene with the edits and the controls of step 0.
  public var startScene: Scene {
    // One model for all of them, as the world has it: names such as `trigger-2` go by indices in it. None is
    // refused here: the world, which checks more, has made each of them.
    var model = SceneModel(world.scene)
    for command in startCommands {
      switch command {
      case .edit(let edit): _ = try? model.take(edit)
      case .control(let id, let value): try? model.set(control: id, to: value)
      default: break
      }
    }
    return model.compact
  }

  /// A recording that replays this session as it is now.
  public var recording: Recording {
    Recording(
      head: Recording.Head(of: world, content: content),
      commands: sessionLog.commands,
      checks: checks.map { Recording.Check(step: $0.step, hash: $0.hash) }, end: world.steps)
  }
}

extension Session {
  /// The file that the session is recorded in; nil without one.
  public var recordedFile: String? { recorder?.path }

  /// Finishes the recording.
  public func finish() throws(OutputError) {
    try withRecorder { (recorder) throws(OutputError) in try recorder.finish() }
  }

  /// Records something. If that fails there is no recorder any more: what follows would not fit what is in
  /// the file.
  func withRecorder(_ record: (Recorder) throws(OutputError) -> Void) throws(OutputError) {
    guard let recorder else { return }
    do throws(OutputError) {
      try record(recorder)
    } catch {
      (self.recorder, recordingFailure) = (nil, error)
      guard let onRecordingFailure else { throw error }
      onRecordingFailure(error)
    }
  }

  /// Records something that is no step; if that fails, and nobody else is to know it, the next step throws
  /// it.
  func recordBetweenSteps(_ record: (Recorder) throws(OutputError) -> Void) {
    do throws(OutputError) { try withRecorder(record) } catch { recordingError = error }
  }
}
