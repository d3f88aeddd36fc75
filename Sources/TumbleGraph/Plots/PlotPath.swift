import TumbleGeometry

/// Where a line of a plot goes, in points, with only what can be seen of it.
struct PlotPath {
  let x: GraphScale
  let y: GraphScale
  let frame: Rect
  let detail: PlotDetail

  func place(_ point: Vector) -> Vector {
    Vector(
      frame.min.x + x.position(of: point.x) * frame.width,
      frame.max.y - y.position(of: point.y) * frame.height)
  }

  /// The pieces between gaps.
  func pieces(of line: PlotLine) -> [[Vector]] { simplified(corners(of: line)) }

  /// The line's corners that can be seen; of a line that goes to and fro, all.
  func corners(of line: PlotLine) -> [Corner] {
    isInOrder(line.points) ? reduced(line.points) : placed(line.points)
  }

  struct Corner: Hashable {
    /// Whether no line leads here from the corner before.
    var startsLine: Bool
    var place: Vector
  }

  private func isInOrder(_ points: [Vector]) -> Bool {
    var last = -Double.infinity
    for point in points where point.x.isFinite {
      if point.x < last { return false }
      last = point.x
    }
    return true
  }

  /// Of a line that only goes to the right, of each column the first, the extremes and the last point.
  private func reduced(_ points: [Vector]) -> [Corner] {
    var reducer = LineReducer(origin: 0, samplesPerColumn: 2)
    var corners: [LinePoint] = []
    var startsLine = true
    let last = Int((frame.width * detail.columnsPerPoint).rounded(.up)) + 1
    for (index, point) in points.enumerated() {
      let place = place(point)
      guard place.isFinite else {
        // However narrow it is: what is on both sides does not belong together.
        reducer.finish(&corners)
        startsLine = true
        continue
      }
      // All that is beyond an edge shares a column.
      let column = (place.x - frame.min.x) * detail.columnsPerPoint
      reducer.add(
        place.y, at: index, column: Int(min(max(column.rounded(.down), -1), Double(last))),
        startsRun: startsLine, to: &corners)
      startsLine = false
    }
    reducer.finish(&corners)
    return corners.map { Corner(startsLine: $0.startsLine, place: place(points[$0.index])) }
  }

  private func placed(_ points: [Vector]) -> [Corner] {
    var startsLine = true
    return points.compactMap { point in
      let place = place(point)
      guard place.isFinite else {
        startsLine = true
        return nil
      }
      defer { startsLine = false }
      return Corner(startsLine: startsLine, place: place)
    }
  }

  private func simplified(_ corners: [Corner]) -> [[Vector]] {
    var pieces: [[Vector]] = []
    var current: PathSimplifier?
    for corner in corners {
      if corner.startsLine || current == nil {
        if var done = current { pieces.append(done.finish()) }
        current = PathSimplifier(tolerance: detail.tolerance)
      }
      current?.add(corner.place)
    }
    if var done = current { pieces.append(done.finish()) }
    // A point alone is a dot.
    return pieces.map { $0.count == 1 ? $0 + $0 : $0 }
  }
}
