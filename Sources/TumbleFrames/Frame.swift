/// The frame that a window draws: the two latest snapshots, and the part of the way between them at which the
/// moment lies.
public struct Frame: Hashable, Sendable {
  public var previous: FrameSnapshot
  public var current: FrameSnapshot
  /// Time left over / step, in 0..<1: 0 draws `previous`, towards 1 nears `current`.
  public var alpha: Double

  public init(previous: FrameSnapshot, current: FrameSnapshot, alpha: Double) {
    self.previous = previous
    self.current = current
    self.alpha = alpha
  }

  /// A frame that stands still: both poses are the same.
  public init(_ snapshot: FrameSnapshot) {
    self.init(previous: snapshot, current: snapshot, alpha: 0)
  }
}
