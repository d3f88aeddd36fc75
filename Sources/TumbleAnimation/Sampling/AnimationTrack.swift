/// A sampler and what it moves.
public struct AnimationTrack<Key: AnimationKey>: Sendable {
  public let target: Key
  public var sampler: AnimationSampler

  public init(_ target: Key, _ sampler: AnimationSampler) {
    self.target = target
    self.sampler = sampler
  }
}
