/// The samples of a graph's channels, by an index that only grows.
///
/// Old samples are dropped in bulk: when there are twice as many as are retained, the older half goes. Indices stay
/// what they were, so a reader never notices.
public struct SampleHistory: Sendable {
  public let channelCount: Int
  /// The index that the first sample ever had.
  public let firstIndex: Int
  /// The oldest sample's index that is still here.
  public private(set) var startIndex: Int
  /// The index that the next sample will have.
  public private(set) var endIndex: Int
  /// Samples kept at least.
  public private(set) var retention: Int

  /// A column a channel.
  private var columns: [[Double]]

  /// - Parameters:
  ///   - channelCount: values a sample.
  ///   - retention: at least 1.
  ///   - firstIndex: that of the first sample to come.
  public init(channelCount: Int, retention: Int = 1_048_576, firstIndex: Int = 0) {
    self.channelCount = channelCount
    self.retention = max(retention, 1)
    (self.firstIndex, startIndex, endIndex) = (firstIndex, firstIndex, firstIndex)
    columns = Array(repeating: [], count: channelCount)
    reserve()
  }

  /// All room is asked for at once, so that appending never allocates; the system lends pages only as they fill.
  private mutating func reserve() {
    for channel in columns.indices { columns[channel].reserveCapacity(2 * retention) }
  }
}

extension SampleHistory {
  public var indices: Range<Int> { startIndex..<endIndex }
  public var count: Int { endIndex - startIndex }
  public var isEmpty: Bool { count == 0 }
  /// The newest sample's index; `firstIndex - 1` before the first.
  public var newestIndex: Int { endIndex - 1 }

  /// Adds one sample: a value a channel, NaN where there is none. Missing values are NaN, extra ones are ignored.
  public mutating func append(_ values: [Double]) {
    for channel in columns.indices {
      columns[channel].append(channel < values.count ? values[channel] : .nan)
    }
    endIndex += 1
    if count >= 2 * retention { trim() }
  }

  /// An empty history goes on at a later index, as if what came before were gone.
  mutating func `continue`(from index: Int) {
    precondition(isEmpty && index >= firstIndex)
    (startIndex, endIndex) = (index, index)
  }

  /// The value of a channel; NaN where there is none, or no longer.
  public subscript(channel: Int, index: Int) -> Double {
    index >= startIndex && index < endIndex ? columns[channel][index - startIndex] : .nan
  }

  /// Keeps at least so many from now on. Never fewer than before: a view may still look at them.
  public mutating func retain(atLeast count: Int) {
    guard count > retention else { return }
    retention = count
    reserve()
  }

  private mutating func trim() {
    let surplus = count - retention
    for channel in columns.indices { columns[channel].removeFirst(surplus) }
    startIndex += surplus
  }

  /// The kept samples of the range, in order, without a copy.
  public func withValues<Result>(
    channel: Int, in range: Range<Int>, _ body: (UnsafeBufferPointer<Double>) throws -> Result
  ) rethrows -> Result {
    let kept = range.clamped(to: indices)
    return try columns[channel].withUnsafeBufferPointer { values in
      try body(
        UnsafeBufferPointer(rebasing: values[kept.lowerBound - startIndex..<kept.upperBound - startIndex]))
    }
  }
}
