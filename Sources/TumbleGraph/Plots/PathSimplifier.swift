import TumbleGeometry

/// Leaves out the corners of a path that lie so close to the line between others that nobody sees the difference.
///
/// From a corner that remains, the directions are kept in which a straight line passes every corner since within the
/// tolerance (Reumann and Witkam's strip, narrowed to a cone with each corner). One beyond them, or one that turns back,
/// makes the corner before it remain. One pass, whatever the path's length.
struct PathSimplifier {
  /// In units of the path.
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
  ///
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
