/// Turns samples into the corners of a line, leaving out those that cannot be seen.
///
/// Of the samples in one column of pixels, the first, the lowest, the highest and the last remain (the M4 aggregation
/// of Jugel et al. 2014), each at its own time: the line within the column and those to its neighbours then cover
/// the pixels that the line through all samples would.
struct LineReducer {
  let origin: Int
  let samplesPerColumn: Int
  private var startsLine = true
  /// What the column has so far; `low` is nil while it has no value.
  private var column = Int.min
  private var first: LinePoint?
  private var low: LinePoint?
  private var high: LinePoint?
  private var last: LinePoint?
  /// The column has only gaps.
  private var isGap = false

  /// - Parameters:
  ///   - origin: a sample with which a column begins.
  ///   - samplesPerColumn: 1 where every sample is a corner.
  init(origin: Int, samplesPerColumn: Int) {
    self.origin = origin
    self.samplesPerColumn = samplesPerColumn
  }

  /// Adds the next sample; one that is not finite is a gap.
  mutating func add(_ value: Double, at index: Int, startsRun: Bool, to points: inout [LinePoint]) {
    let column = samplesPerColumn > 1 ? floorDivide(index - origin, samplesPerColumn) : index
    add(value, at: index, column: column, startsRun: startsRun, to: &points)
  }

  /// The same where columns are not so many samples each.
  ///
  /// - Parameter column: The one that the sample is in, never less than that of the sample before.
  mutating func add(
    _ value: Double, at index: Int, column: Int, startsRun: Bool, to points: inout [LinePoint]
  ) {
    if samplesPerColumn > 1 {
      if startsRun || column != self.column {
        finish(&points)
        self.column = column
      }
    }
    if startsRun { startsLine = true }
    guard value.isFinite else {
      // In a column, a gap matters only where there is nothing else.
      if samplesPerColumn > 1 { isGap = low == nil } else { startsLine = true }
      return
    }
    let point = LinePoint(index: index, value: value, startsLine: startsLine)
    if samplesPerColumn == 1 {
      points.append(point)
      startsLine = false
      return
    }
    isGap = false
    guard let low, let high else {
      first = point
      low = point
      high = point
      last = point
      return
    }
    if value < low.value { self.low = point }
    if value > high.value { self.high = point }
    last = point
  }

  /// Appends the corners of the column that ends.
  mutating func finish(_ points: inout [LinePoint]) {
    if isGap { startsLine = true }
    isGap = false
    guard let first, let low, let high, let last else { return }
    let isLowFirst = low.index < high.index
    append(first, to: &points)
    append(isLowFirst ? low : high, to: &points)
    append(isLowFirst ? high : low, to: &points)
    append(last, to: &points)
    self.first = nil
    self.low = nil
    self.high = nil
    self.last = nil
  }

  private mutating func append(_ point: LinePoint, to points: inout [LinePoint]) {
    var point = point
    point.startsLine = startsLine
    // The extremes may be the first sample or the last.
    guard startsLine || points.last?.index != point.index else { return }
    points.append(point)
    startsLine = false
  }
}
