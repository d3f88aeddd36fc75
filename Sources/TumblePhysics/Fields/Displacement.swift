import TumbleGeometry

extension Shape {
  /// The outline by which the shape displaces a fluid, in the body's coordinates, counter-clockwise; none for a line.
  ///
  /// Round parts are drawn with 24 corners a turn, as far out that a whole circle has its own area.
  func displacementOutline() -> [Vector] {
    switch form {
    case .circle(let center, let radius):
      return Self.directions.map { center + $0 * (radius * Self.roundScale) }
    case .segment(let from, let to, let radius):
      guard radius > 0 else { return [] }
      return Self.rounded([from, to], radius)
    case .rect, .polygon:
      let outline = self.outline
      return outline.radius > 0 ? Self.rounded(outline.points, outline.radius) : outline.points
    }
  }

  private static let sides = 24
  private static let directions = (0..<sides).map {
    Vector(angle: Double($0) * 2 * .pi / Double(sides))
  }
  /// A regular polygon's area is n/2 · R² · sin(2π/n).
  private static let roundScale = (2 * .pi / (Double(sides) * sine(2 * .pi / Double(sides)))).squareRoot()

  /// A convex outline grown by a radius: around each corner the directions between the normals of its two edges.
  private static func rounded(_ corners: [Vector], _ radius: Double) -> [Vector] {
    var points: [Vector] = []
    for (index, corner) in corners.enumerated() {
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      let first = -(corner - before).perpendicular.normalized
      let last = -(after - corner).perpendicular.normalized
      points.append(corner + first * radius)
      let start = first.angle
      var turn = last.angle - start
      if turn < 0 { turn += 2 * .pi }
      let steps = max(Int((turn / (2 * .pi) * Double(sides)).rounded(.up)), 1)
      for step in 1..<max(steps, 1) {
        let direction = Vector(angle: start + turn * Double(step) / Double(steps))
        points.append(corner + direction * (radius * roundScale))
      }
      points.append(corner + last * radius)
    }
    return points
  }
}
