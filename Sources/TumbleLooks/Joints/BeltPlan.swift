import TumbleFrames
import TumbleGeometry

/// The drawing of a conveyor's band, with treads and rollers that run at the surface's velocity.
package struct BeltPlan: Sendable {
  package let body: BodyID
  package let band: SpriteForm
  /// The wheel under the belt; without a radius there is none.
  package let roller: SpriteForm
  package let rollerRadius: Double
  /// The rollers in the body's coordinates.
  package let rollers: [Vector]
  package let border: Border
  package let treads: Int
  /// The distance of treads from the border, inwards: nothing of them stands out of what bodies touch.
  package let treadDepth: Double
  /// The way of a tread in a second, in points; round the outline against the clock, the upper side runs to
  /// the left.
  package let speed: Double

  package static func tread(_ light: Light) -> SpriteForm { .tread(width: light.blur * 0.8) }

  /// The belts of a body's outlines that run.
  package static func all(of body: BodyDescription, _ id: BodyID, _ light: Light) -> [BeltPlan] {
    guard !body.surfaceVelocities.isEmpty else { return [] }
    return zip(body.outlines, body.surfaceVelocities).compactMap {
      BeltPlan(id, $0, velocity: $1, depth: light.blur)
    }
  }

  private init?(_ body: BodyID, _ outline: Outline, velocity: Vector, depth: Double) {
    guard velocity != .zero, let bounds = outline.drawn.bounds, bounds.isFinite,
      max(bounds.width, bounds.height) < 1e5
    else { return nil }
    self.body = body
    border = Border(outline.drawn)
    let thin = min(bounds.width, bounds.height)
    let width = min(depth * 0.9, thin * 0.2)
    // Rollers where there is a long side for them to stand under.
    let isLong = bounds.width > 2.5 * bounds.height && !border.isRound
    let radius = isLong ? thin / 2 - width * 1.2 : 0
    let count = isLong ? max(Int(bounds.width / (radius * 7)), 2) : 0
    rollers = (0..<count).map { roller in
      let reach = bounds.width / 2 - radius - width * 1.3
      return Vector(bounds.center.x - reach + 2 * reach * Double(roller) / Double(count - 1), bounds.center.y)
    }
    band = .band(outline, width: width)
    (rollerRadius, roller) = (radius, .roller(radius: radius))
    treads = min(max(Int(border.length / (width * 6)), 3), 200)
    treadDepth = width * 0.5
    speed = velocity.length * (velocity.x < 0 ? 1 : -1)
  }
}

/// The way round an outline, counter-clockwise, in straight pieces.
package struct Border: Sendable {
  private let points: [Vector]
  /// The distance of each point along the belt.
  private let distances: [Double]
  package let length: Double
  /// Is true if it is a circle's.
  let isRound: Bool

  package init(_ outline: Outline) {
    let corners = outline.points
    let radius = outline.radius
    isRound = corners.count == 1
    var points: [Vector] = []
    for (i, corner) in corners.enumerated() {
      guard radius > 0 else {
        points.append(corner)
        continue
      }
      let before = corners[(i + corners.count - 1) % corners.count]
      let after = corners[(i + 1) % corners.count]
      // Outwards is to the right of the way.
      let start = corners.count == 1 ? 0 : (-(corner - before).normalized.perpendicular).angle
      var turn = corners.count == 1 ? 2 * .pi : (-(after - corner).normalized.perpendicular).angle - start
      if turn < -1e-9 { turn += 2 * .pi }
      let pieces = max(Int(turn / 0.3), 1)
      for piece in 0...pieces {
        points.append(corner + Vector(radius, 0).rotated(by: start + turn * Double(piece) / Double(pieces)))
      }
    }
    var (distances, length) = ([Double](), 0.0)
    for (i, point) in points.enumerated() {
      distances.append(length)
      length += point.distance(to: points[(i + 1) % points.count])
    }
    self.points = points
    self.distances = distances
    self.length = max(length, 1e-9)
  }

  /// Returns the point at a distance along it, 0 to ``length``, and the direction there.
  package func place(at distance: Double) -> (Vector, angle: Double) {
    guard points.count > 1 else { return (points.first ?? .zero, 0) }
    let low = max(distances.partitioningIndex { $0 > distance } - 1, 0)
    let (from, to) = (points[low], points[(low + 1) % points.count])
    let whole = from.distance(to: to)
    let part = whole > 0 ? min(max((distance - distances[low]) / whole, 0), 1) : 0
    return (from.interpolated(to: to, by: part), (to - from).angle)
  }
}
