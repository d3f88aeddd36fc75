import Foundation
import TumbleFrames
import TumbleHeadlessCommands

// Frames one after the other: as a display shows them, or as long as they are said to be.
extension WindowLoop {
  /// Runs in a window, at the display's pace.
  func run() throws {
    // What is drawn once, and what a graphics driver prepares with its first frames, comes before time
    // counts.
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
      // The time before the first frame (loading, opening the window) is no frame.
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

  /// Runs without a display, each frame as long as it is told.
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

  /// Is true if the window is to close; not while a recording is watched that has ended with its world.
  private var isOver: Bool {
    help.hasQuit || session.isFinished && session.viewStep == nil && !recording.isWatching
      || Program.exitSignals.isRequested
  }

  /// The time now.
  var elapsed: Duration { clock() }

  /// The real time since the loop was made.
  static var realTime: @Sendable () -> Duration {
    let clock = ContinuousClock()
    let beginning = clock.now
    return { beginning.duration(to: clock.now) }
  }
}
