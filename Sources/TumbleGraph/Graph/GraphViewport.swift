import TumbleDrawing
import TumbleGeometry

/// Which stretch of time a graph shows, and where on it: between samples, points and pixels.
struct GraphViewport: Sendable {
  var grid: TileGrid
  /// In points, the header included.
  private(set) var size = Size.zero
  /// Pixels per point.
  private(set) var pixelScale = 1.0
  /// In points.
  var headerHeight = 0.0
  /// The samples that there are.
  var samples: Range<Int>
  /// The number of samples before the newest one at which a view that follows ends.
  var lag = 0
  /// nil while the view follows the newest sample.
  private(set) var frozenAt: SamplePosition?
  /// How far the newest sample has slid in, 0...1.
  private(set) var slide = 1.0

  init(grid: TileGrid, samples: Range<Int>) {
    self.grid = grid
    self.samples = samples
  }
}

// MARK: Place

extension GraphViewport {
  /// Takes a place, as `ScrollingGraph.layout` describes it.
  ///
  /// - Returns: whether anything is different.
  mutating func layOut(width: Double, height: Double, scale: Double) -> Bool {
    let wanted = scale.isFinite ? min(max(scale, 0.25), 8) : 1
    let tilePixels = (Double(grid.tileWidth) * wanted).rounded()
    let newScale = tilePixels / Double(grid.tileWidth)
    func side(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 0), Double(Bitmap.maximumSide) / newScale) : 0
    }
    let newSize = Size(side(width), side(height))
    guard newSize != size || newScale != pixelScale else { return false }
    size = newSize
    pixelScale = newScale
    return true
  }

  /// Without the header, in points.
  var plotHeight: Double { max(size.height - headerHeight, 0) }

  var widthInPixels: Int { Int((size.width * pixelScale).rounded(.up)) }
  var heightInPixels: Int { Int((size.height * pixelScale).rounded(.up)) }
  var plotHeightInPixels: Int { Int((plotHeight * pixelScale).rounded(.up)) }
  var headerInPixels: Int { Int((headerHeight * pixelScale).rounded()) }
  var tileWidthInPixels: Int { Int((Double(grid.tileWidth) * pixelScale).rounded()) }

  /// About how many horizontal lines look well.
  var gridLines: Int { min(max(Int(plotHeight / 30), 2), 8) }
}

// MARK: Time

extension GraphViewport {
  var newest: SamplePosition { SamplePosition(index: samples.upperBound - 1) }

  /// What is at the right edge.
  var rightEdge: SamplePosition {
    if let frozenAt { return frozenAt }
    // What is behind the newest sample has come in wholly.
    return lag > 0
      ? newest.advanced(by: -Double(lag)) : SamplePosition(index: samples.upperBound - 2, fraction: slide)
  }

  /// Samples from edge to edge.
  var visibleSamples: Double { size.width / grid.pointsPerSample }

  /// The samples in view that exist.
  var visibleIndices: Range<Int> {
    let right = rightEdge
    let left = right.advanced(by: -visibleSamples)
    let end = right.fraction > 0 ? right.index + 2 : right.index + 1
    return (left.index..<max(end, left.index)).clamped(to: samples)
  }

  /// The sample nearest to a point of the plot; nil where there is none.
  func sample(at x: Double) -> Int? {
    guard x.isFinite, x >= 0, x <= size.width, !samples.isEmpty else { return nil }
    let place = rightEdge.advanced(by: -(size.width - x) / grid.pointsPerSample)
    let nearest = place.index + (place.fraction >= 0.5 ? 1 : 0)
    return samples.contains(nearest) ? nearest : nil
  }

  /// Where a sample is, in points from the left edge.
  func x(of index: Int) -> Double {
    let edge = rightEdge
    return size.width - (Double(edge.index - index) + edge.fraction) * grid.pointsPerSample
  }

  mutating func setSlide(_ slide: Double) { self.slide = slide.isFinite ? min(max(slide, 0), 1) : 1 }

  mutating func freeze() { frozenAt = rightEdge }

  mutating func follow() { frozenAt = nil }

  /// Moves towards older samples, or newer ones where negative; reaching the newest makes the view follow again.
  mutating func scrollBack(by points: Double) {
    guard points.isFinite, points != 0, !samples.isEmpty else { return }
    // The oldest sample stays at the left edge at most.
    let oldest = SamplePosition(index: samples.lowerBound).advanced(by: visibleSamples)
    let wanted = rightEdge.advanced(by: -points / grid.pointsPerSample)
    if wanted >= newest || oldest >= newest {
      if points < 0 { follow() }
    } else {
      frozenAt = max(wanted, oldest)
    }
  }

  // MARK: Zoom

  /// Points per sample, so many steps of doubling closer; nil where that is what is shown.
  func pointsPerSample(zoomedBy steps: Int) -> Double? {
    let levels = Self.zoomLevels(tileWidth: grid.tileWidth)
    let current = levels.lastIndex { $0 <= grid.pointsPerSample * 1.001 } ?? 0
    let level = min(max(current + min(max(steps, -64), 64), 0), levels.count - 1)
    return level == current && levels[level] == grid.pointsPerSample ? nil : levels[level]
  }

  /// From the widest view to the closest.
  private static func zoomLevels(tileWidth: Int) -> [Double] {
    var levels = [1.0 / 64]
    while let last = levels.last, last * 2 <= Double(tileWidth) / 16 { levels.append(last * 2) }
    return levels
  }

  /// Another grid; of a view that stands still, the time at `x` (the right edge if nil) stays there.
  mutating func setGrid(_ newGrid: TileGrid, around x: Double?) {
    let fromRight = size.width - min(max(x.flatMap { $0.isFinite ? $0 : nil } ?? size.width, 0), size.width)
    let anchor = frozenAt?.advanced(by: -fromRight / grid.pointsPerSample)
    grid = newGrid
    if let anchor { frozenAt = min(anchor.advanced(by: fromRight / grid.pointsPerSample), newest) }
  }
}
