import TumbleFiles
import TumbleSimulation

/// What came of tests as JUnit's XML: a suite a scene, a case an expectation. It has no times: the same run gives the same bytes.
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
    var text =
      "  <testsuite name=\"\(test.title.xmlText)\" file=\"\(test.file.xmlText)\"\(counts)>\n"
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
        + ">\n      <failure message=\"\(finding.message.xmlText)\">\(details.xmlText)</failure>\n    </testcase>\n"
    }
  }
}
