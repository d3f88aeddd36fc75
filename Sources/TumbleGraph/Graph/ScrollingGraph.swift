import TumbleDrawing
import TumbleGeometry

/// Channels of samples on tiles that scroll by: only what changed is drawn, in the background.
///
/// Use it from one thread. A frame goes so: `append` the samples that came, call `frame(slide:)`, and lay the layers
/// it gives over each other. A tile drawn in the background appears a frame later; where pictures must repeat, call
/// `waitUntilIdle()` before `frame`.
public final class ScrollingGraph {
  public private(set) var channels: [GraphChannel]
  public internal(set) var history: SampleHistory
  /// In order.
  public internal(set) var markers: [GraphMarker] = []
  public internal(set) var statistics = GraphStatistics()

  /// Title, limits, style and so on; changing some of them redraws everything. The first index, `drawsInBackground`
  /// and `straightAlpha` are what the graph was made with.
  public var settings: GraphSettings {
    didSet { if settings != oldValue { settingsChanged(from: oldValue) } }
  }

  /// Where the mouse is, in points from the graph's top left corner; nil where it is elsewhere.
  public var hover: Vector?

  // What is shown.
  var grid: TileGrid
  var size = Size.zero
  var pixelScale = 1.0
  var legend = Legend()
  /// nil while the view follows the newest sample.
  var frozenAt: SamplePosition?
  /// How far the newest sample has slid in.
  var slide = 1.0

  // Tiles.
  var pool = TilePool()
  var slots: [TileSlot] = []
  let queue: RedrawQueue
  var jobs: [TileJob] = []
  /// Jobs that are at the worker.
  var away = 0
  var look = TileLook()
  /// Whether the automatic scale has seen a value.
  var hasScale = false
  /// The greatest magnitude that the automatic scale has seen.
  var largestSeen = 0.0
  // So that a frame without news goes through the tiles only to list them.
  var mayNeedJobs = true
  var mayNeedScale = true
  /// Counts looks: tiles of one epoch go together.
  var epoch = 0
  /// The epoch of the tiles that are shown; behind `epoch` until all tiles are ready.
  var shownEpoch = 0
  /// The scale of the tiles that are shown.
  var shownScale = GraphScale()

  // What lies over them.
  var layers: [GraphLayer] = []
  var chrome = GraphChrome()
  var timeAxis = TimeAxis(rate: 1, atLeast: 1)
  /// Which time label stands for which vertical line.
  var timePool = TilePool()
  let layerLook: LayerLook

  /// - Parameter drawsNowhere: for counting our own allocations: Cairo is not called at all.
  package init(channels: [GraphChannel], settings: GraphSettings, drawsNowhere: Bool) {
    self.channels = channels
    self.settings = settings
    history = SampleHistory(
      channelCount: channels.count, retention: settings.retention, firstIndex: settings.firstIndex)
    grid = Self.grid(settings)
    layerLook = LayerLook(straightAlpha: settings.straightAlpha, drawsNowhere: drawsNowhere)
    queue = RedrawQueue(inBackground: settings.drawsInBackground, drawsNowhere: drawsNowhere)
    look.scale = settings.limits.map { GraphScale(fixed: $0) } ?? GraphScale()
  }

  public convenience init(channels: [GraphChannel], settings: GraphSettings = GraphSettings()) {
    self.init(channels: channels, settings: settings, drawsNowhere: false)
  }

  deinit { queue.close() }

  /// Times what drawing the tiles takes from now on.
  ///
  /// - Parameter clock: seconds that only grow, asked on the thread that draws: that thread's processor time, say.
  public func timeDrawing(by clock: @escaping @Sendable () -> Double) { queue.setClock(clock) }

  /// Ends the background drawing and waits for its thread. The graph shows what it has; later drawings never come.
  public func close() {
    queue.close()
    adoptFinished(all: true)
  }

  static func grid(_ settings: GraphSettings) -> TileGrid {
    TileGrid(
      tileWidth: settings.tileWidth, pointsPerSample: settings.pointsPerSample,
      lineWidth: settings.style.lineWidth)
  }
}

// MARK: Samples

extension ScrollingGraph {
  /// Adds one sample: a value a channel in their order, NaN where there is none.
  public func append(_ values: [Double]) {
    history.append(values)
    let newest = history.newestIndex
    mayNeedScale = true
    sampleChanged(newest)
    if let slot = pool.slot(of: grid.tile(of: newest)) {
      for channel in channels.indices where channels[channel].isOn && channel < values.count {
        slots[slot].include(values[channel])
      }
    }
  }

  /// Marks the newest sample.
  public func mark(_ label: String, color: Color? = nil) {
    var marker = GraphMarker(index: max(history.newestIndex, history.firstIndex), label: label)
    if let color { marker.color = color }
    if markers.count > 4096 { markers.removeFirst(2048) }
    markers.append(marker)
    sampleChanged(marker.index)
  }

  private func sampleChanged(_ index: Int) {
    mayNeedJobs = true
    let tiles = grid.tiles(drawing: index)
    for tile in tiles.lowerBound..<tiles.upperBound + 1 {
      if let slot = pool.slot(of: tile) { slots[slot].sampleChanged(index) }
    }
  }

  /// Switches a channel's line on or off.
  public func setOn(_ isOn: Bool, channel: Int) {
    guard channels.indices.contains(channel), channels[channel].isOn != isOn else { return }
    channels[channel].isOn = isOn
    for slot in slots.indices { measure(slot) }
    mayNeedScale = true
    lookChanged()
    chrome.headerIsStale = true
  }

  /// Switches the channel whose name in the legend is at a point; false where there is none.
  @discardableResult
  public func click(at point: Vector) -> Bool {
    guard let channel = legend.channel(at: point) else { return false }
    setOn(!channels[channel].isOn, channel: channel)
    return true
  }
}
