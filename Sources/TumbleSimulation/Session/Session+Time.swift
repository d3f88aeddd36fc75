import Foundation

extension Session {
  /// The frame to draw now: between the latest two steps, as far as time has gone; or the past, if that is
  /// looked at.
  public var frame: Frame { viewStep == nil ? world.frame(alpha: loop.alpha) : Frame(viewed) }

  /// Takes the steps that a frame of this length owes.
  /// - Parameters:
  ///   - length: Of the frame.
  ///   - elapsed: A clock that does not jump.
  /// - Returns: What the frame came to; nil while it is paused, while the past is shown, and while it is run
  ///   again.
  public func advance(by length: Duration, elapsed: () -> Duration) throws -> FixedStepLoop.Report? {
    if running != nil { try collectRerun() }
    guard running == nil else { return nil }
    guard viewStep == nil else {
      playPast(by: length)
      return nil
    }
    guard !isPaused else { return nil }
    let report = try loop.advance(by: length, speed: speed, elapsed: elapsed) { try step() }
    dropped += report.dropped
    return report
  }

  /// The range of speeds: from a sixteenth of real time to sixteen times as fast.
  public static let speeds = 1.0 / 16...16

  /// Halves the speed, down to the slowest; from a speed between two, to the next slower power of two.
  public func slowDown() { speed = exp2((log2(speed) - 1e-9).rounded(.up) - 1) }

  /// Doubles the speed, up to the fastest.
  public func speedUp() { speed = exp2((log2(speed) + 1e-9).rounded(.down) + 1) }
}

extension Session {
  /// Shows a step of the past, or the nearest one kept, without simulating; nil shows the present. The world
  /// is paused meanwhile; `resume` continues from the shown step.
  public func view(step: Int?) {
    viewRemainder = 0
    guard let step, let first = history.firstStep else {
      viewStep = nil
      return
    }
    show(min(max(step, first), world.steps))
  }

  private func show(_ step: Int) {
    viewStep = step
    history.nearest(step, into: &viewed)
    // The timeline shows the requested step, and `resume` goes there.
    viewed.bodyIDs = world.snapshot.bodyIDs
  }

  /// Pauses and shows the previous step.
  public func stepBack() {
    isPaused = true
    viewSpeed = 0
    view(step: (viewStep ?? world.steps) - 1)
  }

  /// Pauses and shows the next step; in the present it takes one, unless a rerun is in progress.
  public func stepForward() throws {
    isPaused = true
    viewSpeed = 0
    guard running == nil else { return }
    guard let step = viewStep, step < world.steps else {
      viewStep = nil
      return try self.step()
    }
    view(step: step + 1 == world.steps ? nil : step + 1)
  }

  /// Plays the shown past at `viewSpeed`.
  func playPast(by length: Duration) {
    guard let step = viewStep, viewSpeed != 0 else { return }
    let speed = min(max(viewSpeed, -16), 16)
    let moved = viewRemainder + speed * (length / .seconds(1)) * Double(world.rate)
    let whole = moved.rounded(.down)
    let (first, last) = (history.firstStep ?? 0, world.steps)
    let next = Double(step) + whole
    if speed < 0 ? next <= Double(first) : next >= Double(last) {
      // It stops at the end that it comes to, and not at the one where it began.
      viewSpeed = 0
      show(speed < 0 ? first : last)
      viewRemainder = 0
    } else {
      show(Int(next))
      viewRemainder = moved - whole
    }
  }
}

/// A session was interrupted before its last step.
public struct SessionInterruption: Error, Hashable, CustomStringConvertible {
  /// Steps taken.
  public let step: Int

  /// Creates a value by its parts, which are the properties of the same names.
  public init(step: Int) { self.step = step }

  public var description: String { "interrupted after step \(step)" }
}
