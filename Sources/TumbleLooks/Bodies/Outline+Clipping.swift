import TumbleFrames
import TumbleGeometry

extension Outline {
  /// The part of an outline in a rectangle, and some of what is around it; nil where there is none. A circle is left
  /// whole.
  package func clipped(to area: Rect) -> Outline? {
    switch self {
    case .circle: return self
    case .segment(let from, let to, let radius):
      let room = area.insetBy(-radius)
      guard let part = room.clip(from: from, to: to) else { return nil }
      return .segment(from: part.from, to: part.to, radius: radius)
    case .polygon, .rect:
      let room = area.insetBy(-radius)
      var corners = points
      for (normal, offset) in [
        (Vector(1, 0), room.min.x), (Vector(-1, 0), -room.max.x), (Vector(0, 1), room.min.y),
        (Vector(0, -1), -room.max.y),
      ] {
        corners = Self.cut(corners) { $0.dot(normal) - offset }
      }
      return corners.count > 2 ? .polygon(corners, radius: radius) : nil
    }
  }

  /// What lies on the side where `distance` is not negative.
  private static func cut(_ corners: [Vector], _ distance: (Vector) -> Double) -> [Vector] {
    guard var before = corners.last else { return [] }
    var kept: [Vector] = []
    for corner in corners {
      let (a, b) = (distance(before), distance(corner))
      if (a >= 0) != (b >= 0) { kept.append(before.interpolated(to: corner, by: a / (a - b))) }
      if b >= 0 { kept.append(corner) }
      before = corner
    }
    return kept
  }
}

extension Rect {
  /// The part of a line inside (Liang and Barsky's way); nil where there is none.
  package func clip(from: Vector, to: Vector) -> (from: Vector, to: Vector)? {
    let way = to - from
    var (first, last) = (0.0, 1.0)
    /// How far beside an edge it begins, and how fast it comes nearer to it.
    func cut(_ speed: Double, _ room: Double) {
      if speed == 0 {
        if room < 0 { last = -1 }
      } else if speed < 0 {
        first = Swift.max(first, room / speed)
      } else {
        last = Swift.min(last, room / speed)
      }
    }
    cut(-way.x, from.x - min.x)
    cut(way.x, max.x - from.x)
    cut(-way.y, from.y - min.y)
    cut(way.y, max.y - from.y)
    guard first <= last else { return nil }
    return (from + way * first, from + way * last)
  }
}
