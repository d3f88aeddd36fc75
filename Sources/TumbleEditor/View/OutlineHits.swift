import TumbleGeometry

extension Outline {
  /// What it covers, in square points; of a rounded polygon without what lies outside its corners.
  var area: Double {
    switch self {
    case .circle(_, let radius): .pi * radius * radius
    case .segment(let from, let to, let radius):
      2 * radius * from.distance(to: to) + .pi * radius * radius
    case .polygon(let corners, _): abs(Polygon(corners).signedArea)
    case .rect(let rect, _): rect.width * rect.height
    }
  }

  /// Scaled about the origin along the axes. A circle takes the smaller of the two factors; the thickness of a line and the
  /// rounding of corners change only with both.
  package func scaled(by factor: Vector) -> Outline {
    func scaled(_ point: Vector) -> Vector { Vector(point.x * factor.x, point.y * factor.y) }
    let radius = factor.x == factor.y ? self.radius * factor.x : self.radius
    switch self {
    case .circle(let center, let radius):
      return .circle(center: scaled(center), radius: radius * min(factor.x, factor.y))
    case .segment(let from, let to, _): return .segment(from: scaled(from), to: scaled(to), radius: radius)
    case .polygon(let corners, _): return .polygon(corners.map(scaled), radius: radius)
    case .rect(let rect, _): return .rect(Rect(min: scaled(rect.min), max: scaled(rect.max)), radius: radius)
    }
  }

  /// Whether it keeps its form only if both axes are scaled alike.
  var isRound: Bool {
    if case .circle = self { return true }
    return false
  }
}

extension Vector {
  /// From the nearest point of a segment.
  func distance(toSegment from: Vector, _ to: Vector) -> Double {
    let way = to - from
    let squared = way.lengthSquared
    guard squared > 0 else { return distance(to: from) }
    let share = Swift.max(0, Swift.min((self - from).dot(way) / squared, 1))
    return distance(to: from + way * share)
  }
}
