import Foundation
import TumbleFiles
import TumbleSimulation

/// What is not met, as the commands by which GitHub marks lines of a change.
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
      lines.append(
        "::error file=\(Self.property(finding.file)),line=\(finding.line),col=\(finding.column),title=\(Self.property(test.title))::\(Self.data(text))"
      )
    }
    return lines
  }

  /// A text that GitHub's runner only shows: what of it looks like a command (a scene's note, a line of its file) is none. The word that
  /// ends it depends on all of the text, so nothing in the text can be it.
  static func quoted(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let word = "tumble-\(ContentDigest(Data(text.utf8)).text)"
    return "::stop-commands::\(word)\n\(text)::\(word)::\n"
  }

  /// As GitHub's runner reads it back.
  static func data(_ text: String) -> String { text.escaped { percent($0, of: "%\r\n") } }

  static func property(_ text: String) -> String { text.escaped { percent($0, of: "%\r\n:,") } }

  /// `%` and two digits for one of some characters.
  private static func percent(_ scalar: Unicode.Scalar, of signs: String) -> String? {
    signs.unicodeScalars.contains(scalar) ? "%" + UInt8(ascii: scalar).hexadecimal.uppercased() : nil
  }
}
