import TumbleGeometry

/// Which bodies of a scene lie within each other at the start, and how deep.
struct Overlaps {
  /// The parties of the rules that keep bodies from pushing each other.
  private let ignoredPairs: [(first: Members, second: Members)]
  private var pieces: [Piece] = []
  private var apart: Set<Pair> = []

  /// A convex shape in the world: the points that span it, and the radius around them.
  private struct Piece {
    var body: Int
    /// Among the body's shapes.
    var shape: Int
    var points: [Vector]
    var radius: Double
    var bounds: Rect
    var filter: ShapeFilter
    var isMoved: Bool
  }

  private struct Pair: Hashable {
    var a: Int
    var b: Int

    init(_ a: Int, _ b: Int) { (self.a, self.b) = (min(a, b), max(a, b)) }
  }

  /// With the convex pieces of the scene's concave outlines.
  init(_ scene: Scene, _ convexPieces: [Polygon: [Polygon]]) {
    ignoredPairs = scene.rules.compactMap { rule in
      if case .override = rule.effect { nil } else { (Members(rule.first), Members(rule.second)) }
    }
    for (index, body) in scene.bodies.enumerated() {
      let transform = body.transform
      for (number, shape) in body.shapes.enumerated() where !shape.isSensor {
        let (whole, radius) = shape.form.span
        var parts = [whole]
        if case .polygon(let polygon, _) = shape.form, let pieces = convexPieces[polygon] {
          parts = pieces.map(\.corners)
        }
        for points in parts {
          let placed = points.map(transform.apply)
          guard let bounds = Rect(around: placed) else { continue }
          pieces.append(
            Piece(
              body: index, shape: number, points: placed, radius: radius, bounds: bounds.insetBy(-radius),
              filter: shape.filter, isMoved: body.kind == .dynamic))
        }
      }
    }
    for joint in scene.joints where !joint.collideBodies { apart.insert(Pair(joint.a, joint.b)) }
  }

  /// Pairs of bodies by index, the first the lower, in the order of the second.
  ///
  /// Sweeps along the longer side of the scene; what would take too long is not looked at.
  func deeper(than minDepth: Double, atMost limit: Int) -> [(a: Int, b: Int, depth: Double)] {
    guard let first = pieces.first else { return [] }
    let whole = pieces.reduce(first.bounds) { $0.union($1.bounds) }
    let isWide = whole.width >= whole.height
    func low(_ piece: Piece) -> Double { isWide ? piece.bounds.min.x : piece.bounds.min.y }
    func high(_ piece: Piece) -> Double { isWide ? piece.bounds.max.x : piece.bounds.max.y }
    let sorted = pieces.sorted { low($0) < low($1) }
    var deepest: [Pair: Double] = [:]
    var budget = 20_000_000
    var active: [Int] = []
    for (index, piece) in sorted.enumerated() {
      active.removeAll { high(sorted[$0]) < low(piece) }
      budget -= active.count
      guard budget > 0, deepest.count < limit else { break }
      for other in active where mayMeet(sorted[other], piece) {
        budget -=
          (sorted[other].points.count + piece.points.count)
          * (sorted[other].points.count + piece.points.count)
        let depth = Self.depth(sorted[other], piece)
        let pair = Pair(sorted[other].body, piece.body)
        guard depth > max(minDepth, deepest[pair] ?? 0) else { continue }
        budget -= ignoredPairs.count
        if !apart.contains(pair) && !isIgnored(sorted[other], piece) { deepest[pair] = depth }
      }
      active.append(index)
    }
    return deepest.map { ($0.key.a, $0.key.b, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func mayMeet(_ a: Piece, _ b: Piece) -> Bool {
    (a.isMoved || b.isMoved) && a.body != b.body && a.bounds.intersects(b.bounds) && a.filter.meets(b.filter)
  }

  private func isIgnored(_ a: Piece, _ b: Piece) -> Bool {
    ignoredPairs.contains { first, second in
      (first.contains(a.body, a.shape) && second.contains(b.body, b.shape))
        || (first.contains(b.body, b.shape) && second.contains(a.body, a.shape))
    }
  }

  /// By the separating axes: the edges' normals, and the line between the nearest corners.
  private static func depth(_ a: Piece, _ b: Piece) -> Double {
    var widest = -Double.infinity
    func test(_ axis: Vector) {
      let axis = axis.normalized
      guard axis != .zero else { return }
      let (left, right) = (a.points.map(axis.dot), b.points.map(axis.dot))
      guard let leftMin = left.min(), let leftMax = left.max(), let rightMin = right.min(),
        let rightMax = right.max()
      else { return }
      widest = max(widest, rightMin - leftMax, leftMin - rightMax)
    }
    for points in [a.points, b.points] where points.count > 1 {
      for i in points.indices { test((points[(i + 1) % points.count] - points[i]).perpendicular) }
    }
    var nearest = (distance: Double.infinity, axis: Vector.zero)
    for p in a.points {
      for q in b.points where (q - p).lengthSquared < nearest.distance {
        nearest = ((q - p).lengthSquared, q - p)
      }
    }
    test(nearest.axis)
    return a.radius + b.radius - (widest.isFinite ? widest : 0)
  }
}

/// A party of a rule, to be asked quickly.
private enum Members {
  case anything
  case bodies(Set<Int>)
  case shapes(Set<Scene.ShapePlace>)

  init(_ selector: Scene.Selector) {
    switch selector {
    case .anything: self = .anything
    case .bodies(let bodies): self = .bodies(Set(bodies))
    case .shapes(let shapes): self = .shapes(Set(shapes))
    }
  }

  func contains(_ body: Int, _ shape: Int) -> Bool {
    switch self {
    case .anything: true
    case .bodies(let bodies): bodies.contains(body)
    case .shapes(let shapes): shapes.contains(Scene.ShapePlace(body: body, shape: shape))
    }
  }
}
