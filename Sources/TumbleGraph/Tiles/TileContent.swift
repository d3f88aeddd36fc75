import TumbleDrawing
import TumbleGeometry

/// What all tiles of a graph share until its scale, height, style or switches change.
struct TileLook: Sendable {
  var grid = TileGrid()
  /// In points.
  var height = 0.0
  /// Pixels a point.
  var pixelScale = 1.0
  var scale = GraphScale()
  /// Room above the upper and below the lower limit, for a line's width and for the times; in points.
  var topMargin = 0.0
  var bottomMargin = 0.0
  /// The colors of the channels that are drawn, in order.
  var colors: [Color] = []
  var lineWidth = 1.5
  var background = Color.black
  var gridColor = Color.white
  var zeroColor = Color.white
  /// The values with a horizontal line.
  var lines: [Double] = []
  var thresholds: [GraphThreshold] = []
  /// Samples from one vertical line to the next, counted from `firstIndex`; 0 for none.
  var timeStep = 0
  var firstIndex = 0
  var straightAlpha = false

  /// Whether a drawn tile's colors must be divided by alpha; such a tile cannot be drawn on again.
  var needsConversion: Bool { straightAlpha && background.alpha < 1 }

  /// The point of a value, from the top; far outside for values beyond the limits, and finite for finite ones.
  func y(of value: Double) -> Double {
    let y = height - bottomMargin - scale.position(of: value) * (height - topMargin - bottomMargin)
    return min(max(y, -100_000), 100_000)
  }
}

/// The values that one drawing shows, copied, so that the history may go on in the meantime.
struct TileContent: Sendable {
  var look = TileLook()
  /// The index of the sample at x = 0.
  var origin = 0
  /// What is in `values`.
  var samples = 0..<0
  /// The drawn channels' samples, one channel after the other.
  var values: [Double] = []
  var markers: [GraphMarker] = []
  /// The column of pixels where the drawing begins; what is left of it stays as it is.
  var firstColumn = 0

  /// Takes the samples of a range from the history; those it does not have are NaN.
  mutating func fill(
    from history: SampleHistory, channels: [GraphChannel], markers allMarkers: [GraphMarker], origin: Int,
    samples wanted: Range<Int>
  ) {
    self.origin = origin
    values.removeAll(keepingCapacity: true)
    samples = wanted.clamped(to: history.indices)
    for channel in channels.indices where channels[channel].isOn {
      history.withValues(channel: channel, in: samples) { values.append(contentsOf: $0) }
    }
    markers.removeAll(keepingCapacity: true)
    guard var i = allMarkers.firstIndex(from: wanted.lowerBound) else { return }
    while i < allMarkers.count, allMarkers[i].index < wanted.upperBound {
      markers.append(allMarkers[i])
      i += 1
    }
  }
}

extension [GraphMarker] {
  /// The first marker at or after a sample, of markers in order; nil for none.
  func firstIndex(from sample: Int) -> Int? {
    let place = partitioningIndex { $0.index >= sample }
    return place < count ? place : nil
  }
}
