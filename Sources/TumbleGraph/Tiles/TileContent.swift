/// What one drawing shows, copied, so that the history may go on in the meantime.
struct TileContent: Sendable {
  var look = TileLook()
  /// The index of the sample at x = 0.
  var origin = 0
  /// The corners of the lines of the drawn channels, one channel after the other.
  var points: [LinePoint] = []
  /// Where each channel's corners end in `points`.
  var lineEnds: [Int] = []
  var markers: [GraphMarker] = []
  /// The samples with a vertical line.
  var timeLines: [Int] = []
  /// The column of pixels where the drawing begins; what is left of it stays as it is.
  var firstColumn = 0

  /// Takes over what there is to see of some samples.
  ///
  /// - Parameters:
  ///   - origin: the sample at the drawing's left edge.
  ///   - samples: those that are drawn, and the vertical lines at them; beyond those that there are, the lines alone.
  mutating func fill(from content: GraphContent, origin: Int, samples: Range<Int>) {
    self.origin = origin
    points.removeAll(keepingCapacity: true)
    lineEnds.removeAll(keepingCapacity: true)
    for channel in content.channels.indices where content.channels[channel].isOn {
      var line = LineReducer(origin: origin, samplesPerColumn: look.grid.samplesPerColumn)
      content.history.forEachValue(channel: channel, in: samples) { index, value, startsRun in
        line.add(content.axes.shows(value) ? value : .nan, at: index, startsRun: startsRun, to: &points)
      }
      line.finish(&points)
      lineEnds.append(points.count)
    }
    markers.removeAll(keepingCapacity: true)
    let near = content.markers(in: samples)
    markers.append(contentsOf: content.markers[near])
    timeLines.removeAll(keepingCapacity: true)
    look.timeAxis.forEachLine(in: samples, of: content.history) { timeLines.append($0) }
  }
}
