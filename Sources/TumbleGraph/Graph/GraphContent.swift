import TumbleGeometry

/// What a graph is about: its channels, their samples and the markers on them.
struct GraphContent: Sendable {
  var channels: [GraphChannel]
  var history: SampleHistory
  /// On which axis each channel stands.
  var axes = GraphAxes()
  /// In order.
  var markers: [GraphMarker] = []

  private static let maximumMarkers = 4096

  /// Marks the newest sample; of very many markers, the oldest are dropped.
  mutating func mark(_ marker: GraphMarker) {
    if markers.count > Self.maximumMarkers { markers.removeFirst(Self.maximumMarkers / 2) }
    markers.append(marker)
  }

  /// The positions of the markers at some samples.
  func markers(in samples: Range<Int>) -> Range<Int> {
    let first = markers.partitioningIndex { $0.index >= samples.lowerBound }
    let end = markers[first...].partitioningIndex { $0.index >= samples.upperBound }
    return first..<end
  }

  /// The lowest and the highest values that the channels that are on have at some samples, of each axis.
  func extremes(in samples: Range<Int>) -> AxisExtremes {
    var extremes = AxisExtremes()
    for channel in channels.indices where channels[channel].isOn {
      guard
        let own = history.extremes(channel: channel, in: samples, aboveZero: axes.isLogarithmic)
      else { continue }
      let isSecond = axes.isOnSecond(channel)
      extremes.include(own.lowerBound, isSecond: isSecond)
      extremes.include(own.upperBound, isSecond: isSecond)
    }
    return extremes
  }
}
