import TumbleFiles

/// Samples as comma-separated text, by RFC 4180 but for line ends, which are plain line feeds.
///
/// Numbers are in the shortest form that reads back to the same bits; a missing value is an empty cell.
public struct SampleTable {
  public var channels: [GraphChannel]
  public var history: SampleHistory
  /// Samples per second.
  public var rate: Int
  /// The samples to be written; nil for all that are kept as they came.
  public var range: Range<Int>?
  /// The channels that are left out, by their position.
  public var omitted: Set<Int> = []

  public init(channels: [GraphChannel], history: SampleHistory, rate: Int, range: Range<Int>? = nil) {
    self.channels = channels
    self.history = history
    self.rate = rate
    self.range = range
  }

  /// A line of names, then a line for each sample that is kept as it came, with its index and the seconds since its
  /// run began. Older samples, of which only extremes are kept, have no line: no row could hold values of one moment.
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
