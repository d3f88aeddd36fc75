import TumbleFrames

extension Session {
  /// What to draw now: between the latest two steps, as far as time has gone; or the past, where that is looked at.
  public var frame: Frame { viewStep == nil ? world.frame(alpha: loop.alpha) : Frame(viewed) }

  /// Takes the steps that a frame of this length owes.
  ///
  /// - Parameters:
  ///   - length: Of the frame.
  ///   - elapsed: A clock that does not jump.
  /// - Returns: What the frame came to; nil while it is paused, while the past is shown, and while it is run again.
  public func advance(by length: Duration, elapsed: () -> Duration) throws -> FixedStepLoop.Report? {
    if again != nil { try collectRerun() }
    guard again == nil else { return nil }
    guard viewStep == nil else {
      playPast(by: length)
      return nil
    }
    guard !isPaused else { return nil }
    let report = try loop.advance(by: length / slowness, elapsed: elapsed) { try step() }
    dropped += report.dropped
    return report
  }

  /// Half the pace, a quarter, an eighth, and the whole again.
  public func slowDown() { slowness = slowness < 8 ? slowness * 2 : 1 }
}
