import TumbleGeometry

/// An emitter's shape made ready: a place on it by two fractions.
struct EmitterGeometry: Sendable {
  private enum Kind {
    case point
    case points([Vector])
    case line(length: Double)
    case rectangle(Size)
    case circle(radius: Double, isOutline: Bool)
    /// Edges by their ends, and the length up to the end of each.
    case edges([(from: Vector, to: Vector)], ends: [Double])
    /// Triangles, and the area up to the end of each.
    case triangles([(Vector, Vector, Vector)], ends: [Double])
  }

  private let kind: Kind

  init(_ shape: EmitterShape, _ mode: EmitterShape.Mode) {
    switch (shape, mode) {
    case (.point, _), (.circle, .points): kind = .point
    case (.line(let length), .points): kind = .points([Vector(-length / 2, 0), Vector(length / 2, 0)])
    case (.line(let length), _): kind = .line(length: length)
    case (.rectangle(let size), .surface), (.rectangle(let size), .volume): kind = .rectangle(size)
    case (.rectangle(let size), _): kind = Self.kind([Polygon(box: size).corners], mode)
    case (.circle(let radius), _): kind = .circle(radius: radius, isOutline: mode == .outline)
    case (.polygons(let polygons), _): kind = Self.kind(polygons, mode)
    }
  }

  private static func kind(_ polygons: [[Vector]], _ mode: EmitterShape.Mode) -> Kind {
    let polygons = polygons.filter { !$0.isEmpty }.map { Polygon($0).signedArea < 0 ? $0.reversed() : $0 }
    switch mode {
    case .points: return polygons.isEmpty ? .point : .points(polygons.flatMap { $0 })
    case .outline:
      var edges: [(from: Vector, to: Vector)] = []
      for corners in polygons {
        for i in corners.indices { edges.append((corners[i], corners[(i + 1) % corners.count])) }
      }
      return .edges(edges, ends: sums(edges.map { ($0.to - $0.from).length }))
    case .surface, .volume:
      var triangles: [(Vector, Vector, Vector)] = []
      for corners in polygons {
        guard case .pieces(let pieces) = Polygon(corners).split() else { continue }
        for piece in pieces {
          for i in 1..<max(piece.corners.count - 1, 1) {
            triangles.append((piece.corners[0], piece.corners[i], piece.corners[i + 1]))
          }
        }
      }
      return .triangles(
        triangles, ends: sums(triangles.map { ($0.1 - $0.0).cross($0.2 - $0.0).magnitude / 2 }))
    }
  }

  private static func sums(_ numbers: [Double]) -> [Double] {
    var sum = 0.0
    return numbers.map { number in
      sum += number
      return sum
    }
  }

  /// A place, and where angles are measured from, in radians, both in the emitter's coordinates.
  ///
  /// - Parameters:
  ///   - u: from 0 up to 1.
  ///   - v: likewise.
  func place(_ u: Double, _ v: Double) -> (place: Vector, heading: Double) {
    switch kind {
    case .point: return (.zero, 0)
    case .points(let points): return (points[min(Int(u * Double(points.count)), points.count - 1)], 0)
    case .line(let length): return (Vector((u - 0.5) * length, 0), 0)
    case .rectangle(let size): return (Vector((u - 0.5) * size.width, (v - 0.5) * size.height), 0)
    case .circle(let radius, let isOutline):
      let angle = 2 * Double.pi * u
      let distance = isOutline ? radius : radius * v.squareRoot()
      return (Vector(cosine(angle), sine(angle)) * distance, isOutline ? angle : 0)
    case .edges(let edges, let ends):
      guard let (i, share) = Self.part(u, ends) else { return (.zero, 0) }
      let way = edges[i].to - edges[i].from
      return (edges[i].from + way * share, arcTangent(-way.x, way.y))
    case .triangles(let triangles, let ends):
      guard let (i, share) = Self.part(u, ends) else { return (.zero, 0) }
      let (a, b, c) = triangles[i]
      // Evenly by area: the root spreads what would crowd at the corner.
      let root = share.squareRoot()
      return (a + (b - a) * (root * (1 - v)) + (c - a) * (root * v), 0)
    }
  }

  /// The part that a fraction of the whole falls into, and how far along it; nil if there is none.
  private static func part(_ u: Double, _ ends: [Double]) -> (Int, Double)? {
    guard let whole = ends.last, whole > 0 else { return nil }
    let goal = u * whole
    let i = min(ends.partitioningIndex { $0 > goal }, ends.count - 1)
    let start = i > 0 ? ends[i - 1] : 0
    let length = ends[i] - start
    return (i, length > 0 ? min(max((goal - start) / length, 0), 1) : 0)
  }
}
