import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// A playback on a stage: frame after frame until somebody quits or the last step is taken.
final class WindowLoop {
  private let stage: Stage
  private let playback: Playback
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
  private var hasQuit = false
  /// Frames that are drawn although time stands still: what a graph draws in the background comes some frames later.
  private var framesDue = 12
  private var hasAdvised = false
  private var hasJustDropped = false
  private var warned: String?
  /// What was just done, and until when it is told of.
  private var news: (text: String, end: Duration)?
  private var drawingTime = 0.0
  private var rate = FrameRate()
  private var status: Status
  private var statusIsDue = Duration.zero

  /// - Parameter reload: Reads the scene's file again, with its text.
  init(
    _ stage: Stage, _ playback: Playback, _ feed: GraphFeed, isRepeatable: Bool,
    reload: @escaping () throws -> (scene: Scene, content: String)
  ) {
    self.stage = stage
    self.playback = playback
    self.feed = feed
    self.isRepeatable = isRepeatable
    self.reload = reload
    beginning = clock.now
    status = Status(playback.world)
    playback.onStep = feed.sample
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
    for _ in 0..<3 { try show(playback.frame) }
    let pace = Duration.seconds(1) / max(stage.refreshRate, 1)
    var before = elapsed
    while !hasQuit, !playback.isFinished {
      // Standing still, a look at the input ten times per second is enough until something is done.
      let wasPaused = playback.isPaused
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
    try show(Frame(playback.world.snapshot))
  }

  /// Without a display, each frame as long as it is told.
  func run(frames: FrameLengths.Source) throws {
    var frames = frames
    while !hasQuit, !playback.isFinished {
      stage.readInput()
      try takeActions()
      try frame(frames.next(), now: elapsed)
    }
  }

  private var elapsed: Duration { beginning.duration(to: clock.now) }

  private func frame(_ length: Duration, now: Duration) throws {
    feed.set(.frameTime, length / .seconds(1))
    if let report = try playback.advance(by: length, elapsed: { elapsed }) { tell(report) }
    rate.count(now)
    advise()
    if now >= statusIsDue {
      renewStatus()
      statusIsDue = now + .milliseconds(100)
    }
    guard !stage.isHidden, !playback.isPaused || framesDue > 0 else { return }
    try show(playback.frame)
    framesDue = max(framesDue - 1, 0)
  }

  private func show(_ frame: Frame) throws {
    try stage.draw(frame, status: status, showsHelp: showsHelp)
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
    feed.set(.stepCost, playback.loop.cost.average / .seconds(1))
    feed.set(.timeDropped, playback.dropped / .seconds(1))
    // Where the machine does not keep up at all, a line a frame would hide the rest.
    if report.droppedSteps > 0, !hasJustDropped { feed.mark("time dropped", .red) }
    hasJustDropped = report.droppedSteps > 0
  }

  private func takeActions() throws {
    for action in stage.actions {
      (framesDue, statusIsDue) = (12, .zero)
      switch action {
      case .command(let command): playback.give(command)
      case .quit: hasQuit = true
      case .togglePause:
        playback.isPaused.toggle()
        if playback.isPaused { feed.mark("pause", .blue) }
      case .step:
        playback.isPaused = true
        try playback.step()
      case .restart: try standingStill { try restart() }
      case .slowDown: playback.slowDown()
      case .toggleHelp: showsHelp.toggle()
      case .graph(.export(let extent)): standingStill { export(extent) }
      case .graph, .toggleFullScreen, .redraw, .texturesLost: break
      }
    }
  }

  private func standingStill(_ body: () throws -> Void) rethrows {
    let start = elapsed
    defer { stoodStill += elapsed - start }
    try body()
  }

  /// From the scene's file as it is now. Where that has a mistake, it is told and the world goes on as it was.
  private func restart() throws {
    let before = playback.world.scene
    news = nil
    do {
      let (scene, content) = try reload()
      try playback.restart(scene, content: content)
    } catch let error where error is SceneError || error is WorldError {
      Ending.tell(error)
      playback.warn(String("\(error)".prefix { $0 != "\n" }))
      warned = playback.warning
      return
    }
    let world = playback.world
    guard world.scene != before else {
      stage.restart()
      feed.restart(world)
      return feed.mark("restart", .blue)
    }
    feed = GraphFeed(world)
    drawingTime = 0
    playback.onStep = feed.sample
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
      let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      let name = try export.write(named: playback.world.description.name, into: folder)
      tellNews("wrote \(name).csv, .svg and .png")
    } catch {
      tellNews("the graph could not be written: \(error.localizedDescription)")
    }
  }

  private func tellNews(_ text: String) {
    news = (text, elapsed + .seconds(4))
    Ending.say(text)
  }

  /// The line of status; ten times per second, for nobody reads faster.
  private func renewStatus() {
    status.step = playback.world.steps
    (status.isPaused, status.slowness) = (playback.isPaused, playback.slowness)
    status.framesPerSecond = playback.isPaused ? nil : rate.perSecond
    status.dropped = Int(playback.dropped / .milliseconds(1))
    if let news, news.end < elapsed { self.news = nil }
    status.notice = news?.text ?? playback.warning ?? playback.loop.cost.advice
  }

  /// Says on standard error what the line of status says too, once.
  private func advise() {
    if let warning = playback.warning, warning != warned {
      warned = warning
      Ending.say("warning: \(warning)")
    }
    guard !hasAdvised, playback.loop.cost.isTooHigh, let advice = playback.loop.cost.advice else { return }
    hasAdvised = true
    Ending.say("warning: \(advice)")
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
