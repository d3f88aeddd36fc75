import TumbleDrawing
import TumbleGeometry

extension ScrollingGraph {
  /// Gives the graph its place. Sides are taken into 0...32,767 pixels; ones that are not finite count as 0.
  ///
  /// - Parameters:
  ///   - width: in points, the legend and the labels included.
  ///   - height: likewise.
  ///   - scale: pixels a point, 0.25...8; a tile's width is rounded to whole pixels.
  public func layout(width: Double, height: Double, scale: Double = 1) {
    let wanted = scale.isFinite ? min(max(scale, 0.25), 8) : 1
    let tilePixels = (Double(grid.tileWidth) * wanted).rounded()
    let newScale = tilePixels / Double(grid.tileWidth)
    func side(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 0), Double(Bitmap.maximumSide) / newScale) : 0
    }
    let newSize = Size(side(width), side(height))
    guard newSize != size || newScale != pixelScale else { return }
    let before = (plotHeight: plotHeight, scale: pixelScale)
    size = newSize
    pixelScale = newScale
    placeLegend()
    retainVisible()
    if newScale != before.scale {
      dropTiles()
      lookChanged()
    } else if plotHeight != before.plotHeight {
      lookChanged()
    }
    furnitureIsStale()
  }

  /// The plot's height without the legend, in points.
  public var plotHeight: Double { max(size.height - headerHeight, 0) }

  var headerHeight: Double { settings.showsHeader ? min(legend.height, size.height) : 0 }

  var widthInPixels: Int { Int((size.width * pixelScale).rounded(.up)) }
  var plotHeightInPixels: Int { Int((plotHeight * pixelScale).rounded(.up)) }
  var headerInPixels: Int { Int((headerHeight * pixelScale).rounded()) }
  var tileWidthInPixels: Int { Int((Double(grid.tileWidth) * pixelScale).rounded()) }

  /// Samples from edge to edge.
  var visibleSamples: Double { size.width / grid.pointsPerSample }

  // MARK: Time

  /// What is at the right edge.
  public var rightEdge: SamplePosition {
    frozenAt ?? SamplePosition(index: history.newestIndex - 1, fraction: slide)
  }

  public var isFollowing: Bool { frozenAt == nil }

  /// Stands still from now on, while data keeps coming.
  public func freeze() {
    if isFollowing { frozenAt = rightEdge }
    chrome.headerIsStale = true
  }

  /// Goes back to the newest sample and stays with it.
  public func follow() {
    frozenAt = nil
    chrome.headerIsStale = true
  }

  /// Moves towards older samples, or newer ones where negative; reaching the newest makes the view follow again.
  public func scrollBack(by points: Double) {
    guard points.isFinite, points != 0, !history.isEmpty else { return }
    let newest = SamplePosition(index: history.newestIndex)
    // The oldest sample stays at the left edge at most.
    let oldest = SamplePosition(index: history.startIndex).advanced(by: visibleSamples)
    let wanted = rightEdge.advanced(by: -points / grid.pointsPerSample)
    if wanted >= newest || oldest >= newest {
      if points < 0 { follow() }
    } else {
      frozenAt = max(wanted, oldest)
      chrome.headerIsStale = true
    }
  }

  /// Shows more time (negative steps) or less, by doubling; the time at `x` (the right edge if nil) stays there.
  public func zoom(by steps: Int, around x: Double? = nil) {
    let levels = Self.zoomLevels(tileWidth: grid.tileWidth)
    let current = levels.lastIndex { $0 <= grid.pointsPerSample * 1.001 } ?? 0
    let level = min(max(current + min(max(steps, -64), 64), 0), levels.count - 1)
    guard level != current || levels[level] != grid.pointsPerSample else { return }
    let fromRight = size.width - min(max(x.flatMap { $0.isFinite ? $0 : nil } ?? size.width, 0), size.width)
    let anchor = frozenAt?.advanced(by: -fromRight / grid.pointsPerSample)
    settings.pointsPerSample = levels[level]
    if let anchor {
      let newest = SamplePosition(index: history.newestIndex)
      frozenAt = min(anchor.advanced(by: fromRight / grid.pointsPerSample), newest)
    }
  }

  /// Points a sample, from the widest view to the closest.
  static func zoomLevels(tileWidth: Int) -> [Double] {
    var levels = [1.0 / 64]
    while let last = levels.last, last * 2 <= Double(tileWidth) / 16 { levels.append(last * 2) }
    return levels
  }

  /// The sample nearest to a point of the plot; nil where there is none.
  public func sample(at x: Double) -> Int? {
    guard x.isFinite, x >= 0, x <= size.width, !history.isEmpty else { return nil }
    let place = rightEdge.advanced(by: -(size.width - x) / grid.pointsPerSample)
    let nearest = place.index + (place.fraction >= 0.5 && grid.samplesPerColumn == 1 ? 1 : 0)
    return history.indices.contains(nearest) ? nearest : nil
  }

  /// Where a sample is, in points from the left edge.
  func x(of index: Int) -> Double {
    let edge = rightEdge
    return size.width - (Double(edge.index - index) + edge.fraction) * grid.pointsPerSample
  }

  /// Seconds from the first sample.
  public func time(of index: Int) -> Double {
    Double(index - history.firstIndex) / Double(max(settings.rate, 1))
  }

  /// The samples in view that exist.
  public var visibleIndices: Range<Int> {
    let right = rightEdge
    let left = right.advanced(by: -visibleSamples)
    let end = right.fraction > 0 ? right.index + 2 : right.index + 1
    return (left.index..<max(end, left.index)).clamped(to: history.indices)
  }

  // MARK: What follows a change

  func settingsChanged(from old: GraphSettings) {
    var comparable = old
    comparable.pointsPerSample = settings.pointsPerSample
    comparable.limits = settings.limits
    let newGrid = Self.grid(settings)
    if newGrid != grid {
      grid = newGrid
      dropTiles()
      retainVisible()
    }
    if comparable != settings { placeLegend() }
    if let limits = settings.limits {
      look.scale = GraphScale(fixed: limits, lines: gridLines)
    } else if old.limits != nil {
      adaptScale(always: true)
    }
    lookChanged()
    furnitureIsStale()
  }

  func placeLegend() {
    legend =
      settings.showsHeader
      ? Legend(title: settings.title, channels: channels, style: settings.style, width: size.width) : Legend()
  }

  private func retainVisible() {
    history.retain(atLeast: Int(visibleSamples.rounded(.up)) + 2 * grid.samplesPerTile)
  }

  /// About how many horizontal lines look well.
  var gridLines: Int { min(max(Int(plotHeight / 30), 2), 8) }
}
