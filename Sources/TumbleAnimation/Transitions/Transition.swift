import TumbleGeometry

/// How one picture takes the place of another: a function of progress, as Core Animation's `CATransition`.
///
///     let push = Transition(.push, from: .left, duration: 0.5)
///     let progress = push.progress(at: 0.25)  // nil once it is over
public struct Transition: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The new one appears over the old one, which goes in the second half.
    case fade
    /// The new one slides over the old one.
    case moveIn = "move-in"
    /// The new one slides in and the old one out before it.
    case push
    /// The old one slides away from the new one.
    case reveal
  }

  /// The side that the motion begins at.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    case left
    case right
    case top
    case bottom
  }

  public var kind: Kind
  /// Of no meaning for a fade.
  public var side: Side
  /// In seconds.
  public var duration: Double
  public var timingFunction: TimingFunction
  /// Where in the whole it begins, 0 to 1.
  public var startProgress: Double
  /// Where it ends; the new picture shows then.
  public var endProgress: Double

  public init(
    _ kind: Kind = .fade, from side: Side = .left, duration: Double = MediaTiming.defaultDuration,
    timingFunction: TimingFunction = .ease, startProgress: Double = 0, endProgress: Double = 1
  ) {
    self.kind = kind
    self.side = side
    self.duration = duration
    self.timingFunction = timingFunction
    self.startProgress = startProgress
    self.endProgress = endProgress
  }

  /// What is wrong, as a sentence without a full stop; nil if nothing is.
  public var problem: String? {
    guard duration >= 0, duration.isFinite else { return "the duration must be finite and not negative" }
    guard startProgress >= 0, endProgress <= 1, startProgress <= endProgress else {
      return "the start and the end progress must be from 0 to 1, and the end not before the start"
    }
    return nil
  }

  /// How far it has come, 0 to 1, at a time in seconds after its begin; nil before it and when it is over.
  public func progress(at time: Double) -> Double? {
    guard problem == nil, time >= 0, time < duration else { return nil }
    // A curve that overshoots has nothing to show there.
    let progress = min(max(timingFunction.value(at: time / duration), 0), 1)
    return startProgress + (endProgress - startProgress) * progress
  }
}
