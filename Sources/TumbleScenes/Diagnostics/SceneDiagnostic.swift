/// One thing that is wrong, or odd, in a scene file, and where.
public struct SceneDiagnostic: Hashable, Sendable, Codable {
  /// The degrees of a diagnostic.
  public enum Severity: String, Hashable, Sendable, Codable {
    /// A mistake, for which there is no scene.
    case error
    /// Legal, but seldom meant.
    case warning
    /// Fine, and good to know.
    case note
  }

  /// The degree: an error or a warning.
  public var severity: Severity
  /// The file as it was given by the one who asked.
  public var file: String
  /// The line, from 1; 0 for the whole file.
  public var line: Int
  /// The column, from 1, in characters; 0 for the whole line or file.
  public var column: Int
  /// The fault, in a sentence without a full stop.
  public var message: String
  /// The hint at what was expected, or the word that was likely meant.
  public var hint: String?
  /// The line in question, cut around the place if it is long.
  public var excerpt: Excerpt?

  /// A line to show, with the place in it.
  public struct Excerpt: Hashable, Sendable, Codable {
    /// The line of the file.
    public var text: String
    /// The start of the caret, from 0, in characters of `text`.
    public var start: Int
    /// The length, at least 1.
    public var length: Int
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    _ severity: Severity, file: String, line: Int = 0, column: Int = 0, message: String,
    hint: String? = nil, excerpt: Excerpt? = nil
  ) {
    (self.severity, self.file, self.line, self.column) = (severity, file, line, column)
    (self.message, self.hint, self.excerpt) = (message, hint, excerpt)
  }
}

extension SceneDiagnostic: CustomStringConvertible {
  /// The text `file:line:column: error: message`, the line with a caret under the place, and the hint.
  public var description: String {
    var text = file
    if line > 0 { text += ":\(line)" }
    if line > 0 && column > 0 { text += ":\(column)" }
    text += ": \(severity.rawValue): \(message)"
    if let excerpt {
      text += "\n    \(excerpt.text)\n    " + String(repeating: " ", count: excerpt.start)
      text += "^" + String(repeating: "~", count: excerpt.length - 1)
    }
    if let hint { text += "\n    \(hint)" }
    return text
  }
}

/// The errors and warnings about a file, as far as they are known: the reader adds what it finds, and the
/// linter after it.
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

  /// The list of a scene that stands in no file.
  package static var unplaced: DiagnosticList {
    DiagnosticList(file: "", limits: SceneLimits(), excerpts: Excerpts([]))
  }

  /// The greatest number that is kept: far more than are shown, so that the first in the file's order are
  /// among them.
  private static let max = 2000

  private struct Finding: Hashable {
    var severity: SceneDiagnostic.Severity
    var place: SourcePlace
    var message: String
    var hint: String?
  }

  package var hasErrors: Bool { errorCount > 0 }

  /// Is true if so much is wrong that more of it need not be looked for.
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

  /// Errors, then warnings, then notes, in the order of the file, each once; of each kind at most
  /// `limits.errors`, and how many more there are.
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

/// Cuts the lines that diagnostics show out of a text that may be megabytes, in one line.
struct Excerpts {
  private let bytes: ArraySlice<UInt8>
  /// Offsets of the first byte of each line.
  private let starts: [Int]
  /// Characters of a line that are shown.
  static let width = 96

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var starts = [bytes.startIndex]
    bytes.withUnsafeBufferPointer { buffer in
      for (offset, byte) in buffer.enumerated() where byte == UInt8(ascii: "\n") {
        starts.append(bytes.startIndex + offset + 1)
      }
    }
    self.starts = starts
  }

  /// The bytes of a line, from 1.
  func line(_ line: Int) -> ArraySlice<UInt8>? {
    guard line >= 1, line <= starts.count else { return nil }
    return bytes[starts[line - 1]..<(line < starts.count ? starts[line] : bytes.endIndex)]
  }

  /// The line (from 1), cut around a column (from 1), with a mark of a length below it.
  func excerpt(line: Int, column: Int, length: Int) -> SceneDiagnostic.Excerpt? {
    guard let whole = self.line(line) else { return nil }
    let column = max(column - 1, 0)
    // A line may be megabytes long: only what is shown is decoded.
    let indent = whole.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let first = min(indent, column) + max(0, column - min(indent, column) - Self.width * 2 / 3)
    var start = whole.startIndex
    var skipped = 0
    while start < whole.endIndex, skipped < first || whole[start] & 0xC0 == 0x80 {
      if whole[start] & 0xC0 != 0x80 { skipped += 1 }
      start += 1
    }
    let window = whole[start...].prefix(4 * Self.width + 8)
    var characters = Array(String(decoding: window, as: UTF8.self).unicodeScalars)
    while let last = characters.last, last == "\n" || last == "\r" { characters.removeLast() }
    guard !characters.isEmpty else { return nil }

    let shown = characters.prefix(Self.width).map { scalar in
      scalar == "\t" ? " " : Self.isShown(scalar) ? scalar : "\u{FFFD}"
    }
    let head = skipped > indent ? "…" : ""
    let caret = min(column - skipped, shown.count)
    return SceneDiagnostic.Excerpt(
      text: head + String(String.UnicodeScalarView(shown)) + (characters.count > shown.count ? "…" : ""),
      start: caret + head.unicodeScalars.count, length: max(1, min(length, shown.count - caret)))
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // What could move the cursor, or turn the direction of a terminal's text.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      return scalar == "\t"
    case .nonspacingMark, .enclosingMark, .spacingMark: return false
    default: return true
    }
  }

  /// A text from a file, safe and short enough to stand in a sentence.
  static func short(_ text: String, limit: Int = 40) -> String {
    var short = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return short + "…" }
      short.unicodeScalars.append(isShown(scalar) ? (scalar == "\t" ? " " : scalar) : "\u{FFFD}")
    }
    return short
  }
}

/// The reason why there is no scene.
public enum SceneError: Error, Hashable, Sendable {
  /// No scene of this name in any of the folders; the names there are, and the nearest.
  case unknownScene(name: String, folders: [String], names: [String], nearest: String?)
  /// A name with a separator or `..`; a path to a file ends in .yaml, .yml, .json or .tumble.
  case badName(String)
  /// The file could not be read, and why.
  case unreadable(path: String, reason: String)
  /// The file was read and is wrong; warnings are among them.
  case invalid([SceneDiagnostic])
}

extension SceneError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownScene(let name, let folders, let names, let nearest):
      var text = "there is no scene named '\(name)'"
      if let nearest { text += "; did you mean '\(nearest)'?" }
      text +=
        names.isEmpty
        ? "\nNo scenes were found in \(folders.joined(separator: ", "))"
        : "\nScenes: " + names.joined(separator: ", ")
      return text
    case .badName(let name):
      return "'\(Excerpts.short(name))' is not the name of a scene"
        + """
        ; a name has no '/', no '..' and no control character, and a path to a file ends in \
        \(SceneLibrary.endingsInWords)
        """
    case .unreadable(let path, let reason): return "\(path): error: \(reason)"
    case .invalid(let diagnostics): return diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}
