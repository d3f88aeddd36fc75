import Synchronization
import TumbleFiles

/// Writes rows as they come and says how far they are.
final class SweepWriter: Sendable {
  private let output: SweepOutput
  private let table: SweepTable
  /// How many rows the file will have in the end, including those that it had before.
  private let count: Int
  private let state: Mutex<State>

  private struct State {
    var rows: Int
    var failures = 0
    var progress: ProgressLine
  }

  init(_ output: SweepOutput, _ table: SweepTable, count: Int, from rows: Int) {
    self.output = output
    self.table = table
    self.count = count
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
  /// Of the runs of this process.
  var failures: Int { state.withLock { $0.failures } }
}
