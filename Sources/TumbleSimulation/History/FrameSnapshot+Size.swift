import TumbleFrames

extension FrameSnapshot {
  /// The bytes that a history takes for it where nothing in it is as it was the step before.
  package var historyBytes: Int { SnapshotLayout(of: self).count * BlockStore.blockBytes }
}
