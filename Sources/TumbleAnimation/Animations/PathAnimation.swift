/// A body's way along a path, as it is written; ``PathTrack`` is what is sampled.
public struct PathAnimation: Hashable, Sendable {
  public enum Pacing: String, CaseIterable, Hashable, Sendable {
    /// Each segment takes the same time and runs evenly in its own parameter.
    case uniform
    /// At an even speed over the whole, by true arc length.
    case paced
  }

  /// Whether the body turns with the path. Its x axis then points along it, or back.
  public enum Rotation: String, CaseIterable, Hashable, Sendable {
    case none
    case along
    case against
  }

  public var path: Path
  public var pacing: Pacing
  public var rotation: Rotation

  public init(_ path: Path, pacing: Pacing = .uniform, rotation: Rotation = .none) {
    self.path = path
    self.pacing = pacing
    self.rotation = rotation
  }
}
