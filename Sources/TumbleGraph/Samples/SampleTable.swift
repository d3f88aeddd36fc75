import Foundation

/// Samples as comma-separated text, by RFC 4180 but for line ends, which are plain line feeds.
///
/// Numbers are in the shortest form that reads back to the same bits; a missing value is an empty cell.
public struct SampleTable {
  public var channels: [GraphChannel]
  public var history: SampleHistory
  /// Samples per second.
  public var rate: Int
  /// nil: all that is kept.
  public var range: Range<Int>?

  public init(channels: [GraphChannel], history: SampleHistory, rate: Int, range: Range<Int>? = nil) {
    self.channels = channels
    self.history = history
    self.rate = rate
    self.range = range
  }

  /// A line of names, then a line a sample.
  public var csv: String {
    var text = "sample,time"
    for channel in channels { text += "," + Self.quoted(channel.name) }
    text += "\n"
    for index in (range ?? history.indices).clamped(to: history.indices) {
      text += "\(index),\(Double(index - history.firstIndex) / Double(max(rate, 1)))"
      for channel in channels.indices {
        let value = history[channel, index]
        text += value.isFinite ? ",\(value)" : ","
      }
      text += "\n"
    }
    return text
  }

  private static func quoted(_ name: String) -> String {
    guard name.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return name }
    return "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
