extension Sequence where Element: Hashable {
  /// The first of each elements that are equal, in their order.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// The first element that equals one before it; nil if there is none.
  package var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
