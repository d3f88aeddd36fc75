import TumbleFrames
import TumbleGeometry

/// Finds what lies under the mouse in a frame, by the rule of the mouse joint: of those that contain the point the one
/// drawn on top, else the nearest.
package struct BodyPicker {
  /// A body that lies so near a point counts as there, in points: a mouse is not that exact.
  package static let reach = 5.0

  /// - Parameters:
  ///   - reach: In points.
  ///   - kinds: Which bodies count.
  package static func body(
    at point: Vector, in frame: Frame, _ description: WorldDescription, within reach: Double = reach,
    kinds: Set<BodyKind> = [.dynamic, .kinematic, .static]
  ) -> BodyID? {
    var found: (id: BodyID, distance: Double)?
    frame.forEachBody { body, pose in
      guard let known = description[body.id], kinds.contains(known.kind), pose.isFinite,
        pose.appearance.opacity > 0
      else { return }
      let place = (point - pose.position).rotated(by: -pose.angle)
      for outline in known.outlines {
        let distance = max(outline.distance(to: place), 0)
        guard distance <= reach else { continue }
        if let other = found {
          guard distance <= other.distance else { continue }
          if distance == other.distance, !description.isInFront(body.id, of: other.id) { continue }
        }
        found = (body.id, distance)
      }
    }
    return found?.id
  }
}

extension Outline {
  /// From its edge, in points; negative inside.
  package func distance(to point: Vector) -> Double {
    switch self {
    case .circle(let center, let radius): return point.distance(to: center) - radius
    case .segment(let from, let to, let radius):
      return Self.distance(from: point, toLine: from, to) - radius
    case .polygon, .rect:
      let corners = points
      var nearest = Double.infinity
      var isInside = false
      for i in corners.indices {
        let (a, b) = (corners[i], corners[(i + 1) % corners.count])
        nearest = min(nearest, Self.distance(from: point, toLine: a, b))
        // A ray to the right crosses the edges of what it is inside of an odd number of times.
        if (a.y > point.y) != (b.y > point.y), point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
      }
      return (isInside ? -nearest : nearest) - radius
    }
  }

  private static func distance(from point: Vector, toLine a: Vector, _ b: Vector) -> Double {
    let way = b - a
    let square = way.dot(way)
    let part = square > 0 ? min(max((point - a).dot(way) / square, 0), 1) : 0
    return point.distance(to: a + way * part)
  }
}
