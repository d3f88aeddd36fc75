/// A session that did not end well and can be gone on with.
package struct RecoveryState: Hashable, Sendable {
  /// The scene's title.
  package var scene: String
  /// Such as `2 min 14 s of play, 31 edits, saved at 14:02`.
  package var detail: String

  package init(scene: String, detail: String) {
    self.scene = scene
    self.detail = detail
  }
}
