/// A mistake, shown whole while the world goes on.
package struct ErrorCardState: Hashable, Sendable {
  /// Such as `crates.yaml cannot be loaded`.
  package var title: String
  /// Lines with their caret, in a font in which all letters are equally wide.
  package var message: String
  /// What was probably meant; empty for nothing.
  package var hint: String

  package init(title: String, message: String, hint: String = "") {
    self.title = title
    self.message = message
    self.hint = hint
  }
}
