import TumbleFiles
import TumbleGeometry

/// How rows become lines.
struct SweepTable: Hashable, Sendable {
  enum Format: String, Codable, Sendable {
    case csv
    /// JSON Lines: an object a row.
    case json
  }

  var format: Format
  /// The names of what a run is given, and of what is measured.
  var inputs: [String]
  var measures: [String]

  /// The name of the column behind the measures.
  static let error = "error"

  /// The line of the columns' names; nil where each row names them. A file has the checksums' beside them.
  var names: String? {
    format == .json ? nil : (inputs + measures + [Self.error]).map(\.csvField).joined(separator: ",") + "\n"
  }

  /// A name that two columns have; nil if there is none.
  var repeatedName: String? {
    (inputs + measures + [Self.error, SweepChecksum.column]).firstRepeated
  }

  /// What a run's line begins with, whatever comes of it.
  func beginning(_ point: SweepPoint) -> String {
    switch format {
    case .csv: return point.texts.map { $0.csvField + "," }.joined()
    case .json:
      let parts = zip(inputs, point.texts).map { "\($0.jsonText):\(Self.json($1))," }
      return "{" + parts.joined()
    }
  }

  func line(_ row: SweepRow) -> String {
    switch format {
    case .csv:
      let results = row.error == nil ? row.results.map(\.text) : measures.map { _ in "" }
      return beginning(row.point) + (results + [row.error ?? ""]).map(\.csvField).joined(separator: ",")
        + "\n"
    case .json:
      let results = row.error == nil ? row.results.map(\.json) : measures.map { _ in "null" }
      let parts = zip(measures, results).map { "\($0.jsonText):\($1)," }
      return beginning(row.point) + parts.joined() + "\"\(Self.error)\":\(row.error?.jsonText ?? "null")}\n"
    }
  }

  /// A value of the scene format: a number where it is one.
  private static func json(_ value: String) -> String { Double(value) == nil ? value.jsonText : value }
}
