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
  private let stage: Stage
  private let session: Session
  private var feed: GraphFeed
  /// Reads the scene's file again, with its text.
  private let reload: () throws -> (scene: Scene, content: String)
  /// Whether pictures must repeat: then nothing is left to the background.
  private let isRepeatable: Bool
  private let clock = ContinuousClock()
  private let beginning: ContinuousClock.Instant

  /// Time in this frame in which the world waited for something a person asked for.
  private var stoodStill = Duration.zero
  private var showsHelp = false
  /// A message of several lines over the stage.
  private var message: String?
  private var hasQuit = false
  /// Frames that are drawn although time stands still: what a graph draws in the background comes some frames later.
  private var framesDue = 12
  private var hasAdvised = false
  private var hasJustDropped = false
  /// What went wrong and can be lived with; told until the next restart.
  private var warning: String?
  /// What was just done, and until when it is told of.
  private var news: (text: String, end: Duration)?
  private var drawingTime = 0.0
  private var rate = FrameRate()
  private var status: Status
  private var statusIsDue = Duration.zero

  /// - Parameter reload: Reads the scene's file again, with its text.
  init(
    _ stage: Stage, _ session: Session, _ feed: GraphFeed, isRepeatable: Bool,
    reload: @escaping () throws -> (scene: Scene, content: String)
  ) {
    self.stage = stage
    self.session = session
    self.feed = feed
    self.isRepeatable = isRepeatable
    self.reload = reload
    beginning = clock.now
    status = Status(session.world)
    session.observers = [{ [unowned self] in self.feed.sample($0) }]
    session.onLoss = { [unowned self] in warn($0) }
  }
}

extension Status {
  fileprivate init(_ world: World) {
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
    let pace = Duration.seconds(1) / max(stage.refreshRate, 1)
    var before = elapsed
    while !isOver {
      // Standing still, a look at the input ten times per second is enough until something is done.
      let wasPaused = session.isPaused
      let isIdle = wasPaused && framesDue == 0
      stage.readInput(waitingAtMost: isIdle ? 100 : 0)
      try takeActions()
      let now = elapsed
      // What reading a scene or writing files took is no time that the world missed.
      try frame(wasPaused ? .zero : now - before - stoodStill, now: now)
      stoodStill = .zero
      before = now
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
      stage.readInput()
      try takeActions()
      try frame(frames.next(), now: elapsed)
    }
  }

  private var isOver: Bool { hasQuit || session.isFinished || Program.exitSignals.isRequested }

  private var elapsed: Duration { beginning.duration(to: clock.now) }

  private func frame(_ length: Duration, now: Duration) throws {
    feed.set(.frameTime, length / .seconds(1))
    if let report = try session.advance(by: length, elapsed: { elapsed }) { tell(report) }
    rate.count(now)
    advise()
    if now >= statusIsDue {
      renewStatus()
      statusIsDue = now + .milliseconds(100)
    }
    guard !stage.isHidden, !session.isPaused || framesDue > 0 else { return }
    try show(session.frame)
    framesDue = max(framesDue - 1, 0)
  }

  private func show(_ frame: Frame) throws {
    try stage.draw(frame, status: status, panel: showsHelp ? .help : message.map(Panel.message))
    let start = elapsed
    try stage.drawGraph(slide: frame.alpha, isComplete: isRepeatable)
    feed.set(.graphTime, (elapsed - start) / .seconds(1))
    // What the thread in the background finished since the last frame.
    let drawn = feed.drawingTime
    feed.set(.graphWorker, drawn - drawingTime)
    drawingTime = drawn
    stage.present()
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
      switch action {
      case .command(let command): give(command)
      case .quit: hasQuit = true
      case .dismiss: dismiss()
      case .togglePause:
        session.isPaused.toggle()
        if session.isPaused { feed.mark("pause", .blue) }
      case .step:
        session.isPaused = true
        try session.step()
      case .restart: try standingStill { try restart() }
      case .slowDown: session.slowDown()
      case .toggleHelp: showsHelp.toggle()
      case .graph(.export(let extent)): standingStill { export(extent) }
      case .graph, .toggleFullScreen, .redraw, .texturesLost: break
      }
    }
  }

  private func give(_ command: Command) {
    do {
      try session.give(command)
      if session.isPaused, case .grab = command {
        let text = "paused: what is dragged moves when time goes on (Space) or takes a step (.)"
        news = (text, elapsed + .seconds(4))
      }
    } catch {
      warn("\(error)")
    }
  }

  /// Closes what lies over the stage, the uppermost first; with nothing there it quits.
  private func dismiss() {
    if showsHelp {
      showsHelp = false
    } else if message != nil {
      message = nil
    } else {
      hasQuit = true
    }
  }

  private func standingStill(_ body: () throws -> Void) rethrows {
    let start = elapsed
    defer { stoodStill += elapsed - start }
    try body()
  }

  /// From the scene's file as it is now. Where that has a mistake, it is told and the world goes on as it was.
  private func restart() throws {
    let before = session.world.scene
    (news, message) = (nil, nil)
    do {
      let (scene, content) = try reload()
      let kept = try session.restart(scene, content: content)
      warning = nil
      if let kept { tellNews("kept the recording so far as \(kept)") }
    } catch let error where error is SceneError || error is WorldError {
      let text = Program.explain(error) ?? "\(error)"
      Program.say(text)
      // The line of status has room for one line: the others, which show the place, lie over the stage.
      warning = String(text.prefix { $0 != "\n" })
      message = text
      return
    }
    let world = session.world
    guard world.scene != before else {
      stage.restart()
      feed.restart(world)
      return feed.mark("restart", .blue)
    }
    feed = GraphFeed(world)
    drawingTime = 0
    stage.restart(
      world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(background: world.scene.view.background))
    status = Status(world)
  }

  /// Writes the graph that is shown beside where the program was started.
  private func export(_ extent: ScrollingGraph.Extent) {
    guard let graph = stage.shownGraph else { return tellNews("G shows a graph, and E writes it to files") }
    let export = GraphExport(graph: graph, extent: extent, size: Size(960, 480))
    do {
      let name = try export.write(named: session.world.description.name)
      tellNews("wrote \(name).csv, .svg and .png")
    } catch {
      tellNews("the graph could not be written: \(error)")
    }
  }

  /// Says on standard error what the line of status says too, once.
  private func warn(_ text: String) {
    if text != warning { Program.say("warning: \(text)") }
    warning = text
  }

  private func tellNews(_ text: String) {
    news = (text, elapsed + .seconds(4))
    Program.say(text)
  }

  /// The line of status; ten times per second, for nobody reads faster.
  private func renewStatus() {
    status.step = session.world.steps
    (status.isPaused, status.slowness) = (session.isPaused, session.slowness)
    status.framesPerSecond = session.isPaused ? nil : rate.perSecond
    status.dropped = Int(session.dropped / .milliseconds(1))
    if let news, news.end < elapsed { self.news = nil }
    status.notice = news?.text ?? warning ?? session.loop.cost.advice
  }

  private func advise() {
    guard !hasAdvised, session.loop.cost.isTooHigh, let advice = session.loop.cost.advice else { return }
    hasAdvised = true
    Program.say("warning: \(advice)")
  }
}

/// Frames per second over the last half second.
struct FrameRate {
  private(set) var perSecond = 0
  private var frames = 0
  private var since = Duration.zero

  mutating func count(_ now: Duration) {
    frames += 1
    let time = now - since
    guard time >= .milliseconds(500) else { return }
    perSecond = Int((Double(frames) / (time / .seconds(1))).rounded())
    (frames, since) = (0, now)
  }
}

extension Color {
  /// Of marks: what went wrong, and what a person did. A hit's is the graph's own.
  fileprivate static let red = Color(red: 1, green: 0.42, blue: 0.38)
  fileprivate static let blue = Color(red: 0.55, green: 0.75, blue: 1)
}
