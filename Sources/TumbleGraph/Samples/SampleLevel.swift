/// The samples of one resolution: a ring of values per channel that keeps the newest.
///
/// On level 0 a value is a sample. On a coarser one, values come in pairs: the two extremes of 4, 8, 16, … samples,
/// in the order in which they occurred.
struct SampleLevel: Sendable {
  /// A value stands for `1 << power` samples.
  let power: Int
  /// Values per channel; a multiple of 4.
  let capacity: Int
  /// Numbers of the values that are kept. Value `n` stands for the samples `n << power ..< (n + 1) << power`.
  private(set) var start = 0
  private(set) var end = 0
  /// Per channel; value `n` is at `n % capacity`.
  private var columns: [[Double]]

  init(power: Int, capacity: Int, channelCount: Int) {
    self.power = power
    self.capacity = capacity
    columns = Array(repeating: [], count: channelCount)
    // All memory is reserved at once, so that appending never allocates; the system provides pages as they fill.
    for channel in columns.indices { columns[channel].reserveCapacity(capacity) }
  }

  var isFull: Bool { end - start == capacity }
  /// Counted from the first sample of the history.
  var samples: Range<Int> { start << power..<end << power }
  /// How many values are stored in all channels.
  var storedCount: Int { columns.reduce(0) { $0 + $1.count } }

  subscript(channel: Int, number: Int) -> Double { columns[channel][number % capacity] }

  /// The sample at which a value is drawn. The first of a pair is at the pair's first sample and the second at its
  /// last, which is exact while values only rise or only fall.
  func sample(of number: Int) -> Int {
    power > 0 && !number.isMultiple(of: 2) ? (number + 1) << power - 1 : number << power
  }

  /// The samples whose value this is, or whose extremes it and the other one of its pair are.
  func group(of number: Int) -> Range<Int> {
    guard power > 0 else { return number..<number + 1 }
    let pair = number >> 1
    return pair << (power + 1)..<(pair + 1) << (power + 1)
  }

  /// The numbers of the values that stand for some of the samples.
  func numbers(of samples: Range<Int>) -> Range<Int> {
    guard !samples.isEmpty else { return start..<start }
    return (samples.lowerBound >> power..<((samples.upperBound - 1) >> power) + 1).clamped(to: start..<end)
  }

  /// Adds one value; a full level must be thinned first. Call `advance()` once every channel has its value.
  mutating func put(_ value: Double, channel: Int) {
    let place = end % capacity
    if place < columns[channel].count {
      columns[channel][place] = value
    } else {
      columns[channel].append(value)
    }
  }

  mutating func advance() { end += 1 }

  /// The extremes of the oldest four values, which make one pair of the next level.
  func oldestExtremes(channel: Int) -> (first: Double, second: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    var (lowAt, highAt) = (0, 0)
    var (isFirstHalfEmpty, isSecondHalfEmpty) = (true, true)
    for i in 0..<4 {
      let value = self[channel, start + i]
      guard value.isFinite else { continue }
      if i < 2 { isFirstHalfEmpty = false } else { isSecondHalfEmpty = false }
      if value < low { (low, lowAt) = (value, i) }
      if value > high { (high, highAt) = (value, i) }
    }
    if low > high { return (.nan, .nan) }
    // Where there is only one value, a gap before or after it remains one.
    if low == high { return (isFirstHalfEmpty ? .nan : low, isSecondHalfEmpty ? .nan : low) }
    return lowAt < highAt ? (low, high) : (high, low)
  }

  mutating func dropOldestFour() { start += 4 }
}
