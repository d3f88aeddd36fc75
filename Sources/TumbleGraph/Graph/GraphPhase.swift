/// Which channel of a graph is drawn over which: the phase view of two quantities.
public struct GraphPhase: Hashable, Sendable {
  /// Along the bottom: the channel's place, counted from 0.
  public var x: Int
  /// Upwards.
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
