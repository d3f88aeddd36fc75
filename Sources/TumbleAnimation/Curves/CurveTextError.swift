/// Why a text is no curve, and where.
public struct CurveTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole text.
  public let text: String
  /// Where it goes wrong, counted in Unicode scalars from 0.
  public let offset: Int
  /// A sentence without a full stop.
  public let problem: String
  /// The likely meant word, if one is near.
  public let suggestion: String?

  public init(text: String, offset: Int, problem: String, suggestion: String? = nil) {
    self.text = text
    self.offset = offset
    self.problem = problem
    self.suggestion = suggestion
  }

  /// One line: the problem, its place, the likely meant word.
  public var message: String {
    problem + " at character \(offset + 1)" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The message, the text under it, and a caret under the place.
  public var description: String {
    let line = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
    return message + "\n  " + line + "\n  " + String(repeating: " ", count: offset) + "^"
  }
}
