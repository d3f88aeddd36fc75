import TumbleFrames
import TumbleScenes
import TumbleTrace

extension Session {
  /// Gives a command.
  ///
  /// What a hand does, a tilt and the time of a layer take effect at the start of the next step; of moves that follow each
  /// other the last counts. An edit takes effect at once, also while the session is paused. Given while the past is shown,
  /// it lets go there first; given while a run again is under way, it waits for that.
  ///
  /// - Throws: `WorldError.badCommand` and `WorldError.refused`: the command is left out.
  public func give(_ command: Command) throws(WorldError) {
    try world.check(command)
    // A hand that holds nothing has nothing to move or to let go of, and does not end a look at the past.
    if again == nil, command.isOfHeldHand, world.mouseJoint == nil, pending.isEmpty { return }
    if viewStep != nil, !command.isOfHeldHand { letGo() }
    guard again == nil else {
      queued.append(.command(command))
      return
    }
    switch command {
    case .edit:
      try flush()
      try carryOut(command)
    case .move:
      if case .move = pending.last { pending.removeLast() }
      pending.append(command)
    default: pending.append(command)
    }
  }

  /// Makes an edit.
  public func give(_ edit: Edit) throws(WorldError) { try give(.edit(edit)) }

  /// What is given until `endGesture` is undone and redone as a whole: a drag, a slider's pull, several objects deleted.
  ///
  /// - Parameter name: For a menu, such as `move 3 bodies`.
  public func beginGesture(_ name: String) {
    guard again == nil else {
      queued.append(.begin(name))
      return
    }
    try? flush()
    record.begin(name)
  }

  /// A gesture in which nothing was done is none.
  public func endGesture() {
    guard again == nil else {
      queued.append(.end)
      return
    }
    try? flush()
    record.close()
    tellKeeper()
  }

  /// Carries out what waits for the next step, for what comes now comes after it.
  private func flush() throws(WorldError) {
    let commands = pending
    pending.removeAll(keepingCapacity: true)
    for command in commands { try carryOut(command) }
  }

  private func carryOut(_ command: Command) throws(WorldError) {
    try world.apply(command)
    let stamped = StampedCommand(step: world.steps, command: command)
    note([command], at: world.steps)
    // A file that cannot be written is told of at the next step.
    do { try recorder?.add(stamped) } catch { recordingError = error }
    if timeline != nil { history.append(world.snapshot) }
  }

  /// Notes the commands of a step, all at once: the keeper must not take a world past it with some of them only.
  func note(_ commands: [Command], at step: Int) {
    guard !commands.isEmpty else { return }
    later.removeAll()
    for command in commands { record.note(command, at: step) }
    guard timeline != nil else { return }
    keeper.follow(
      record.commands.suffix(commands.count), starts: record.latestStarts, step: world.steps)
  }

  private func tellKeeper() {
    guard timeline != nil else { return }
    keeper.follow([], starts: record.latestStarts, step: world.steps)
  }

  /// After a step, or at the beginning: what a time line and a recording want to know of it.
  func keepPast() {
    if recorder != nil || timeline != nil, world.steps % stepsBetweenChecks == 0 {
      checks.append((world.steps, world.hash.value))
    }
    guard timeline != nil else { return }
    history.append(world.snapshot)
    // A follower half a second behind need not hear of each step.
    if world.steps % 16 == 0 { keeper.follow(step: world.steps) }
  }

  // MARK: - What it is made of

  /// All commands in force, by step.
  public var log: [StampedCommand] { record.commands }

  /// The edits of the scene as it starts: those of step 0, in order.
  public var startEdits: [Edit] {
    record.commands.prefix { $0.step == 0 }.compactMap {
      if case .edit(let edit) = $0.command { edit } else { nil }
    }
  }

  /// The scene as it starts: what the session was begun with, and the edits of step 0 in it.
  public var startScene: Scene {
    var scene = world.scene
    // Each has been made in the world, which asks for more.
    for edit in startEdits { try? scene.apply(edit) }
    return scene
  }

  /// What runs this session again as it is now, as a recording.
  public var recording: Recording {
    Recording(
      head: Recording.Head(
        scene: world.scene.name, content: content, rate: world.rate, library: World.libraryVersion,
        revision: World.revision),
      commands: record.commands,
      checks: checks.map { Recording.Check(step: $0.step, hash: $0.hash) }, end: world.steps)
  }
}
