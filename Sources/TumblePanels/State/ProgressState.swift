/// Something that takes longer than a moment and can be stopped.
package struct ProgressState: Hashable, Sendable {
  package var title: String
  /// 0...1; nil if unknown.
  package var fraction: Double?
  /// Such as `step 1,200 of 7,200`.
  package var detail: String

  package init(title: String, fraction: Double?, detail: String = "") {
    self.title = title
    self.fraction = fraction
    self.detail = detail
  }
}
