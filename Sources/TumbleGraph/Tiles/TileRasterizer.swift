/// Draws the content of a tile, or of any stretch of the time axis: the one way that lines get onto a graph.
///
/// Bitmaps are drawn on their side, time running down. Cairo finds coverage row by row: exactly where no edge
/// begins or ends in the row, by 15 samples where one does. So what is far off in a row plays a part, and
/// upright a tile would differ from one wide drawing. On its side a row is a column of time, and holds the
/// same edges in both.
struct TileRasterizer {
  let content: TileContent
  /// The width in points; the origin is at its left edge.
  let width: Double

  private var look: TileLook { content.look }
  private var grid: TileGrid { content.look.grid }

  /// Draws all of it upright, one pixel per unit of the canvas.
  func draw(on canvas: borrowing Canvas) {
    canvas.clear(look.background)
    forEachGridLine { isVertical, position, color in
      let start = Double(position)
      let line =
        isVertical
        ? Rect(origin: Vector(start, 0), size: Size(1, look.height * look.pixelScale))
        : Rect(origin: Vector(0, start), size: Size(width * look.pixelScale, 1))
      canvas.fill(line, color)
    }
    _ = drawLines(on: Brush(isOnSide: false, start: 0), canvas) { true }
  }

  /// The same on a bitmap of the right size, from the content's first column on.
  /// - Parameters:
  ///   - side: Where it is drawn before it is stood up; kept from drawing to drawing, it need not be made
  ///     again.
  ///   - isWanted: Asked before each channel; once it says no, the bitmap is left as it is.
  /// - Returns: Whether it was drawn.
  @discardableResult
  func draw(
    on bitmap: inout Bitmap, side: inout Bitmap, surface: DrawingSurface = .bitmap,
    isWanted: () -> Bool = { true }
  ) -> Bool {
    let columns = min(content.firstColumn, bitmap.width)..<bitmap.width
    // A row before the first: Cairo cuts edges at the picture's, so that they begin there.
    let margin = 1
    if side.width != bitmap.height || side.height != bitmap.width + margin {
      side = Bitmap(width: bitmap.height, height: bitmap.width + margin)
    }
    // The background and the grid are plain pixels: for a tile, asking Cairo for them would cost as much as
    // the lines do.
    let rows = columns.lowerBound + margin..<columns.upperBound + margin
    side.clear(rows: rows, to: look.background)
    forEachGridLine { isVertical, position, color in
      if isVertical {
        let row = (position + margin..<position + margin + 1).clamped(to: rows)
        side.fill(columns: 0..<side.width, rows: row, color)
      } else {
        side.fill(columns: position..<position + 1, rows: rows, color)
      }
    }
    let brush = Brush(isOnSide: true, start: Double(margin))
    var isDrawn = false
    surface.draw(on: &side) { canvas in
      if columns.lowerBound > 0 {
        canvas.clip(
          to: Rect(
            origin: Vector(0, Double(columns.lowerBound)),
            size: Size(Double(bitmap.height), Double(columns.count + margin))))
      }
      isDrawn = drawLines(on: brush, canvas, isWanted: isWanted)
    }
    if isDrawn { bitmap.copy(columns: columns, fromRowsOf: side, below: margin) }
    return isDrawn
  }

  /// The conversion from samples and values to a canvas.
  private struct Brush {
    let isOnSide: Bool
    /// The position of the origin along the time.
    let start: Double

    /// Computes the point of a time and a value.
    /// - Parameters:
    ///   - x: The time, in pixels.
    ///   - y: The value, in pixels from the top.
    func point(_ x: Double, _ y: Double) -> Vector { isOnSide ? Vector(y, x + start) : Vector(x + start, y) }

    func rect(_ x: Range<Double>, _ y: Range<Double>) -> Rect {
      Rect(min: point(x.lowerBound, y.lowerBound), max: point(x.upperBound, y.upperBound))
    }
  }

  private func drawLines(on brush: Brush, _ canvas: borrowing Canvas, isWanted: () -> Bool) -> Bool {
    var start = 0
    for (line, end) in content.lineEnds.enumerated() {
      guard isWanted() else { return false }
      drawLine(start..<end, isSecond: look.isOnSecondAxis[line], with: brush, on: canvas)
      canvas.stroke(look.colors[line], Stroke(width: look.lineWidth * look.pixelScale))
      start = end
    }
    drawThresholds(with: brush, on: canvas)
    drawMarkers(with: brush, on: canvas)
    return isWanted()
  }

  // MARK: Places

  private var tileWidthInPixels: Double { (Double(grid.tileWidth) * look.pixelScale).rounded() }

  /// Returns the position of a sample in pixels from the left edge, on Cairo's grid of 256 lines per pixel,
  /// and exact: a sample is at the same position of its tile whatever the origin is.
  private func x(of index: Int) -> Double {
    let offset = index - content.origin
    let tile = floorDivide(offset, grid.samplesPerTile)
    let inTile = offset - tile * grid.samplesPerTile
    return Double(tile) * tileWidthInPixels
      + snapped(Double(inTile) * tileWidthInPixels / Double(grid.samplesPerTile))
  }

  private func y(of value: Double) -> Double { look.y(of: value) * look.pixelScale }

  /// Returns a position rounded to the nearest line of Cairo's grid.
  private func snapped(_ pixels: Double) -> Double { (pixels * 256).rounded() / 256 }

  /// The pixel that holds a place.
  private func pixel(_ place: Double) -> Int { Int(place.rounded(.down)) }

  // MARK: Grid

  /// Lines of one pixel, by the column or row of pixels that they fill.
  private func forEachGridLine(_ body: (_ isVertical: Bool, _ position: Int, _ color: Color) -> Void) {
    for value in look.lines { body(false, pixel(y(of: value)), value == 0 ? look.zeroColor : look.gridColor) }
    for index in content.timeLines { body(true, pixel(x(of: index)), look.gridColor) }
  }

  // MARK: Lines

  /// Adds one channel's path, a piece for every run of values without a gap.
  private func drawLine(
    _ points: Range<Int>, isSecond: Bool, with brush: Brush, on canvas: borrowing Canvas
  ) {
    for point in content.points[points] {
      let place = brush.point(
        x(of: point.index), look.y(of: point.value, isSecond: isSecond) * look.pixelScale)
      if point.startsLine { canvas.move(to: place) }
      // The first point too: a sample alone between gaps is a dot.
      canvas.line(to: place)
    }
  }

  // MARK: Thresholds and markers

  private func drawThresholds(with brush: Brush, on canvas: borrowing Canvas) {
    for threshold in look.thresholds where threshold.value.isFinite {
      let y = look.y(of: threshold.value)
      guard y >= -2, y <= look.height + 2 else { continue }
      let top = (y * look.pixelScale).rounded(.down)
      let rows = top..<top + max(look.pixelScale.rounded(), 1)
      // The dashes go on from tile to tile: they are counted from where sample 0 would be.
      let (on, period) = (5, 8)
      let tiles = floorDivide(content.origin, grid.samplesPerTile)
      var point = -modulo(modulo(tiles, period) * grid.tileWidth, period)
      while Double(point) < width {
        canvas.rectangle(brush.rect(edge(point)..<edge(point + on), rows))
        point += period
      }
      canvas.fill(threshold.color)
    }
  }

  /// The whole pixel at which something begins, so many points from the origin.
  private func edge(_ points: Int) -> Double {
    // A little more, or rounding would tell a half at one origin from a half at another.
    (Double(points) * look.pixelScale + 1e-6).rounded(.down)
  }

  private func drawMarkers(with brush: Brush, on canvas: borrowing Canvas) {
    let height = look.height * look.pixelScale
    for marker in content.markers {
      let x = x(of: marker.index)
      let column = x.rounded(.down)
      canvas.fill(
        brush.rect(column..<column + 1, 0..<height), marker.color.withAlpha(marker.color.alpha * 0.55))
      let half = snapped(2 * look.pixelScale)
      canvas.move(to: brush.point(x - half, 0))
      canvas.line(to: brush.point(x + half, 0))
      canvas.line(to: brush.point(x, 2 * half))
      canvas.closePath()
      canvas.fill(marker.color)
    }
  }
}

private func modulo(_ a: Int, _ b: Int) -> Int { a - floorDivide(a, b) * b }

/// Turns samples into the corners of a line, leaving out those that cannot be seen.
///
/// Of the samples in one column of pixels, the first, the lowest, the highest and the last remain (the M4
/// aggregation of Jugel et al. 2014), each at its own time: the line within the column and those to its
/// neighbors then cover the pixels that the line through all samples would.
struct LineReducer {
  let origin: Int
  let samplesPerColumn: Int
  private var startsLine = true
  /// The extremes of the column so far; `low` is nil while it has no value.
  private var column = Int.min
  private var first: LinePoint?
  private var low: LinePoint?
  private var high: LinePoint?
  private var last: LinePoint?
  /// The column has only gaps.
  private var isGap = false

  /// - Parameters:
  ///   - origin: A sample with which a column begins.
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

/// A corner of a channel's line.
struct LinePoint: Sendable {
  var index: Int
  var value: Double
  /// Is true if no line leads here from the point before.
  var startsLine: Bool
}
