/// The options for what a session keeps of its past.
public struct TimelineOptions: Hashable, Sendable {
  /// The budget for snapshots, in bytes.
  public var historyBudget: Int
  /// Worlds kept at steps of the past so that undo is fast: each takes as much memory as the world.
  public var checkpoints: Int

  public init(historyBudget: Int = 256 << 20, checkpoints: Int = 6) {
    self.historyBudget = historyBudget
    self.checkpoints = checkpoints
  }
}
