import TumbleGeometry

/// How a mass is spread over shapes: by their areas, or in equal parts over lines without a radius, which have none.
/// Sensors beside shapes that are solid have no part in it.
struct MassDistribution {
  /// In the body's coordinates, in points; the body's position without shapes.
  let centerOfGravity: Vector
  private let parts: [(share: Double, shape: Shape)]

  init(_ shapes: [Shape]) {
    let solid = shapes.filter { !$0.isSensor }
    let shapes = solid.isEmpty ? shapes : solid
    let total = shapes.reduce(0) { $0 + $1.area }
    let parts = shapes.map { (share: total > 0 ? $0.area / total : 1 / Double(shapes.count), shape: $0) }
    self.parts = parts
    centerOfGravity = parts.reduce(.zero) { $0 + $1.shape.centroid * $1.share }
  }

  /// Of a kilogram about a point, in points² (by the parallel axis theorem); infinite without shapes, as what has no
  /// extent cannot be turned.
  func momentPerMass(about center: Vector) -> Double {
    guard !parts.isEmpty else { return .infinity }
    return parts.reduce(0) { sum, part in
      sum + part.share * (part.shape.momentPerMass + (part.shape.centroid - center).lengthSquared)
    }
  }
}
