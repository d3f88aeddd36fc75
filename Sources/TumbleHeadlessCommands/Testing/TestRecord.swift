import TumbleSimulation

/// The outcome of a test for JSON.
struct TestRecord: Encodable {
  private struct Finding: Encodable {
    var expected: String
    var id: String?
    /// nil where it was not run.
    var outcome: String?
    var seen: String?
    var step: Int?
    var time: Double?
    var line: Int?
    var column: Int?
  }

  private let scene: String
  private let file: String
  private let isPassed: Bool
  /// Why it could not be read, or stopped.
  private let error: String?
  private let expectations: [Finding]

  init(_ test: SceneTest) {
    scene = test.title
    file = test.file
    isPassed = test.isPassed
    error = test.unreadable ?? test.failure
    let listed = test.scene?.expectations ?? []
    expectations = listed.indices.map { index in
      let place = test.place(index)
      let result = test.results.indices.contains(index) ? test.results[index] : nil
      return Finding(
        expected: result?.expected ?? "\(listed[index])", id: listed[index].id,
        outcome: result?.outcome.rawValue, seen: result?.seen, step: result?.step, time: result?.time,
        line: place.map { Int($0.line) }, column: place.map { Int($0.column) })
    }
  }
}
