import Foundation
import TumbleFrames

extension Session {
  /// The frame to draw now: between the latest two steps, as far as time has gone; or the past, if that is
  /// looked at.
  public var frame: Frame { viewStep == nil ? world.frame(alpha: loop.alpha) : Frame(viewed) }

  /// Takes the steps that a frame of this length owes.
  ///
  /// - Parameters:
  ///   - length: Of the frame.
  ///   - elapsed: A clock that does not jump.
  /// - Returns: What the frame came to; nil while it is paused, while the past is shown, and while it is run
  ///   again.
  public func advance(by length: Duration, elapsed: () -> Duration) throws -> FixedStepLoop.Report? {
    if rerun != nil { try collectRerun() }
    guard rerun == nil else { return nil }
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

  /// Half the speed, down to the slowest; from a speed between two, to the next slower power of two.
  public func slowDown() { speed = exp2((log2(speed) - 1e-9).rounded(.up) - 1) }

  /// Twice the speed, up to the fastest.
  public func speedUp() { speed = exp2((log2(speed) + 1e-9).rounded(.down) + 1) }
}
