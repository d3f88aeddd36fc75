import TumbleFiles
import TumbleScenes
import TumbleSimulation

/// What came of tests, for a person.
struct TestReport {
  private let tests: [SceneTest]
  private let isQuiet: Bool
  private let isVerbose: Bool

  init(_ tests: [SceneTest], isQuiet: Bool, isVerbose: Bool) {
    self.tests = tests
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  var text: String {
    var lines: [String] = []
    for test in tests where !isQuiet || !test.isPassed { lines += self.lines(test) }
    if !isQuiet || tests.contains(where: { !$0.isPassed }) { lines.append(summary) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(_ test: SceneTest) -> [String] {
    if let reason = test.unreadable {
      return ["ERROR \(test.title): it cannot be read"] + Self.indented(reason)
    }
    if let reason = test.failure {
      return ["FAIL  \(test.title): the run stopped"] + Self.indented(reason) + self.results(test)
    }
    if test.results.isEmpty { return ["none  \(test.title): it expects nothing"] }
    let failed = test.count(.failed, .notReached)
    let skipped = test.count(.skipped)
    let words = [
      failed > 0 ? "\(failed) of \(test.results.count) not met" : "\(test.count(.met)) met",
      skipped > 0 ? "\(skipped) skipped" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
    return ["\(failed > 0 ? "FAIL " : "ok   ") \(test.title): \(words)"] + results(test)
  }

  private func results(_ test: SceneTest) -> [String] {
    test.results.indices.flatMap { index -> [String] in
      let finding = TestFinding(test, index)
      switch finding.result.outcome {
      case .met: return isVerbose ? ["      met: \(finding.title)"] : []
      case .skipped: return ["      skipped: \(finding.title) (\(finding.result.seen))"]
      case .failed, .notReached:
        return ["      \(finding.place): \(finding.message)"] + finding.details.map { "        " + $0 }
      }
    }
  }

  private static func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "      " + $0 }
  }

  private var summary: String {
    func total(_ outcomes: ExpectationResult.Outcome...) -> Int {
      tests.reduce(0) { sum, test in sum + outcomes.reduce(0) { $0 + test.count($1) } }
    }
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)" + (count == 1 ? "" : "s") }
    var parts = ["\(total(.met)) met"]
    if total(.failed, .notReached) > 0 { parts.append("\(total(.failed, .notReached)) not met") }
    if total(.skipped) > 0 { parts.append("\(total(.skipped)) skipped") }
    var text =
      "\(counted(tests.count, "scene")), "
      + "\(counted(total(.met, .failed, .notReached, .skipped), "expectation")): "
      + parts.joined(separator: ", ")
    let stopped = tests.filter { $0.failure != nil }.count
    let unreadable = tests.filter { $0.unreadable != nil }.count
    let without = tests.filter { $0.unreadable == nil && $0.failure == nil && $0.results.isEmpty }.count
    if stopped > 0 { text += "; \(counted(stopped, "run")) stopped" }
    if unreadable > 0 { text += "; \(counted(unreadable, "scene")) cannot be read" }
    if without > 0 { text += "; \(counted(without, "scene")) \(without == 1 ? "expects" : "expect") nothing" }
    return text
  }
}

/// One result in words, with its place.
struct TestFinding {
  let result: ExpectationResult
  let expectation: Scene.Expectation?
  /// What reports call it.
  let name: String
  let file: String
  let line: Int
  let column: Int

  init(_ test: SceneTest, _ index: Int) {
    result = test.results[index]
    expectation = test.scene?.expectations[index]
    // A scene without ids shows what each is about.
    name = expectation?.id ?? result.expected
    file = test.file
    let place = test.place(index)
    line = Int(place?.line ?? 0)
    column = Int(place?.column ?? 0)
  }

  var place: String { "\(file):\(line):\(column)" }

  private var prefix: String { expectation?.id.map { "\($0): " } ?? "" }
  /// The expectation.
  var title: String { prefix + result.expected }
  /// That it was not met.
  var message: String { prefix + "expected " + result.expected }

  /// What was seen, and when, and the note.
  var details: [String] {
    var lines: [String] = []
    if result.outcome == .notReached {
      lines.append("not reached: " + result.seen)
    } else {
      lines.append("seen\(when): \(result.seen)")
    }
    if let note = expectation?.note, !note.isEmpty {
      lines.append("note: " + note.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
    return lines
  }

  private var when: String {
    guard let step = result.step, let time = result.time else { return "" }
    return " after \(time.thousandthsText) s (step \(step))"
  }
}
