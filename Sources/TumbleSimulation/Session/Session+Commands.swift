extension Session {
  /// Gives a command.
  ///
  /// Mouse joint, tilt and layer commands take effect at the start of the next step; of consecutive moves
  /// only the last counts. An edit and a control take effect at once, also while the session is paused. A
  /// command given during a rerun waits for its end.
  /// - Throws: `WorldError.badCommand` and `WorldError.refused`, also while the past is shown: ``resume()``
  ///   continues from there first. The command has no effect.
  public func give(_ command: Command) throws(WorldError) {
    try world.check(command)
    // Without a mouse joint there is nothing to move or release, and the past stays shown.
    if running == nil, command.needsMouseJoint, world.mouseJoint == nil, pending.isEmpty { return }
    if viewStep != nil, running == nil {
      // A pointer that moves over the past, and the hand of a drag that was cut off, do nothing.
      if case .point = command { return }
      guard command.needsMouseJoint else { throw Self.isPast }
    }
    guard running == nil else {
      // A gesture that is open in the log of a rerun of the start goes on after it.
      if running?.isOfStart == true, queuedGesture == nil, let name = shownLog.gestureName {
        queued.append(.begin(name))
      }
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

  private static let isPast = WorldError.refused(
    message: "the past is shown, and cannot be changed",
    hint: "continue from there, or go back to the present")

  /// Makes an edit.
  public func give(_ edit: Edit) throws(WorldError) { try give(.edit(edit)) }

  /// Makes all commands until `endGesture` one unit of undo: a drag, a slider's movement, several deletions.
  /// - Parameter name: For a menu, such as `move 3 bodies`.
  public func beginGesture(_ name: String) {
    if running?.isOfStart == true {
      if queuedGesture != nil { queued.append(.end) }
      running?.sessionLog.begin(name)
    }
    guard running == nil else {
      if running?.isOfStart == false { queued.append(.begin(name)) }
      return
    }
    try? flush()
    sessionLog.begin(name)
  }

  /// Ends the gesture; one without commands leaves nothing to undo.
  public func endGesture() {
    if running?.isOfStart == true { running?.sessionLog.close() }
    guard running == nil else {
      if running?.isOfStart == false || queuedGesture != nil { queued.append(.end) }
      return
    }
    try? flush()
    sessionLog.close()
    tellKeeper()
  }

  /// Is true between `beginGesture` and its end.
  package var hasOpenGesture: Bool { queuedGesture != nil || shownLog.isOpen }

  /// The place in `queued` at which the gesture begins that is open there; nil without one.
  var queuedGesture: Int? {
    let latest = queued.lastIndex { one in
      switch one {
      case .begin, .end, .abandon: true
      case .command, .startEdit: false
      }
    }
    guard let latest, case .begin = queued[latest] else { return nil }
    return latest
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
    if world.steps == 0, case .edit(let edit) = command, case .set(let object, _, _) = edit,
      object.kind == .animation, sessionLog.replaceAtStart(edit) != nil
    {
      // A drag of a long row of keys is one edit of the log, and not one for each place on its way; a file
      // that is recorded has them all.
      later.removeAll()
      keeper.reset(sessionLog.all, starts: sessionLog.latestStarts, step: 0)
    } else {
      note([command], at: world.steps)
    }
    recordBetweenSteps { (recorder) throws(OutputError) in try recorder.add(stamped) }
    // Other commands are carried out here only because one for the next step comes after them.
    if timeline != nil, command.isEdit { history.append(world.snapshot) }
  }

  /// Notes all commands of a step at once, so that no checkpoint is taken with only some of them.
  func note(_ commands: [Command], at step: Int) {
    guard !commands.isEmpty else { return }
    later.removeAll()
    for command in commands { sessionLog.note(command, at: step, name: name(of: command)) }
    guard timeline != nil else { return }
    keeper.follow(sessionLog.all.suffix(commands.count), starts: sessionLog.latestStarts, step: world.steps)
  }

  /// Returns the name of a command's unit for a person, where the world says more than the command.
  private func name(of command: Command) -> String? {
    switch command {
    case .grab:
      return world.mouseJoint.flatMap { world.description[$0.held] }.map { "drag \($0.name)" }
    case .input(let id, _):
      guard let help = world.model.scene.inputs.first(where: { $0.id == id })?.help, let first = help.first
      else { return nil }
      return first.lowercased() + help.dropFirst()
    case .control(let id, _):
      guard let title = world.model.scene.controls.first(where: { $0.id == id })?.title, !title.isEmpty
      else { return nil }
      return title
    default: return nil
    }
  }

  /// The name of the body that a person holds with the mouse joint; nil while none is held.
  package var heldBody: String? { world.mouseJoint.flatMap { world.description[$0.held] }.map(\.name) }

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
    // Edits of the start count once they are made, and are recorded by the rerun that they need.
    if recorder != nil, running?.isOfStart == true { try? finishRerun() }
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
