extension Polygon {
  /// The part of a convex polygon on one side of a line: where the way from the line's point goes against the normal.
  public func clipped(against normal: Vector, through point: Vector) -> Polygon {
    var kept: [Vector] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[index + 1 < corners.count ? index + 1 : 0]
      let (height, nextHeight) = ((corner - point).dot(normal), (next - point).dot(normal))
      if height <= 0 { kept.append(corner) }
      // The edge crosses the line: Sutherland and Hodgman, 1974.
      if (height < 0 && nextHeight > 0) || (height > 0 && nextHeight < 0) {
        kept.append(corner.interpolated(to: next, by: height / (height - nextHeight)))
      }
    }
    return Polygon(kept)
  }

  /// The part of a convex polygon that is nearer to one of some points than to the others: what of it lies in that point's
  /// Voronoi cell. It has no corners if that is nothing.
  public func cell(of index: Int, among points: [Vector]) -> Polygon {
    var cell = self
    for (other, point) in points.enumerated() where other != index && point != points[index] {
      let middle = points[index].interpolated(to: point, by: 0.5)
      cell = cell.clipped(against: point - points[index], through: middle)
      if cell.corners.count < 3 { return Polygon([]) }
    }
    return cell
  }

  /// The centre of its area; the first corner where it has none.
  public var centroid: Vector {
    guard let origin = corners.first else { return .zero }
    var (sum, area) = (Vector.zero, 0.0)
    for (corner, next) in zip(corners.dropFirst(), corners.dropFirst(2)) {
      let double = (corner - origin).cross(next - origin)
      sum += (corner - origin + (next - origin)) * double
      area += double
    }
    return area == 0 ? origin : origin + sum / (3 * area)
  }
}
