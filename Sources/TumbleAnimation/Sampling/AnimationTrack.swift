/// A sampler and what it moves.
public struct AnimationTrack<Key: AnimationKey>: Sendable {
  public let target: Key
  /// The caller's own number for the target, so that no name is looked up at a sample; 0 until set.
  public var slot = 0
  public var sampler: AnimationSampler

  public init(_ target: Key, _ sampler: AnimationSampler) {
    self.target = target
    self.sampler = sampler
  }
}
