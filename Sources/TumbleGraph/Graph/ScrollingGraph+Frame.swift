import TumbleDrawing
import TumbleGeometry

extension ScrollingGraph {
  /// What to show now: layers in the order they cover each other, in pixels from the graph's top left corner.
  ///
  /// Let go of them before the next frame: a bitmap that is still held is copied before it is drawn on again.
  ///
  /// - Parameter slide: how far the newest sample has come in, 0...1: the part of a sample's time that has passed
  ///   since it came. 1 shows it at the right edge.
  public func frame(slide: Double = 1) -> [GraphLayer] {
    if !settings.drawsInBackground { waitUntilIdle(slide: slide) } else { update(slide: slide) }
    queue.submit(&jobs)
    return layers
  }

  /// Draws all that there is to draw, and returns when the next `frame` will show it.
  public func waitUntilIdle(slide: Double = 1) {
    repeat {
      update(slide: slide)
      let isDone = jobs.isEmpty && away == 0
      if isDone { return }
      queue.submit(&jobs)
      adoptFinished(all: true)
    } while true
  }

  /// The frame as one picture, over what is there, cut off at the graph's edges.
  public func compose(into picture: inout Bitmap, slide: Double = 1) {
    precondition(!settings.straightAlpha, "layers for SDL's blending cannot be composed here")
    for layer in frame(slide: slide) { picture.blend(layer.bitmap, x: layer.x, y: layer.y) }
  }

  private func update(slide: Double) {
    // First of all: while the layers hold a bitmap, drawing on it would copy it.
    layers.removeAll(keepingCapacity: true)
    self.slide = slide.isFinite ? min(max(slide, 0), 1) : 1
    adoptFinished(all: false)
    showTiles()
    adaptScale(always: false)
    showNewLook()
    makeJobs()
    for tile in pool.tiles {
      if let slot = pool.slot(of: tile) { layers.append(slots[slot].layer) }
    }
    addFurniture()
  }

  // MARK: Which tiles

  /// Brings the tiles that the view covers into slots and places them.
  private func showTiles() {
    let (width, tileWidth) = (widthInPixels, tileWidthInPixels)
    guard width > 0, plotHeightInPixels > 0 else { return pool.show(0..<0) { _, _ in } }
    let edge = rightEdge
    let rightTile = grid.tile(of: edge.index)
    let inTile = Double(edge.index - grid.firstSample(of: rightTile)) + edge.fraction
    // How much of the last tile is in view. All tiles move together by whole pixels: no seams.
    let part = Int((inTile * grid.pointsPerSample * pixelScale).rounded())
    let end = part > 0 ? rightTile + 1 : rightTile
    let whole = (width - part + tileWidth - 1) / tileWidth
    let first = rightTile - max(whole, 0)
    if first..<max(end, first) != pool.tiles { mayNeedScale = true }
    pool.show(first..<max(end, first)) { slot, tile in give(slot, to: tile) }
    statistics.tilesMade = pool.made
    let top = headerInPixels
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile) else { continue }
      slots[slot].layer.x = width - part - (rightTile - tile) * tileWidth
      slots[slot].layer.y = top
    }
  }

  private func give(_ slot: Int, to tile: Int) {
    while slots.count <= slot { slots.append(TileSlot(id: GraphChrome.id(ofTile: slots.count))) }
    slots[slot].tile = tile
    slots[slot].layer.blank(
      width: tileWidthInPixels, height: plotHeightInPixels, color: settings.style.background, look: layerLook)
    redraw(slot)
    measure(slot)
  }

  /// The pixels that are on their way to a slot are no longer wanted.
  private func redraw(_ slot: Int) {
    mayNeedJobs = true
    slots[slot].everythingChanged()
    queue.setGeneration(slots[slot].generation, of: slot)
  }

  /// Every tile leaves; their slots are used again.
  func dropTiles() {
    pool.show(0..<0) { _, _ in }
    for slot in slots.indices { redraw(slot) }
    // Nothing of the old look can be shown any more, so there is nothing to wait with.
    shownEpoch = epoch + 1
  }

  /// What all tiles have in common has changed. They are shown when all are drawn anew.
  func lookChanged() {
    epoch += 1
    let style = settings.style
    look.grid = grid
    look.height = plotHeight
    look.pixelScale = pixelScale
    look.lineWidth = min(max(style.lineWidth.isFinite ? style.lineWidth : 1, 0.1), Double(grid.tileWidth) / 4)
    look.topMargin = min(look.lineWidth + 3, plotHeight / 4)
    look.bottomMargin = showsTimes ? timeLabelHeight + 1 : look.topMargin
    look.background = style.background
    look.gridColor = style.grid
    look.zeroColor = style.zero
    look.lines = look.scale.lines
    look.thresholds = settings.thresholds
    look.firstIndex = history.firstIndex
    look.straightAlpha = settings.straightAlpha
    timeAxis = TimeAxis(rate: settings.rate, atLeast: 90 / grid.pointsPerSample)
    look.timeStep = timeAxis.step
    look.colors = channels.indices.filter { channels[$0].isOn }.map { style.color(of: channels[$0], at: $0) }
    for slot in slots.indices { redraw(slot) }
    if shownEpoch == epoch {
      shownScale = look.scale
      chrome.labelsAreStale = true
    }
  }

  // MARK: Scale

  /// Finds the least and the greatest value of a tile from the history.
  func measure(_ slot: Int) {
    var (low, high) = (Double.infinity, -Double.infinity)
    let samples = grid.samples(of: slots[slot].tile)
    for channel in channels.indices where channels[channel].isOn {
      history.withValues(channel: channel, in: samples.clamped(to: history.indices)) { values in
        for value in values where value.isFinite {
          if value < low { low = value }
          if value > high { high = value }
        }
      }
    }
    (slots[slot].low, slots[slot].high) = (low, high)
  }

  func adaptScale(always: Bool) {
    guard settings.limits == nil, always || mayNeedScale else { return }
    mayNeedScale = false
    var (low, high) = (Double.infinity, -Double.infinity)
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile) else { continue }
      low = min(low, slots[slot].low)
      high = max(high, slots[slot].high)
    }
    guard low <= high else { return }
    // What is tiny beside what was seen before is rounding's noise: it is not blown up to fill the graph.
    // A spike of any height counts as a million, or it would flatten all that comes after it.
    largestSeen = max(largestSeen, min(max(abs(low), abs(high)), 1e6))
    let room = largestSeen * 1e-9
    if high - low < room {
      // Round limits a tenth to either side, as for a constant.
      let middle = low / 2 + high / 2
      let reach = max(abs(middle) / 10, room / 2)
      (low, high) = (middle - reach, middle + reach)
    }
    let scale =
      // The first values have nothing to be steady with.
      always || !hasScale
      ? GraphScale(fitting: low...high, lines: gridLines)
      : look.scale.adapted(to: low...high, lines: gridLines)
    hasScale = true
    guard scale != look.scale else { return }
    look.scale = scale
    statistics.rescales += 1
    lookChanged()
  }

  // MARK: Jobs

  /// Shows, or holds, or throws away what the worker has finished.
  func adoptFinished(all: Bool) {
    queue.take(into: &jobs, all: all)
    // Samples may have come while they were away.
    if !jobs.isEmpty { mayNeedJobs = true }
    for i in jobs.indices {
      let slot = jobs[i].slot
      slots[slot].isAway = false
      away -= 1
      // The slot's own place is empty while its job is away, so this moves the buffers back without a copy.
      swap(&slots[slot].job, &jobs[i])
      let (state, generation) = (slots[slot].job.state, slots[slot].job.generation)
      statistics.drawingTime += slots[slot].job.seconds
      slots[slot].job.seconds = 0
      if state == .drawn, generation == slots[slot].generation {
        statistics.drawn += 1
        if slots[slot].job.epoch == shownEpoch { slots[slot].showJob() } else { slots[slot].isHeld = true }
      } else {
        if state == .cancelled { statistics.cancelled += 1 } else { statistics.stale += 1 }
        // Half drawn, perhaps.
        slots[slot].jobIsOldFrom = .min
      }
    }
    jobs.removeAll(keepingCapacity: true)
  }

  /// Once every tile in view is drawn in the new look, all change at once.
  private func showNewLook() {
    guard shownEpoch != epoch else { return }
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile), slots[slot].isHeld else { return }
    }
    for slot in slots.indices where slots[slot].isHeld { slots[slot].showJob() }
    shownEpoch = epoch
    shownScale = look.scale
    chrome.labelsAreStale = true
    mayNeedJobs = true
  }

  /// A job for every tile in view that needs one and has none on its way.
  private func makeJobs() {
    guard mayNeedJobs else { return }
    mayNeedJobs = false
    for tile in pool.tiles {
      guard let slot = pool.slot(of: tile), slots[slot].isDirty, !slots[slot].isAway, !slots[slot].isHeld
      else { continue }
      slots[slot].isDirty = false
      slots[slot].isAway = true
      away += 1
      jobs.append(slots[slot].job)
      // Only one may hold the buffers.
      slots[slot].job = TileJob()
      let i = jobs.count - 1
      jobs[i].slot = slot
      jobs[i].tile = tile
      jobs[i].generation = slots[slot].generation
      jobs[i].epoch = epoch
      jobs[i].state = .waiting
      let (width, height) = (tileWidthInPixels, plotHeightInPixels)
      if jobs[i].bitmap.width != width || jobs[i].bitmap.height != height {
        jobs[i].bitmap = Bitmap(width: width, height: height)
        slots[slot].jobIsOldFrom = .min
      }
      let oldFrom = look.needsConversion ? .min : slots[slot].jobIsOldFrom
      let (edge, samples) = grid.redrawn(from: oldFrom, in: tile)
      slots[slot].jobIsOldFrom = .max
      jobs[i].content.look = look
      jobs[i].content.firstColumn = Int((edge * pixelScale).rounded(.down))
      jobs[i].content.fill(
        from: history, channels: channels, markers: markers, origin: grid.firstSample(of: tile),
        samples: samples)
      statistics.jobs += 1
    }
  }
}
