import Foundation

extension ScrollingGraph {
  /// The part of a graph that is exported.
  public enum Extent: Hashable, Sendable {
    /// The part in view, of the channels that are on.
    case seen
    /// All samples that are kept, of all channels.
    case everything
  }

  /// Samples as comma-separated text: those that are kept as they came, which `history.fullIndices` tells.
  public func csv(_ extent: Extent) -> String {
    var table = SampleTable(channels: channels, history: history, rate: settings.rate)
    if extent == .seen {
      table.range = visibleIndices
      for i in channels.indices where !channels[i].isOn { table.omitted.insert(i) }
    }
    return table.csv
  }

  /// A still picture with axes; write its `bitmap` with `PNG`, or its `svg` or `pdf`.
  ///
  /// Channels of different units stand in panels of their own, or, with a second axis, on both axes of one.
  public func picture(_ extent: Extent) -> Plot {
    let range = extent == .seen ? visibleIndices : history.indices
    let shown = channels.indices.filter { extent == .everything || channels[$0].isOn }
    var units: [String] = []
    for channel in shown where !units.contains(channels[channel].unit) {
      units.append(channels[channel].unit)
    }
    let second = settings.hasSecondAxis && units.count > 1 ? units[1] : nil
    let groups = second == nil ? units.map { [$0] } : [units]
    var panels = groups.map { group in
      panel(shown.filter { group.contains(channels[$0].unit) }, in: range, isFirst: group == groups.first)
    }
    if panels.isEmpty { panels = [panel([], in: range, isFirst: true)] }
    var plot = Plot(panels, style: settings.style)
    plot.title = settings.title
    return plot
  }

  private func panel(_ shown: [Int], in range: Range<Int>, isFirst: Bool) -> PlotPanel {
    let rate = Double(settings.rate)
    /// Seconds from the first sample of the run with which the picture begins.
    func time(_ index: Int) -> Double { Double(index - history.firstIndex) / rate }
    var x = PlotAxis.time()
    if !range.isEmpty { (x.lower, x.upper) = (time(range.lowerBound), time(range.upperBound - 1)) }
    x.restarts = history.runStarts.map(time)
    let units = shown.map { channels[$0].unit }.uniqued()
    func axis(_ units: [String]) -> PlotAxis {
      var axis = PlotAxis(unit: units.count == 1 ? units[0] : "")
      let own = shown.filter { units.contains(channels[$0].unit) }
      if own.count == 1 { axis.title = channels[own[0]].name }
      axis.isLogarithmic = settings.isLogarithmic
      return axis
    }
    var panel = PlotPanel(
      shown.map { channel in
        var line = PlotLine(
          channels[channel].name,
          history.points(channel: channel, in: range) { time($0) },
          color: settings.style.color(of: channels[channel], at: channel))
        line.isOnSecondAxis = settings.hasSecondAxis && units.count > 1 && channels[channel].unit != units[0]
        return line
      }, x: x, y: axis(settings.hasSecondAxis ? Array(units.prefix(1)) : units))
    if settings.hasSecondAxis, units.count > 1 {
      var second = axis(Array(units.dropFirst()))
      (second.lower, second.upper) = (settings.secondLimits?.lowerBound, settings.secondLimits?.upperBound)
      panel.secondY = second
    }
    if isFirst {
      (panel.y.lower, panel.y.upper) = (settings.limits?.lowerBound, settings.limits?.upperBound)
      panel.thresholds = settings.thresholds
    }
    panel.marks = markers.filter { range.contains($0.index) }.map { marker in
      PlotMark(
        x: time(marker.index),
        kind: settings.marks.first { $0.color == marker.color }?.name ?? "",
        label: isFirst ? marker.label : "", color: marker.color)
    }
    return panel
  }
}

extension SampleHistory {
  /// Returns the stored samples of a channel as the points of a line, interrupted between runs.
  /// - Parameter x: Where a sample stands, by its index.
  public func points(channel: Int, in range: Range<Int>, x: (_ index: Int) -> Double) -> [Vector] {
    var points: [Vector] = []
    points.reserveCapacity(min(range.count, storedCount) + 2)
    forEachValue(channel: channel, in: range) { index, value, startsRun in
      if startsRun, !points.isEmpty { points.append(Vector(.nan, .nan)) }
      points.append(Vector(x(index), value))
    }
    return points
  }
}

/// Counts of what a graph has done so far: for tests, benchmarks and the curious.
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

/// The channels of a graph, their samples and the markers on them.
struct GraphContent: Sendable {
  var channels: [GraphChannel]
  var history: SampleHistory
  /// The axis of each channel.
  var axes = GraphAxes()
  /// The markers in order.
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
