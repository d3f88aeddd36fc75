/// What a graph has done so far: for tests, benchmarks and the curious.
public struct GraphStatistics: Hashable, Sendable {
  /// Jobs given to the worker. Every one ends as exactly one of the next three.
  public internal(set) var jobs = 0
  /// Tiles drawn and shown.
  public internal(set) var drawn = 0
  /// Drawings that were no longer wanted.
  public internal(set) var stale = 0
  /// Jobs that ended because the graph was closed.
  public internal(set) var cancelled = 0
  /// Seconds that drawing tiles took, by the clock given to `timeDrawing(by:)`; 0 without one.
  public internal(set) var drawingTime = 0.0
  /// Tiles made; those in view at most.
  public internal(set) var tilesMade = 0
  /// Changes of the automatic scale; each redraws the tiles in view.
  public internal(set) var rescales = 0
}
