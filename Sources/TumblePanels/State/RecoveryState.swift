/// A session that did not end well and can be gone on with.
package struct RecoveryState: Hashable, Sendable {
  /// The scene's title.
  package var scene: String
  /// Such as `at 2 min 14 s, 31 edits, kept on 3 May 2026 at 14:02`.
  package var detail: String

  package init(scene: String, detail: String) {
    self.scene = scene
    self.detail = detail
  }
}
