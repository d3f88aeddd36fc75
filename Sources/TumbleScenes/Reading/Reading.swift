import Foundation
import TumbleAnimation
import Yams

/// One file being read: what was found wrong so far, and what units mean in it.
final class Reading {
  let file: String
  let limits: SceneLimits
  let excerpts: Excerpts
  /// `world.pointsPerMeter`, looked up before anything else is read.
  var pointsPerMeter: Double?
  private var found: [Found] = []
  /// Words that may still be compared: a file of mistakes must not take long.
  private var suggestions = 200_000

  init(file: String, limits: SceneLimits, excerpts: Excerpts) {
    self.file = file
    self.limits = limits
    self.excerpts = excerpts
  }

  /// Far more than are shown, so that the first in the file's order are among them.
  private static let maxFound = 2000

  func error(_ place: Located.Place, _ message: String, hint: String? = nil) {
    add(.error, place, message, hint)
  }

  func warn(_ place: Located.Place, _ message: String, hint: String? = nil) {
    add(.warning, place, message, hint)
  }

  func remark(_ place: Located.Place, _ message: String) { add(.note, place, message, nil) }

  private func add(
    _ severity: SceneDiagnostic.Severity, _ place: Located.Place, _ message: String, _ hint: String?
  ) {
    if severity == .error { errorCount += 1 }
    guard found.count < Self.maxFound else { return }
    found.append(Found(severity: severity, place: place, message: message, hint: hint))
  }

  private struct Found: Hashable {
    var severity: SceneDiagnostic.Severity
    var place: Located.Place
    var message: String
    var hint: String?
  }

  /// In the order of the file, each once, at most `limits.errors`, and how many more there are.
  func report() -> [SceneDiagnostic] {
    var seen: Set<Found> = []
    // Swift's sort is stable: what was found first at a place stays first.
    let sorted = found.filter { seen.insert($0).inserted }
      .sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
    return [SceneDiagnostic.Severity.error, .warning, .note].flatMap { severity in
      let some = sorted.filter { $0.severity == severity }
      var shown = some.prefix(limits.errors).map(diagnostic)
      if some.count > limits.errors {
        let (more, word) = (some.count - limits.errors, severity.rawValue)
        let message =
          found.count == Self.maxFound
          ? "there are many more \(word)s"
          : more == 1 ? "there is 1 more \(word)" : "there are \(more) more \(word)s"
        shown.append(SceneDiagnostic(severity, file: file, message: message))
      }
      return shown
    }
  }

  private func diagnostic(_ found: Found) -> SceneDiagnostic {
    let (line, column) = (Int(found.place.line), Int(found.place.column))
    return SceneDiagnostic(
      found.severity, file: file, line: line, column: column, message: found.message, hint: found.hint,
      excerpt: excerpts.excerpt(line: line, column: column, length: Int(found.place.length)))
  }

  var hasErrors: Bool { errorCount > 0 }
  private(set) var errorCount = 0

  /// Whether so much is wrong that more of it need not be looked for.
  var isFull: Bool { found.count >= Self.maxFound }

  /// `did you mean …?`, for as many mistakes as will be shown.
  func didYouMean(_ word: String, _ candidates: some Collection<String>) -> String? {
    nearest(word, candidates).map { "did you mean '\(Excerpts.short($0))'?" }
  }

  func nearest(_ word: String, _ candidates: some Collection<String>) -> String? {
    suggestions -= candidates.count
    return suggestions >= 0 ? Nearest.word(to: word, in: candidates) : nil
  }
}

extension Located.Place {
  init(_ node: Node) {
    let mark = node.mark
    let length: Int
    if case .scalar(let scalar) = node {
      length = scalar.string.unicodeScalars.count + (scalar.isQuoted ? 2 : 0)
    } else {
      length = 1
    }
    self.init(
      line: Int32(clamping: mark?.line ?? 0), column: Int32(clamping: mark?.column ?? 0),
      length: Int32(clamping: max(1, length)))
  }
}

extension Node.Scalar {
  var isQuoted: Bool { style == .singleQuoted || style == .doubleQuoted }
  /// Quoted, or a block: a text, whatever is in it.
  var isText: Bool { isQuoted || style == .literal || style == .folded }
}
