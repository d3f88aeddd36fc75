import Foundation
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// Runs a session on a stage, frame by frame, until a person quits or the last step is taken. Actions go to the parts that
/// handle them.
final class WindowLoop {
  let stage: Stage
  let session: Session
  private var feed: GraphFeed
  private let frames: FrameProfile
  private let notices: Notices
  let help: HelpPart
  let scene: ScenePart
  let recovery: RecoveryPart
  let recording: RecordingPart
  private let time: TimePart
  private let layers: LayersPart
  let mouseJoint: MouseJointPart
  let graph: GraphPart
  let editor: EditorPart
  private let menu: MenuPart
  /// Those of the window, before a scene takes some.
  private let keys: KeyTable
  var parts: [any WindowPart] = []

  /// Whether pictures must repeat: then nothing is left to the background.
  private let isRepeatable: Bool
  /// Does not jump.
  private let clock: @Sendable () -> Duration
  private let watch: StallWatch?
  /// Time in this frame in which the world waited for something a person asked for.
  var stoodStill = Duration.zero
  /// Gets the profile after every frame: that of age 0 is the frame that ended.
  var onFrame: ((Profile) -> Void)?
  /// Frames that are drawn although time stands still: what a graph draws in the background comes some frames later.
  var framesDue = 12
  private var hasAdvised = false
  private var hasJustDropped = false
  private var lastStall = Duration.zero
  private var drawingTime = 0.0
  private var rate = FrameRate()
  private var status: Status
  var statusIsDue = Duration.zero
  private var panels = InterfaceState()
  private var facts = LayerFacts()
  /// Of the world's description that the stage has; nil where it is another world's.
  private var shownRevision: Int?
  /// Whose keys the stage has.
  private var shownInputs: [Scene.Input] = []
  private var shownScene: Scene

  /// - Parameters:
  ///   - desktop: Whose colors are followed; nil: light ones.
  ///   - clock: Time since any moment, which does not jump; nil: real time.
  init(
    _ stage: Stage, _ session: Session, _ feed: GraphFeed, keys: KeyTable, isRepeatable: Bool,
    files: WindowFiles, desktop: DesktopAppearance? = nil, clock: (@Sendable () -> Duration)? = nil
  ) {
    self.stage = stage
    self.session = session
    self.feed = feed
    self.isRepeatable = isRepeatable
    let elapsed = clock ?? Self.realTime
    self.clock = elapsed
    watch = isRepeatable ? nil : StallWatch(clock: elapsed) { Program.say("warning: \($0)") }
    frames = FrameProfile(watch: watch, clock: elapsed)
    let notices = Notices(clock: elapsed)
    self.notices = notices
    status = Status(session.world)
    shownScene = session.world.scene
    time = TimePart(session, notices, keys: keys, clock: elapsed)
    layers = LayersPart(stage, frames)
    help = HelpPart(session, keys: keys, clock: elapsed)
    mouseJoint = MouseJointPart(session, notices)
    graph = GraphPart(stage, session, notices)
    scene = ScenePart(
      session, notices, library: files.library, read: files.read, settings: files.settings, clock: elapsed)
    recovery = RecoveryPart(
      session, notices, scene: scene,
      folder: files.folders.state.map { $0 + "/sessions" })
    recording = RecordingPart(session, notices, scene: scene)
    let thumbnails = Thumbnails(
      folder: files.folders.cache.map { $0 + "/thumbnails" }, library: files.library)
    // The first that says so takes what is asked for, and closes what it has open.
    editor = EditorPart(stage, session, notices, keys: keys)
    menu = MenuPart(keys, stage: stage, session: session, desktop: desktop)
    self.keys = keys
    parts = [
      help, PickerPart(scene, stage, thumbnails), scene, recovery, recording, ControlsPart(session, notices),
      graph, editor,
      layers,
      AnimationPart(session, notices), time,
      menu, NoticePart(stage, notices),
    ]

    editor.onChange = { [unowned self] in (framesDue, statusIsDue) = (12, .zero) }
    editor.onPlot = { [unowned self] names in
      self.feed.plot(names, session.world)
      stage.setGraphs(self.feed.graphs, showsLast: !names.isEmpty)
    }
    editor.materials = { [unowned self] in self.scene.materials }
    scene.onName = { [unowned self] in self.stage.setName($0) }
    scene.openRecording = { [unowned self] in try recording.open($0) }
    recording.onReady = { [unowned self] in time.showTimeline() }
    time.staysInPast = { [unowned self] in recording.isWatching }
    time.onPause = { [unowned self] in self.feed.mark("pause", .blue) }
    layers.framesPerSecond = { [unowned self] in rate.perSecond }
    help.mayQuit = { [unowned self] in scene.mayQuit() }
    scene.standStill = { [unowned self] work in
      let start = self.elapsed
      defer { stoodStill += self.elapsed - start }
      try work()
    }
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
  /// In a window, at the display's pace.
  func run() throws {
    // What is drawn once, and what a graphics driver prepares with its first frames, comes before time counts.
    renewStatus()
    for _ in 0..<3 {
      try show(session.frame, seconds: 0)
      stage.awaitPictures()
    }
    watch?.start()
    defer { watch?.stop() }
    let pace = Duration.seconds(1) / max(stage.refreshRate, 1)
    var before = elapsed
    var hasFrame = false
    while !isOver {
      // Standing still, a look at the input ten times per second is enough until something is done.
      let wasPaused = session.isPaused && session.viewStep == nil && session.rerun == nil
      let isIdle = wasPaused && framesDue == 0 && !stage.wantsFrame
      if isIdle { frames.begin(.waiting) }
      stage.readInput(session.frame, waitingAtMost: isIdle ? 100 : 0)
      frames.beginFrame()
      // Before the first there was what comes before time counts.
      if hasFrame { onFrame?(frames.profile) }
      hasFrame = true
      frames.begin(.events)
      try takeActions()
      let now = elapsed
      // What reading a scene or writing files took is no time that the world missed.
      try frame(
        wasPaused ? .zero : now - before - stoodStill, now: now, seconds: (now - before) / .seconds(1))
      stoodStill = .zero
      before = now
      frames.begin(.waiting)
      // A renderer that does not wait for the display would draw frames that are never shown.
      let spent = elapsed - now
      if spent < pace * 0.8, !isIdle {
        Thread.sleep(forTimeInterval: (pace * 0.95 - max(spent, .zero)) / .seconds(1))
      }
    }
    // The state that the last step left, and not one between.
    try show(Frame(session.world.snapshot), seconds: 0)
  }

  /// Without a display, each frame as long as it is told.
  func run(frames: FrameLengths.Source) throws {
    var frames = frames
    while !isOver { try turn(lasting: frames.next()) }
  }

  /// Takes in what was done, and makes a frame of this length; without a display.
  func turn(lasting length: Duration) throws {
    frames.begin(.events)
    stage.readInput(session.frame)
    try takeActions()
    try frame(length, now: elapsed, seconds: length / .seconds(1))
    frames.begin(.waiting)
    frames.beginFrame()
    onFrame?(frames.profile)
  }

  /// A recording may end with its world, and is watched all the same.
  private var isOver: Bool {
    help.hasQuit || session.isFinished && session.viewStep == nil && !recording.isWatching
      || Program.exitSignals.isRequested
  }

  /// The time now.
  var elapsed: Duration { clock() }

  /// Since the loop was made.
  private static var realTime: @Sendable () -> Duration {
    let clock = ContinuousClock()
    let beginning = clock.now
    return { beginning.duration(to: clock.now) }
  }

  /// - Parameters:
  ///   - length: What the world has to catch up with.
  ///   - seconds: Since the frame before.
  private func frame(_ length: Duration, now: Duration, seconds: Double) throws {
    feed.set(.frameTime, length / .seconds(1))
    collectRerun()
    stage.isRunning = !session.isPaused && session.viewStep == nil && session.rerun == nil
    try advance(by: panels.holdsTime ? .zero : length)
    frames.begin(.events)
    if stage.hasPanels { for part in parts { try part.tick(at: now) } }
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
      renewStatus()
      statusIsDue = now + .milliseconds(100)
      // Messages disappear while paused, too.
      if before != (status, panels) { framesDue = max(framesDue, 1) }
    }
    if stage.wantsFrame || help.isFading { framesDue = max(framesDue, 1) }
    guard !stage.isHidden, !session.isPaused || session.viewStep != nil || framesDue > 0 else { return }
    try show(session.frame, seconds: seconds)
    framesDue = max(framesDue - 1, 0)
  }

  /// Takes the steps of a frame. If the engine cannot take another, a window with panels stays open: edits can be undone and
  /// saved.
  private func advance(by length: Duration) throws {
    // `advance` would collect a run that has failed meanwhile, and throw.
    guard session.rerun == nil else { return }
    do {
      if let report = try session.advance(by: length, elapsed: { elapsed }) { tell(report) }
    } catch let error as WorldError where stage.hasPanels {
      session.isPaused = true
      notices.warn("paused: \(error)")
    }
  }

  /// A run again that fails leaves all as it was: no reason to end.
  private func collectRerun() {
    guard let name = session.rerun?.name else { return }
    do { try session.collectRerun() } catch { notices.warn("\(name) did not succeed: \(error)") }
  }

  private func show(_ frame: Frame, seconds: Double) throws {
    if stage.hasPanels {
      frames.begin(.interface)
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
    try stage.draw(frame, status: status, facts: readFacts())
    let start = elapsed
    frames.begin(.graph)
    try stage.drawGraph(slide: frame.alpha, isComplete: isRepeatable)
    feed.set(.graphTime, (elapsed - start) / .seconds(1))
    // What the thread in the background finished since the last frame.
    let drawn = feed.drawingTime
    feed.set(.graphWorker, drawn - drawingTime)
    drawingTime = drawn
    feed.set(stage.pictureStatistics)
    frames.begin(.interface)
    try stage.drawPanels()
    frames.begin(.presenting)
    stage.present()
    let (counts, window) = stage.takeCounts()
    frames.note(counts, window: window)
    feed.set(counts)
  }

  /// What the stage wants to know of the world for this frame.
  private func readFacts() -> LayerFacts {
    let (wanted, world) = (stage.factsWanted, session.world)
    facts.hovered = wanted.hovered.flatMap(world.facts)
    if wanted.touches { world.readTouches(into: &facts.touches) }
    facts.bodies.removeAll(keepingCapacity: true)
    if wanted.bodies {
      facts.sleepSpeed = world.sleepSpeed
      for number in world.description.bodies.indices { facts.bodies.append(world.facts(of: BodyID(number))) }
    }
    return facts
  }

  /// What the graphs show of the loop.
  private func tell(_ report: FixedStepLoop.Report) {
    feed.set(.frameSteps, Double(report.steps))
    feed.set(.stepCost, session.loop.cost.average / .seconds(1))
    feed.set(.timeDropped, session.dropped / .seconds(1))
    // Where the machine does not keep up at all, a line a frame would hide the rest.
    if report.droppedSteps > 0, !hasJustDropped { feed.mark("time dropped", .red) }
    hasJustDropped = report.droppedSteps > 0
  }

  /// Another world has taken the place of the one before: begun again, run again, or of another scene.
  private func show(_ world: World) {
    frames.measure(world)
    for part in parts { part.worldChanged() }
    (framesDue, statusIsDue, shownRevision) = (12, .zero, nil)
    // What is held goes on being held.
    for command in stage.sceneCommands({ world.input($0) ?? 0 }) { mouseJoint.give(command) }
    guard world.steps == 0 || world.scene != shownScene else {
      // The same scene, run again: its graph goes on.
      return feed.mark("run again", .blue)
    }
    guard world.scene != shownScene else {
      stage.restart()
      feed.restart(world)
      time.note(.restart)
      return feed.mark("restart", .blue)
    }
    shownScene = world.scene
    takeSceneKeys()
    feed = GraphFeed(world)
    drawingTime = 0
    status = Status(world)
    stage.restart(
      world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(of: world.scene.view, panels.appearance))
  }

  /// While a scene runs its keys go before the window's own.
  private func takeSceneKeys() {
    shownInputs = session.world.presentInputs
    stage.setSceneKeys(session.world.presentInputs.map { SceneKeys.Binding($0) })
    let keys = keys.yielding(stage.sceneGestures)
    stage.setKeys(keys)
    help.keys = keys
    menu.setKeys(keys)
  }

  /// Updates the status line and the panels: ten times per second, because a person does not read faster.
  func renewStatus() {
    status.step = session.viewStep ?? session.world.steps
    (status.isPaused, status.speed) = (session.isPaused || panels.holdsTime, session.speed)
    status.framesPerSecond = session.isPaused ? nil : rate.perSecond
    status.isSlow = !session.isPaused && rate.perSecond < stage.refreshRate * 3 / 4
    status.dropped = Int(session.dropped / .milliseconds(1))
    status.notice = notices.line ?? session.loop.cost.advice
    guard stage.hasPanels else { return }
    var state = InterfaceState(appearance: panels.appearance)
    for part in parts { part.show(in: &state, at: elapsed) }
    if state.appearance != panels.appearance {
      stage.theme = Theme(of: session.world.scene.view, state.appearance)
    }
    panels = state
  }

  private func advise() {
    guard !hasAdvised, session.loop.cost.isTooHigh, let advice = session.loop.cost.advice else { return }
    hasAdvised = true
    Program.say("warning: \(advice)")
  }
}
