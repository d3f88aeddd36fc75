import Foundation
import Synchronization
import TumbleFiles
import TumbleGeometry

/// Writes rows as they come and says how far they are.
final class SweepWriter: Sendable {
  private let output: SweepOutput
  private let table: SweepTable
  /// The number of rows that the file will have in the end, including those that it had before.
  private let count: Int
  private let state: Mutex<State>

  private struct State {
    var rows: Int
    var failures = 0
    var progress: ProgressLine
  }

  init(_ output: SweepOutput, _ table: SweepTable, count: Int, from rows: Int) {
    (self.output, self.table, self.count) = (output, table, count)
    let beginning = ContinuousClock.now
    let progress = ProgressLine("run", from: rows) { beginning.duration(to: .now) }
    state = Mutex(State(rows: rows, progress: progress))
  }

  func write(_ row: SweepRow) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      try output.write(row: table.line(row))
      state.rows += 1
      if row.error != nil { state.failures += 1 }
      state.progress.show(state.rows, of: count)
    }
  }

  func finish() throws(OutputError) {
    endProgress()
    try output.finish()
  }

  /// Leaves the terminal's line empty for what is said next.
  func endProgress() { state.withLock { $0.progress.finish() } }

  /// Rows that are written, those included that the file had.
  var rows: Int { state.withLock { $0.rows } }
  /// The failures among the runs of this process.
  var failures: Int { state.withLock { $0.failures } }
}

/// The destination of a sweep's rows as they come.
enum SweepOutput: Sendable {
  /// Begins with a head, and can be gone on with.
  case file(SweepFile)
  /// Standard output, a pipe or a device: rows alone.
  case stream(OutputFile)

  /// Returns true if a path leads to an ordinary file, or to none yet.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && (stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT))
  }

  /// Writes the next row's line.
  func write(row line: String) throws(OutputError) {
    switch self {
    case .file(let file): try file.append(row: line)
    case .stream(let stream):
      try stream.write(line)
      // Who reads a pipe sees each row as it comes.
      try stream.flush()
    }
  }

  func finish() throws(OutputError) {
    switch self {
    case .file(let file): try file.finish()
    case .stream(let stream): try stream.finish()
    }
  }
}

/// The format of rows as lines.
struct SweepTable: Hashable, Sendable {
  enum Format: String, Codable, Sendable {
    case csv
    /// JSON Lines: an object for each row.
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
  var repeatedName: String? { (inputs + measures + [Self.error, SweepChecksum.column]).firstRepeated }

  /// Returns the beginning of a run's line, whatever comes of the run.
  func beginning(_ point: SweepPoint) -> String {
    switch format {
    case .csv: point.texts.map { $0.csvField + "," }.joined()
    case .json: JSON.object(inputs(point)).written().dropLast() + ","
    }
  }

  func line(_ row: SweepRow) -> String {
    switch format {
    case .csv:
      let results = row.error == nil ? row.results.map(\.text) : measures.map { _ in "" }
      return beginning(row.point) + (results + [row.error ?? ""]).map(\.csvField).joined(separator: ",")
        + "\n"
    case .json:
      let results = row.error == nil ? row.results.map(\.json) : measures.map { _ in .null }
      let end: JSON.Object = [Self.error: row.error.map(JSON.text) ?? .null]
      return JSON.object(inputs(row.point) + JSON.Object(zip(measures, results)) + end).written() + "\n"
    }
  }

  /// The values that a run is given: numbers of the scene format, and other texts.
  private func inputs(_ point: SweepPoint) -> JSON.Object {
    JSON.Object(zip(inputs, point.texts.map { text in Double(text).map(JSON.number) ?? .text(text) }))
  }
}
