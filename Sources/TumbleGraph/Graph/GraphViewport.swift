/// The stretch of time that a graph shows, and the conversion between samples, points and pixels.
struct GraphViewport: Sendable {
  var grid: TileGrid
  /// The size in points, the header included.
  private(set) var size = Size.zero
  /// Pixels per point.
  private(set) var pixelScale = 1.0
  /// The height of the header in points.
  var headerHeight = 0.0
  var samples: Range<Int>
  /// The number of samples before the newest one at which a view that follows ends.
  var lag = 0
  /// The position at which the view stands; nil while it follows the newest sample.
  private(set) var frozenAt: SamplePosition?
  /// The part by which the newest sample has slid in, 0...1.
  private(set) var slide = 1.0

  init(grid: TileGrid, samples: Range<Int>) {
    self.grid = grid
    self.samples = samples
  }
}

// MARK: Place

extension GraphViewport {
  /// Takes a place, as `ScrollingGraph.layout` describes it.
  /// - Returns: Whether anything is different.
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

  /// The height without the header, in points.
  var plotHeight: Double { max(size.height - headerHeight, 0) }

  var widthInPixels: Int { Int((size.width * pixelScale).rounded(.up)) }
  var heightInPixels: Int { Int((size.height * pixelScale).rounded(.up)) }
  var plotHeightInPixels: Int { Int((plotHeight * pixelScale).rounded(.up)) }
  var headerInPixels: Int { Int((headerHeight * pixelScale).rounded()) }
  var tileWidthInPixels: Int { Int((Double(grid.tileWidth) * pixelScale).rounded()) }

  /// The number of horizontal lines that look well.
  var gridLines: Int { min(max(Int(plotHeight / 30), 2), 8) }
}

// MARK: Time

extension GraphViewport {
  var newest: SamplePosition { SamplePosition(index: samples.upperBound - 1) }

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

  /// Returns the position of a sample, in points from the left edge.
  func x(of index: Int) -> Double {
    let edge = rightEdge
    return size.width - (Double(edge.index - index) + edge.fraction) * grid.pointsPerSample
  }

  mutating func setSlide(_ slide: Double) { self.slide = slide.isFinite ? min(max(slide, 0), 1) : 1 }

  mutating func freeze() { frozenAt = rightEdge }

  mutating func follow() { frozenAt = nil }

  /// Moves towards older samples, or newer ones where negative; reaching the newest makes the view follow
  /// again.
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

  /// Returns the zoom levels from the widest view to the closest.
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

/// The vertical axes of a scrolling graph: which channel stands on which, and the scale of each.
struct GraphAxes: Hashable, Sendable {
  /// The channels on the second axis, true for each of them; empty where there is one axis only.
  private(set) var isSecond: [Bool] = []
  private(set) var isLogarithmic = false

  init() {}

  /// Channels of another unit than the first one that is on stand on the second axis, where there is one.
  init(_ channels: [GraphChannel], _ settings: GraphSettings) {
    isLogarithmic = settings.isLogarithmic
    guard settings.hasSecondAxis, let first = (channels.first { $0.isOn } ?? channels.first)?.unit,
      channels.contains(where: { $0.isOn && $0.unit != first })
    else { return }
    isSecond = channels.map { $0.unit != first }
  }

  var hasSecond: Bool { !isSecond.isEmpty }

  func isOnSecond(_ channel: Int) -> Bool { isSecond.indices.contains(channel) && isSecond[channel] }

  /// Returns true if a value has a position: a logarithmic axis has none for what is not above 0.
  func shows(_ value: Double) -> Bool { value.isFinite && (!isLogarithmic || value > 0) }
}

/// The lowest and the highest of some values, for each of two axes.
struct AxisExtremes: Sendable {
  private var first = (low: Double.infinity, high: -Double.infinity)
  private var second = (low: Double.infinity, high: -Double.infinity)

  init() {}

  /// Takes a value into the extremes of an axis.
  /// - Parameter value: One that the axis shows.
  mutating func include(_ value: Double, isSecond: Bool) {
    if isSecond {
      second = (min(second.low, value), max(second.high, value))
    } else {
      first = (min(first.low, value), max(first.high, value))
    }
  }

  mutating func include(_ other: AxisExtremes) {
    first = (min(first.low, other.first.low), max(first.high, other.first.high))
    second = (min(second.low, other.second.low), max(second.high, other.second.high))
  }

  /// The limits of an axis; nil where there is no value.
  subscript(isSecond isSecond: Bool) -> ClosedRange<Double>? {
    let (low, high) = isSecond ? second : first
    return low <= high ? low...high : nil
  }
}

/// The vertical lines of a graph and their labels.
struct TimeAxis: Hashable, Sendable {
  /// Samples per second.
  let rate: Int
  /// Samples from line to line.
  let step: Int

  /// The narrowest round step of at least so many samples.
  init(rate: Int, atLeast samples: Double) {
    self.rate = max(rate, 1)
    // In seconds as a fraction, so that a step is a whole number of samples or is passed over.
    let seconds: [(Int, Int)] = [
      (1, 1000), (1, 500), (1, 200), (1, 100), (1, 50), (1, 20), (1, 10), (1, 5), (1, 2), (1, 1), (2, 1),
      (5, 1),
      (10, 1), (20, 1), (30, 1), (60, 1), (120, 1), (300, 1), (600, 1), (1200, 1), (1800, 1), (3600, 1),
    ]
    for (count, part) in seconds where (self.rate * count).isMultiple(of: part) {
      let candidate = self.rate * count / part
      if candidate > 0, Double(candidate) >= samples {
        step = candidate
        return
      }
    }
    let hours = (samples / Double(self.rate) / 3600).rounded(.up)
    step = self.rate * 3600 * (hours.isFinite ? max(Int(min(hours, 1e6)), 1) : 1)
  }

  /// The time of a line, such as `0.5 s`, `12 s`, `2:05`, `1:00:00`.
  /// - Parameter sample: The line's, counted from its run's first sample.
  func text(at sample: Int) -> String {
    // As many decimal places as a round step of this size has.
    let places = step.isMultiple(of: rate) ? 0 : step * 10 >= rate ? 1 : step * 100 >= rate ? 2 : 3
    return TimeText.text(samples: sample, rate: rate, places: places)
  }

  /// Passes the samples of a range that have a line, in order. Lines are counted from the beginning of each
  /// run; before the first run they go on as if it had begun earlier.
  func forEachLine(in range: Range<Int>, of history: SampleHistory, _ body: (_ index: Int) -> Void) {
    let starts = history.runStarts
    for run in history.run(of: range.lowerBound)..<starts.count {
      let lower = run == 0 ? range.lowerBound : max(range.lowerBound, starts[run])
      let upper = run + 1 < starts.count ? min(range.upperBound, starts[run + 1]) : range.upperBound
      var index = starts[run] - floorDivide(starts[run] - lower, step) * step
      while index < upper {
        body(index)
        index += step
      }
      if upper == range.upperBound { return }
    }
  }
}

/// Times as people read them: `12.5 s`, from a minute on `1:04.5`, from an hour on `1:00:00`.
enum TimeText {
  /// The time that so many samples take, to so many decimal places (0...3).
  static func text(samples: Int, rate: Int, places: Int) -> String {
    var (seconds, rest) = samples.magnitude.quotientAndRemainder(dividingBy: UInt(max(rate, 1)))
    var unit: UInt = 1
    for _ in 0..<places { unit *= 10 }
    var fraction = (rest * unit + UInt(max(rate, 1)) / 2) / UInt(max(rate, 1))
    if fraction == unit {
      seconds += 1
      fraction = 0
    }
    var text = samples < 0 && (seconds > 0 || fraction > 0) ? "-" : ""
    if seconds < 60 {
      text += String(seconds)
    } else {
      if seconds >= 3600 {
        text += String(seconds / 3600)
        text += ":"
        if seconds / 60 % 60 < 10 { text += "0" }
      }
      text += String(seconds / 60 % 60)
      text += ":"
      if seconds % 60 < 10 { text += "0" }
      text += String(seconds % 60)
    }
    if places > 0 { text += "." }
    while unit > 1 {
      unit /= 10
      text += String(fraction / unit % 10)
    }
    if seconds < 60 { text += " s" }
    return text
  }
}
