import TumbleHeadlessCommands
import TumbleInput
import TumblePanels
import TumbleSimulation

/// The scene that is shown: opened, begun again from its file, read again when that changes, saved; and
/// its mistakes told.
final class ScenePart: TellingPart {
  let library: SceneLibrary
  let session: Session
  let notices: Notices
  var events: [WindowEvent] = []
  /// The way in which the scene is loaded again when its file changes; nil: it is not.
  private var reloadMode: Session.ReloadMode? = .sameStep
  /// The scene's file as it was read or written last.
  var file: SceneFile
  /// The file's text, with included files inserted.
  var content: String
  /// Values that variables were given when the program was started, and the file that they are for.
  let settings: (path: String, values: [SceneSetting])
  /// The scene of the file when it was read last.
  var base: Scene
  /// The start of the scene as the file has it: what it said, or what was saved in it.
  var saved: Scene
  /// Edits after the start that a moment was saved with.
  var keptEdits: [StampedCommand] = []
  /// Throws, tilts and whatever else was played before the scene, or a moment of it, was saved last.
  var keptPlay: [StampedCommand] = []
  /// The number of times that the scene, or a moment of it, was saved.
  var savings = 0
  /// The file as it was read again, while the world is rerun with it.
  var coming: (read: LoadedScene, scene: Scene)?
  /// The commands that a rerun left out, as they were reported.
  private var toldSkipped: [String] = []
  var watch: SceneWatch
  /// The file's path, where the world is of another one that is not known: then nothing is saved in it.
  var otherPath: String?
  var error: ErrorCardState?
  /// Is true if the world that comes is of another scene than the one before; while a session gets it.
  private(set) var opensAnother = false
  /// The materials that the scene's file names.
  private(set) var materials: [SurfacePreset] = []
  /// The paths of the scenes that were opened lately, the latest first.
  private(set) var recent: [String] = []
  /// The folder of new files, until another is chosen.
  var ownFolder = "Scenes"
  /// Asks for the name of a new scene's file.
  var naming: NamingState?
  /// The step that waits for an answer whether to save; and the one that goes on once a new scene is named.
  var leaving: (next: Leaving, state: LeavingState)?
  var savedFor: Leaving?
  /// The step that is taken although edits are lost by it.
  var agreed: Leaving?
  let clock: () -> Duration
  /// The revision of the log that was last looked through for edits, and whether it has any.
  private var editsKnown: (revision: Int, areThere: Bool)?
  /// The log's revision and the savings at the latest frame, and when they were last judged by.
  private var (seen, judged): (Change?, Change?)
  /// The outcome of the latest comparison of a file's text with what it would be by a start of the scene.
  var keptEdited = Kept<Scene, Data, Bool>()
  private var toldEdited = false
  static let isUnedited = "nothing was edited"

  /// - Parameters:
  ///   - read: What came of reading the file of the session's scene.
  ///   - settings: Values that its variables were given then.
  ///   - clock: Does not jump.
  init(
    _ session: Session, _ notices: Notices, library: SceneLibrary, read: SceneReader.Outcome,
    settings: [SceneSetting] = [], clock: @escaping () -> Duration
  ) {
    (self.session, self.notices, self.library, self.clock) = (session, notices, library, clock)
    self.settings = (read.file, settings)
    let loaded = LoadedScene(read, limits: library.limits, settings: settings)
    file = loaded.file
    content = loaded.content
    materials = loaded.materials
    watch = SceneWatch(limits: library.limits)
    base = session.world.scene
    saved = session.world.scene
    watchFile()
    watch.include(loaded.included)
  }

  /// The file of the scene.
  var path: String { file.path }
}

extension ScenePart {
  /// Runs what takes time that the world does not miss.
  private func standStill(_ work: () throws -> Void) rethrows {
    let start = clock()
    defer { events.append(.stoodStill(clock() - start)) }
    try work()
  }

  /// Tells that the scene's file has another name.
  func name(_ name: String) { events.append(.named(name)) }

  func perform(_ name: WindowAction) throws -> Bool {
    switch name {
    case .restart: try restart()
    case .newScene, .newEmpty, .newWalls: try standStill { try beginNew(name) }
    case .nextScene: try openNeighbour(1)
    case .previousScene: try openNeighbour(-1)
    case .save: standStill { save() }
    case .saveAs: askForName("Save the scene as")
    case .saveMoment: standStill { saveMoment() }
    default: return false
    }
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    guard name == .save, !isUntitled else { return nil }
    // The log may be long, and this is asked for each time that panels are made.
    if editsKnown?.revision != session.revision {
      editsKnown = (session.revision, session.log.contains { $0.command.isEdit })
    }
    return editsKnown?.areThere == true || isStartEdited ? nil : Self.isUnedited
  }

  func perform(_ action: PanelAction) throws -> Bool {
    switch action {
    case .close(.error):
      error = nil
      // The card has said all of it.
      notices.markRead()
    case .close(.naming): (naming, savedFor) = (nil, nil)
    case .close(.leaving): leaving = nil
    case .leave(let saving): if let next = leaving?.next { try leave(for: next, saving: saving) }
    case .typeName(let name):
      naming?.name = name
      naming?.refusal = nil
    case .confirmName: try saveNamed()
    case .chooseMenuItem(let id):
      guard id.hasPrefix(MenuItem.recent) else { return false }
      try open(String(id.dropFirst(MenuItem.recent.count)))
    default: return false
    }
    return true
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    (state.error, state.naming, state.leaving) = (error, naming, leaving?.state)
  }

  func restore(_ settings: Settings) {
    switch settings.reloadMode {
    case .never: reloadMode = nil
    case .fromStart: reloadMode = .fromStart
    case .sameStep, nil: reloadMode = .sameStep
    }
    recent = settings.recentScenes
    noteRecent()
  }

  /// The paths of other scenes that were opened lately, the latest first. A scene without a file is none of
  /// them.
  var otherRecent: [String] { file.path == otherPath ? recent : Array(recent.dropFirst()) }

  /// Puts the scene's file first among those that were opened lately.
  func noteRecent() {
    guard file.path != otherPath else { return }
    let path = UntrustedFile.realPath(path) ?? path
    recent = Array(([path] + recent.filter { $0 != path }).prefix(Settings.mostRecent))
  }

  func keep(in settings: inout Settings) {
    settings.recentScenes = recent
    guard file.path != otherPath else { return }
    settings.lastScene = UntrustedFile.realPath(path) ?? path
  }

  /// The text of the mistake that is shown.
  var errorText: String? { error?.message }

  /// Restarts: what was edited of the start stays, and what came later is undone: only if nothing was played
  /// since the start, the edits themselves are in question.
  func restart() throws {
    guard session.world.steps > 0, isEdited else {
      guard mayLeave(for: .restart) else { return }
      return try standStill {
        if file.path == otherPath { try restartUntitled() } else { try read(file.path) }
      }
    }
    let later = laterEdits.count
    // Where only time has passed, undo is about the edits that stay.
    session.goBack(to: 0, named: "start again", isUndone: later > 0)
    let edits = later == 1 ? "the later edit" : "the \(later) later edits"
    notices.tell(
      later == 0
        ? "started again with what was edited"
        : "started again without \(edits): undo brings back the run with them")
  }

  // MARK: Opening

  /// Shows another scene, or a file that was dropped on the window.
  func open(_ path: String) throws {
    switch DroppedFile(path, limits: library.limits) {
    case .refused(let sentence): notices.tell(sentence)
    case .recording(let path):
      guard mayLeave(for: .open(path)) else { return }
      events.append(.openRecording(path))
    case .scene(let path):
      guard mayLeave(for: .open(path)) else { return }
      try standStill {
        // That the scene before was paused is no wish about this one.
        if try read(path) { session.isPaused = false }
      }
    }
  }

  private func openNeighbour(_ distance: Int) throws {
    guard let next = SceneListing(library, readsHeadings: false).neighbour(of: file.path, by: distance) else {
      return notices.tell("there is no other scene")
    }
    try open(next.path)
  }

  /// Is true if the scene's file is left as it is: it comes with Tumble, or is not known.
  var isPackaged: Bool {
    let real = UntrustedFile.realPath(file.path) ?? file.path
    return file.path == otherPath
      || SceneListing(library, readsHeadings: false).entries.contains {
        $0.isPackaged && (UntrustedFile.realPath($0.path) ?? $0.path) == real
      }
  }

  /// Begins a scene from its file as it is now. Where that has a mistake, it is reported and the world goes
  /// on as it was.
  @discardableResult
  private func read(_ path: String) throws -> Bool {
    error = nil
    do {
      let (scene, read) = try load(path)
      let kept = try restart(scene, content: read.content, isOther: path != file.path || otherPath != nil)
      notices.clear()
      otherPath = nil
      if let kept { notices.tellAndPrint("kept the recording so far as \(kept)") }
      let isOther = read.file.path != file.path
      adopt(read, scene)
      if isOther { watchFile() } else { watch.expect(read.file.text) }
      return true
    } catch let error where Self.isMistake(error) {
      tell(error, of: path)
      return false
    }
  }

  func restart(_ scene: Scene, content: String, isOther: Bool) throws -> String? {
    opensAnother = isOther
    defer { opensAnother = false }
    return try session.restart(scene, content: content)
  }

  /// Takes over a file as it was read, of which the world is now.
  func adopt(_ read: LoadedScene, _ scene: Scene) {
    (file, content, base, saved) = (read.file, read.content, scene, scene)
    materials = read.materials
    watch.include(read.included)
    name(scene.name)
    // What was asked about the scene before is no question any more.
    (coming, naming, savedFor, leaving) = (nil, nil, nil, nil)
    keptEdits.removeAll { !session.log.contains($0) }
    judged = nil
    noteRecent()
  }

  private func load(_ path: String) throws -> (scene: Scene, read: LoadedScene) {
    var library = library
    library.settings = path == settings.path ? settings.values : []
    let outcome = try library.check(path)
    let scene = try outcome.get()
    for warning in outcome.diagnostics { Program.tell(warning.description) }
    return (scene, LoadedScene(outcome, limits: library.limits, settings: library.settings))
  }

  private static func isMistake(_ error: any Error) -> Bool { error is SceneError || error is WorldError }

  /// Tells an error: whole over the stage, and its first line in the line of status.
  private func tell(_ error: any Error, of path: String) {
    let text = Program.explain(error) ?? "\(error)"
    notices.warn(firstLineOf: text)
    self.error = ErrorCardState(title: "\(SceneLibrary.name(ofFileAt: path)) cannot be shown", message: text)
  }

  // MARK: The file

  func watchFile() { watch.follow(file.path, content: file.text) }

  /// Tells whether something edited is in no file, and reads the file again where it, or one that it
  /// includes, has changed.
  func tick(at now: Duration) throws {
    tellEdited()
    // A rerun that is under way is waited for: the change is still there then.
    guard session.rerun == nil, watch.hasChanged(), file.path != otherPath, let reloadMode else { return }
    try standStill {
      do {
        let (scene, read) = try load(file.path)
        guard read.content != content else { return }
        guard reloadMode == .sameStep && canRerun(with: scene) || !isEdited else {
          let name = SceneLibrary.name(ofFileAt: file.path)
          return notices.warn(
            "\(name) has changed, and edits are not saved: to open it again (Ctrl+O) asks about them")
        }
        try session.reload(scene, content: read.content, mode: reloadMode)
        // Until the world is rerun it is that of the old text.
        if session.rerun == nil { adopt(read, scene) } else { coming = (read, scene) }
        error = nil
        notices.tell("read \(scene.name) again")
      } catch let error where Self.isMistake(error) {
        tell(error, of: file.path)
      }
    }
  }

  /// Returns true if what was edited can be done again in a scene: all of it is in the log, and the steps are
  /// the same.
  private func canRerun(with scene: Scene) -> Bool {
    scene.world.rate == session.world.rate && session.world.scene == base
  }

  /// The numbers that change with whether something edited is in no file.
  private struct Change: Equatable {
    var revision: Int
    var savings: Int
  }

  /// Tells whether something edited is in no file, once the log has rested for a frame: a drag changes it
  /// with each frame, and finding out may patch the whole text.
  private func tellEdited() {
    let change = Change(revision: session.revision, savings: savings)
    defer { seen = change }
    guard session.rerun == nil, change.revision == seen?.revision, change != judged else { return }
    judged = change
    guard isEdited != toldEdited else { return }
    toldEdited.toggle()
    events.append(.edited(toldEdited))
  }

  func worldChanged(isOther: Bool) {
    if let coming, session.world.scene == coming.scene { adopt(coming.read, coming.scene) }
    tellSkipped()
  }

  /// Reports, once, which commands had no effect when the log was rerun.
  private func tellSkipped() {
    let skipped = session.skippedCommands
    guard skipped != toldSkipped else { return }
    toldSkipped = skipped
    guard !skipped.isEmpty else { return }
    let first = skipped.prefix(3).joined(separator: "; ")
    let rest = skipped.count > 3 ? "; …" : ""
    notices.warn("left out \(skipped.count) of what was done: \(first)\(rest)")
  }
}
