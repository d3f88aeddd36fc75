import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// A session on a stage: frame after frame until somebody quits or the last step is taken.
final class WindowLoop {
  let stage: Stage
  let session: Session
  var feed: GraphFeed
  /// Reads the scene's file again, with its text.
  let reload: () throws -> (scene: Scene, content: String)
  let keys: KeyTable
  let frames: FrameProfile
  var notices = Notices()
  var showsHelp = false
  var hasQuit = false
  var status: Status
  /// Time in this frame in which the world waited for something a person asked for.
  var stoodStill = Duration.zero

  /// Whether pictures must repeat: then nothing is left to the background.
  private let isRepeatable: Bool
  private let clock = ContinuousClock()
  private let beginning: ContinuousClock.Instant
  private let watch: StallWatch?
  /// Frames that are drawn although time stands still: what a graph draws in the background comes some frames later.
  private var framesDue = 12
  private var hasAdvised = false
  private var hasJustDropped = false
  private var drawingTime = 0.0
  private var rate = FrameRate()
  private var statusIsDue = Duration.zero
  private var facts = LayerFacts()

  /// - Parameter reload: Reads the scene's file again, with its text.
  init(
    _ stage: Stage, _ session: Session, _ feed: GraphFeed, keys: KeyTable, isRepeatable: Bool,
    reload: @escaping () throws -> (scene: Scene, content: String)
  ) {
    self.stage = stage
    self.session = session
    self.feed = feed
    self.keys = keys
    self.isRepeatable = isRepeatable
    self.reload = reload
    let (clock, beginning) = (clock, clock.now)
    self.beginning = beginning
    let elapsed: @Sendable () -> Duration = { beginning.duration(to: clock.now) }
    watch = isRepeatable ? nil : StallWatch(clock: elapsed) { Program.say("warning: \($0)") }
    frames = FrameProfile(watch: watch, clock: elapsed)
    status = Status(session.world)
    session.observers = [{ [unowned self] in self.feed.sample($0) }]
    session.onLoss = { [unowned self] in warn($0) }
    frames.measure(session.world)
  }
}

extension Status {
  init(_ world: World) {
    let description = world.description
    self.init(
      title: description.title.isEmpty ? description.name : description.title, step: world.steps,
      rate: world.rate)
  }
}

extension WindowLoop {
  /// In a window, at the display's pace.
  func run() throws {
    // What is drawn once, and what a graphics driver prepares with its first frames, comes before time counts.
    renewStatus()
    for _ in 0..<3 { try show(session.frame) }
    watch?.start()
    defer { watch?.stop() }
    let pace = Duration.seconds(1) / max(stage.refreshRate, 1)
    var before = elapsed
    while !isOver {
      // Standing still, a look at the input ten times per second is enough until something is done.
      let wasPaused = session.isPaused
      let isIdle = wasPaused && framesDue == 0
      if isIdle { frames.begin(.waiting) }
      stage.readInput(session.frame, waitingAtMost: isIdle ? 100 : 0)
      frames.beginFrame()
      frames.begin(.events)
      try takeActions()
      let now = elapsed
      // What reading a scene or writing files took is no time that the world missed.
      try frame(wasPaused ? .zero : now - before - stoodStill, now: now)
      stoodStill = .zero
      before = now
      frames.begin(.waiting)
      // A renderer that doesn't wait for the display would make frames that nobody sees.
      let spent = elapsed - now
      if spent < pace * 0.8, !isIdle { Thread.sleep(forTimeInterval: (pace * 0.95 - spent) / .seconds(1)) }
    }
    // The state that the last step left, and not one between.
    try show(Frame(session.world.snapshot))
  }

  /// Without a display, each frame as long as it is told.
  func run(frames: FrameLengths.Source) throws {
    var frames = frames
    while !isOver {
      stage.readInput(session.frame)
      try takeActions()
      try frame(frames.next(), now: elapsed)
    }
  }

  private var isOver: Bool { hasQuit || session.isFinished || Program.exitSignals.isRequested }

  var elapsed: Duration { beginning.duration(to: clock.now) }

  private func frame(_ length: Duration, now: Duration) throws {
    feed.set(.frameTime, length / .seconds(1))
    if let report = try session.advance(by: length, elapsed: { elapsed }) { tell(report) }
    frames.begin(.events)
    for stall in frames.takeStalls() { feed.mark("stall: \(stall.phase.title)", .red) }
    rate.count(now)
    advise()
    if now >= statusIsDue {
      renewStatus()
      statusIsDue = now + .milliseconds(100)
    }
    if stage.wantsFrame { framesDue = max(framesDue, 1) }
    guard !stage.isHidden, !session.isPaused || framesDue > 0 else { return }
    try show(session.frame)
    framesDue = max(framesDue - 1, 0)
  }

  private func show(_ frame: Frame) throws {
    frames.begin(.drawing)
    try stage.draw(frame, status: status, panel: panel, facts: readFacts())
    let start = elapsed
    frames.begin(.graph)
    try stage.drawGraph(slide: frame.alpha, isComplete: isRepeatable)
    feed.set(.graphTime, (elapsed - start) / .seconds(1))
    // What the thread in the background finished since the last frame.
    let drawn = feed.drawingTime
    feed.set(.graphWorker, drawn - drawingTime)
    drawingTime = drawn
    frames.begin(.presenting)
    stage.present()
  }

  private var panel: Panel? { showsHelp ? .help(keys) : notices.message.map(Panel.message) }

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

  private func takeActions() throws {
    for action in stage.actions {
      (framesDue, statusIsDue) = (12, .zero)
      try perform(action)
    }
  }

  /// Another world is shown from here on.
  func showWorldAnew() {
    feed = GraphFeed(session.world)
    drawingTime = 0
    status = Status(session.world)
  }

  /// The line of status; ten times per second, for nobody reads faster.
  private func renewStatus() {
    status.step = session.world.steps
    (status.isPaused, status.speed) = (session.isPaused, session.speed)
    status.framesPerSecond = session.isPaused ? nil : rate.perSecond
    status.isSlow = !session.isPaused && rate.perSecond < stage.refreshRate * 3 / 4
    status.dropped = Int(session.dropped / .milliseconds(1))
    status.notice = notices.line(at: elapsed) ?? session.loop.cost.advice
  }

  private func advise() {
    guard !hasAdvised, session.loop.cost.isTooHigh, let advice = session.loop.cost.advice else { return }
    hasAdvised = true
    Program.say("warning: \(advice)")
  }
}

extension Color {
  /// Of marks: what went wrong, and what a person did. A hit's is the graph's own.
  static let red = Color(red: 1, green: 0.42, blue: 0.38)
  static let blue = Color(red: 0.55, green: 0.75, blue: 1)
}
