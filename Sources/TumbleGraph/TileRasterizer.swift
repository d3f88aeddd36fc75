import TumbleDrawing
import TumbleGeometry

/// Draws the content of a tile, or of any stretch of the time axis: the one way that lines get onto a graph.
struct TileRasterizer {
  let content: TileContent
  /// In points; the origin is at its left edge.
  let width: Double

  private var look: TileLook { content.look }
  private var grid: TileGrid { content.look.grid }

  /// Draws all of it.
  ///
  /// - Parameter isWanted: asked before each channel; once it says no, the rest is not drawn.
  /// - Returns: whether all of it was drawn.
  @discardableResult
  func draw(on canvas: borrowing Canvas, isWanted: () -> Bool = { true }) -> Bool {
    canvas.withState { canvas in
      canvas.clear(look.background)
      canvas.transform(Transform(scale: Vector(look.pixelScale, look.pixelScale)))
      let pixel = 1 / look.pixelScale
      forEachGridLine { isVertical, position, color in
        let start = Double(position) * pixel
        let line =
          isVertical
          ? Rect(origin: Vector(start, 0), size: Size(pixel, look.height))
          : Rect(origin: Vector(0, start), size: Size(width, pixel))
        canvas.fill(line, color)
      }
      return drawLines(on: canvas, isWanted: isWanted)
    }
  }

  /// The same on a bitmap of the right size, from the content's first column on. The background and the grid are plain pixels: for a tile, asking Cairo
  /// for them would cost as much as the lines do.
  @discardableResult
  func draw(on bitmap: inout Bitmap, drawsNowhere: Bool = false, isWanted: () -> Bool = { true }) -> Bool {
    let (columns, rows) = (min(content.firstColumn, bitmap.width)..<bitmap.width, 0..<bitmap.height)
    bitmap.clear(columns: columns, to: look.background)
    forEachGridLine { isVertical, position, color in
      if isVertical, position < columns.lowerBound {
        return
      } else if isVertical {
        bitmap.fill(columns: position..<position + 1, rows: rows, color)
      } else {
        bitmap.fill(columns: columns, rows: position..<position + 1, color)
      }
    }
    if drawsNowhere { return Canvas.withNowhere { drawLines(from: columns, on: $0, isWanted: isWanted) } }
    return bitmap.draw { drawLines(from: columns, on: $0, isWanted: isWanted) }
  }

  private func drawLines(from columns: Range<Int>, on canvas: borrowing Canvas, isWanted: () -> Bool) -> Bool
  {
    if columns.lowerBound > 0 {
      canvas.clip(
        to: Rect(
          min: Vector(Double(columns.lowerBound), 0),
          max: Vector(Double(columns.upperBound), look.height * look.pixelScale + 1)))
    }
    canvas.transform(Transform(scale: Vector(look.pixelScale, look.pixelScale)))
    return drawLines(on: canvas, isWanted: isWanted)
  }

  private func drawLines(on canvas: borrowing Canvas, isWanted: () -> Bool) -> Bool {
    var start = 0
    for i in look.colors.indices {
      guard isWanted() else { return false }
      drawLine(from: start, on: canvas)
      canvas.stroke(look.colors[i], Stroke(width: look.lineWidth))
      start += content.samples.count
    }
    drawThresholds(on: canvas)
    drawMarkers(on: canvas)
    return isWanted()
  }

  /// In points from the left edge; exact, because only the distance from the origin is a `Double`.
  private func x(of index: Int) -> Double {
    Double(index - content.origin) * Double(grid.tileWidth) / Double(grid.samplesPerTile)
  }

  // MARK: Grid

  /// Lines of one pixel, by the column or row of pixels that they fill.
  private func forEachGridLine(_ body: (_ isVertical: Bool, _ position: Int, _ color: Color) -> Void) {
    // By index: an array's own iterator allocates where it is not optimized.
    for i in look.lines.indices {
      let value = look.lines[i]
      body(false, pixel(look.y(of: value)), value == 0 ? look.zeroColor : look.gridColor)
    }
    guard look.timeStep > 0 else { return }
    let end = Int((width * look.pixelScale).rounded(.up))
    var index =
      look.firstIndex
      + floorDivide(content.origin - grid.padding - look.firstIndex, look.timeStep) * look.timeStep
    while true {
      let column = pixel(x(of: index))
      if column >= end { return }
      if column >= 0 { body(true, column, look.gridColor) }
      index += look.timeStep
    }
  }

  /// The pixel that holds a point.
  private func pixel(_ point: Double) -> Int { Int((point * look.pixelScale).rounded(.down)) }

  // MARK: Lines

  /// Adds one channel's path, a piece for every run of values without a gap.
  private func drawLine(from start: Int, on canvas: borrowing Canvas) {
    if grid.samplesPerColumn == 1 {
      drawCorners(from: start, on: canvas)
    } else {
      drawColumns(from: start, on: canvas)
    }
  }

  private func drawCorners(from start: Int, on canvas: borrowing Canvas) {
    let first = content.samples.lowerBound
    content.values.withUnsafeBufferPointer { values in
      var isOpen = false
      for offset in 0..<content.samples.count {
        let value = values[start + offset]
        guard value.isFinite else {
          isOpen = false
          continue
        }
        let point = Vector(x(of: first + offset), look.y(of: value))
        if !isOpen { canvas.move(to: point) }
        // The first point too: a sample alone between gaps is a dot.
        canvas.line(to: point)
        isOpen = true
      }
    }
  }

  /// A column goes from its minimum to its maximum, in the order that they came in.
  private func drawColumns(from start: Int, on canvas: borrowing Canvas) {
    let perColumn = grid.samplesPerColumn
    let samples = content.samples
    content.values.withUnsafeBufferPointer { values in
      var isOpen = false
      var column = floorDivide(samples.lowerBound - content.origin, perColumn)
      let last = floorDivide(samples.upperBound - 1 - content.origin, perColumn)
      while column <= last, !samples.isEmpty {
        let from = max(content.origin + column * perColumn, samples.lowerBound) - samples.lowerBound
        let to = min(content.origin + (column + 1) * perColumn, samples.upperBound) - samples.lowerBound
        var (low, high) = (Double.infinity, -Double.infinity)
        var (lowAt, highAt) = (0, 0)
        for offset in from..<to {
          let value = values[start + offset]
          guard value.isFinite else { continue }
          if value < low { (low, lowAt) = (value, offset) }
          if value > high { (high, highAt) = (value, offset) }
        }
        if low <= high {
          let x = (Double(column) + 0.5) * grid.columnWidth
          let (one, other) = lowAt <= highAt ? (low, high) : (high, low)
          let point = Vector(x, look.y(of: one))
          if !isOpen { canvas.move(to: point) }
          canvas.line(to: point)
          if low != high { canvas.line(to: Vector(x, look.y(of: other))) }
          isOpen = true
        } else {
          isOpen = false
        }
        column += 1
      }
    }
  }

  // MARK: Thresholds and markers

  private func drawThresholds(on canvas: borrowing Canvas) {
    for i in look.thresholds.indices where look.thresholds[i].value.isFinite {
      let threshold = look.thresholds[i]
      let y = look.y(of: threshold.value)
      guard y >= -2, y <= look.height + 2 else { continue }
      // The pattern goes on from tile to tile: it begins where the first sample of all would be.
      let (on, off) = (5.0, 3.0)
      let columns = Double(floorDivide(content.origin - look.firstIndex, grid.samplesPerTile) % 1000)
      let offset = (columns * Double(grid.tileWidth)).truncatingRemainder(dividingBy: on + off)
      canvas.stroke(
        from: Vector(-(on + off), y), to: Vector(width + on + off, y), threshold.color,
        Stroke(width: 1, cap: .butt, dash: .init(on: on, off: off, offset: offset)))
    }
  }

  private func drawMarkers(on canvas: borrowing Canvas) {
    for i in content.markers.indices {
      let marker = content.markers[i]
      let x = x(of: marker.index) + (grid.samplesPerColumn > 1 ? 0.5 : 0)
      canvas.fill(
        Rect(
          origin: Vector(Double(pixel(x)) / look.pixelScale, 0), size: Size(1 / look.pixelScale, look.height)),
        marker.color.withAlpha(marker.color.alpha * 0.55))
      canvas.polyline([Vector(x - 2, 0), Vector(x + 2, 0), Vector(x, 4)], closed: true)
      canvas.fill(marker.color)
    }
  }
}
