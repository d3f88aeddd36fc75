/// The numbers that names of each stem end with, as runs without a gap: the next free one is found without a try of those before
/// it.
package struct UsedNumbers: Sendable {
  /// The numbers in use by stem: disjoint runs, by rising numbers, with a gap between two.
  private var runs: [String: [ClosedRange<Int>]] = [:]
  /// Digits that an `Int` holds for sure.
  private static let longestNumber = 18

  package init() {}

  /// The first number from `start` on that no name of the stem ends with.
  package func firstFree(_ stem: String, from start: Int) -> Int {
    guard let runs = runs[stem] else { return start }
    let place = Self.place(of: start, in: runs)
    return place < runs.count && runs[place].contains(start) ? runs[place].upperBound + 1 : start
  }

  package mutating func insert(_ name: String) {
    for (stem, number) in Self.parts(of: name) {
      Self.insert(number, into: &runs[stem, default: []])
    }
  }

  package mutating func remove(_ name: String) {
    for (stem, number) in Self.parts(of: name) {
      guard var numbers = runs.removeValue(forKey: stem) else { continue }
      Self.remove(number, from: &numbers)
      if !numbers.isEmpty { runs[stem] = numbers }
    }
  }

  /// The first run that does not end before a number.
  private static func place(of number: Int, in runs: [ClosedRange<Int>]) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func insert(_ number: Int, into runs: inout [ClosedRange<Int>]) {
    let place = place(of: number, in: runs)
    if place < runs.count, runs[place].contains(number) { return }
    let isAfterOne = place > 0 && runs[place - 1].upperBound == number - 1
    let isBeforeOne = place < runs.count && runs[place].lowerBound == number + 1
    switch (isAfterOne, isBeforeOne) {
    case (true, true):
      runs[place - 1] = runs[place - 1].lowerBound...runs[place].upperBound
      runs.remove(at: place)
    case (true, false): runs[place - 1] = runs[place - 1].lowerBound...number
    case (false, true): runs[place] = number...runs[place].upperBound
    case (false, false): runs.insert(number...number, at: place)
    }
  }

  private static func remove(_ number: Int, from runs: inout [ClosedRange<Int>]) {
    let place = place(of: number, in: runs)
    guard place < runs.count, runs[place].contains(number) else { return }
    let run = runs[place]
    let rest = [run.lowerBound..<number, number + 1..<run.upperBound + 1]
    runs.replaceSubrange(place...place, with: rest.filter { !$0.isEmpty }.map { ClosedRange($0) })
  }

  /// The stems and numbers that make a name: a free name's stem ends in no digit, or is the longest.
  private static func parts(of name: String) -> [(stem: String, number: Int)] {
    let digits = name.utf8.reversed().prefix { (48...57).contains($0) }.count
    guard digits > 0 else { return [] }
    var lengths = [name.count - digits]
    if name.count > SceneModel.longestStem, lengths[0] < SceneModel.longestStem {
      lengths.append(SceneModel.longestStem)
    }
    return lengths.compactMap { length in
      let number = name.dropFirst(length)
      // Numbers are written without zeros before them.
      guard number.count <= longestNumber, number == "0" || number.first != "0" else { return nil }
      return Int(number).map { (String(name.prefix(length)), $0) }
    }
  }
}
