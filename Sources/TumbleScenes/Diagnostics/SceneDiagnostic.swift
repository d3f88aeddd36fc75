/// One thing that is wrong, or odd, in a scene file, and where.
public struct SceneDiagnostic: Hashable, Sendable, Codable {
  public enum Severity: String, Hashable, Sendable, Codable {
    case error
    /// Legal, but seldom meant.
    case warning
    /// Fine, and good to know.
    case note
  }

  public var severity: Severity
  /// As it was given by the one who asked.
  public var file: String
  /// From 1; 0 where the whole file is meant.
  public var line: Int
  /// From 1, in characters; 0 where the whole line or file is meant.
  public var column: Int
  /// What is wrong, in a sentence without a full stop.
  public var message: String
  /// What was expected, or the word that was likely meant.
  public var hint: String?
  /// The line in question, cut around the place if it is long.
  public var excerpt: Excerpt?

  /// A line to show, with the place in it.
  public struct Excerpt: Hashable, Sendable, Codable {
    public var text: String
    /// Where the caret goes, from 0, in characters of `text`.
    public var start: Int
    /// At least 1.
    public var length: Int

    public init(text: String, start: Int, length: Int) {
      self.text = text
      self.start = start
      self.length = length
    }
  }

  public init(
    _ severity: Severity, file: String, line: Int = 0, column: Int = 0, message: String,
    hint: String? = nil, excerpt: Excerpt? = nil
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
    self.excerpt = excerpt
  }
}

extension SceneDiagnostic: CustomStringConvertible {
  /// `file:line:column: error: message`, the line with a caret under the place, and the hint.
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
