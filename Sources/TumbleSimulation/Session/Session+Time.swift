import TumbleFrames

extension Session {
  /// What to draw now: between the latest two steps, as far as time has gone.
  public var frame: Frame { world.frame(alpha: loop.alpha) }

  /// Takes the steps that a frame of this length owes.
  ///
  /// - Parameters:
  ///   - length: Of the frame.
  ///   - elapsed: A clock that does not jump.
  /// - Returns: What the frame came to; nil while it is paused.
  public func advance(by length: Duration, elapsed: () -> Duration) throws -> FixedStepLoop.Report? {
    guard !isPaused else { return nil }
    let report = try loop.advance(by: length / slowness, elapsed: elapsed) { try step() }
    dropped += report.dropped
    return report
  }

  /// Half the pace, a quarter, an eighth, and the whole again.
  public func slowDown() { slowness = slowness < 8 ? slowness * 2 : 1 }
}
