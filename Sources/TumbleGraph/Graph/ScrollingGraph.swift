/// Channels of samples on tiles that scroll by: only what changed is drawn, in the background.
///
/// Use it from one thread. A frame goes so: `append` the samples that came, call `frame(slide:)`, and lay the
/// layers it gives over each other. A tile drawn in the background appears a frame later; where pictures must
/// repeat, call `waitUntilIdle()` before `frame`.
public final class ScrollingGraph {
  /// Title, limits, style and so on; changing some of them redraws everything. The first index, the memory,
  /// `drawsInBackground` and `straightAlpha` are what the graph was made with.
  public var settings: GraphSettings {
    didSet { if settings != oldValue { settingsChanged() } }
  }

  /// The position of the mouse, in points from the graph's top left corner; nil where it is elsewhere.
  public var hover: Vector?

  private(set) var content: GraphContent
  var viewport: GraphViewport
  private(set) var scale = AutoScale()
  private(set) var secondScale = AutoScale()
  private(set) var tiles: TileBoard
  var chrome: GraphChrome
  private var layers: [GraphLayer] = []
  /// Is true if samples have come or tiles have entered since the scale was found.
  private var mayNeedScale = true

  /// - Parameters:
  ///   - surface: Where tiles and labels are drawn.
  ///   - history: Samples that were taken before, of as many channels; nil: none.
  ///   - markers: On those samples, in order.
  package init(
    channels: [GraphChannel], settings: GraphSettings, surface: DrawingSurface,
    history: SampleHistory? = nil, markers: [GraphMarker] = []
  ) {
    self.settings = settings
    let history =
      history
      ?? SampleHistory(channelCount: channels.count, memory: settings.memory, firstIndex: settings.firstIndex)
    content = GraphContent(channels: channels, history: history, markers: markers)
    viewport = GraphViewport(grid: settings.grid(pixelScale: 1), samples: history.indices)
    let target = LayerTarget(surface: surface, straightAlpha: settings.straightAlpha)
    let queue = RedrawQueue(inBackground: settings.drawsInBackground, surface: surface)
    tiles = TileBoard(queue: queue, target: target)
    chrome = GraphChrome(target: target)
    settingsChanged()
  }

  /// Creates a graph without samples.
  public convenience init(channels: [GraphChannel], settings: GraphSettings = GraphSettings()) {
    self.init(channels: channels, settings: settings, surface: .bitmap, history: nil)
  }

  deinit { tiles.queue.close() }
}

extension ScrollingGraph {
  /// The channels in the order of a sample's numbers.
  public var channels: [GraphChannel] { content.channels }
  /// The samples that are kept.
  public var history: SampleHistory { content.history }
  /// The markers in order.
  public var markers: [GraphMarker] { content.markers }
  /// The counts of what was drawn so far, for measurements.
  public var statistics: GraphStatistics {
    var statistics = tiles.statistics
    statistics.rescales = scale.changes + secondScale.changes
    return statistics
  }

  /// Times what drawing the tiles takes from now on.
  ///
  /// - Parameter clock: Seconds that only grow, asked on the thread that draws: that thread's processor time,
  ///   say.
  public func timeDrawing(by clock: @escaping @Sendable () -> Double) { tiles.queue.setClock(clock) }

  /// Ends the background drawing and waits for its thread. The graph shows what it has; later drawings never
  /// come.
  public func close() {
    tiles.queue.close()
    tiles.adoptFinished(all: true)
  }
}

// MARK: Samples

extension ScrollingGraph {
  /// Adds one sample: a value per channel in their order, NaN where there is none.
  public func append(_ values: [Double]) {
    content.history.append(values)
    let newest = content.history.newestIndex
    viewport.samples = content.history.indices
    mayNeedScale = true
    tiles.sampleChanged(newest)
    tiles.include(values, at: newest, of: content)
  }

  /// Replaces the newest sample by one of the same moment.
  package func replaceNewest(_ values: [Double]) {
    guard !content.history.isEmpty else { return append(values) }
    content.history.replaceNewest(values)
    let newest = content.history.newestIndex
    mayNeedScale = true
    tiles.sampleChanged(newest)
    tiles.measureAll(content)
  }

  /// Begins a new run, such as after a restart: the lines are interrupted, and the times of what comes now
  /// count from 0.
  public func beginRun() {
    let end = content.history.endIndex
    // Wide enough to be seen where there are a hundred points per second or so.
    content.history.beginRun(afterGapOf: settings.rate / 16 + 1)
    viewport.samples = content.history.indices
    // The vertical lines are others from here on.
    for index in end...content.history.endIndex { tiles.sampleChanged(index) }
    chrome.becomeStale()
  }

  /// Marks the newest sample.
  public func mark(_ label: String, color: Color? = nil) {
    var marker = GraphMarker(
      index: max(content.history.newestIndex, content.history.firstIndex), label: label)
    if let color { marker.color = color }
    content.mark(marker)
    tiles.sampleChanged(marker.index)
  }

  /// Switches a channel's line on or off.
  public func setOn(_ isOn: Bool, channel: Int) {
    guard channels.indices.contains(channel), channels[channel].isOn != isOn else { return }
    content.channels[channel].isOn = isOn
    content.axes = GraphAxes(content.channels, settings)
    tiles.measureAll(content)
    mayNeedScale = true
    lookChanged()
    chrome.becomeStale()
  }

  /// Switches the channel whose name in the legend is at a point; false where there is none.
  @discardableResult
  public func click(at point: Vector) -> Bool {
    guard let channel = chrome.header.legend.channel(at: point) else { return false }
    setOn(!channels[channel].isOn, channel: channel)
    return true
  }
}

// MARK: What follows a change

extension ScrollingGraph {

  private func settingsChanged() {
    viewport.setGrid(settings.grid(pixelScale: viewport.pixelScale), around: nil)
    let axes = GraphAxes(content.channels, settings)
    if axes != content.axes {
      content.axes = axes
      tiles.measureAll(content)
      mayNeedScale = true
    }
    placeChanged()
  }

  /// Lays out again: the size, or what there is beside the plot, may be another.
  func placeChanged() {
    chrome.header.place(settings, channels, in: viewport.size)
    viewport.headerHeight = chrome.header.height
    let (lines, isLogarithmic) = (viewport.gridLines, settings.isLogarithmic)
    if scale.set(limits: settings.limits, lines: lines, isLogarithmic: isLogarithmic) {
      _ = scale.follow(tiles.extremes[isSecond: false], isForced: true)
    }
    if secondScale.set(limits: settings.secondLimits, lines: lines, isLogarithmic: isLogarithmic) {
      _ = secondScale.follow(tiles.extremes[isSecond: true], isForced: true)
    }
    lookChanged()
    chrome.becomeStale()
  }

  /// Draws all tiles again after a change of the look that they share. They are shown when all are drawn.
  private func lookChanged() {
    let (style, height) = (settings.style, viewport.plotHeight)
    var look = TileLook(
      grid: viewport.grid, scale: scale.scale,
      second: content.axes.hasSecond ? secondScale.scale : nil, content: content, settings: settings)
    look.height = height
    look.pixelScale = viewport.pixelScale
    look.lineWidth = min(style.lineWidth, Double(viewport.grid.tileWidth) / 4)
    look.topMargin = min(look.lineWidth + 3, height / 4)
    look.bottomMargin =
      TimeLabels.isShown(settings, height: height)
      ? TimeLabels.height(style) + 1 : look.topMargin
    look.timeAxis = TimeAxis(rate: settings.rate, atLeast: 90 / viewport.grid.pointsPerSample)
    look.straightAlpha = settings.straightAlpha
    let before = tiles.look
    tiles.setLook(look, keepingTiles: look.grid == before.grid && look.pixelScale == before.pixelScale)
    chrome.labelsBecomeStale()
  }
}

// MARK: Frames

extension ScrollingGraph {
  /// Returns the layers to show now, in the order in which they cover each other, in pixels from the graph's
  /// top left corner.
  ///
  /// Let go of them before the next frame: a bitmap that is still held is copied before it is drawn on again.
  /// - Parameter slide: How far the newest sample has come in, 0...1: the part of a sample's time that has
  ///   passed since it came. 1 shows it at the right edge.
  public func frame(slide: Double = 1) -> [GraphLayer] {
    if !settings.drawsInBackground { waitUntilIdle(slide: slide) } else { update(slide: slide) }
    tiles.submit()
    return layers
  }

  /// Draws all that there is to draw, and returns when the next `frame` will show it.
  public func waitUntilIdle(slide: Double = 1) {
    repeat {
      update(slide: slide)
      let isDone = tiles.isIdle
      if isDone { return }
      tiles.submit()
      tiles.adoptFinished(all: true)
    } while true
  }

  /// Draws the frame as one picture, over what is there, cut off at the graph's edges.
  public func compose(into picture: inout Bitmap, slide: Double = 1) {
    precondition(!settings.straightAlpha, "layers for SDL's blending cannot be composed here")
    for layer in frame(slide: slide) { picture.blend(layer.bitmap, x: layer.x, y: layer.y) }
  }

  private func update(slide: Double) {
    // First of all: while the layers hold a bitmap, drawing on it would copy it.
    layers.removeAll(keepingCapacity: true)
    viewport.setSlide(slide)
    tiles.adoptFinished(all: false)
    if tiles.show(viewport, content) { mayNeedScale = true }
    if mayNeedScale {
      mayNeedScale = false
      let extremes = tiles.extremes
      let isOther = scale.follow(extremes[isSecond: false], isForced: false)
      let isSecondOther =
        content.axes.hasSecond && secondScale.follow(extremes[isSecond: true], isForced: false)
      if isOther || isSecondOther { lookChanged() }
    }
    if tiles.showNewLook() { chrome.labelsBecomeStale() }
    tiles.makeJobs(content, viewport)
    if snapshot.phase == nil { tiles.addLayers(to: &layers, viewport) }
    chrome.addLayers(to: &layers, snapshot)
  }

  /// The values to show over the tiles.
  var snapshot: GraphSnapshot {
    // With the scale that the tiles show.
    var look = tiles.look
    (look.scale, look.secondScale) = (tiles.shownScale, tiles.shownSecondScale)
    return GraphSnapshot(
      content: content, settings: settings, viewport: viewport, look: look,
      noise: (scale.noise, secondScale.noise),
      hover: hover)
  }
}

// Which samples are seen, and where.
extension ScrollingGraph {
  /// Gives the graph its place. Sides are taken into 0...32,767 pixels; ones that are not finite count as 0.
  /// - Parameters:
  ///   - width: In points, the legend and the labels included.
  ///   - height: In points, too.
  ///   - scale: Pixels per point, 0.25...8; a tile's width is rounded to whole pixels.
  public func layout(width: Double, height: Double, scale: Double = 1) {
    guard viewport.layOut(width: width, height: height, scale: scale) else { return }
    viewport.setGrid(settings.grid(pixelScale: viewport.pixelScale), around: nil)
    placeChanged()
  }

  /// Is true if the graph follows the newest sample, and false while it shows a part of the past.
  public var isFollowing: Bool { viewport.frozenAt == nil }

  /// Stands still from now on, while data keeps coming.
  public func freeze() {
    if isFollowing { viewport.freeze() }
    chrome.header.becomeStale()
  }

  /// Goes back to the newest sample and stays with it.
  public func follow() {
    viewport.follow()
    chrome.header.becomeStale()
  }

  /// The number of samples before the newest one at which the view ends as long as it follows: where a past
  /// is shown.
  public var lag: Int {
    get { viewport.lag }
    set {
      guard newValue != viewport.lag else { return }
      viewport.lag = max(newValue, 0)
      chrome.header.becomeStale()
    }
  }

  /// Moves towards older samples, or newer ones where negative; reaching the newest makes the view follow
  /// again.
  public func scrollBack(by points: Double) {
    viewport.scrollBack(by: points)
    chrome.header.becomeStale()
  }

  /// Shows more time (negative steps) or less, by doubling; the time at `x` (the right edge if nil) stays
  /// there.
  public func zoom(by steps: Int, around x: Double? = nil) {
    guard let points = viewport.pointsPerSample(zoomedBy: steps) else { return }
    var wanted = settings
    wanted.pointsPerSample = points
    viewport.setGrid(wanted.grid(pixelScale: viewport.pixelScale), around: x)
    settings = wanted
  }

  /// The position at the right edge.
  public var rightEdge: SamplePosition { viewport.rightEdge }

  /// The plot's height without the legend, in points.
  public var plotHeight: Double { viewport.plotHeight }

  /// The values at the bottom and the top of the axes; the second is nil where there is one only.
  public var shownLimits: (first: ClosedRange<Double>, second: ClosedRange<Double>?) {
    func limits(_ scale: GraphScale) -> ClosedRange<Double> { scale.lower...scale.upper }
    return (limits(scale.scale), content.axes.hasSecond ? limits(secondScale.scale) : nil)
  }

  /// The samples in view that exist.
  public var visibleIndices: Range<Int> { viewport.visibleIndices }

  /// The sample nearest to a point of the plot; nil where there is none.
  public func sample(at x: Double) -> Int? { viewport.sample(at: x) }

  /// Seconds from the first sample of the run that a sample belongs to.
  public func time(of index: Int) -> Double { Double(history.samplesIntoRun(index)) / Double(settings.rate) }
}

/// The values of a graph in one frame, for what lies over its tiles.
struct GraphSnapshot {
  let content: GraphContent
  let settings: GraphSettings
  let viewport: GraphViewport
  let look: TileLook
  /// Values closer to 0 than this are the noise of rounding: on the left axis, and on the right one.
  let noise: (first: Double, second: Double)
  /// The position of the mouse, in points; nil where it is elsewhere.
  let hover: Vector?

  /// The two channels that are drawn over each other; nil: everything over time.
  var phase: GraphPhase? {
    guard let phase = settings.phase, content.channels.indices.contains(phase.x),
      content.channels.indices.contains(phase.y)
    else { return nil }
    return phase
  }

  /// The newest value of a channel, or that at a sample, as text.
  func text(of channel: Int, at index: Int, unit: String) -> String {
    let value = content.history[channel, index]
    let noise = content.axes.isOnSecond(channel) ? noise.second : noise.first
    return NumberText.text(abs(value) < noise ? 0 : value, unit: unit)
  }

  /// Returns the position of a channel's value, in points from the plot's top.
  func y(of value: Double, channel: Int) -> Double {
    look.y(of: value, isSecond: content.axes.isOnSecond(channel))
  }
}

/// The channels of a phase view: one quantity of a graph over another.
public struct GraphPhase: Hashable, Sendable {
  /// The channel along the bottom, by its index.
  public var x: Int
  /// The channel upwards, by its index.
  public var y: Int

  /// Creates a value by its parts, which are the properties of the same names.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
