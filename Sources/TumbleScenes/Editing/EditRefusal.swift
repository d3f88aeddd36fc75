/// Why an edit of a scene cannot be made: what the reader of scene files would say.
public struct EditRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var message: String
  /// What was expected, or the word that was likely meant.
  public var hint: String?

  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  public var description: String { hint.map { "\(message)\n    \($0)" } ?? message }

  /// The first error that was found; nil if there is none.
  package init?(_ found: DiagnosticList) {
    guard let first = found.report().first(where: { $0.severity == .error }) else { return nil }
    self.init(first.message, hint: first.hint)
  }

  init(_ refusal: TextScan.Refusal) { self.init(refusal.message, hint: refusal.hint) }
}
