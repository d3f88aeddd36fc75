import TumbleGeometry

/// The samples of a graph's channels, by an index that only grows.
///
/// The newest samples are kept as they came. Older ones are kept as the extremes of 4 samples, then of 8, of 16 and so
/// on, so that hours fit into a fixed amount of memory and no peak is lost. Beyond 2^15 times what is kept in full,
/// the oldest are dropped. Indices never change.
public struct SampleHistory: Sendable {
  public let channelCount: Int
  /// The index that the first sample ever had.
  public let firstIndex: Int
  /// The oldest sample's index that is still here.
  public private(set) var startIndex: Int
  /// The index that the next sample will have.
  public private(set) var endIndex: Int
  /// The indices at which runs begin, in order; samples before a run's first one belong to another run.
  public private(set) var runStarts: [Int]

  /// From full resolution to the coarsest.
  private var levels: [SampleLevel]

  static let coarseLevels = 15
  private static let maximumRuns = 1024
  /// Leaves room for more samples than can ever come.
  private static let indexLimit = SamplePosition.limit / 2

  /// - Parameters:
  ///   - channelCount: values per sample.
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
  ///
  /// - Parameters:
  ///   - channelCount: Values per sample.
  ///   - memory: in bytes; below 2 KiB per channel, it takes that.
  ///   - firstIndex: Of the first sample that is appended.
  public init(channelCount: Int, memory: Int, firstIndex: Int = 0) {
    let bytesPerSample = 2 * MemoryLayout<Double>.stride * max(channelCount, 1)
    let capacity = min(max(memory / bytesPerSample, 128), 1 << 40) / 4 * 4
    self.init(channelCount: channelCount, capacity: capacity, firstIndex: firstIndex)
  }
}

extension SampleHistory {
  public var indices: Range<Int> { startIndex..<endIndex }
  public var count: Int { endIndex - startIndex }
  public var isEmpty: Bool { count == 0 }
  /// The newest sample's index; `firstIndex - 1` before the first.
  public var newestIndex: Int { endIndex - 1 }
  /// The samples that are kept as they came.
  public var fullIndices: Range<Int> { firstIndex + levels[0].start..<endIndex }
  /// How many values are stored, of 8 bytes each.
  public var storedCount: Int { levels.reduce(0) { $0 + $1.storedCount } }

  /// Adds one sample: a value per channel, NaN where there is none. Missing values are NaN, extra ones are ignored.
  public mutating func append(_ values: [Double]) {
    thinOut(0)
    for channel in 0..<channelCount {
      levels[0].put(channel < values.count ? values[channel] : .nan, channel: channel)
    }
    levels[0].advance()
    endIndex += 1
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

  /// The value of a channel; of an old sample the extreme that stands for it. NaN where there is none, or no longer.
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
  ///
  /// - Parameter gap: how many empty samples come before it.
  public mutating func beginRun(afterGapOf gap: Int) {
    guard let last = runStarts.last, endIndex > last else { return }
    for _ in 0..<max(gap, 0) { append([]) }
    runStarts.append(endIndex)
    // What is older has no time any more.
    if runStarts.count > Self.maximumRuns { forgetSamples(before: runStarts[1]) }
  }

  /// The number of the run that a sample belongs to; the first one's for samples before it.
  func run(of index: Int) -> Int {
    max(runStarts.partitioningIndex { $0 > index } - 1, 0)
  }

  /// The samples of the run that an index belongs to, with the gap behind them; the newest one ends with the newest
  /// sample.
  func runIndices(of index: Int) -> Range<Int> {
    let run = run(of: index)
    let end = run + 1 < runStarts.count ? runStarts[run + 1] : max(endIndex, runStarts[run])
    return runStarts[run]..<end
  }

  /// How many samples after its run's first one a sample came.
  public func samplesIntoRun(_ index: Int) -> Int { index - runStarts[run(of: index)] }
}

// MARK: Reading

extension SampleHistory {
  /// The lowest and the highest finite value of some samples; nil where there is none.
  ///
  /// Where samples are kept as extremes, those whose extremes' places reach into the range count.
  ///
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

  /// Passes what is stored of some samples, from the oldest on, each value with the index at which it is drawn.
  ///
  /// Of old samples, values just outside the range come too: the line to them crosses its edges.
  ///
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

  /// Counted from the first sample.
  private func offsets(_ range: Range<Int>) -> Range<Int> {
    let kept = range.clamped(to: indices)
    return kept.lowerBound - firstIndex..<kept.upperBound - firstIndex
  }
}
