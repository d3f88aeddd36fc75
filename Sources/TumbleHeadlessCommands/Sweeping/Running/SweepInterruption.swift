/// A sweep was interrupted: its rows so far are kept.
struct SweepInterruption: Error, CustomStringConvertible {
  let rows: Int
  let count: Int
  /// The command that goes on with it; nil where it cannot be gone on with.
  let continuation: String?

  var description: String {
    "interrupted after \(rows) of \(count) runs; "
      + (continuation.map { "to go on: \($0)" }
        ?? "only a sweep that writes to a file (-o FILE) can be gone on with")
  }
}
