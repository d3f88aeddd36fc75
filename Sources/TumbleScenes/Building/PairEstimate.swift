import TumbleGeometry

/// How many pairs of shapes lie in each other's bounds at the start: what the engine remembers from then on, so that a
/// few words that put thousands of bodies in one place would fill the memory.
struct PairEstimate {
  /// The bounds of a shape in the world.
  private struct Place {
    var body: Int
    var bounds: Rect
    /// Pieces that it is simulated as.
    var pieces: Int
    var isStatic: Bool
  }

  private var places: [Place] = []

  /// With the convex pieces of the scene's concave outlines.
  init(_ scene: Scene, _ convexPieces: [Polygon: [Polygon]]) {
    for (index, body) in scene.bodies.enumerated() {
      let transform = body.transform
      for shape in body.shapes {
        let (points, radius) = shape.form.span
        guard let bounds = Rect(around: points.map(transform.apply)), bounds.isFinite else { continue }
        var pieces = 1
        if case .polygon(let polygon, _) = shape.form { pieces = convexPieces[polygon]?.count ?? 1 }
        places.append(
          Place(
            body: index, bounds: bounds.insetBy(-radius), pieces: pieces, isStatic: body.kind == .static))
      }
    }
  }

  /// The pairs, of which two static shapes make none, and the body that is in most of those with what stands left of it.
  func pairs() -> (count: Int, body: Int)? {
    var most = (count: 0, body: 0)
    let all = Self.pairs(places) { count, body in if count > most.count { most = (count, body) } }
    let still = Self.pairs(places.filter(\.isStatic)) { _, _ in }
    return all > still ? (all - still, most.body) : nil
  }

  /// Sweeps to the right. Of the shapes that the sweep is in, those are not met that end below or begin above: two sums
  /// over ranks, so that the cost does not depend on how many meet.
  private static func pairs(_ places: [Place], found: (_ count: Int, _ body: Int) -> Void) -> Int {
    let entering = places.indices.sorted { places[$0].bounds.min.x < places[$1].bounds.min.x }
    let leaving = places.indices.sorted { places[$0].bounds.max.x < places[$1].bounds.max.x }
    let lows = places.map(\.bounds.min.y).sorted()
    let highs = places.map(\.bounds.max.y).sorted()
    var (begun, ended) = (RankedSum(places.count), RankedSum(places.count))
    var (active, pairs, gone) = (0, 0, 0)
    for index in entering {
      let place = places[index]
      while gone < leaving.count, places[leaving[gone]].bounds.max.x < place.bounds.min.x {
        let left = places[leaving[gone]]
        active -= left.pieces
        begun.add(-left.pieces, at: lows.rank(of: left.bounds.min.y))
        ended.add(-left.pieces, at: highs.rank(of: left.bounds.max.y))
        gone += 1
      }
      let below = ended.sum(before: highs.rank(of: place.bounds.min.y))
      let above = active - begun.sum(before: lows.rank(above: place.bounds.max.y))
      let met = (active - below - above) * place.pieces + place.pieces * (place.pieces - 1) / 2
      found(met, place.body)
      pairs += met
      active += place.pieces
      begun.add(place.pieces, at: lows.rank(of: place.bounds.min.y))
      ended.add(place.pieces, at: highs.rank(of: place.bounds.max.y))
    }
    return pairs
  }
}

/// Numbers at ranks, and their sum up to any rank, both in logarithmic time (a Fenwick tree).
private struct RankedSum {
  private var tree: [Int]

  init(_ count: Int) { tree = Array(repeating: 0, count: count + 1) }

  mutating func add(_ number: Int, at rank: Int) {
    var i = rank + 1
    while i < tree.count {
      tree[i] += number
      i += i & -i
    }
  }

  func sum(before rank: Int) -> Int {
    var (i, sum) = (rank, 0)
    while i > 0 {
      sum += tree[i]
      i -= i & -i
    }
    return sum
  }
}

extension [Double] {
  /// Of a sorted list: how many are less.
  fileprivate func rank(of value: Double) -> Int { partitioningIndex { $0 >= value } }
  /// How many are at most that.
  fileprivate func rank(above value: Double) -> Int { partitioningIndex { $0 > value } }

}
