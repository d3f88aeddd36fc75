/// The slots of tiles: those of tiles that left the view are used again before a new one is made.
///
/// A slot is a number from 0; the drawing code keeps a picture for each. There are never more than were
/// needed at once.
public struct TilePool: Sendable {
  /// Slots made so far; they are numbered 0..<made.
  public private(set) var made = 0
  /// The tiles in view.
  public private(set) var tiles: Range<Int> = 0..<0

  /// The slots of `tiles`, in order.
  private var slots: [Int] = []
  private var reusable: [Int] = []
  private var scratch: [Int] = []

  /// Creates a pool without slots.
  public init() {}

  /// The slot of a tile; nil where it is not in view.
  public func slot(of tile: Int) -> Int? { tiles.contains(tile) ? slots[tile - tiles.lowerBound] : nil }

  /// Brings these tiles into view, and no others.
  /// - Parameters:
  ///   - wanted: Tiles side by side.
  ///   - assign: Called for every tile that was not in view before, with the slot that stands for it now.
  public mutating func show(_ wanted: Range<Int>, assign: (_ slot: Int, _ tile: Int) -> Void) {
    guard wanted != tiles else { return }
    // What leaves comes first, so that it can be used for what enters.
    for tile in tiles where !wanted.contains(tile) { reusable.append(slots[tile - tiles.lowerBound]) }
    scratch.removeAll(keepingCapacity: true)
    for tile in wanted { scratch.append(tiles.contains(tile) ? slots[tile - tiles.lowerBound] : -1) }
    let before = tiles
    swap(&slots, &scratch)
    tiles = wanted
    for tile in wanted where !before.contains(tile) {
      let slot = dequeue()
      slots[tile - wanted.lowerBound] = slot
      assign(slot, tile)
    }
  }

  private mutating func dequeue() -> Int {
    if let slot = reusable.popLast() { return slot }
    made += 1
    return made - 1
  }
}

/// A tile that is used again and again: what it shows, and where it is drawn next.
struct TileSlot: Sendable {
  var tile = 0
  /// Grows when the pixels that may be on their way are no longer wanted.
  var generation = 0
  var layer: GraphLayer
  /// The bitmap for the next drawing, or for one that is held; empty while a job has it.
  var spare = Bitmap(width: 0, height: 0)
  /// Is true while a job of the slot is at the worker.
  var isAway = false
  /// Is true if samples have come, or the look has changed, since the last job was made.
  var isDirty = false
  /// Is true while the spare bitmap is drawn in the new look and waits for the other tiles.
  var isHeld = false
  /// The first sample that has changed since the layer's pixels, and since the spare ones: only what follows
  /// is drawn again. `Int.min` for all of it.
  var layerIsOldFrom = Int.min
  var spareIsOldFrom = Int.min
  /// The lowest and the highest values of the channels that are on.
  var extremes = AxisExtremes()

  init(id: Int) { layer = GraphLayer(id: id) }

  /// Notes that a sample that the tile shows is new, or has a new marker.
  mutating func sampleChanged(_ index: Int) {
    isDirty = true
    layerIsOldFrom = min(layerIsOldFrom, index)
    spareIsOldFrom = min(spareIsOldFrom, index)
  }

  /// Notes that none of the pixels are right any more, nor those that are on their way.
  mutating func everythingChanged() {
    generation += 1
    isDirty = true
    isHeld = false
    layerIsOldFrom = .min
    spareIsOldFrom = .min
  }

  /// Shows the spare pixels, and keeps the old ones for the next drawing.
  mutating func showSpare() {
    layer.exchange(&spare)
    swap(&layerIsOldFrom, &spareIsOldFrom)
    isHeld = false
  }
}

/// The content of one drawing, copied, so that the history may go on in the meantime.
struct TileContent: Sendable {
  var look = TileLook()
  /// The index of the sample at x = 0.
  var origin = 0
  /// The corners of the lines of the drawn channels, one channel after the other.
  var points: [LinePoint] = []
  /// The indices in `points` at which each channel's corners end.
  var lineEnds: [Int] = []
  var markers: [GraphMarker] = []
  /// The samples with a vertical line.
  var timeLines: [Int] = []
  /// The column of pixels where the drawing begins; what is left of it stays as it is.
  var firstColumn = 0

  /// Takes over what there is to see of some samples.
  /// - Parameters:
  ///   - origin: The sample at the drawing's left edge.
  ///   - samples: Those that are drawn, and the vertical lines at them; beyond those that there are, the
  ///     lines alone.
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

/// The look that all tiles of a graph share until its scale, height, style or switches change.
struct TileLook: Sendable {
  var grid = TileGrid()
  /// The height in points.
  var height = 0.0
  /// Pixels per point.
  var pixelScale = 1.0
  var scale = GraphScale()
  /// The scale of the axis at the right; nil where there is none.
  var secondScale: GraphScale?
  /// The room above the upper and below the lower limit, for a line's width and for the times; in points.
  var topMargin = 0.0
  var bottomMargin = 0.0
  /// The colors of the channels that are drawn, in order.
  var colors: [Color] = []
  /// The channels that stand on the axis at the right, true for each of them.
  var isOnSecondAxis: [Bool] = []
  var lineWidth = 1.5
  var background = Color.black
  var gridColor = Color.white
  var zeroColor = Color.white
  /// The values with a horizontal line.
  var lines: [Double] = []
  var thresholds: [GraphThreshold] = []
  var timeAxis = TimeAxis(rate: 1, atLeast: 1)
  var straightAlpha = false

  /// Is true if a drawn tile's colors must be divided by alpha; such a tile cannot be drawn on again.
  var needsConversion: Bool { straightAlpha && background.alpha < 1 }

  /// The point of a value, from the top; far outside for values beyond the limits, and finite for finite
  /// ones.
  func y(of value: Double, isSecond: Bool = false) -> Double {
    let scale = isSecond ? secondScale ?? scale : scale
    let y = height - bottomMargin - scale.position(of: value) * (height - topMargin - bottomMargin)
    return min(max(y, -100_000), 100_000)
  }
}

extension TileLook {
  /// - Parameters:
  ///   - second: The scale of the axis at the right; nil: there is none.
  init(
    grid: TileGrid, scale: GraphScale, second: GraphScale?, content: GraphContent, settings: GraphSettings
  ) {
    let (style, channels) = (settings.style, content.channels)
    self.grid = grid
    self.scale = scale
    secondScale = second
    isOnSecondAxis = channels.indices.filter { channels[$0].isOn }.map { content.axes.isOnSecond($0) }
    lineWidth = style.lineWidth
    colors = channels.indices.filter { channels[$0].isOn }.map { style.color(of: channels[$0], at: $0) }
    background = style.background
    gridColor = style.grid
    zeroColor = style.zero
    lines = scale.lines
    thresholds = settings.thresholds
  }
}

package enum RedrawState: Sendable {
  case waiting
  case drawn
  /// The slot was given to something else before or while it was drawn.
  case stale
  /// The queue was closed first.
  case cancelled
}
