import TumbleDrawing
import TumbleGeometry

/// Draws the content of a tile, or of any stretch of the time axis: the one way that lines get onto a graph.
struct TileRasterizer {
  let content: TileContent
  /// In points; the origin is at its left edge.
  let width: Double

  private var look: TileLook { content.look }
  private var grid: TileGrid { content.look.grid }

  /// - Parameter isWanted: asked before each channel; once it says no, the rest is not drawn.
  /// - Returns: whether all of it was drawn.
  func draw(on canvas: borrowing Canvas, isWanted: () -> Bool = { true }) -> Bool {
    canvas.withState { canvas in
      canvas.clear(look.background)
      canvas.transform(Transform(scale: Vector(look.pixelScale, look.pixelScale)))
      drawGrid(on: canvas)
      var start = 0
      for color in look.colors {
        guard isWanted() else { return false }
        drawLine(from: start, on: canvas)
        canvas.stroke(color, Stroke(width: look.lineWidth))
        start += content.samples.count
      }
      drawThresholds(on: canvas)
      drawMarkers(on: canvas)
      return isWanted()
    }
  }

  /// In points from the left edge; exact, because only the distance from the origin is a `Double`.
  private func x(of index: Int) -> Double {
    Double(index - content.origin) * Double(grid.tileWidth) / Double(grid.samplesPerTile)
  }

  // MARK: Grid

  private func drawGrid(on canvas: borrowing Canvas) {
    let pixel = 1 / look.pixelScale
    for value in look.lines {
      let y = snapped(look.y(of: value))
      canvas.fill(
        Rect(origin: Vector(0, y), size: Size(width, pixel)), value == 0 ? look.zeroColor : look.gridColor)
    }
    guard look.timeStep > 0 else { return }
    var index =
      look.firstIndex
      + floorDivide(content.origin - grid.padding - look.firstIndex, look.timeStep) * look.timeStep
    while true {
      let x = snapped(x(of: index))
      if x >= width { return }
      if x > -1 { canvas.fill(Rect(origin: Vector(x, 0), size: Size(pixel, look.height)), look.gridColor) }
      index += look.timeStep
    }
  }

  /// The top or left of the pixel that holds the point: lines of one pixel are crisp there.
  private func snapped(_ point: Double) -> Double {
    (point * look.pixelScale).rounded(.down) / look.pixelScale
  }

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
    for threshold in look.thresholds where threshold.value.isFinite {
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
    for marker in content.markers {
      let x = x(of: marker.index) + (grid.samplesPerColumn > 1 ? 0.5 : 0)
      canvas.fill(
        Rect(origin: Vector(snapped(x), 0), size: Size(1 / look.pixelScale, look.height)),
        marker.color.withAlpha(marker.color.alpha * 0.55))
      canvas.polyline([Vector(x - 2, 0), Vector(x + 2, 0), Vector(x, 4)], closed: true)
      canvas.fill(marker.color)
    }
  }
}
