import TumbleGeometry

/// Something drawn over the stage that is no body: a line, a point, a word. Places are points of the world;
/// widths are in the desktop's points, so that they look the same however near the camera is.
package enum Mark: Hashable, Sendable {
  case line(from: Vector, to: Vector, width: Double, Color)
  /// A filled circle.
  case dot(Vector, radius: Double, Color)
  case ring(Vector, radius: Double, width: Double, Color)
  /// A part of a surface.
  case triangle(Vector, Vector, Vector, Color)
  /// A word, its left end beside the place, so many of the desktop's points away.
  case label(String, at: Vector, offset: Vector, Color)
}

extension Region {
  /// The corners that it is shown by, of a circle so many; none for all of the world.
  package func corners(ofCircle count: Int) -> [Vector] {
    switch self {
    case .everywhere: []
    case .box(let rect): rect.corners
    case .circle(let center, let radius):
      (0..<count).map { center + Vector(angle: Double($0) * 2 * .pi / Double(count), length: radius) }
    case .polygon(let corners): corners
    }
  }
}

/// Marks that are gathered for a frame, in memory that is used again.
package struct Marks: Hashable, Sendable {
  package private(set) var all: [Mark] = []
  /// Points of the world for each of the desktop's: how fine round edges must be.
  package var pointsPerUnit = 1.0

  package init() {}
}

extension Marks {
  package mutating func removeAll() { all.removeAll(keepingCapacity: true) }

  package mutating func add(_ mark: Mark) { all.append(mark) }

  package mutating func line(_ from: Vector, _ to: Vector, width: Double = 1, _ color: Color) {
    guard from.isFinite, to.isFinite else { return }
    all.append(.line(from: from, to: to, width: width, color))
  }

  package mutating func dot(_ place: Vector, radius: Double, _ color: Color) {
    guard place.isFinite else { return }
    all.append(.dot(place, radius: radius, color))
  }

  /// Adds a line whose end is a head of `head` points of the world.
  package mutating func arrow(
    _ from: Vector, _ to: Vector, head: Double, width: Double = 1.5, _ color: Color
  ) {
    guard from.isFinite, to.isFinite, from != to else { return }
    let way = (to - from).normalized
    let size = min(head, from.distance(to: to))
    let back = to - way * size
    line(from, back + way * (size * 0.2), width: width, color)
    let side = way.perpendicular * (size * 0.45)
    all.append(.triangle(to, back + side, back - side, color))
  }

  /// Adds the edges of a rectangle.
  package mutating func box(_ box: Rect, width: Double = 1, _ color: Color) {
    let corners = Outline.rect(box)
    for i in 0..<4 { line(corners.corner(i), corners.corner((i + 1) % 4), width: width, color) }
  }

  /// Adds an outline's edge, where a body has it.
  package mutating func outline(
    _ outline: Outline, position: Vector, angle: Double, scale: Vector = Vector(1, 1), width: Double = 1.5,
    _ color: Color
  ) {
    guard position.isFinite, angle.isFinite else { return }
    let place = Placed(position: position, angle: angle, scale: scale)
    switch outline {
    case .circle(let center, let radius):
      arc(center, radius, from: 0, turn: 2 * .pi, place, width, color)
      line(place(center), place(center + Vector(radius, 0)), width: width, color)
    case .segment(let from, let to, let radius):
      guard radius > 0, from != to else { return line(place(from), place(to), width: width, color) }
      let side = (to - from).normalized.perpendicular * radius
      line(place(from + side), place(to + side), width: width, color)
      line(place(from - side), place(to - side), width: width, color)
      arc(to, radius, from: (-side).angle, turn: .pi, place, width, color)
      arc(from, radius, from: side.angle, turn: .pi, place, width, color)
    case .polygon, .rect:
      let (count, radius) = (outline.cornerCount, outline.radius)
      for i in 0..<count {
        let (before, corner, after) = (
          outline.corner((i + count - 1) % count), outline.corner(i), outline.corner((i + 1) % count)
        )
        let out = -(after - corner).normalized.perpendicular * radius
        line(place(corner + out), place(after + out), width: width, color)
        guard radius > 0 else { continue }
        let first = -(corner - before).normalized.perpendicular
        var turn = out.angle - first.angle
        if turn < 0 { turn += 2 * .pi }
        arc(corner, radius, from: first.angle, turn: turn, place, width, color)
      }
    }
  }

  package mutating func surface(
    of outline: Outline, position: Vector, angle: Double, scale: Vector = Vector(1, 1), _ color: Color
  ) {
    guard position.isFinite, angle.isFinite else { return }
    let place = Placed(position: position, angle: angle, scale: scale)
    switch outline {
    case .circle(let center, let radius):
      var before = place(center + Vector(radius, 0))
      let pieces = pieces(of: 2 * .pi, radius, scale)
      for i in 1...pieces {
        let turn = 2 * .pi * Double(i) / Double(pieces)
        let next = place(center + Vector(radius, 0).rotated(by: turn))
        all.append(.triangle(place(center), before, next, color))
        before = next
      }
    case .segment(let from, let to, let radius):
      guard from != to else { return }
      let side = (to - from).normalized.perpendicular * max(radius, 0.5)
      all.append(.triangle(place(from + side), place(from - side), place(to - side), color))
      all.append(.triangle(place(from + side), place(to - side), place(to + side), color))
    case .polygon, .rect:
      // A concave one would be covered beyond its edges.
      if case .polygon(let corners, _) = outline, !Polygon(corners).isConvex { return }
      for i in 1..<max(outline.cornerCount - 1, 1) {
        all.append(
          .triangle(place(outline.corner(0)), place(outline.corner(i)), place(outline.corner(i + 1)), color))
      }
    }
  }

  /// Returns the number of straight pieces with which none is a quarter of a desktop's point off the arc: its
  /// rise is radius × turn² / 8.
  private func pieces(of turn: Double, _ radius: Double, _ scale: Vector) -> Int {
    let shown = radius * max(abs(scale.x), abs(scale.y)) / max(pointsPerUnit, 1e-12)
    let whole = min(max(.pi * (2 * shown).squareRoot(), 16), 360)
    guard whole.isFinite else { return 16 }
    return max(Int((turn / (2 * .pi) * whole).rounded(.up)), 1)
  }

  private mutating func arc(
    _ center: Vector, _ radius: Double, from angle: Double, turn: Double, _ place: Placed, _ width: Double,
    _ color: Color
  ) {
    let pieces = pieces(of: turn, radius, place.scale)
    var before = place(center + Vector(radius, 0).rotated(by: angle))
    for i in 1...pieces {
      let next = place(center + Vector(radius, 0).rotated(by: angle + turn * Double(i) / Double(pieces)))
      line(before, next, width: width, color)
      before = next
    }
  }

  /// The placement from a body's own coordinates to the world's.
  private struct Placed {
    let position: Vector
    let angle: Double
    let scale: Vector

    func callAsFunction(_ point: Vector) -> Vector {
      position + Vector(point.x * scale.x, point.y * scale.y).rotated(by: angle)
    }
  }
}

extension Outline {
  /// Corners one by one: a list of those of a box would be made again in each frame.
  fileprivate var cornerCount: Int {
    switch self {
    case .polygon(let corners, _): corners.count
    case .rect: 4
    case .circle, .segment: 0
    }
  }

  fileprivate func corner(_ index: Int) -> Vector {
    switch self {
    case .polygon(let corners, _): corners[index]
    case .rect(let rect, _):
      Vector(index == 1 || index == 2 ? rect.max.x : rect.min.x, index < 2 ? rect.min.y : rect.max.y)
    case .circle(let center, _), .segment(let center, _, _): center
    }
  }
}
