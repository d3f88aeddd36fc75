/// What came of one run of a sweep.
struct SweepRow: Hashable, Sendable {
  var point: SweepPoint
  /// One a measure; empty where the run failed.
  var results: [MeasuredValue]
  /// Why there are no results, on one line.
  var error: String?

  init(_ point: SweepPoint, results: [MeasuredValue]) {
    self.point = point
    self.results = results
  }

  init(_ point: SweepPoint, failure: String) {
    self.point = point
    results = []
    // A row is a line.
    let words = failure.split { $0.isNewline }.map { $0.drop { $0 == " " } }
    error = words.joined(separator: "; ")
  }
}
