import TumbleFiles

/// The samples of a graph's channels, by an index that only grows.
///
/// The newest samples are kept as they came. Older ones are kept as the extremes of 4 samples, then of 8, of
/// 16 and so on, so that hours fit into a fixed amount of memory and no peak is lost. Beyond 2^15 times what
/// is kept in full, the oldest are dropped. Indices never change.
public struct SampleHistory: Sendable {
  /// The number of values of each sample.
  public let channelCount: Int
  /// The index that the first sample ever had.
  public let firstIndex: Int
  /// The oldest sample's index that is still here.
  public private(set) var startIndex: Int
  /// The index that the next sample will have.
  public private(set) var endIndex: Int
  /// The indices at which runs begin, in order; samples before a run's first one belong to another run.
  public private(set) var runStarts: [Int]

  /// The levels from full resolution to the coarsest.
  private var levels: [SampleLevel]

  static let coarseLevels = 15
  private static let maximumRuns = 1024
  /// Leaves room for more samples than can ever come.
  private static let indexLimit = SamplePosition.limit / 2

  /// Creates a history without samples.
  /// - Parameters:
  ///   - channelCount: Values per sample.
  ///   - fullSamples: Number of newest samples that are always kept as they came, at least 125; about as many
  ///     values are kept of all older ones.
  ///   - firstIndex: Index of the first sample to come, clamped to ±2^61.
  public init(channelCount: Int, fullSamples: Int = 131_072, firstIndex: Int = 0) {
    // Four samples leave at once, when there is no room for the next one.
    let capacity = (min(max(fullSamples, 125), 1 << 40) + 6) / 4 * 4
    self.init(channelCount: channelCount, capacity: capacity, firstIndex: firstIndex)
  }

  /// - Parameter capacity: Number of samples for which there is room in full resolution, a multiple of 4.
  private init(channelCount: Int, capacity full: Int, firstIndex: Int) {
    self.channelCount = max(channelCount, 0)
    let first = min(max(firstIndex, -Self.indexLimit), Self.indexLimit)
    self.firstIndex = first
    startIndex = first
    endIndex = first
    runStarts = [first]
    let coarse = full / Self.coarseLevels / 4 * 4
    let count = self.channelCount
    levels = (0...Self.coarseLevels).map {
      SampleLevel(power: $0, capacity: $0 == 0 ? full : coarse, channelCount: count)
    }
  }

  /// A history that takes at most a given amount of memory.
  /// - Parameters:
  ///   - channelCount: Values per sample.
  ///   - memory: In bytes; below 2 KiB per channel, it takes that.
  ///   - firstIndex: Of the first sample that is appended.
  public init(channelCount: Int, memory: Int, firstIndex: Int = 0) {
    let bytesPerSample = 2 * MemoryLayout<Double>.stride * max(channelCount, 1)
    let capacity = min(max(memory / bytesPerSample, 128), 1 << 40) / 4 * 4
    self.init(channelCount: channelCount, capacity: capacity, firstIndex: firstIndex)
  }
}

extension SampleHistory {
  /// The indices of the samples that are kept; the first one ever has 0.
  public var indices: Range<Int> { startIndex..<endIndex }
  /// The number of samples that are kept.
  public var count: Int { endIndex - startIndex }
  /// Is true if no sample is kept.
  public var isEmpty: Bool { count == 0 }
  /// The newest sample's index; `firstIndex - 1` before the first.
  public var newestIndex: Int { endIndex - 1 }
  /// The samples that are kept as they came.
  public var fullIndices: Range<Int> { firstIndex + levels[0].start..<endIndex }
  /// The number of values that are stored, of 8 bytes each.
  public var storedCount: Int { levels.reduce(0) { $0 + $1.storedCount } }

  /// Adds one sample: a value per channel, NaN where there is none. Missing values are NaN, extra ones are
  /// ignored.
  public mutating func append(_ values: [Double]) {
    thinOut(0)
    put(values)
    endIndex += 1
  }

  /// Replaces the values of the newest sample, as `append` takes them; nothing happens before the first.
  mutating func replaceNewest(_ values: [Double]) {
    guard !isEmpty else { return }
    levels[0].retreat()
    put(values)
  }

  private mutating func put(_ values: [Double]) {
    for channel in 0..<channelCount {
      levels[0].put(channel < values.count ? values[channel] : .nan, channel: channel)
    }
    levels[0].advance()
  }

  /// Makes room on a full level: its oldest four values become a pair on the next one.
  private mutating func thinOut(_ level: Int) {
    guard levels[level].isFull else { return }
    if level + 1 < levels.count {
      thinOut(level + 1)
      for channel in 0..<channelCount {
        levels[level + 1].put(levels[level].oldestExtremes(channel: channel).first, channel: channel)
      }
      levels[level + 1].advance()
      for channel in 0..<channelCount {
        levels[level + 1].put(levels[level].oldestExtremes(channel: channel).second, channel: channel)
      }
      levels[level + 1].advance()
    }
    levels[level].dropOldestFour()
    if level + 1 == levels.count { forgetSamples(before: firstIndex + levels[level].samples.lowerBound) }
  }

  private mutating func forgetSamples(before index: Int) {
    startIndex = max(startIndex, index)
    while runStarts.count > 1, runStarts[1] <= startIndex { runStarts.removeFirst() }
  }

  /// The value of a channel; of an old sample the extreme that stands for it. NaN where there is none, or no
  /// longer.
  public subscript(channel: Int, index: Int) -> Double {
    guard indices.contains(index), channel >= 0, channel < channelCount else { return .nan }
    let sample = index - firstIndex
    for level in levels where sample >= level.samples.lowerBound {
      return level[channel, sample >> level.power]
    }
    return .nan
  }
}

// MARK: Runs

extension SampleHistory {
  /// Begins a new run, such as after a restart: the line is interrupted, and time counts from 0 again.
  /// - Parameter gap: How many empty samples come before it.
  public mutating func beginRun(afterGapOf gap: Int) {
    guard let last = runStarts.last, endIndex > last else { return }
    for _ in 0..<max(gap, 0) { append([]) }
    runStarts.append(endIndex)
    // What is older has no time any more.
    if runStarts.count > Self.maximumRuns { forgetSamples(before: runStarts[1]) }
  }

  /// The number of the run that a sample belongs to; the first one's for samples before it.
  func run(of index: Int) -> Int { max(runStarts.partitioningIndex { $0 > index } - 1, 0) }

  /// The samples of the run that an index belongs to, with the gap behind them; the newest one ends with the
  /// newest sample.
  func runIndices(of index: Int) -> Range<Int> {
    let run = run(of: index)
    let end = run + 1 < runStarts.count ? runStarts[run + 1] : max(endIndex, runStarts[run])
    return runStarts[run]..<end
  }

  /// Returns the number of samples from its run's first one to a sample.
  public func samplesIntoRun(_ index: Int) -> Int { index - runStarts[run(of: index)] }
}

// MARK: Reading

extension SampleHistory {
  /// The lowest and the highest finite value of some samples; nil where there is none.
  ///
  /// Where samples are kept as extremes, those whose extremes' places reach into the range count.
  /// - Parameters:
  ///   - channel: Counted from 0.
  ///   - range: The samples' indices.
  ///   - aboveZero: Whether only values above 0 count, as on a logarithmic axis.
  public func extremes(channel: Int, in range: Range<Int>, aboveZero: Bool = false) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    let samples = offsets(range)
    for level in levels {
      for number in level.numbers(of: samples) {
        let value = level[channel, number]
        guard value.isFinite, !aboveZero || value > 0 else { continue }
        low = min(low, value)
        high = max(high, value)
      }
    }
    return low <= high ? low...high : nil
  }

  /// Passes what is stored of some samples, from the oldest on, each value with the index at which it is
  /// drawn.
  ///
  /// Of old samples, values just outside the range come too: the line to them crosses its edges.
  /// - Parameter body: `startsRun` tells that the line does not come from the value before.
  func forEachValue(
    channel: Int, in range: Range<Int>, _ body: (_ index: Int, _ value: Double, _ startsRun: Bool) -> Void
  ) {
    let samples = offsets(range)
    guard !samples.isEmpty else { return }
    var known: Int?
    for level in levels.reversed() {
      var numbers = level.numbers(of: samples)
      if level.power > 0 {
        // Whole pairs, those beside the range included.
        numbers = level.numbers(of: max(samples.lowerBound - 1, 0)..<samples.upperBound + 1)
        numbers = (numbers.lowerBound & ~1..<(numbers.upperBound + 1) & ~1).clamped(
          to: level.start..<level.end)
      }
      for number in numbers {
        let group = level.group(of: number)
        var run = known ?? self.run(of: firstIndex + group.lowerBound)
        var startsRun = false
        while run + 1 < runStarts.count, runStarts[run + 1] - firstIndex <= group.lowerBound {
          run += 1
          startsRun = true
        }
        // Extremes of samples of two runs: which is of which is unknown, so no line leads to them.
        known = run
        let isMixed = run + 1 < runStarts.count && runStarts[run + 1] - firstIndex < group.upperBound
        let index = firstIndex + level.sample(of: number)
        body(index, level[channel, number], startsRun || isMixed)
      }
    }
  }

  /// The range as offsets from the first sample.
  private func offsets(_ range: Range<Int>) -> Range<Int> {
    let kept = range.clamped(to: indices)
    return kept.lowerBound - firstIndex..<kept.upperBound - firstIndex
  }
}

/// The samples of one resolution: a ring of values per channel that keeps the newest.
///
/// On level 0 a value is a sample. On a coarser one, values come in pairs: the two extremes of 4, 8, 16, …
/// samples, in the order in which they occurred.
struct SampleLevel: Sendable {
  /// A value stands for `1 << power` samples.
  let power: Int
  /// Values per channel; a multiple of 4.
  let capacity: Int
  /// Numbers of the values that are kept. Value `n` stands for the samples `n << power ..< (n + 1) << power`.
  private(set) var start = 0
  private(set) var end = 0
  /// The values of each channel; value `n` is at `n % capacity`.
  private var columns: [[Double]]

  init(power: Int, capacity: Int, channelCount: Int) {
    self.power = power
    self.capacity = capacity
    columns = Array(repeating: [], count: channelCount)
    // All memory is reserved at once, so that appending never allocates; the system provides pages as they
    // fill.
    for channel in columns.indices { columns[channel].reserveCapacity(capacity) }
  }

  var isFull: Bool { end - start == capacity }
  /// The range of samples, counted from the first one of the history.
  var samples: Range<Int> { start << power..<end << power }
  /// The number of values that are stored in all channels.
  var storedCount: Int { columns.reduce(0) { $0 + $1.count } }

  subscript(channel: Int, number: Int) -> Double { columns[channel][number % capacity] }

  /// The sample at which a value is drawn. The first of a pair is at the pair's first sample and the second
  /// at its last, which is exact while values only rise or only fall.
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

  /// Goes back to before the newest value, which the next one takes the place of.
  mutating func retreat() { end -= 1 }

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

/// A place on the time axis between samples, exact at any index: a `Double` alone has no room for 2^53 and a
/// half.
public struct SamplePosition: Hashable, Sendable {
  /// The index of the sample before the place, or at it.
  public var index: Int
  /// The part of the way to the next sample, in 0..<1.
  public var fraction: Double

  /// Indices beyond this, and below its negative, become this: there is room for sums on both sides of it.
  static let limit = 1 << 62

  /// A fraction outside 0..<1 moves the index; one that is not finite counts as 0.
  public init(index: Int, fraction: Double = 0) {
    let whole = fraction.isFinite ? fraction.rounded(.down) : 0
    let rest = fraction.isFinite ? fraction - whole : 0
    // Each is far enough from the end of `Int` for their sum.
    let far = Double(Self.limit / 2)
    let (base, moved) = (Self.limited(index), Int(min(max(whole, -far), far)))
    self.index = Self.limited(base + moved)
    self.fraction = rest >= 0 && rest < 1 ? rest : 0
  }

  static func limited(_ index: Int) -> Int { min(max(index, -limit), limit) }

  /// Returns the place a number of samples later, or earlier if negative.
  public func advanced(by samples: Double) -> SamplePosition {
    SamplePosition(index: index, fraction: fraction + samples)
  }
}

extension SamplePosition: Comparable {
  public static func < (a: SamplePosition, b: SamplePosition) -> Bool {
    a.index == b.index ? a.fraction < b.fraction : a.index < b.index
  }
}

/// Samples as comma-separated text, by RFC 4180 but for line ends, which are plain line feeds.
///
/// Numbers are in the shortest form that reads back to the same bits; a missing value is an empty cell.
public struct SampleTable {
  /// The channels in the order of a sample's numbers.
  public var channels: [GraphChannel]
  /// The samples.
  public var history: SampleHistory
  /// Samples per second.
  public var rate: Int
  /// The samples to be written; nil for all that are kept as they came.
  public var range: Range<Int>?
  /// The channels that are left out, by their position.
  public var omitted: Set<Int> = []

  /// Creates a value by its parts, which are the properties of the same names.
  public init(channels: [GraphChannel], history: SampleHistory, rate: Int, range: Range<Int>? = nil) {
    self.channels = channels
    self.history = history
    self.rate = rate
    self.range = range
  }

  /// A line of names, then a line for each sample that is kept as it came, with its index and the seconds
  /// since its run began. Older samples, of which only extremes are kept, have no line: no row could hold
  /// values of one moment.
  public var csv: String {
    let columns = channels.indices.filter { !omitted.contains($0) }
    var text = "sample,time"
    for column in columns { text += "," + channels[column].name.csvField }
    text += "\n"
    for index in (range ?? history.fullIndices).clamped(to: history.fullIndices) {
      text += "\(index),\(Double(history.samplesIntoRun(index)) / Double(max(rate, 1)))"
      for column in columns {
        let value = history[column, index]
        text += value.isFinite ? ",\(value)" : ","
      }
      text += "\n"
    }
    return text
  }
}
