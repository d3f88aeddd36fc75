/// A part of a sweep that one process does: the runs of a shard are neighbours, so that shards one after the other are the whole.
struct SweepShard: Hashable, Sendable {
  /// From 1 to `count`.
  let number: Int
  let count: Int

  static let whole = SweepShard(number: 1, count: 1)
  static let maxCount = 1_000_000

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// `I/N`; nil for a text that is not.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.maxCount).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// The indices of its runs; the first shards have one more where the runs do not divide evenly.
  func runs(of total: Int) -> Range<Int> {
    let (size, rest) = total.quotientAndRemainder(dividingBy: count)
    func start(_ shard: Int) -> Int { shard * size + min(shard, rest) }
    return start(number - 1)..<start(number)
  }
}

extension SweepShard: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }
}
