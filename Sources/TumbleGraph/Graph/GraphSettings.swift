/// What a graph is made with.
public struct GraphSettings: Hashable, Sendable {
  public var title = ""
  /// Samples per second, which times are computed with; taken into 1...1,000,000.
  public var rate = 60 { didSet { rate = min(max(rate, 1), 1_000_000) } }
  /// The index of the first sample.
  public var firstIndex = 0
  /// In bytes: how much the samples take at most. Half of it holds the newest samples as they came, the rest older ones
  /// as extremes of ever more samples; see `SampleHistory`.
  public var memory = 16 << 20
  /// In points, 16...256.
  public var tileWidth = 32
  /// From 1/64 to a sixteenth of the tile; see `TileGrid`.
  public var pointsPerSample = 1.0
  /// The values at the bottom and the top; nil: they follow what is in view.
  public var limits: ClosedRange<Double>?
  /// Whether equal factors are equally far apart. Values that are not above 0 are gaps then, and limits that are not are
  /// taken to the smallest that a graph can show.
  public var isLogarithmic = false
  /// Whether channels of another unit than the first one that is on have an axis of their own, at the right.
  public var hasSecondAxis = false
  /// The limits of the axis at the right; nil: they follow what is in view.
  public var secondLimits: ClosedRange<Double>?
  /// Draws one channel over another instead of all over time; nil, or a channel that is not there: over time.
  public var phase: GraphPhase?
  public var thresholds: [GraphThreshold] = []
  /// What marks there may be, for the legend.
  public var marks: [GraphMarkKind] = []
  public var style = GraphStyle()
  /// Whether the title and legend, and the values' and times' labels, are shown.
  public var showsHeader = true
  public var showsLabels = true
  /// Whether tiles are drawn on a thread of the graph's own; else `frame` draws them before it returns.
  public var drawsInBackground = true
  /// Whether layers' colors are not multiplied by alpha, as SDL's blending wants them.
  public var straightAlpha = false

  public init() {}
}

extension GraphSettings {
  /// - Parameter pixelScale: Pixels per point.
  func grid(pixelScale: Double) -> TileGrid {
    TileGrid(
      tileWidth: tileWidth, pointsPerSample: pointsPerSample, lineWidth: style.lineWidth,
      columnsPerPoint: Int(pixelScale.rounded(.up)))
  }
}
