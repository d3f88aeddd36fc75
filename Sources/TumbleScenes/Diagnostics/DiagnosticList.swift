import TumbleGeometry

/// What is wrong, or odd, in a file, as far as that is known: the reader adds what it finds, and the linter after it.
package struct DiagnosticList: Sendable {
  package let limits: SceneLimits
  /// The scene's file, then those that it includes.
  private var files: [(name: String, excerpts: Excerpts)]
  private var found: [Finding] = []
  private(set) var errorCount = 0

  init(file: String, limits: SceneLimits, excerpts: Excerpts) {
    self.limits = limits
    files = [(file, excerpts)]
  }

  /// The scene's own file.
  package var file: String { files[0].name }

  /// Notes one more file, and gives its number.
  mutating func add(file: String, excerpts: Excerpts) -> Int32 {
    files.append((file, excerpts))
    return Int32(files.count - 1)
  }

  func name(of file: Int32) -> String { files[Int(file)].name }
  func excerpts(of place: SourcePlace) -> Excerpts { files[Int(place.file)].excerpts }

  /// Of what stands in no file.
  package static var unplaced: DiagnosticList {
    DiagnosticList(file: "", limits: SceneLimits(), excerpts: Excerpts([]))
  }

  /// Far more than are shown, so that the first in the file's order are among them.
  private static let max = 2000

  private struct Finding: Hashable {
    var severity: SceneDiagnostic.Severity
    var place: SourcePlace
    var message: String
    var hint: String?
  }

  package var hasErrors: Bool { errorCount > 0 }

  /// Whether so much is wrong that more of it need not be looked for.
  package var isFull: Bool { found.count >= Self.max }

  package mutating func error(_ place: SourcePlace, _ message: String, hint: String? = nil) {
    add(.error, place, message, hint)
  }

  package mutating func warn(_ place: SourcePlace, _ message: String, hint: String? = nil) {
    add(.warning, place, message, hint)
  }

  mutating func note(_ place: SourcePlace, _ message: String) { add(.note, place, message, nil) }

  private mutating func add(
    _ severity: SceneDiagnostic.Severity, _ place: SourcePlace, _ message: String, _ hint: String?
  ) {
    if severity == .error { errorCount += 1 }
    guard !isFull else { return }
    found.append(Finding(severity: severity, place: place, message: message, hint: hint))
  }

  /// Errors, then warnings, then notes, in the order of the file, each once; of each kind at most `limits.errors`, and
  /// how many more there are.
  func report() -> [SceneDiagnostic] {
    // Swift's sort is stable: what was found first at a place stays first.
    let sorted = found.uniqued()
      .sorted {
        ($0.place.file, $0.place.line, $0.place.column) < ($1.place.file, $1.place.line, $1.place.column)
      }
    return [SceneDiagnostic.Severity.error, .warning, .note].flatMap { severity in
      let some = sorted.filter { $0.severity == severity }
      var shown = some.prefix(limits.errors).map(diagnostic)
      if some.count > limits.errors {
        let (more, word) = (some.count - limits.errors, severity.rawValue)
        let message =
          isFull
          ? "there are many more \(word)s"
          : more == 1 ? "there is 1 more \(word)" : "there are \(more) more \(word)s"
        shown.append(SceneDiagnostic(severity, file: file, message: message))
      }
      return shown
    }
  }

  private func diagnostic(_ finding: Finding) -> SceneDiagnostic {
    let (line, column) = (Int(finding.place.line), Int(finding.place.column))
    return SceneDiagnostic(
      finding.severity, file: name(of: finding.place.file), line: line, column: column,
      message: finding.message, hint: finding.hint,
      excerpt: excerpts(of: finding.place).excerpt(
        line: line, column: column, length: Int(finding.place.length)))
  }
}
