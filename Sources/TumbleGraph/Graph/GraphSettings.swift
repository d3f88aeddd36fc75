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
  /// nil: automatic.
  public var limits: ClosedRange<Double>?
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
  var grid: TileGrid {
    TileGrid(tileWidth: tileWidth, pointsPerSample: pointsPerSample, lineWidth: style.lineWidth)
  }
}
