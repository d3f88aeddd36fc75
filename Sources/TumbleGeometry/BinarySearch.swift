extension RandomAccessCollection {
  /// The first index whose element satisfies a condition; `endIndex` if none does. O(log n).
  ///
  /// The collection must be partitioned by the condition: once an element satisfies it, all that follow do.
  /// Inlinable, because without specialization each call allocates.
  @inlinable package func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsToSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }

  /// The index of the element that has a key, in a collection sorted by rising keys; nil if none has it.
  /// O(log n).
  @inlinable package func sortedIndex<Key: Comparable>(of key: Key, by keyOf: (Element) -> Key) -> Index? {
    let place = partitioningIndex { keyOf($0) >= key }
    return place < endIndex && keyOf(self[place]) == key ? place : nil
  }
}
