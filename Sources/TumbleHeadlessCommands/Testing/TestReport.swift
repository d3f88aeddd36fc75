import Foundation
import TumbleSimulation

struct TestReport {
  private let tests: [SceneTest]
  private let isQuiet: Bool
  private let isVerbose: Bool

  init(_ tests: [SceneTest], isQuiet: Bool, isVerbose: Bool) {
    (self.tests, self.isQuiet, self.isVerbose) = (tests, isQuiet, isVerbose)
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
  var title: String { prefix + result.expected }
  /// The message that it was not met.
  var message: String { prefix + "expected " + result.expected }

  /// The lines about what was seen, and when, and the note.
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

/// The unmet expectations as the commands by which GitHub marks lines of a change.
struct GitHubReport {
  private let tests: [SceneTest]

  init(_ tests: [SceneTest]) { self.tests = tests }

  var text: String { tests.flatMap(lines).map { $0 + "\n" }.joined() }

  private func lines(_ test: SceneTest) -> [String] {
    var lines: [String] = []
    if let problem = test.unreadable ?? test.failure {
      lines.append(
        "::error file=\(Self.property(test.file)),title=\(Self.property(test.title))::\(Self.data(problem))")
    }
    for index in test.results.indices {
      let finding = TestFinding(test, index)
      guard [.failed, .notReached].contains(finding.result.outcome) else { continue }
      let text = ([finding.message] + finding.details).joined(separator: "\n")
      let place = "file=\(Self.property(finding.file)),line=\(finding.line),col=\(finding.column)"
      lines.append("::error \(place),title=\(Self.property(test.title))::\(Self.data(text))")
    }
    return lines
  }

  /// A text that GitHub's runner only shows: what of it looks like a command (a scene's note, a line of its
  /// file) is none. The word that ends it depends on all of the text, so nothing in the text can be it.
  static func quoted(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let word = "tumble-\(ContentDigest(Data(text.utf8)).text)"
    return "::stop-commands::\(word)\n\(text)::\(word)::\n"
  }

  /// Returns a text as GitHub's runner reads it back.
  static func data(_ text: String) -> String { text.escaped { percent($0, of: "%\r\n") } }

  static func property(_ text: String) -> String { text.escaped { percent($0, of: "%\r\n:,") } }

  /// The escape of one of some characters: `%` and two digits.
  private static func percent(_ scalar: Unicode.Scalar, of signs: String) -> String? {
    signs.unicodeScalars.contains(scalar) ? "%" + UInt8(ascii: scalar).hexadecimal.uppercased() : nil
  }
}

/// The report of tests as JUnit's XML: a suite a scene, a case an expectation. It has no times: the same run
/// gives the same bytes.
struct JUnitReport {
  private let tests: [SceneTest]

  init(_ tests: [SceneTest]) { self.tests = tests }

  var text: String {
    let suites = tests.map(suite)
    let totals = attributes(
      tests: tests.reduce(0) { $0 + cases($1) },
      failures: tests.reduce(0) { $0 + $1.count(.failed, .notReached) },
      errors: tests.filter { $0.unreadable != nil || $0.failure != nil }.count,
      skipped: tests.reduce(0) { $0 + $1.count(.skipped) })
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tumble test\"\(totals)>\n"
      + suites.joined() + "</testsuites>\n"
  }

  /// A scene that cannot be read, or stopped, has a case that says so.
  private func cases(_ test: SceneTest) -> Int {
    test.results.count + (test.unreadable == nil && test.failure == nil ? 0 : 1)
  }

  private func attributes(tests: Int, failures: Int, errors: Int, skipped: Int) -> String {
    " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
  }

  private func suite(_ test: SceneTest) -> String {
    let problem = test.unreadable ?? test.failure
    let counts = attributes(
      tests: cases(test), failures: test.count(.failed, .notReached), errors: problem == nil ? 0 : 1,
      skipped: test.count(.skipped))
    var text = "  <testsuite name=\"\(test.title.xmlText)\" file=\"\(test.file.xmlText)\"\(counts)>\n"
    if let problem {
      let what = test.unreadable == nil ? "the run stopped" : "the scene cannot be read"
      text += "    <testcase classname=\"\(test.title.xmlText)\" name=\"run\">\n"
      text += "      <error message=\"\(what)\">\(problem.xmlText)</error>\n    </testcase>\n"
    }
    for index in test.results.indices { text += testCase(test, TestFinding(test, index)) }
    return text + "  </testsuite>\n"
  }

  private func testCase(_ test: SceneTest, _ finding: TestFinding) -> String {
    let head =
      "    <testcase classname=\"\(test.title.xmlText)\" name=\"\(finding.name.xmlText)\""
      + " file=\"\(finding.file.xmlText)\" line=\"\(finding.line)\""
    switch finding.result.outcome {
    case .met: return head + "/>\n"
    case .skipped:
      return head + ">\n      <skipped message=\"\(finding.result.seen.xmlText)\"/>\n    </testcase>\n"
    case .failed, .notReached:
      let details = ([finding.place] + finding.details).joined(separator: "\n")
      return head
        + """
        >\n      <failure message=\"\(finding.message.xmlText)\">\(details.xmlText)</failure>\n    \
        </testcase>\n
        """
    }
  }
}
