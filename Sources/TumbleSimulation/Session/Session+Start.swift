// Edits of the scene's start, whatever step the session is at.
extension Session {
  /// Edits the scene as it starts: the log is rerun with the edit, in the background, to the present step.
  ///
  /// What is shown stays shown, in the past too. Commands that the new start makes impossible are skipped;
  /// ``skippedCommands`` tells them, and undoing the edit brings them back. The edit of a body that was added
  /// or copied later moves that to the start. In the past this doesn't continue from there.
  /// - Parameter name: For a menu, such as `animate box1`.
  /// - Returns: The ids of the bodies that were moved to the start.
  /// - Throws: `WorldError.refused`, and nothing has changed. Where only the engine refuses the edit, the
  ///   call that collects the rerun throws it.
  @discardableResult
  public func giveAtStart(_ edit: Edit, named name: String) throws(WorldError) -> [String] {
    try giveAtStart([edit], named: name)
  }

  /// Edits the scene as it starts by several edits, as one unit of undo and by one rerun: by all of them, or
  /// by none.
  /// - Parameter name: For a menu, such as `animate box1`.
  /// - Returns: The ids of the bodies that were moved to the start.
  /// - Throws: `WorldError.refused` by the first edit that cannot be made, and nothing has changed.
  @discardableResult
  package func giveAtStart(_ edits: [Edit], named name: String) throws(WorldError) -> [String] {
    guard !edits.isEmpty else { return [] }
    if world.steps == 0, running == nil, viewStep == nil {
      let isOwn = !hasOpenGesture
      if isOwn { beginGesture(name) }
      do throws(WorldError) {
        for edit in edits { try give(edit) }
      } catch {
        if isOwn { abandonGesture() }
        throw error
      }
      if isOwn { endGesture() }
      return []
    }
    // A gesture that is open has them as its own, and what it had before stays.
    let isOwn = edits.count > 1 && !hasOpenGesture
    guard running?.isOfStart ?? true else {
      if isOwn { beginGesture(name) }
      queued += edits.map { .startEdit($0, name: name) }
      if isOwn { endGesture() }
      return []
    }
    var (model, moved) = (sceneStart.model, [(place: Int, id: String)]())
    for edit in edits {
      while true {
        do throws(EditRefusal) {
          _ = try model.take(edit)
          break
        } catch {
          guard let (place, id) = adding(for: edit, to: model),
            case .edit(let adding) = shownLog.all[place].command, (try? model.take(adding)) != nil
          else { throw .refused(message: error.message, hint: hint(about: edit) ?? error.hint) }
          moved.append((place, id))
        }
      }
    }
    if isOwn { beginGesture(name) }
    defer { if isOwn { endGesture() } }
    change(name, isOfStart: true) { log in
      for (number, edit) in edits.enumerated() {
        log.noteAtStart(edit, name: name, moving: number == 0 ? moved.map(\.place) : [])
      }
      return world.steps
    }
    running?.sceneStart = SceneStart(model)
    return moved.map(\.id)
  }

  /// Returns true if an edit is of the scene's start whenever it is made: of an animation that is there, or
  /// of the spring by which a body that is there follows animations.
  public func isOfStart(_ edit: Edit) -> Bool {
    guard case .set(let object, let path, _) = edit, let id = object.id,
      object.kind == .animation || object.kind == .body && path.prefix(while: { $0 != "." }) == "follow"
    else { return false }
    return sceneStart.model.index(of: object.kind, id) != nil
  }

  /// Is true while the world is rerun with edits of the start that it does not have yet.
  package var isRerunOfStart: Bool { running?.isOfStart == true }

  /// The log as it is to be once the rerun of edits of the start is done.
  var shownLog: SessionLog {
    if let running, running.isOfStart { running.sessionLog } else { sessionLog }
  }

  /// Returns the first edit after the start that adds or copies a body which an edit speaks of, and which a
  /// model of the start lacks: its place in the log, and the body's id.
  private func adding(for edit: Edit, to start: SceneModel) -> (place: Int, id: String)? {
    let log = shownLog.all
    guard let first = log.firstIndex(where: { $0.step > 0 }) else { return nil }
    var model = start
    for place in log.indices[first...] {
      guard case .edit(let later) = log[place].command, later.addsBodies else { continue }
      let count = model.scene.bodies.count
      _ = try? model.take(later)
      let id = model.scene.bodies[count...].map(\.id).first { edit.speaks(of: $0) }
      if let id, start.index(of: .body, id) == nil { return (place, id) }
    }
    return nil
  }

  private func hint(about edit: Edit) -> String? {
    let start = startScene
    let spawned = world.description.bodies.map(\.name).first { edit.speaks(of: $0) && start.hasNoBody($0) }
    return spawned.map { "'\($0)' is made as the scene runs: only what is there from the start is animated" }
  }

  private var startCommands: some Sequence<Command> {
    shownLog.commands.prefix { $0.step == 0 }.lazy.map(\.command)
  }

  /// The scene as it starts: the session's scene with the edits and the controls of step 0.
  public var startScene: Scene { sceneStart.scene }

  /// The scene as it starts, with the names by which edits know its objects.
  package var startModel: SceneModel { sceneStart.model }

  /// The scene as it starts, with one model for all of its edits, as the world has it: names such as
  /// `trigger-2` go by indices in it.
  private var sceneStart: SceneStart {
    if let start = running?.sceneStart { return start }
    let isRunning = running?.isOfStart == true
    if !isRunning, let known = knownStart, known.revision == revision { return known.start }
    // None is refused here: the world, which checks more, has made each of them.
    var model = SceneModel(world.scene)
    for command in startCommands {
      switch command {
      case .edit(let edit): _ = try? model.take(edit)
      case .control(let id, let value): try? model.set(control: id, to: value)
      default: break
      }
    }
    let start = SceneStart(model)
    // The log of a rerun is not in force yet, and may never be.
    if isRunning { running?.sceneStart = start } else { knownStart = (revision, start) }
    return start
  }
}

extension Edit {
  fileprivate var addsBodies: Bool {
    switch self {
    case .add(.body, _), .duplicate: true
    default: false
    }
  }

  /// Returns true if it names a body.
  fileprivate func speaks(of id: String) -> Bool {
    switch self {
    case .set(let object, _, let text):
      object == .body(id) || object.kind == .trigger && text?.hasWord(id) == true
    case .remove(let object): object == .body(id)
    case .pin(let body, _, _), .unpin(let body): body == id
    case .duplicate(let ids, _, _): ids.contains(id)
    case .add(_, let text): text.hasWord(id)
    case .slice: false
    }
  }
}

extension String {
  /// Returns true if a word stands in it alone, and not as a part of a longer name.
  fileprivate func hasWord(_ word: String) -> Bool {
    ranges(of: word).contains { range in
      let ends = [utf8[..<range.lowerBound].last, utf8[range.upperBound...].first]
      return ends.allSatisfy { $0?.isOfName != true }
    }
  }
}

extension Scene {
  fileprivate func hasNoBody(_ id: String) -> Bool { !bodies.contains { $0.id == id } }
}
