extension Path {
  /// The two handles of a point: of the segment that leads to it, and of the one that leaves it.
  package enum Handle: Hashable, Sendable, CaseIterable { case before, after }
}

/// A path as a hand edits it: points, with the handles of the Bézier curves beside them.
package struct PathPoints: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package fileprivate(set) var place: Vector
    /// The handles; nil beside a line or an arc.
    fileprivate var before, after: Vector?
    /// The center and the turn of the arc that leaves it; nil for a line or a curve.
    fileprivate var arc: Arc?

    package init(_ place: Vector, before: Vector? = nil, after: Vector? = nil) {
      (self.place, self.before, self.after) = (place, before, after)
    }

    package fileprivate(set) subscript(handle: Path.Handle) -> Vector? {
      get { handle == .before ? before : after }
      set { if handle == .before { before = newValue } else { after = newValue } }
    }
  }

  fileprivate struct Arc: Hashable, Sendable {
    var center: Vector
    var sweep: Double

    /// The center that leads from one point to another by the same turn: a full circle keeps its own.
    func center(from a: Vector, to b: Vector) -> Vector {
      let (turned, rest) = (a.rotated(by: sweep), Vector(1 - cosine(sweep), -sine(sweep)))
      guard rest.lengthSquared > 1e-12 else { return center }
      let way = b - turned
      let moved = Vector(rest.dot(way), rest.cross(way)) / rest.lengthSquared
      // What was not moved keeps its digits.
      return moved.distance(to: center) < 1e-6 ? center : moved
    }
  }

  /// The points, in order; of a closed path the first one once.
  package private(set) var points: [Point]
  /// Is true if the path ends where it starts.
  package private(set) var isClosed: Bool

  package init(_ path: Path) {
    points = [Point(path.start)]
    for (segment, curve) in zip(path.segments, path.curves) {
      let last = points.count - 1
      var next = Point(curve.point(1))
      switch segment {
      case .line: break
      case .arc(let center, let sweep): points[last].arc = Arc(center: center, sweep: sweep)
      // The cubic curve that it is.
      case .quadratic(let control, let to):
        points[last].after = points[last].place.interpolated(to: control, by: 2.0 / 3)
        next.before = to.interpolated(to: control, by: 2.0 / 3)
      case .cubic(let first, let second, _): (points[last].after, next.before) = (first, second)
      }
      points.append(next)
    }
    isClosed = points.count > 1 && points[points.count - 1].place.distance(to: path.start) < 1e-6
    if isClosed { points[0].before = points.removeLast().before }
  }

  package var path: Path {
    var path = Path(start: points[0].place, segments: [])
    for (index, from) in points.enumerated() where isClosed || index + 1 < points.count {
      let to = points[(index + 1) % points.count]
      let third = (to.place - from.place) / 3
      if let arc = from.arc {
        path.segments.append(.arc(center: arc.center(from: from.place, to: to.place), sweep: arc.sweep))
      } else if from.after == nil, to.before == nil {
        path.segments.append(.line(to: to.place))
      } else {
        path.segments.append(
          .cubic(
            control1: from.after ?? from.place + third, control2: to.before ?? to.place - third, to: to.place)
        )
      }
    }
    return path
  }

  /// Puts a point elsewhere: its handles go along, and arcs beside it turn and grow.
  package mutating func move(_ point: Int, to place: Vector) {
    guard points.indices.contains(point) else { return }
    let way = place - points[point].place
    points[point].place = place
    for handle in Path.Handle.allCases { points[point][handle] = points[point][handle].map { $0 + way } }
    points[point].arc?.center += way
  }

  /// Puts a handle elsewhere.
  /// - Parameter isFree: Whether the handle at the other side stays where it is; else it turns along where
  ///   the two lay on one line.
  package mutating func move(_ handle: Path.Handle, of point: Int, to place: Vector, isFree: Bool = false) {
    guard points.indices.contains(point), let old = points[point][handle] else { return }
    let (middle, other) = (points[point].place, handle == .before ? Path.Handle.after : .before)
    points[point][handle] = place
    guard !isFree, let opposite = points[point][other], place != middle else { return }
    if (old - middle).isOpposite(to: opposite - middle) {
      points[point][other] = middle - (place - middle).normalized * opposite.distance(to: middle)
    }
  }

  /// Adds a point where the path is nearest to a place; its form stays.
  package mutating func add(at place: Vector) {
    let curves = path.curves
    func point(_ part: Int) -> Vector { curves[part / 128].point(Double(part % 128) / 128) }
    let parts = (0..<curves.count * 128).filter { $0 % 128 > 0 }
    guard let nearest = parts.min(by: { point($0).distance(to: place) < point($1).distance(to: place) })
    else {
      return
    }
    let (index, u) = (nearest / 128, Double(nearest % 128) / 128)
    var new = Point(point(nearest))
    if let arc = points[index].arc {
      points[index].arc?.sweep *= u
      new.arc = Arc(center: arc.center, sweep: arc.sweep * (1 - u))
    } else if case .cubic(let a, let b, let c, let d) = curves[index] {
      func mix(_ a: Vector, _ b: Vector) -> Vector { a.interpolated(to: b, by: u) }
      points[index].after = mix(a, b)
      (new.before, new.after) = (mix(mix(a, b), mix(b, c)), mix(mix(b, c), mix(c, d)))
      points[(index + 1) % points.count].before = mix(c, d)
    }
    points.insert(new, at: index + 1)
  }

  /// Removes a point; the last two stay.
  package mutating func remove(_ point: Int) {
    guard points.count > 2, points.indices.contains(point) else { return }
    points.remove(at: point)
    clearEnds()
  }

  /// Makes a corner a smooth point, or a smooth point a corner.
  package mutating func toggleCorner(_ point: Int) {
    guard points.indices.contains(point), points.count > 1 else { return }
    let place = points[point].place
    let previous = point > 0 ? point - 1 : isClosed ? points.count - 1 : nil
    let ways = (
      before: previous.map { points[$0].place - place },
      after: isClosed || point + 1 < points.count ? points[(point + 1) % points.count].place - place : nil
    )
    let arms = Path.Handle.allCases.compactMap { points[point][$0].map { $0 - place } }
    let hasBoth = ways.before != nil && ways.after != nil
    guard arms.isEmpty || hasBoth && (arms.count == 1 || !arms[0].isOpposite(to: arms[1])) else {
      (points[point].before, points[point].after) = (nil, nil)
      return
    }
    // Along the line between its neighbours, or towards the only one.
    let line = hasBoth ? ((ways.after ?? .zero) - (ways.before ?? .zero)).normalized : .zero
    points[point].before = ways.before.map { place + (hasBoth ? line * -$0.length : $0) / 3 }
    points[point].after = ways.after.map { place + (hasBoth ? line * $0.length : $0) / 3 }
    points[point].arc = nil
    if let previous { points[previous].arc = nil }
  }

  /// Closes the path by a line to its start, or takes its last segment away.
  package mutating func toggleClosed() {
    guard points.count > 1 else { return }
    isClosed.toggle()
    clearEnds()
  }

  /// An open path has nothing before its start and behind its end.
  private mutating func clearEnds() {
    guard !isClosed else { return }
    points[0].before = nil
    (points[points.count - 1].after, points[points.count - 1].arc) = (nil, nil)
  }
}

extension Vector {
  fileprivate func isOpposite(to other: Vector) -> Bool {
    let product = length * other.length
    return product > 0 && abs(cross(other)) < 1e-3 * product && dot(other) < 0
  }
}
