/// The tiles of a graph: which are in view, what is new on them, and the jobs that draw them.
///
/// A tile has at most one job on its way. When what all tiles have in common changes (the look), the old ones
/// stay until the last new one is ready.
struct TileBoard {
  private(set) var pool = TilePool()
  private(set) var slots: [TileSlot] = []
  private(set) var statistics = GraphStatistics()
  let queue: RedrawQueue<TileJob>
  private let target: LayerTarget

  /// The look of new drawings.
  private(set) var look = TileLook()
  private(set) var shownScale = GraphScale()
  private(set) var shownSecondScale: GraphScale?
  /// Counts looks: tiles of one epoch go together.
  private var epoch = 0
  /// The epoch of the tiles that are shown; behind `epoch` until all tiles are ready.
  private var shownEpoch = 0

  /// The jobs to be handed to the worker.
  private var jobs: [TileJob] = []
  /// The jobs that are used again, with their memory.
  private var spareJobs: [TileJob] = []
  /// The number of jobs at the worker.
  private var awayCount = 0
  /// Is true if a frame has to look for jobs; else it need not go through the tiles.
  private var mayNeedJobs = true

  init(queue: RedrawQueue<TileJob>, target: LayerTarget) {
    self.queue = queue
    self.target = target
  }
}

extension TileBoard {
  var isIdle: Bool { jobs.isEmpty && awayCount == 0 }

  /// Hands the jobs to the worker.
  mutating func submit() { queue.submit(&jobs) }

  // MARK: What is new

  mutating func sampleChanged(_ index: Int) {
    mayNeedJobs = true
    for tile in look.grid.tiles(drawing: index) {
      if let slot = pool.slot(of: tile) { slots[slot].sampleChanged(index) }
    }
  }

  /// Counts the values of a new sample for the limits of its tile.
  mutating func include(_ values: [Double], at index: Int, of content: GraphContent) {
    guard let slot = pool.slot(of: look.grid.tile(of: index)) else { return }
    for channel in 0..<min(values.count, content.channels.count)
    where content.channels[channel].isOn && content.axes.shows(values[channel]) {
      slots[slot].extremes.include(values[channel], isSecond: content.axes.isOnSecond(channel))
    }
  }

  /// Measures all channels again, as others count for the limits now.
  mutating func measureAll(_ content: GraphContent) {
    for slot in slots.indices { measure(slot, content) }
  }

  private mutating func measure(_ slot: Int, _ content: GraphContent) {
    slots[slot].extremes = content.extremes(in: look.grid.samples(of: slots[slot].tile))
  }

  /// The lowest and the highest values of the tiles in view.
  var extremes: AxisExtremes {
    var extremes = AxisExtremes()
    for tile in pool.tiles {
      if let slot = pool.slot(of: tile) { extremes.include(slots[slot].extremes) }
    }
    return extremes
  }

  /// Everything is drawn in a new look, which is shown when all tiles are ready.
  /// - Parameter keepingTiles: Whether the old ones may be shown until then; not where their size is another.
  mutating func setLook(_ look: TileLook, keepingTiles: Bool) {
    self.look = look
    epoch += 1
    if !keepingTiles {
      pool.show(0..<0) { _, _ in }
      shownEpoch = epoch
    }
    for slot in slots.indices { redraw(slot) }
    if shownEpoch == epoch { (shownScale, shownSecondScale) = (look.scale, look.secondScale) }
  }

  /// Has a slot drawn again; pixels that are on their way to it are no longer wanted.
  private mutating func redraw(_ slot: Int) {
    mayNeedJobs = true
    slots[slot].everythingChanged()
    queue.setGeneration(slots[slot].generation, of: slot)
  }

  // MARK: Which tiles

  /// Brings the tiles that the view covers into slots.
  /// - Returns: Whether they are others than before.
  mutating func show(_ viewport: GraphViewport, _ content: GraphContent) -> Bool {
    let tiles = Self.place(viewport).tiles
    guard tiles != pool.tiles else { return false }
    // Taken out meanwhile, because the closure changes the rest.
    var pool = TilePool()
    swap(&pool, &self.pool)
    pool.show(tiles) { slot, tile in give(slot, to: tile, viewport, content) }
    swap(&pool, &self.pool)
    statistics.tilesMade = self.pool.made
    return true
  }

  private mutating func give(
    _ slot: Int, to tile: Int, _ viewport: GraphViewport, _ content: GraphContent
  ) {
    while slots.count <= slot { slots.append(TileSlot(id: GraphChrome.id(ofTile: slots.count))) }
    slots[slot].tile = tile
    slots[slot].layer.blank(
      width: viewport.tileWidthInPixels, height: viewport.plotHeightInPixels, color: look.background,
      on: target)
    redraw(slot)
    measure(slot, content)
  }

  /// Appends the layers of the tiles in view, each at its place.
  mutating func addLayers(to layers: inout [GraphLayer], _ viewport: GraphViewport) {
    let first = Self.place(viewport).x
    let (top, width) = (viewport.headerInPixels, viewport.tileWidthInPixels)
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile) else { continue }
      slots[slot].layer.x = first + (tile - pool.tiles.lowerBound) * width
      slots[slot].layer.y = top
      layers.append(slots[slot].layer)
    }
  }

  /// The tiles that cover a view, and where the first of them is, in pixels.
  private static func place(_ viewport: GraphViewport) -> (tiles: Range<Int>, x: Int) {
    let (width, tileWidth) = (viewport.widthInPixels, viewport.tileWidthInPixels)
    guard width > 0, viewport.plotHeightInPixels > 0 else { return (0..<0, 0) }
    let (edge, grid) = (viewport.rightEdge, viewport.grid)
    let rightTile = grid.tile(of: edge.index)
    let inTile = Double(edge.index - grid.firstSample(of: rightTile)) + edge.fraction
    // How much of the last tile is in view. All tiles move together by whole pixels: no seams.
    let part = Int((inTile * grid.pointsPerSample * viewport.pixelScale).rounded())
    let end = part > 0 ? rightTile + 1 : rightTile
    let whole = max((width - part + tileWidth - 1) / tileWidth, 0)
    let first = rightTile - whole
    return (first..<max(end, first), width - part - whole * tileWidth)
  }

  // MARK: Jobs

  /// Shows, or holds, or throws away what the worker has finished.
  /// - Parameter all: Whether to wait for everything that is at the worker.
  mutating func adoptFinished(all: Bool) {
    queue.take(into: &jobs, all: all)
    // Samples may have come while they were away.
    if !jobs.isEmpty { mayNeedJobs = true }
    while var job = jobs.popLast() {
      let slot = job.slot
      slots[slot].isAway = false
      awayCount -= 1
      swap(&slots[slot].spare, &job.bitmap)
      statistics.drawingTime += job.seconds
      if job.state == .drawn, job.generation == slots[slot].generation {
        statistics.drawn += 1
        if job.epoch == shownEpoch { slots[slot].showSpare() } else { slots[slot].isHeld = true }
      } else {
        if job.state == .cancelled { statistics.cancelled += 1 } else { statistics.stale += 1 }
        // Half drawn, perhaps.
        slots[slot].spareIsOldFrom = .min
      }
      spareJobs.append(job)
    }
  }

  /// Shows the new look once every tile in view is drawn in it: all change at once.
  /// - Returns: Whether they did.
  mutating func showNewLook() -> Bool {
    guard shownEpoch != epoch else { return false }
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile), slots[slot].isHeld else { return false }
    }
    for slot in slots.indices where slots[slot].isHeld { slots[slot].showSpare() }
    shownEpoch = epoch
    (shownScale, shownSecondScale) = (look.scale, look.secondScale)
    mayNeedJobs = true
    return true
  }

  /// Makes a job for every tile in view that needs one and has none on its way.
  mutating func makeJobs(_ content: GraphContent, _ viewport: GraphViewport) {
    guard mayNeedJobs else { return }
    mayNeedJobs = false
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile), slots[slot].isDirty, !slots[slot].isAway, !slots[slot].isHeld
      else { continue }
      slots[slot].isDirty = false
      slots[slot].isAway = true
      awayCount += 1
      jobs.append(job(for: slot, tile, content, viewport))
      statistics.jobs += 1
    }
  }

  private mutating func job(
    for slot: Int, _ tile: Int, _ content: GraphContent, _ viewport: GraphViewport
  ) -> TileJob {
    var job = spareJobs.popLast() ?? TileJob()
    job.slot = slot
    job.tile = tile
    job.generation = slots[slot].generation
    job.epoch = epoch
    job.state = .waiting
    job.seconds = 0
    // The slot is left without pixels, so that only the job holds them and drawing does not copy them.
    swap(&job.bitmap, &slots[slot].spare)
    if job.bitmap.fit(width: viewport.tileWidthInPixels, height: viewport.plotHeightInPixels) {
      slots[slot].spareIsOldFrom = .min
    }
    let oldFrom = look.needsConversion ? .min : slots[slot].spareIsOldFrom
    slots[slot].spareIsOldFrom = .max
    let (edge, samples) = look.grid.redrawn(from: oldFrom, in: tile)
    job.content.look = look
    job.content.firstColumn = Int((edge * viewport.pixelScale).rounded(.down))
    job.content.fill(from: content, origin: look.grid.firstSample(of: tile), samples: samples)
    return job
  }
}

/// The tile of a sample, and the position on it: integers and floor division, so that every index is exact.
///
/// With up to one sample per point a tile holds 16 to `tileWidth` samples, each a corner of the line. With
/// more, every point holds a whole number of samples (up to 64), in one column or in several that are no
/// wider than a pixel; of a column's samples it shows the first, the extremes and the last.
public struct TileGrid: Hashable, Sendable {
  /// The width of a tile in points.
  public let tileWidth: Int
  /// The number of samples of which a tile shows the lines.
  public let samplesPerTile: Int
  /// Samples beyond each edge that are drawn too, because their lines reach across it.
  public let padding: Int
  /// Samples that share a column; 1 where each is a corner of its own.
  public let samplesPerColumn: Int
  /// The number of samples that a point holds, at least 1.
  private let samplesPerPoint: Int

  /// Creates a grid; each number is taken to the nearest that makes one.
  /// - Parameters:
  ///   - tileWidth: In points, taken into 16...256.
  ///   - pointsPerSample: Taken to the nearest that makes a whole number of samples (see above).
  ///   - lineWidth: In points; the padding is the larger of this and 2, and a tile's half at most.
  ///   - columnsPerPoint: At least so many columns a point, where there are samples for them: the pixels of a
  ///     point.
  public init(
    tileWidth: Int = 32, pointsPerSample: Double = 1, lineWidth: Double = 2, columnsPerPoint: Int = 1
  ) {
    let width = min(max(tileWidth, 16), 256)
    let points = pointsPerSample.isFinite ? min(max(pointsPerSample, 1.0 / 64), Double(width) / 16) : 1
    self.tileWidth = width
    samplesPerTile =
      points >= 1 ? Int((Double(width) / points).rounded()) : width * Int((1 / points).rounded())
    let reach = min(max(lineWidth.isFinite ? lineWidth : 2, 2), Double(width) / 2)
    let perPoint = max(samplesPerTile / width, 1)
    samplesPerPoint = perPoint
    // Whole columns to a point, so that they begin with the tile.
    let widest = max(perPoint / max(columnsPerPoint, 1), 1)
    samplesPerColumn = (1...widest).last { perPoint.isMultiple(of: $0) } ?? 1
    if perPoint > 1 {
      padding = Int(reach.rounded(.up)) * perPoint
    } else {
      padding = Int((reach * Double(samplesPerTile) / Double(width)).rounded(.up))
    }
  }
}

extension TileGrid {
  /// The distance of two samples, in points.
  public var pointsPerSample: Double { Double(tileWidth) / Double(samplesPerTile) }

  /// Tiles needed for a view of a width, wherever it stands.
  public func tilesNeeded(width: Double) -> Int {
    guard width > 0, width < 1e9 else { return 0 }
    return 1 + Int((width / Double(tileWidth)).rounded(.up))
  }

  /// Returns the number of the tile on which a sample lies; negative before the first one.
  public func tile(of index: Int) -> Int { floorDivide(index, samplesPerTile) }

  /// Returns the first sample of a tile, limited to ±2^62, where every index of a sample lies.
  public func firstSample(of tile: Int) -> Int {
    let (first, overflows) = tile.multipliedReportingOverflow(by: samplesPerTile)
    return SamplePosition.limited(overflows ? (tile < 0 ? .min : .max) : first)
  }

  /// The samples that belong to the tile.
  public func samples(of tile: Int) -> Range<Int> {
    firstSample(of: tile)..<firstSample(of: tile) + samplesPerTile
  }

  /// The samples that the tile's drawing uses: its own and the padding.
  ///
  /// A sample at the left of its point needs one more at the right, to reach as far there.
  public func drawnSamples(of tile: Int) -> Range<Int> {
    let own = samples(of: tile)
    return own.lowerBound - padding..<own.upperBound + padding + (samplesPerColumn == 1 ? 1 : 0)
  }

  /// Returns the edge from which a tile must be drawn again when samples from this one on are new, and the
  /// samples that this takes.
  ///
  /// A new sample changes the line from the one before it, and that one's end; what is drawn begins as far
  /// before that again, so that nothing there shows that it begins.
  /// - Returns: The left edge in points from the tile's, 0 for all of it.
  func redrawn(from index: Int, in tile: Int) -> (edge: Double, samples: Range<Int>) {
    let all = drawnSamples(of: tile)
    // A step of two points at least, so that markers and the edges' antialiasing are inside.
    let reach = padding + samplesPerPoint * 2
    guard index > all.lowerBound + 2 * reach + samplesPerColumn else { return (0, all) }
    let before = index - samplesPerColumn - reach
    let edge = Double(before - firstSample(of: tile)) * pointsPerSample
    guard edge > 0 else { return (0, all) }
    // Whole columns: a part of one would have another minimum.
    let first = floorDivide(before - reach, samplesPerColumn) * samplesPerColumn
    return (edge, min(max(first, all.lowerBound), all.upperBound)..<all.upperBound)
  }

  /// The tiles whose drawing uses the sample.
  public func tiles(drawing index: Int) -> ClosedRange<Int> {
    let beyond = padding + (samplesPerColumn == 1 ? 1 : 0)
    let index = SamplePosition.limited(index)
    let first = floorDivide(index - samplesPerTile - beyond, samplesPerTile) + 1
    return first...floorDivide(index + padding, samplesPerTile)
  }
}

/// Divides, rounding towards -∞.
func floorDivide(_ a: Int, _ b: Int) -> Int {
  let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
  return remainder != 0 && (remainder < 0) != (b < 0) ? quotient - 1 : quotient
}
