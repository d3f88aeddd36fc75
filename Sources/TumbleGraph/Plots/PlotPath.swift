/// The visible part of a plot's line, in points.
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
    /// Is true if no line leads here from the corner before.
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

  /// Reduces a line that only goes to the right to the first, the extremes and the last point of each column.
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

/// Leaves out the corners of a path that lie so close to the line between others that nobody sees the
/// difference.
///
/// From a corner that remains, the directions are kept in which a straight line passes every corner since
/// within the tolerance (Reumann and Witkam's strip, narrowed to a cone with each corner). One beyond them,
/// or one that turns back, makes the corner before it remain. One pass, whatever the path's length.
struct PathSimplifier {
  /// The tolerance in units of the path.
  let tolerance: Double
  private(set) var points: [Vector] = []
  private var latest: Vector?
  /// The directions left and right of which no line may go; nil while any may be taken.
  private var cone: (right: Vector, left: Vector)?
  private var farthest = 0.0

  init(tolerance: Double) { self.tolerance = tolerance }

  static func simplify(_ path: some Sequence<Vector>, tolerance: Double) -> [Vector] {
    var simplifier = PathSimplifier(tolerance: tolerance)
    for point in path { simplifier.add(point) }
    return simplifier.finish()
  }

  /// Adds a point to the line.
  /// - Parameter point: Finite.
  mutating func add(_ point: Vector) {
    guard let anchor = points.last else {
      points.append(point)
      return
    }
    if latest == nil || !takes(point - anchor) {
      if let latest {
        points.append(latest)
        (cone, farthest) = (nil, 0)
        _ = takes(point - latest)
      } else {
        _ = takes(point - anchor)
      }
    }
    latest = point
  }

  mutating func finish() -> [Vector] {
    if let latest { points.append(latest) }
    return points
  }

  /// Narrows the cone so that lines in it pass the place, counted from the anchor, within the tolerance.
  /// - Returns: Whether a line to the place itself lies in the cone as it was.
  private mutating func takes(_ place: Vector) -> Bool {
    let distance = place.length
    guard distance >= farthest else { return false }
    // Within the tolerance of the anchor any direction will do.
    guard distance > tolerance else {
      farthest = distance
      return true
    }
    if let cone, cone.right.cross(place) < 0 || cone.left.cross(place) > 0 { return false }
    farthest = distance
    // The tangents to the circle of the tolerance around the place.
    let sine = tolerance / distance
    let cosine = (1 - sine * sine).squareRoot()
    let right = Vector(place.x * cosine + place.y * sine, place.y * cosine - place.x * sine)
    let left = Vector(place.x * cosine - place.y * sine, place.y * cosine + place.x * sine)
    guard let cone else {
      self.cone = (right, left)
      return true
    }
    self.cone = (
      right.cross(cone.right) > 0 ? cone.right : right, left.cross(cone.left) < 0 ? cone.left : left
    )
    return true
  }
}
