/// Counts the pairs of rectangles that overlap, in a time that does not depend on how many do.
package enum OverlapSweep {
  /// - Parameters:
  ///   - rects: Finite ones; those that only touch overlap.
  ///   - weights: How many each stands for, which overlap each other too; nil for one each.
  ///   - found: Told once a rectangle: of how many pairs it is the one further to the right.
  /// - Returns: The pairs.
  package static func pairs(
    _ rects: [Rect], weights: [Int]? = nil, found: (_ index: Int, _ pairs: Int) -> Void = { _, _ in }
  ) -> Int {
    // Sweeps to the right. Of the rectangles that the sweep is in, those are not met that end below or begin
    // above: two sums over ranks.
    let entering = rects.indices.sorted { rects[$0].min.x < rects[$1].min.x }
    let leaving = rects.indices.sorted { rects[$0].max.x < rects[$1].max.x }
    let lows = rects.map(\.min.y).sorted()
    let highs = rects.map(\.max.y).sorted()
    var (begun, ended) = (RankedSum(rects.count), RankedSum(rects.count))
    var (active, pairs, gone) = (0, 0, 0)
    for index in entering {
      let (rect, weight) = (rects[index], weights?[index] ?? 1)
      while gone < leaving.count, rects[leaving[gone]].max.x < rect.min.x {
        let (left, weight) = (rects[leaving[gone]], weights?[leaving[gone]] ?? 1)
        active -= weight
        begun.add(-weight, at: lows.rank(of: left.min.y))
        ended.add(-weight, at: highs.rank(of: left.max.y))
        gone += 1
      }
      let below = ended.sum(before: highs.rank(of: rect.min.y))
      let above = active - begun.sum(before: lows.rank(above: rect.max.y))
      let met = (active - below - above) * weight + weight * (weight - 1) / 2
      found(index, met)
      pairs += met
      active += weight
      begun.add(weight, at: lows.rank(of: rect.min.y))
      ended.add(weight, at: highs.rank(of: rect.max.y))
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
  /// Returns the number of elements of a sorted list that are less.
  fileprivate func rank(of value: Double) -> Int { partitioningIndex { $0 >= value } }
  /// Returns the number of elements of a sorted list that are at most that.
  fileprivate func rank(above value: Double) -> Int { partitioningIndex { $0 > value } }
}
