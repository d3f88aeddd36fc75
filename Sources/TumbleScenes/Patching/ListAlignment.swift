/// What became of a list's elements: which stayed, which went, which came and where.
struct ListAlignment {
  struct Pair: Equatable {
    var old: Int
    var new: Int
  }

  struct Addition: Equatable {
    var new: Int
    /// The old element behind which it comes, gone or not; nil: before all.
    var after: Int?
  }

  private(set) var kept: [Pair] = []
  private(set) var removed: [Int] = []
  private(set) var added: [Addition] = []

  /// Elements with the same id are the same one. Of what has neither, as many as went as came in one place were renamed, if
  /// they are alike but for the id.
  ///
  /// nil where those that stayed are in another order.
  init?(_ old: [String], _ new: [String], isAlike: (Int, Int) -> Bool) {
    let places = Dictionary(new.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var anchors: [Pair] = []
    for (index, id) in old.enumerated() {
      guard let place = places[id] else { continue }
      if let last = anchors.last, last.new >= place { return nil }
      anchors.append(Pair(old: index, new: place))
    }
    fill(anchors, old.count, new.count, isAlike)
  }

  /// Of elements without ids: what is equal at both ends stayed; between them the first is the first.
  init<Element: Equatable>(_ old: [Element], _ new: [Element]) {
    let shorter = min(old.count, new.count)
    let head = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let tail =
      (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - head
    let anchors =
      (0..<head).map { Pair(old: $0, new: $0) }
      + (0..<tail).reversed().map { Pair(old: old.count - 1 - $0, new: new.count - 1 - $0) }
    fill(anchors, old.count, new.count) { _, _ in true }
  }

  private mutating func fill(
    _ anchors: [Pair], _ oldCount: Int, _ newCount: Int, _ isAlike: (Int, Int) -> Bool
  ) {
    var (old, new) = (0, 0)
    for anchor in anchors + [Pair(old: oldCount, new: newCount)] {
      let (gone, come) = (old..<anchor.old, new..<anchor.new)
      if gone.count == come.count, zip(gone, come).allSatisfy(isAlike) {
        kept += zip(gone, come).map(Pair.init)
      } else {
        removed += gone
        added += come.map { Addition(new: $0, after: anchor.old > 0 ? anchor.old - 1 : nil) }
      }
      if anchor.old < oldCount || anchor.new < newCount { kept.append(anchor) }
      (old, new) = (anchor.old + 1, anchor.new + 1)
    }
  }
}
