import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePanels
import TumblePictureCommands
import TumbleRendering
import TumbleSimulation
import TumbleWindow

/// Runs a session on a stage, frame by frame, until a person quits or the last step is taken. Actions go to
/// the parts that handle them.
final class WindowLoop {
  let stage: Stage
  let session: Session
  var feed: GraphFeed
  let frames: FrameProfile
  let notices: Notices
  let help: HelpPart
  let scene: ScenePart
  let recovery: RecoveryPart
  let recording: RecordingPart
  let time: TimePart
  private let layers: LayersPart
  let mouseJoint: MouseJointPart
  let graph: GraphPart
  let editor: EditorPart
  let animator: AnimatorPart
  let when: WhenPart
  let export: ExportPart
  let menu: MenuPart
  /// The keys of the window, before a scene takes some.
  let keys: KeyTable
  var parts: [any WindowPart] = []

  /// Is true if pictures must repeat: then nothing is left to the background.
  let isRepeatable: Bool
  /// Does not jump.
  let clock: @Sendable () -> Duration
  let watch: StallWatch?
  /// The time in this frame in which the world waited for something a person asked for.
  var stoodStill = Duration.zero
  /// Gets the profile after every frame: that of age 0 is the frame that ended.
  var onFrame: ((Profile) -> Void)?
  /// Frames that are drawn although time stands still: what a graph draws in the background comes some frames
  /// later.
  var framesDue = 12
  private var hasAdvised = false
  private var lastStall = Duration.zero
  private var rate = FrameRate()
  var status: Status
  /// The name of the scene's file, once it was told.
  var fileName: String?
  /// The time at which the line of status is renewed next; at zero, as after everything that is done, so are
  /// the panels.
  var statusIsDue = Duration.zero
  private var panelsAreDue = Duration.zero
  var panels = InterfaceState()
  /// The parts of the column that are open, in the order in which they were opened.
  var openParts: [InterfacePanel] = []
  private var facts = LayerFacts()
  /// The revision of the world's description that the stage has; nil if it is another world's.
  var shownRevision: Int?
  /// The revision of the log of which the first sample of the graphs is.
  var graphedRevision: Int
  /// Whose keys the stage has.
  var shownInputs: [Scene.Input] = []
  var shownScene: Scene
  /// The time that other scenes dropped.
  var droppedBefore = Duration.zero
  /// The body that the view was said to go along with.
  private var toldFollowed: BodyID?
  /// Is true once it was said of this scene that not all of its particles can be drawn.
  var hasToldOmission = false

  /// - Parameters:
  ///   - desktop: Whose colors are followed; nil: light ones.
  ///   - clock: Time since any moment, which does not jump; nil: real time.
  init(
    _ stage: Stage, _ session: Session, _ feed: GraphFeed, keys: KeyTable, isRepeatable: Bool,
    files: WindowFiles, desktop: DesktopAppearance? = nil, clock: (@Sendable () -> Duration)? = nil
  ) {
    (self.stage, self.session, self.feed, self.isRepeatable) = (stage, session, feed, isRepeatable)
    let elapsed = clock ?? Self.realTime
    self.clock = elapsed
    watch = isRepeatable ? nil : StallWatch(clock: elapsed) { Program.tell("warning: \($0)") }
    frames = FrameProfile(watch: watch, clock: elapsed)
    let notices = Notices(clock: elapsed)
    self.notices = notices
    status = Status(session.world)
    shownScene = session.world.scene
    graphedRevision = session.revision
    time = TimePart(session, notices, keys: keys, clock: elapsed)
    layers = LayersPart(stage, frames)
    help = HelpPart(session, keys: keys, clock: elapsed)
    mouseJoint = MouseJointPart(session, notices)
    graph = GraphPart(stage, session, notices)
    scene = ScenePart(
      session, notices, library: files.library, read: files.read, settings: files.settings, clock: elapsed)
    if let own = files.folders.scenes, !UntrustedFile.exists("Scenes") { scene.ownFolder = own }
    recovery = RecoveryPart(
      session, notices, scene: scene, folder: files.folders.state.map { $0 + "/sessions" })
    recording = RecordingPart(session, notices, scene: scene)
    let thumbnails = Thumbnails(
      folder: files.folders.cache.map { $0 + "/thumbnails" }, library: files.library)
    editor = EditorPart(stage, session, notices, keys: keys)
    animator = AnimatorPart(session, notices, editor.editing, keys: keys, isRepeatable: isRepeatable)
    when = WhenPart(session, notices)
    let menu = MenuPart(keys, stage: stage, session: session, desktop: desktop)
    self.menu = menu
    export = ExportPart(
      session, notices, appearance: { menu.appearance },
      seen: { stage.camera.isHome ? nil : stage.viewport.view })
    self.keys = keys
    parts = [
      help, PickerPart(scene, export, stage, thumbnails), scene, recovery, recording,
      ControlsPart(session, notices),
      graph, editor, animator, when, layers, time, export, menu, NoticePart(stage, notices),
    ]

    stage.marks.mover = { [unowned animator] in animator.mover(of: $0) }
    time.isExporting = { [unowned export] in export.isAtWork }
    time.future = { [unowned animator] in animator.futureTime == nil ? nil : animator.futureStep }
    session.observers = [{ [unowned self] in self.feed.sample($0) }]
    session.onLoss = { notices.warn($0) }
    session.onRefusal = { notices.warn($0) }
    // Without panels nobody is there who could go on without a recording.
    if stage.hasPanels {
      session.onRecordingFailure = { notices.warn("the recording has ended, the scene goes on: \($0)") }
    }
    session.onNewWorld = { [unowned self] in show($0) }
    session.onLeavingWorld = { stage.keepScene(Frame($0.snapshot)) }
    frames.measure(session.world)
    shownRevision = session.world.descriptionRevision
    takeSceneKeys()
  }
}

extension WindowLoop {
  /// - Parameters:
  ///   - length: What the world has to catch up with.
  ///   - seconds: Since the frame before.
  func frame(_ length: Duration, now: Duration, seconds: Double) throws {
    feed.set(.frameTime, length / .seconds(1))
    collectRerun()
    stage.isRunning = !session.isPaused && session.viewStep == nil && session.rerun == nil
    try advance(by: panels.holdsTime ? .zero : length)
    frames.begin(.events)
    if stage.hasPanels { for part in parts { try part.tick(at: now) } }
    try routeEvents()
    for stall in frames.takeStalls() {
      layers.stall = "\(stall)"
      // Where the machine does not keep up at all, a mark a frame would hide the rest.
      guard now - lastStall >= .seconds(1) else { continue }
      lastStall = now
      feed.mark("stall: \(stall.phase.title)", .red)
      time.note(.stall)
    }
    rate.count(now)
    advise()
    if now >= statusIsDue {
      let before = (status, panels)
      if statusIsDue == .zero || now >= panelsAreDue {
        renewStatus()
        // A drag would ask for it in each frame.
        if now >= panelsAreDue { renewFirstSample() }
        panelsAreDue = now + .milliseconds(200)
      } else {
        renewLine()
      }
      statusIsDue = now + .milliseconds(100)
      // Messages disappear while paused, too.
      if before != (status, panels) { framesDue = max(framesDue, 1) }
    }
    if stage.wantsFrame || help.isFading { framesDue = max(framesDue, 1) }
    guard !stage.isHidden, !session.isPaused || session.viewStep != nil || framesDue > 0 else { return }
    try show(session.frame, seconds: seconds)
    framesDue = max(framesDue - 1, 0)
  }

  /// Takes the steps of a frame. If the engine cannot take another, a window with panels stays open: edits
  /// can be undone and saved.
  private func advance(by length: Duration) throws {
    // `advance` would collect a run that has failed meanwhile, and throw.
    guard session.rerun == nil else { return }
    if !session.isPaused { renewFirstSample() }
    do {
      if let report = try session.advance(by: length, elapsed: { elapsed }) { feed.set(report, of: session) }
    } catch let error as WorldError where stage.hasPanels {
      session.isPaused = true
      notices.warn("paused: \(error)")
    }
  }

  /// Collects a rerun. One that fails leaves all as it was, and is no reason to end.
  private func collectRerun() {
    guard let name = session.rerun?.name else { return }
    do { try session.collectRerun() } catch { notices.warn("\(name) did not succeed: \(error)") }
  }

  /// Shows a frame, and does what is done in panels before it is drawn.
  ///
  /// - Parameter frame: Asked for after that: another scene may have been opened.
  func show(_ frame: @autoclosure () -> Frame, seconds: Double) throws {
    if stage.hasPanels {
      frames.begin(.interface)
      movePlayheads()
      stage.updatePanels(panels, seconds: seconds)
      // What closed a card is no key for it any more: the next one is the stage's.
      if try takePanelActions() {
        stage.updatePanels(panels, seconds: 0, takesInput: false)
        _ = try takePanelActions()
      }
    }
    frames.begin(.drawing)
    stage.advanceTransition(by: seconds)
    if shownRevision != session.world.descriptionRevision {
      shownRevision = session.world.descriptionRevision
      stage.description = session.world.description
      // An edit may have added a thruster.
      if shownInputs != session.world.presentInputs { takeSceneKeys() }
    }
    facts.read(stage.factsWanted, of: session.world)
    let frame = frame()
    try stage.draw(frame, status: status, facts: facts)
    let start = elapsed
    frames.begin(.graph)
    feed.collectPast()
    showReplacedGraphs()
    // Where the past is shown its graph ends there.
    stage.shownGraph?.lag = session.viewStep.map { max(feed.step - $0, 0) } ?? 0
    try stage.drawGraph(slide: frame.alpha, isComplete: isRepeatable)
    feed.set(.graphTime, (elapsed - start) / .seconds(1))
    feed.setDrawingTime()
    feed.set(stage.pictureStatistics)
    frames.begin(.interface)
    try stage.drawPanels()
    frames.begin(.presenting)
    stage.present()
    let (counts, window) = stage.takeCounts()
    frames.note(counts, window: window)
    feed.set(counts)
  }

  /// Moves the playheads of the animator and of the line below it, in every frame: all else of the panels is
  /// to be read, and stays for a while.
  private func movePlayheads() {
    guard panels.animator != nil else { return }
    panels.animator?.time = animator.futureTime ?? animator.time
    panels.animator?.present = animator.present
    panels.timeline?.shown = session.viewStep ?? session.world.steps
    panels.timeline?.newest = session.world.steps
  }

  /// Updates the line of status: ten times per second, because a person does not read faster.
  private func renewLine() {
    if stage.followed != toldFollowed {
      toldFollowed = stage.followed
      if let name = toldFollowed.flatMap({ session.world.description[$0]?.name }) {
        notices.tell("the view goes along with \(name): a double click on it, or F, ends that")
      }
    }
    if stage.omittedParticles > 0, !hasToldOmission {
      hasToldOmission = true
      notices.tell(SnapshotCommand.omission(stage.omittedParticles))
    }
    status.step = session.viewStep ?? session.world.steps
    (status.isPaused, status.speed) = (session.isPaused || panels.holdsTime, session.speed)
    status.hasClock = panels.timeline == nil
    status.framesPerSecond = session.isPaused ? nil : rate.perSecond
    status.isSlow = !session.isPaused && rate.perSecond < stage.refreshRate * 3 / 4
    status.dropped = Int((session.dropped - droppedBefore) / .milliseconds(1))
    status.notice = notices.line ?? session.loop.cost.advice
  }

  /// Updates the panels too: five times per second, as they have more to read, and at once after everything
  /// that is done.
  func renewStatus() {
    renewLine()
    guard stage.hasPanels else { return }
    editor.editing.materials = scene.materials
    time.isWatching = recording.isWatching
    layers.framesPerSecond = rate.perSecond
    var state = InterfaceState(appearance: panels.appearance)
    for part in parts { part.show(in: &state, at: elapsed) }
    animator.mark(&state)
    menu.addMenus(to: &state, recent: scene.otherRecent, obstacle: obstacle)
    if state.appearance != panels.appearance {
      stage.theme = Theme(of: session.world.scene, state.appearance)
    }
    panels = state
    let open = state.openParts
    openParts.removeAll { !open.contains($0) }
    openParts += open.filter { !openParts.contains($0) }
  }

  private func advise() {
    // Frames of given lengths say nothing of this machine's speed.
    guard !isRepeatable, !hasAdvised, session.loop.cost.isTooHigh, let advice = session.loop.cost.advice
    else { return }
    hasAdvised = true
    Program.tell("warning: \(advice)")
  }
}
