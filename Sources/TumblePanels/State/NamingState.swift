/// Asks for the name of a file.
package struct NamingState: Hashable, Sendable {
  package var title: String
  package var name: String
  /// Where it goes, below the name.
  package var detail: String
  /// Why the name cannot be; nil where it can.
  package var refusal: String?

  package init(title: String, name: String = "", detail: String = "", refusal: String? = nil) {
    self.title = title
    self.name = name
    self.detail = detail
    self.refusal = refusal
  }
}
